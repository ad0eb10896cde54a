/** Of an hour that runs, in which many come, what is kept of it up to a moment ago, held to one count of all of it, while visits come in, early and late, and go. */
import { expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { randomFrom } from '../random.js';
import { sitesTold, told } from './dashboard-told.js';
import { alone, openWorld } from './open-world.js';
import { NOW as END } from './world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Math.floor(END / HOUR) * HOUR;
const STEPS = 22;
/** The hour has turned, and it is not known yet that it is over. */
const TURN = 12;
const OVER = 18;
/** Visits come that are a little late. */
const LATE = 8;
const random = randomFrom(53);
const upTo = (most: number): number => Math.floor(random() * most);
const { world } = openWorld(random, async (made) => {
  for (const siteId of [1, 2]) await made.store(made.many(5_000, siteId, START - 20 * DAY, START));
  await made.job.run();
});

type Params = Parameters<QuestionStore['query']>[1];

it.runIf(alone)('is the same as when all of the hour is counted', async () => {
  const { warehouse } = world();
  /** From when on something was asked of the running hour, beside its beginning. */
  const since: number[] = [];
  /** In which steps something was asked of it from its beginning on. */
  const whole = new Set<number>();
  let step = 0;
  const listened = (params: Params): void => {
    for (const [name, value] of Object.entries(params ?? {})) {
      const at = /^p\d+_from0$/u.test(name) ? Date.parse(`${String(value).replace(' ', 'T')}Z`) : Number.NaN;
      if (at > START && at % HOUR !== 0) since.push(at);
      if (at === START) whole.add(step);
    }
  };
  const withKept: QuestionStore = {
    rolled: warehouse.rolled, stream: (...given) => warehouse.stream(...given),
    query(sql, params, ...given) {
      listened(params);
      return warehouse.query(sql, params, ...given);
    },
  };
  /** The beginnings of what is counted of all sites. */
  const sitesSince: number[] = [];
  const sitesKept: QuestionStore = {
    rolled: warehouse.rolled, stream: (...given) => warehouse.stream(...given),
    query(sql, params, ...given) {
      if (sql.includes('AS engines')) sitesSince.push(Math.max(...Object.entries(params ?? {}).filter(([name]) => name.endsWith('_from0')).map(([, value]) => Date.parse(`${String(value).replace(' ', 'T')}Z`))));
      return warehouse.query(sql, params, ...given);
    },
  };
  const plain: QuestionStore = { stream: (...given) => warehouse.stream(...given), query: (sql, ...given) => warehouse.query(sql, ...given) };
  let [former, now] = [START, START + 12 * MINUTE];
  await world().store(world().many(20_500, 1, START, now - MINUTE));
  for (; step < STEPS; step += 1) {
    const before = now;
    // Through the end of the hour, into the next, in which as many come.
    now += step === TURN ? START + HOUR + MINUTE / 2 - before : step === OVER ? 4 * MINUTE : (4 + upTo(step > TURN && step < OVER ? 45 : 90)) * 1_000;
    await world().store(world().many(10 + upTo(300), 1 + upTo(2), before, now));
    if (step === TURN) await world().store(world().many(20_500, 1, START + HOUR, now));
    // Some come later than the others, of the hour or of one before.
    if (step === LATE) await world().store(world().many(20, 1, former, former + 1_000));
    else if (step % 5 === 3) await world().store(world().many(20, 1, START, before - MINUTE));
    if (step % 7 === 4) await world().store(world().many(20, 1, START - 3 * HOUR, START));
    if (step === 9) await warehouse.eraseVisitor({ siteIds: [1], type: 'ip', value: world().visits.at(-1)?.ip ?? '', visitor: null });
    // Roll-ups of hours before it are there again, but for once, and for a while when it has turned.
    if (step === TURN + 1) await world().store(world().many(20, 1, START - 30 * HOUR, START - 29 * HOUR));
    if (step !== 4 && (step <= TURN || step >= OVER)) await world().job.run();
    for (const [domain, days] of [['shop.example', 1], ['shop.example', 9], ['', 1]] as const) {
      const [mine, all] = [await told(withKept, now, domain, days), await told(plain, now, domain, days)];
      expect({ step, domain, days, told: mine }).toEqual({ step, domain, days, told: all });
    }
    const [mine, all] = [await sitesTold(sitesKept, now), await sitesTold(plain, now)];
    expect({ step, sites: mine }).toEqual({ step, sites: all });
    former = before;
  }
  // In pieces, of lists and of series, and not of the whole hour every time.
  expect(since.length).toBeGreaterThan(STEPS * 8);
  expect(new Set(since).size).toBeGreaterThan(STEPS / 2);
  expect(new Set(sitesSince.filter((at) => at > START && at % HOUR !== 0)).size).toBeGreaterThan(STEPS / 4);
  // Nor where some were a little late: of those, what was kept up to an earlier moment is true still.
  expect(whole.has(LATE)).toBe(false);
  // Nor when it has ended: what is kept of it is gone on with until it is over.
  expect([TURN + 3, TURN + 4, TURN + 5].filter((at) => whole.has(at))).toEqual([]);
}, 300_000);
