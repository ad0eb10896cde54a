/** What search engines brought to one site, day by day: held to a store that keeps nothing, and to plain loops, while visits come in, early and late. */
import { endpoints } from '@footfall/contract';
import { expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { homeRoutes } from '../../src/routes/home.js';
import { ask, depsOf, directoryOf } from '../questions/ask.js';
import { randomFrom } from '../random.js';
import { listening } from './listening.js';
import { alone, openWorld } from './open-world.js';
import { NOW as END, type World } from './world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = 14;
/** In the middle of a day of the site, so that the steps go through its end. */
const BEGIN = END - 9 * HOUR;
const ENGINES = ['Baidu', 'Google', 'Bing', 'Yandex'];
const random = randomFrom(93);
const upTo = (most: number): number => Math.floor(random() * most);
const SITE = { id: 1, name: 'one', domain: 'one.example', timeZone: 'Asia/Shanghai' };
const ZONE_AHEAD = 8 * HOUR;

/** Visits of the world, from several engines. */
const manyOf = (world: World, count: number, from: number, to: number) =>
  world.many(count, SITE.id, from, to).map((visit) => (visit.channel === 'search' ? { ...visit, referer_name: ENGINES[upTo(ENGINES.length)] ?? '' } : visit));

const { world } = openWorld(random, async (made) => {
  await made.store(manyOf(made, 3_000, BEGIN - 4 * DAY, BEGIN));
  await made.job.run();
});

const dayOf = (instant: number): number => Math.floor((instant + ZONE_AHEAD) / DAY) * DAY - ZONE_AHEAD;

/** Visits by engine, most first. */
function countedOf(from: number, to: number, country = '') {
  const counts = new Map<string, number>();
  for (const { created_at: at, channel, referer_name: engine, country_code: code } of world().visits) if (channel === 'search' && at >= from && at < to && (country === '' || code === country)) counts.set(engine, (counts.get(engine) ?? 0) + 1);
  return [...counts].map(([referer, num]) => ({ referer, num })).toSorted((a, b) => b.num - a.num || (a.referer < b.referer ? -1 : 1));
}

it.runIf(alone)('is the same as when everything is counted', async () => {
  const { warehouse } = world();
  const directory = directoryOf([SITE]);
  const said: string[] = [];
  const stores: readonly QuestionStore[] = [listening(warehouse, { rolled: warehouse.rolled }, (sql) => said.push(sql)), listening(warehouse, {}, () => undefined)];
  const country = world().visits[0]?.country_code ?? '';
  let now = BEGIN;
  for (let step = 0; step < STEPS; step += 1) {
    const before = now;
    now += (1 + upTo(step === 5 ? 300 : 80)) * MINUTE;
    await world().store(manyOf(world(), 40, before, now));
    // Late for yesterday, or for today.
    if (step % 3 === 2) await world().store(manyOf(world(), 5, now - 30 * HOUR, before));
    for (const input of [{ domain: SITE.domain }, { domain: SITE.domain, country_code: country }]) {
      const [told, expected] = await Promise.all(stores.map((store) => ask(endpoints.home.summary, homeRoutes(depsOf(store, now, { directory })).summary, input)));
      expect({ step, input, told }).toEqual({ step, input, told: expected });
      const today = dayOf(now);
      const days = [[today - DAY, today], [today, now], [today - DAY, now - DAY]] as const;
      expect({ step, input, referers: [...(told?.list ?? []), told?.yesterday_same_time].map((row) => row?.referer) }).toEqual({ step, input, referers: days.map(([from, to]) => countedOf(from, to, 'country_code' in input ? country : '')) });
    }
  }
  // Today and yesterday so far are asked for by themselves; yesterday with the rest of the question, when it is over and when a visit came late for it.
  const bySelves = said.filter((sql) => sql.includes('toString(referer_name)'));
  const withTheRest = said.filter((sql) => sql.includes('AS k_referer_name'));
  expect(bySelves.length).toBeGreaterThanOrEqual(2 * STEPS);
  expect(withTheRest.length).toBeLessThan(STEPS);
}, 200_000);
