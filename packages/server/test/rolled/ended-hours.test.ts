/** An hour that was kept while it ran is not counted again when it is over, and tells what counting it would tell. */
import { endpoints } from '@footfall/contract';
import { expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { suspiciousRoutes } from '../../src/routes/suspicious.js';
import { ask, depsOf } from '../questions/ask.js';
import { randomFrom } from '../random.js';
import { sitesTold, told } from './dashboard-told.js';
import { listening } from './listening.js';
import { alone, openWorld } from './open-world.js';
import { NOW, visitorOf } from './world.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Math.floor(NOW / HOUR) * HOUR;
const END = START + HOUR;
const random = randomFrom(71);
const { world } = openWorld(random, async (made) => {
  for (const siteId of [1, 2]) await made.store(made.many(5_000, siteId, START - 20 * DAY, START));
  await made.job.run();
});

type Params = Parameters<QuestionStore['query']>[1];

/** Of a statement, where its times begin. */
const beginnings = (params: Params): number[] => Object.entries(params).flatMap(([name, value]) => (/_from\d+$/u.test(name) ? [Date.parse(`${String(value).replace(' ', 'T')}Z`)] : []));

const sites = (params: Params): ReadonlySet<unknown> => new Set(Object.entries(params).flatMap(([name, value]) => (/_sites?$/u.test(name) ? [value].flat() : [])));

/** Lists, series, sites and suspects: what is kept by its hours. */
const isKept = (sql: string): boolean => [' AS records', "'all' AS bucket", ' AS engines'].some((sign) => sql.includes(sign));

it.runIf(alone)('is the same as when it is counted once it is over', async () => {
  const { warehouse } = world();
  const said: number[] = [];
  const withKept = listening(warehouse, { rolled: warehouse.rolled }, (sql, params) => {
    if (isKept(sql) && sites(params).has(1)) said.push(...beginnings(params));
  });
  const plain = listening(warehouse, {}, () => undefined);
  /** Asks all of it, and says where in the hour anything was counted from. */
  const compare = async (now: number): Promise<ReadonlySet<number>> => {
    said.length = 0;
    const everything = async (store: QuestionStore) => [
      await told(store, now, 'shop.example', 1), await told(store, now, 'shop.example', 9), await sitesTold(store, now),
      await ask(endpoints.suspicious.list, suspiciousRoutes(depsOf(store, now, { visitorOf })).list, { domain: 'shop.example', query_time: [new Date(now + 8 * HOUR - 6 * DAY).toISOString().slice(0, 10).concat(' 00:00:00'), new Date(now + 8 * HOUR).toISOString().slice(0, 10).concat(' 23:59:59')] }),
    ];
    expect({ now, told: await everything(withKept) }).toEqual({ now, told: await everything(plain) });
    return new Set(said.filter((at) => at >= START && at < END).map((at) => (at - START) / MINUTE));
  };
  const come = (from: number, to: number, count = 200): Promise<void> => world().store(world().many(count, 1, from, to));
  await come(START, START + 12 * MINUTE, 20_500);
  let now = START + 12 * MINUTE;
  for (const next of [13, 14, 59, 60.5, 61]) {
    const counted = await compare(now);
    // As long as nothing of it is kept, all of it is counted, and then what came since.
    expect({ next, fromItsBeginning: counted.has(0) }).toEqual({ next, fromItsBeginning: next <= 14 });
    expect(counted.size).toBeGreaterThan(0);
    await come(now, START + next * MINUTE);
    // Late by days: what is kept of this hour, and of days since, is true still.
    if (next > 14) await come(START - 8 * DAY, START - 7 * DAY, 5);
    now = START + next * MINUTE;
  }
  await compare(now);
  // It is over: nothing of it is counted.
  now = END + 6 * MINUTE;
  await come(END + MINUTE, now);
  expect([...(await compare(now))]).toEqual([]);
  // The next one: nobody looks at the end of it, and it is counted from where it was left.
  await come(END + 6 * MINUTE, END + 12 * MINUTE, 20_500);
  for (const next of [13, 14]) {
    await compare(END + next * MINUTE);
    await come(END + next * MINUTE, END + (next + 1) * MINUTE);
  }
  await come(END + 15 * MINUTE, END + 66 * MINUTE, 500);
  await compare(END + 66 * MINUTE);
  // Visits that came late have all of it counted: it is not what was kept.
  await come(START, END, 5);
  await compare(END + 66 * MINUTE);
}, 300_000);
