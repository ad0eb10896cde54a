/** Suspicious visitors of hours that are kept and of those since, held to one look at everybody, while visits come in, early and late, for a day and a half. */
import { endpoints, type VisitRecord } from '@footfall/contract';
import { expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { suspiciousRoutes } from '../../src/routes/suspicious.js';
import type { Answer } from '../../src/warehouse/store-query.js';
import { ask, depsOf } from '../questions/ask.js';
import { STORY } from '../questions/suspicious-story.js';
import { randomFrom } from '../random.js';
import { listening } from './listening.js';
import { alone, openWorld } from './open-world.js';
import { NOW as END } from './world.js';

const { list } = endpoints.suspicious;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = 24;
const random = randomFrom(31);
const upTo = (most: number): number => Math.floor(random() * most);

const { world } = openWorld(random);

const factsOf = (person: number) => STORY[person % STORY.length]?.facts;

function visit(at: number, person: number, more: Partial<VisitRecord> = {}): VisitRecord {
  return { ...world().make(1, at, at), created_at: at, visitor: String(1_000 + person), fingerprint: (1_000 + person).toString(16), ip: `203.0.113.${String(1 + (person % 40))}`, country_code: 'CN', timezone: 'Asia/Shanghai', ...factsOf(person), ...more };
}

/** Views at equal distances: a walk, unless something comes between. */
const walk = (from: number, person: number, views: number): VisitRecord[] => Array.from({ length: views }, (_, i) => visit(from + i * 5_000, person, { url: `https://shop.example/page/${String(i % 7)}` }));

/** The last ones are nobody's on the internet, or shortened, and are not looked at. */
const CROWDED = ['203.0.113.100', '203.0.113.101', '203.0.113.102', '203.0.113.103', '10.4.4.4', '198.51.100.0'];

/** None of them is China's: one more comes with every second step. */
const FAR = ['America/New_York', 'Europe/Paris', 'America/Sao_Paulo', 'Africa/Cairo', 'Pacific/Auckland', 'America/Denver', 'Europe/London', 'America/Chicago', 'Africa/Lagos', 'America/Lima', 'Europe/Madrid', 'Pacific/Honolulu'];

/** As many fingerprints at one address. */
const crowd = (from: number, to: number, at: number, size: number): VisitRecord[] => {
  const first = 10_000 + upTo(1_000) * 100;
  return Array.from({ length: size }, (_, i) => visit(from + upTo(Math.max(1, to - from)), first + i, { ...factsOf(19), ip: CROWDED[at] ?? '' }));
};

/** What comes in between two instants. */
function arriving(from: number, to: number): VisitRecord[] {
  const visits = Array.from({ length: 20 + upTo(60) }, () => visit(from + upTo(to - from), upTo(90)));
  for (let i = upTo(3); i > 0; i -= 1) visits.push(...walk(Math.max(from, to - 120_000), upTo(90), 8 + upTo(14)));
  // Half of a crowd in one hour, half in another.
  if (upTo(3) > 0) visits.push(...crowd(from, to, upTo(CROWDED.length), 8 + upTo(20)));
  return visits.filter(({ created_at: at }) => at <= to);
}

it.runIf(alone)('are the same as when everybody is looked at', async () => {
  const [counted, plainly]: [string[], string[]] = [[], []];
  const { warehouse } = world();
  const [withKept, plain] = [listening(warehouse, { rolled: warehouse.rolled }, (sql) => counted.push(sql)), listening(warehouse, {}, (sql) => plainly.push(sql))];
  let now = END - 36 * HOUR;
  await world().store(Array.from({ length: 40 }, (_, i) => arriving(now - (41 - i) * HOUR, now - (40 - i) * HOUR)).flat());
  const text = (at: number): string => new Date(at + 8 * HOUR).toISOString().slice(0, 10);
  // What makes a site busy is known once its hours are rolled up.
  await world().job.run();
  let suspects = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const before = now;
    // An hour or two, or a minute or two of one.
    now += step % 4 === 0 ? (5 + upTo(110)) * MINUTE : (10 + upTo(140)) * 1_000;
    if (step % 6 !== 4) await world().store(arriving(before, now));
    if (step % 2 === 1) await world().store([visit(now - 1_000, 200 + step, { timezone: FAR[(step - 1) / 2] ?? '' })]);
    if (step % 5 === 2) await world().store(Array.from({ length: 12 }, () => visit(before - upTo(30 * MINUTE), upTo(90))));
    // Some come late, of whatever hour.
    if (step % 7 === 3) await world().store(Array.from({ length: 12 }, () => visit(before - upTo(2 * DAY), upTo(90))));
    const query_time: [string, string] = [`${text(now - (step % 2 === 0 ? 2 : 1) * DAY)} 00:00:00`, `${text(now)} 23:59:59`];
    const asking = [{}, { weight: 'sure' }, { sort: { views: 'desc' } }, { sort: { last_at: 'asc' }, page: 2, per_page: 7 }, { sign: 'regular_walk' }, { sign: 'many_fingerprints' }, { device_type: 'mobile', sort: { signs: 'asc' } }, { query_time: [`${text(now - 2 * DAY)} 00:00:00`, `${text(now - DAY)} 23:59:59`] }] as const;
    for (const input of asking) {
      const [told, expected] = await Promise.all([withKept, plain].map((store) => ask(list, suspiciousRoutes(depsOf(store, now, { visitorOf: (fingerprint) => String(BigInt(`0x${fingerprint}`)) })).list, { domain: 'shop.example', query_time, per_page: 50, ...input } as never)));
      expect({ step, input, told }).toEqual({ step, input, told: expected });
      suspects += expected?.list.length ?? 0;
    }
  }
  expect(suspects).toBeGreaterThan(600);
  const among = counted.filter((sql) => sql.includes("'walks' AS part") && sql.includes('a_site')).length;
  // Mostly of who came since, by the minute as well; nobody is told by a look at everybody.
  expect(among).toBeGreaterThan(STEPS * 4);
  expect(counted.filter((sql) => sql.includes('SELECT ip FROM visits WHERE site_id = {a_site')).length).toBeGreaterThan(STEPS);
  expect(counted.filter((sql) => sql.includes('OVER (PARTITION BY kind, mask)')).length).toBeLessThan(STEPS / 5);
  expect(plainly.some((sql) => sql.includes("AS part") && sql.includes("'walks'"))).toBe(false);
}, 300_000);

