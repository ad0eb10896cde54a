/** What is kept of several sites together: all sites' summary and the list of sites, held to those of a store that keeps nothing, while visits come in, early and late. */
import { endpoints } from '@footfall/contract';
import { expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { homeRoutes } from '../../src/routes/home.js';
import { statisticsRoutes } from '../../src/routes/statistics.js';
import { ask, depsOf, directoryOf } from '../questions/ask.js';
import { randomFrom } from '../random.js';
import { listening } from './listening.js';
import { alone, openWorld } from './open-world.js';
import { NOW as END } from './world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = 16;
const BEGIN = END - 20 * HOUR;
const random = randomFrom(91);
const upTo = (most: number): number => Math.floor(random() * most);
/** Few visits come to the third one, whose hours are no whole hours of UTC. Of the fourth, which is in a zone with the first, nothing is rolled up. */
const SITES = [['one', 'Asia/Shanghai'], ['two', 'Europe/Berlin'], ['three', 'Asia/Kathmandu'], ['four', 'Asia/Shanghai']].map(([name = '', timeZone = ''], at) => ({ id: at + 1, name, domain: `${name}.example`, timeZone }));

const { world } = openWorld(random, async (made) => {
  for (const { id } of SITES.slice(0, -1)) await made.store(made.many(id === 3 ? 40 : 3_000, id, BEGIN - 5 * DAY, BEGIN));
  await made.job.run();
  await made.store(made.many(200, SITES.length, BEGIN - 2 * DAY, BEGIN));
});

it.runIf(alone)('is the same as when everything is counted', async () => {
  const { warehouse } = world();
  expect(SITES.map(({ id }) => warehouse.rolled?.first(id) !== null)).toEqual([true, true, true, false]);
  const directory = directoryOf(SITES);
  const said: string[] = [];
  const stores = [listening(warehouse, { rolled: warehouse.rolled }, (sql) => said.push(sql)), listening(warehouse, {}, () => undefined)];
  let now = BEGIN;
  for (let step = 0; step < STEPS; step += 1) {
    const before = now;
    now += (1 + upTo(step === 9 ? 400 : 80)) * MINUTE;
    if (step % 5 !== 4) for (const { id } of SITES) await world().store(world().many(id === 3 ? 2 : 40, id, before, now));
    // Late for yesterday, or for today, of any of the sites.
    if (step % 3 === 2) await world().store(world().many(3, 1 + upTo(SITES.length), now - 30 * HOUR, before));
    const questions: readonly ((store: QuestionStore) => Promise<unknown>)[] = [
      (store) => ask(endpoints.home.summary, homeRoutes(depsOf(store, now, { directory })).summary, {}),
      (store) => ask(endpoints.home.summary, homeRoutes(depsOf(store, now, { directory })).summary, { country_code: world().visits[0]?.country_code ?? '' }),
      (store) => ask(endpoints.websites.statistics, statisticsRoutes(depsOf(store, now, { directory })).statistics, {}),
    ];
    for (const [at, question] of questions.entries()) {
      const [told, expected] = await Promise.all(stores.map((store) => question(store)));
      expect({ step, at, told }).toEqual({ step, at, told: expected });
    }
  }
  const bySite = said.filter((sql) => sql.includes('AS k_site_id'));
  const together = said.filter((sql) => sql.includes("'all' AS bucket"));
  // Yesterday, and the hours of today that are over, are asked for when they are and when a visit came late for them, not each time.
  expect(bySite.length).toBeGreaterThanOrEqual(STEPS * new Set(SITES.map(({ timeZone }) => timeZone)).size);
  const parts = bySite.map((sql) => sql.split('UNION ALL').length);
  // All of it in the first hour of a day alone.
  expect(Math.max(...parts)).toBe(6);
  expect(parts.filter((num) => num < 6).length).toBeGreaterThan(2 * STEPS);
  // Nor who was on which of them: what is counted of today and of yesterday so far is what came since.
  expect(said.filter((sql) => sql.includes('AS engines')).length).toBeGreaterThan(STEPS);
const counting = bySite.filter((sql) => sql.split('uniqExact(visitor)').length > 2);
  expect(counting.length).toBeLessThan(bySite.length / 3);
  // Who was there in hours that are over is kept: what is counted of a summary is what came since.
  expect(together.length).toBeGreaterThan(STEPS);
}, 200_000);

it.runIf(alone)('is kept in the first hour of a day, of sites that few came to before, once many were counted', async () => {
  const { warehouse } = world();
  const directory = directoryOf(SITES.filter(({ timeZone }) => timeZone === 'Asia/Shanghai'));
  // Midnight there.
  const begin = Math.ceil(END / DAY) * DAY + 16 * HOUR;
  await world().store(world().many(20_000, SITES.length, begin, begin + 20 * MINUTE));
  const said: string[] = [];
  const stores = [listening(warehouse, { rolled: warehouse.rolled }, (sql) => said.push(sql)), listening(warehouse, {}, () => undefined)];
  const bySite: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    const now = begin + (20 + i) * MINUTE;
    await world().store(world().many(20, SITES.length, now - MINUTE, now));
    const [told, expected] = await Promise.all(stores.map((store) => ask(endpoints.websites.statistics, statisticsRoutes(depsOf(store, now, { directory })).statistics, {})));
    expect({ i, told }).toEqual({ i, told: expected });
    bySite.push(said.filter((sql) => sql.includes('AS engines')).length);
  }
  expect(bySite).toEqual([0, 1, 2, 3]);
}, 200_000);

it.runIf(alone)('is counted where more visitors came than are kept, and is not tried again', async () => {
  const { warehouse } = world();
  const directory = directoryOf(SITES.slice(0, 1));
  const now = END + 2 * HOUR;
  const said: string[] = [];
  const plain = listening(warehouse, { rolled: warehouse.rolled }, (sql) => said.push(sql));
  const busy: QuestionStore = {
    ...plain,
    async query<T>(sql: string, ...given: Parameters<QuestionStore['query']> extends [string, ...infer Rest] ? Rest : never) {
      const answer = await plain.query<T>(sql, ...given);
      return sql.includes('AS engines') ? { ...answer, rows: answer.rows.map((row) => ({ ...row, visitors: Buffer.alloc(8 * 400_001).toString('base64url') })) } : answer;
    },
  };
  const figures = (store: QuestionStore): Promise<unknown> => ask(endpoints.websites.statistics, statisticsRoutes(depsOf(store, now, { directory })).statistics, {});
  const expected = await figures(listening(warehouse, {}, () => undefined));
  expect(await figures(busy)).toEqual(expected);
  const tried = said.filter((sql) => sql.includes('AS engines')).length;
  expect(tried).toBeGreaterThan(0);
  expect(await figures(busy)).toEqual(expected);
  expect(said.filter((sql) => sql.includes('AS engines')).length).toBe(tried);
});
