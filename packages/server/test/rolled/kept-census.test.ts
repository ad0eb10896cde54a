/** A census of which all is kept but the hour that runs, held to one count of everything, while time goes on and visits come in, early and late. */
import { endpoints } from '@footfall/contract';
import { expect, it } from 'vitest';
import { homeRoutes } from '../../src/routes/home.js';
import { ask, depsOf, directoryOf } from '../questions/ask.js';
import { randomFrom } from '../random.js';
import { listening } from './listening.js';
import { alone, openWorld } from './open-world.js';
import { NOW as END } from './world.js';

const { census } = endpoints.home;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = 14;
const BEGIN = END - 20 * HOUR;
const random = randomFrom(77);
const upTo = (most: number): number => Math.floor(random() * most);
/** The second one has hours that are no whole hours of UTC; the clocks of Berlin were set back within the three months. */
const ZONES = ['Europe/Berlin', 'Asia/Kathmandu'];

/** Every other visitor or so is from one country. */
const some = (count: number, siteId: number, from: number, to: number, made = world()) => made.many(count, siteId, from, to).map((visit) => ({ ...visit, country_code: upTo(2) === 0 ? 'CN' : visit.country_code }));

const { world } = openWorld(random, async (made) => {
  for (const [i] of ZONES.entries()) await made.store(some(4_000, 1 + i, BEGIN - 100 * DAY, BEGIN, made));
  await made.job.run();
});

it.runIf(alone).each(ZONES)('is the same as when everything is counted: %s', async (timeZone) => {
  const siteId = 1 + ZONES.indexOf(timeZone);
  const { warehouse } = world();
  const directory = directoryOf([{ id: siteId, name: 'One', domain: 'one.example', timeZone }]);
  const said: string[] = [];
  const stores = [listening(warehouse, { rolled: warehouse.rolled }, (sql) => said.push(sql)), listening(warehouse, {}, () => undefined)];
  let now = BEGIN;
  for (let step = 0; step < STEPS; step += 1) {
    const before = now;
    now += (1 + upTo(step === 9 ? 400 : 80)) * MINUTE;
    if (step % 5 !== 4) await world().store(some(60, siteId, before, now));
    if (step % 6 === 3) await world().store(some(5, siteId, now - 60 * DAY, before));
    for (const query of [...[{}, { country_code: 'CN' }, { device_type: world().visits[0]?.device_type ?? '' }].map((filter) => ({ query_type: 'every_hour' as const, ...filter })), { query_type: 'every_day' as const }, { query_type: 'every_day' as const, country_code: 'CN' }]) {
      const [told, expected] = await Promise.all(stores.map((store) => ask(census, homeRoutes(depsOf(store, now, { directory })).census, { domain: 'one.example', ...query })));
      expect({ step, query, told }).toEqual({ step, query, told: expected });
      expect(told?.total.pv).toBeGreaterThan(500);
    }
  }
  // Mostly the hour that runs is counted, and hours like it.
  expect(said.filter((sql) => !sql.includes('AS c1') && (sql.includes('hour IN') || sql.includes('indexHint') || sql.split('from8').length > 1)).length).toBeGreaterThan(STEPS);
  // All hours and all days are counted where nothing is kept, and where visits came late.
  expect(said.filter((sql) => sql.includes('AS c1') && !/country_code|device_type/u.test(sql)).length).toBeLessThan(STEPS);
  // With a filter those are counted once, and gone on from.
  expect(said.filter((sql) => sql.includes("'all' AS bucket") && /AND (?:country_code|device_type) = /u.test(sql) && !sql.includes('indexHint')).length).toBeGreaterThan(STEPS);
}, 200_000);