it.runIf(alone)('of hours that are not busy are kept once a look at everybody has read many rows', async () => {
  const { warehouse } = world();
  const { rolled } = warehouse;
  if (rolled === null) throw new Error('nothing is rolled up');
  // So few come in an hour that no time of them is worth keeping.
  const quiet = new Proxy(rolled, {
    get(target, key) {
      if (key === 'leastHours') return () => 1_000_000;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  await world().store(arriving(END - 12 * HOUR, END));
  const input = { domain: 'shop.example', query_time: [new Date(END - 32 * HOUR).toISOString().slice(0, 19).replace('T', ' '), new Date(END + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ')], per_page: 50 } as never;
  for (const [rowsRead, isKept] of [[499_999, false], [500_000, true]] as const) {
    const said: string[] = [];
    const store: QuestionStore = {
      rolled: quiet,
      stream: (...given) => warehouse.stream(...given),
      async query<T>(sql: string, ...given: [Parameters<QuestionStore['query']>[1], Parameters<QuestionStore['query']>[2]?]): Promise<Answer<T>> {
        said.push(sql);
        const answer = await warehouse.query<T>(sql, ...given);
        return { ...answer, statistics: { ...answer.statistics, rows_read: rowsRead } };
      },
    };
    const asking = (): ReturnType<typeof ask<typeof list>> => ask(list, suspiciousRoutes(depsOf(store, END)).list, input);
    const first = await asking();
    expect(first.list.length).toBeGreaterThan(0);
    expect(await asking()).toEqual(first);
    expect(await asking()).toEqual(first);
    expect(said.filter((sql) => sql.includes('OVER (PARTITION BY kind, mask)')).length).toBe(isKept ? 1 : 3);
    expect(said.some((sql) => sql.includes("'walks' AS part"))).toBe(isKept);
  }
}, 60_000);
