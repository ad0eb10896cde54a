/** Figures of a time that runs still, from what is kept of its hours that are over: held to plain loops over visits while these come in and change. */
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../src/questions/asked.js';
import type { CompiledQuery } from '../../src/questions/compile.js';
import type { SeriesRow } from '../../src/questions/compile-series.js';
import type { Row } from '../../src/questions/counts.js';
import { withKeptSeries } from '../../src/questions/kept-series.js';
import { everything, grouped, type GroupPlan, matching } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';
import { HourSet } from '../../src/warehouse/rolled/hour-set.js';
import { RolledHours } from '../../src/warehouse/rolled/rolled-hours.js';
import type { RolledRows } from '../../src/warehouse/rolled/rolled-rows.js';
import { SITES } from '../questions/fixture.js';
import { randomFrom } from '../random.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
/** Where the day begins. */
const TODAY = Date.UTC(2026, 4, 20);
const NOON = TODAY + 12 * HOUR;
const FIGURES = ['pv', 'uv', 'ip', 'referer_num'] as const;
const SCOPE = SiteScope.of(SITES.slice(0, 1));

interface Visit {
  readonly at: number;
  readonly visitor: bigint;
  readonly address: number;
  readonly search: boolean;
}

const planOf = (ranges: readonly (readonly [number, number])[], cuts: readonly number[] | null, rollup = false): GroupPlan =>
  grouped({ ...everything(SCOPE), ranges: ranges.map(([from, to]) => ({ from, to })) }, FIGURES, { cuts: cuts === null ? [] : [cuts], rollup });
const hours = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i * HOUR);
const byHour = (from = TODAY): GroupPlan => planOf([[from, from + DAY]], hours(from, 24), true);
const soFar = (now: number): GroupPlan => planOf([[TODAY - DAY, now - DAY]], null);
const byDay = (now: number): GroupPlan => planOf([[TODAY - DAY, now - DAY], [TODAY, TODAY + DAY]], [TODAY - DAY, TODAY]);

const bucketAt = (edges: readonly number[], at: number): number => edges.findLast((edge) => edge <= at) ?? edges[0] ?? 0;
const within = (visits: readonly Visit[], from: number, to: number): Visit[] => visits.filter(({ at }) => at >= from && at < to);
const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)];

function figures(visits: readonly Visit[]) {
  return { m_pv: visits.length, m_uv: distinct(visits.map(({ visitor }) => visitor)).length, m_ip: distinct(visits.map(({ address }) => address)).length, m_referer_num: visits.filter(({ search }) => search).length };
}

/** What a plan comes to, by plain loops. */
function counted(visits: readonly Visit[], { ranges, cuts: [edges], rollup }: GroupPlan): object[] {
  const own = (ranges ?? []).flatMap(({ from, to }) => within(visits, from, to));
  if (edges === undefined) return [{ c0: 0, ...figures(own) }];
  const buckets = distinct(own.map(({ at }) => bucketAt(edges, at))).map((bucket) => ({ c0: bucket, ...figures(own.filter(({ at }) => bucketAt(edges, at) === bucket)) }));
  return rollup ? [...buckets, { c0: 0, ...figures(own) }] : buckets;
}

function bytesOf(value: bigint, bytes: number): Buffer {
  const all = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 8) all.writeBigUInt64LE(BigInt.asUintN(64, value >> BigInt(8 * at)), at);
  return all;
}

const records = (values: readonly bigint[], bytes: number): string => Buffer.concat(distinct(values).map((value) => bytesOf(value, bytes)).toSorted((a, b) => a.compare(b))).toString('base64url');
const instantOf = (text: unknown): number => Date.parse(`${String(text).replace(' ', 'T')}Z`);

/** Answers as the store would, from the instants of the parameters. */
function answer(visits: readonly Visit[], { sql, params }: CompiledQuery): SeriesRow[] {
  return sql.split('UNION ALL').flatMap((one): SeriesRow[] => {
    const part = /SELECT (\d+) AS part/u.exec(one)?.[1] ?? '';
    const isAll = one.includes("'all' AS bucket");
    const prefix = `${isAll ? 'p' : 'b'}${part}_`;
    const own = within(visits, instantOf(params[`${prefix}from0`]), instantOf(params[`${prefix}to0`]));
    const rowOf = (bucket: string, some: readonly Visit[]): SeriesRow => {
      const { m_pv: pv, m_uv: uv, m_ip: ip, m_referer_num: search } = figures(some);
      return { part, bucket, m_pv: String(pv), m_referer_num: String(search), m_uv: String(isAll ? 0 : uv), m_ip: String(isAll ? 0 : ip), visitors: isAll ? records(some.map(({ visitor }) => visitor), 8) : '', addresses: isAll ? records(some.map(({ address }) => BigInt(address) << 96n), 16) : '' };
    };
    if (isAll) return [rowOf('all', own)];
    const edges = params[`${prefix}cut0`] as readonly number[];
    return distinct(own.map(({ at }) => bucketAt(edges, at))).map((bucket) => rowOf(String(bucket), own.filter(({ at }) => bucketAt(edges, at) === bucket)));
  });
}

function asking(visits: Visit[], leastHours = 0) {
  const rolled = new RolledHours({ read: () => Promise.resolve(new Map()), remove: () => Promise.resolve() } as Partial<RolledRows> as RolledRows, () => NOON);
  rolled.setFirst(1, 0, leastHours);
  const queries: CompiledQuery[] = [];
  const asked: GroupPlan[] = [];
  /** What happens while the store is asked. */
  let meanwhile: () => Promise<void> = () => Promise.resolve();
  const run = async (query: CompiledQuery) => {
    queries.push(query);
    const rows = answer(visits, query);
    await meanwhile();
    return { rows, statistics: { elapsed: 0, rows_read: 0 } };
  };
  const at = (now: number): Asked => ({ kept: rolled, rolled, now, run }) as Partial<Asked> as Asked;
  const ask = (plans: readonly GroupPlan[]): Promise<readonly Row[]> => {
    asked.push(...plans);
    return Promise.resolve(plans.flatMap((plan, part) => counted(visits, plan).map((row) => ({ part, ...row }))));
  };
  const rows = (plans: readonly GroupPlan[], now: number, isRolled = false): Promise<readonly Row[]> => withKeptSeries(plans, at(now), () => isRolled, ask);
  const add = (added: readonly Visit[]): Promise<void> => rolled.change(new Map([[1, HourSet.of(added.map((visit) => Math.floor(visit.at / HOUR)))]]), () => {
    visits.push(...added);
    return Promise.resolve();
  });
  const during = (work: () => Promise<void>): void => {
    meanwhile = work;
  };
  return { rows, add, queries, asked, during, at, ask };
}

const inOrder = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted();
const expected = (visits: readonly Visit[], plans: readonly GroupPlan[]): string[] => inOrder(plans.flatMap((plan, part) => counted(visits, plan).map((row) => ({ part, ...row }))));

function drawn(random: () => number, from: number, to: number): Visit {
  const person = Math.floor(random() * 60);
  // Some whose bytes end with zeros.
  return { at: Math.floor(from + random() * (to - from)), visitor: BigInt(person) << (person % 2 === 0 ? 56n : 8n), address: person % 40, search: random() < 0.3 };
}

function drawnOf(count: number, from: number, to: number): Visit[] {
  const random = randomFrom(3);
  return Array.from({ length: count }, () => drawn(random, from, to));
}

/** The hours of the whole rows that were asked for: [from, to), of the day. */
const spansOf = (queries: readonly CompiledQuery[]): string[][] => queries.map(({ params }) => Object.keys(params).filter((name) => /^p\d+_from0$/u.test(name)).map((name) => `${String(params[name]).slice(8, 16)} ${String(params[name.replace('from', 'to')]).slice(8, 16)}`));

describe('a time that runs still', () => {
  it('is what plain loops find, whatever comes in and changes', async () => {
    const random = randomFrom(11);
    for (let story = 0; story < 6; story += 1) {
      const visits = Array.from({ length: 400 }, () => drawn(random, TODAY - DAY, TODAY + 5 * HOUR));
      const { rows, add, asked } = asking(visits);
      let now = TODAY + 5 * HOUR;
      for (let i = 0; i < 40; i += 1) {
        now += Math.floor(random() * 40 * MINUTE);
        const late = random() < 0.3 ? [drawn(random, TODAY - DAY, now)] : [];
        await add([...Array.from({ length: 5 }, () => drawn(random, now - MINUTE, now)), ...late]);
        // An hour into the hours that zones of half hours have, and one that two buckets of a day share.
        const half = planOf([[TODAY + HOUR / 2, TODAY + DAY]], hours(TODAY + HOUR / 2, 24), true);
        for (const plans of [[byHour(), byHour(TODAY - DAY), soFar(now)], [byDay(now)], [half], [planOf([[TODAY + 90 * MINUTE, TODAY + 2 * DAY]], [TODAY, TODAY + DAY], true)]]) {
          expect(inOrder(await rows(plans, now))).toEqual(expected(visits, plans));
        }
      }
      // What is over as a whole, and where the hours that are over end within one of several buckets.
      expect(new Set(asked.map(({ ranges }) => ranges?.[0]?.to))).toEqual(new Set([TODAY, TODAY + 2 * DAY]));
    }
  });

  it('has what came since counted, by one statement for all', async () => {
    const visits = drawnOf(300, TODAY - DAY, NOON);
    const { rows, add, queries, asked } = asking(visits);
    const [first, second, third] = [NOON + 10 * MINUTE, NOON + 20 * MINUTE, NOON + 70 * MINUTE];
    for (const now of [first, second, third]) await rows([byHour(), soFar(now)], now);
    expect(spansOf(queries)).toEqual([
      ['20 00:00 20 12:00', '20 12:00 21 00:00', '19 00:00 19 12:00', '19 12:00 19 12:10'],
      ['20 12:00 21 00:00', '19 12:00 19 12:20'],
      ['20 12:00 20 13:00', '20 13:00 21 00:00', '19 12:00 19 13:00', '19 13:00 19 13:10'],
    ]);
    // A visit of the running hour takes nothing away, one that came late the time that it is in: for yesterday, not today's.
    await add([{ at: third - MINUTE, visitor: 7n, address: 1, search: false }]);
    await rows([byHour(), soFar(third)], third);
    await add([{ at: TODAY - DAY + HOUR, visitor: 7n, address: 1, search: false }]);
    await rows([byHour(), soFar(third)], third);
    expect(spansOf(queries).slice(3)).toEqual([['20 13:00 21 00:00', '19 13:00 19 13:10'], ['20 13:00 21 00:00', '19 00:00 19 13:00', '19 13:00 19 13:10']]);
    await add([{ at: TODAY + HOUR, visitor: 7n, address: 1, search: false }]);
    await rows([soFar(third)], third);
    expect(spansOf(queries).slice(5)).toEqual([['19 13:00 19 13:10']]);
    await rows([byHour()], third);
    expect(spansOf(queries).slice(6)).toEqual([['20 00:00 20 13:00', '20 13:00 21 00:00']]);
    expect(asked).toEqual([]);
  });

  it('is asked for anew when an hour changes meanwhile, and at once when it always does', async () => {
    const visits = drawnOf(50, TODAY, NOON);
    const { rows, add, queries, asked, during } = asking(visits);
    const late = (): Promise<void> => add([{ at: TODAY + HOUR, visitor: BigInt(visits.length), address: 1, search: true }]);
    let times = 1;
    during(async () => {
      if (times > 0) await late();
      times -= 1;
    });
    expect(inOrder(await rows([byHour()], NOON))).toEqual(expected(visits, [byHour()]));
    expect([queries.length, asked.length]).toEqual([2, 0]);
    times = Number.POSITIVE_INFINITY;
    await late();
    expect(inOrder(await rows([byHour()], NOON))).toEqual(expected(visits, [byHour()]));
    expect([queries.length, asked.length]).toEqual([5, 1]);
  });

  it('is asked for where more came than are kept, and from then on at once', async () => {
    const visits = Array.from({ length: 200_001 }, (_, i): Visit => ({ at: TODAY + HOUR, visitor: BigInt(i), address: 1, search: false }));
    const crowd = asking(visits);
    for (let i = 0; i < 2; i += 1) expect(inOrder(await crowd.rows([byHour()], NOON))).toEqual(expected(visits, [byHour()]));
    expect([crowd.queries.length, crowd.asked.length]).toEqual([1, 2]);
    const running = asking(visits.map((visit) => ({ ...visit, at: NOON + MINUTE })));
    for (let i = 0; i < 2; i += 1) await running.rows([byHour()], NOON + 5 * MINUTE);
    expect([running.queries.length, running.asked.length]).toEqual([1, 2]);
    // Neither hour has too many, both together have.
    const growing = asking(visits.map((visit, i) => ({ ...visit, at: i % 2 === 0 ? TODAY + HOUR : NOON + MINUTE })));
    for (const now of [NOON + 5 * MINUTE, NOON + 70 * MINUTE, NOON + 70 * MINUTE]) await growing.rows([byHour()], now);
    expect([growing.queries.length, growing.asked.length]).toEqual([2, 2]);
  });

  it('is asked for where what is kept goes further, and is kept apart by its buckets', async () => {
    const visits = drawnOf(300, TODAY - DAY, NOON + 90 * MINUTE);
    const { rows, asked } = asking(visits);
    const now = NOON + 90 * MINUTE;
    const earlier = soFar(NOON + 10 * MINUTE);
    for (const plan of [soFar(now), earlier]) expect(inOrder(await rows([plan], now))).toEqual(expected(visits, [plan]));
    expect(asked).toEqual([earlier]);
    const wide = planOf([[TODAY, TODAY + DAY]], [TODAY, TODAY + 6 * HOUR, TODAY + 12 * HOUR], true);
    for (const plan of [wide, byHour(), wide]) expect(inOrder(await rows([plan], now))).toEqual(expected(visits, [plan]));
  });

  it('is asked for of few visits, of roll-ups, of a site that is not busy, in groups, and where an hour or bucket goes across', async () => {
    const { rows, queries, asked, at, ask } = asking([], 241);
    await rows([byHour()], NOON + 10 * MINUTE);
    expect([queries.length, asked.length]).toEqual([0, 1]);
    await rows([byHour()], NOON + 70 * MINUTE);
    expect([queries.length, asked.length]).toEqual([1, 1]);
    await rows([byHour()], NOON + 70 * MINUTE, true);
    const others: readonly GroupPlan[] = [
      { ...byHour(), scope: SiteScope.of(SITES.slice(1, 2)) }, { ...byHour(), keys: ['browser_name'] }, { ...byHour(), table: 'spider_hits' }, { ...byHour(), time: 'received_at' }, { ...byHour(), figures: ['sessions'] },
      { ...byHour(), labels: [[1]] }, { ...byHour(), page: { limit: 1, offset: 0 } }, { ...byHour(), totals: true }, { ...byHour(), ranges: null }, { ...byHour(), cuts: [[TODAY], [TODAY]] },
      { ...byDay(NOON + 70 * MINUTE), rollup: true }, { ...byDay(NOON + 70 * MINUTE), cuts: [[TODAY - DAY]] }, byHour(TODAY - DAY),
    ];
    for (const plan of others) await withKeptSeries([plan], at(NOON + 70 * MINUTE), () => false, ask);
    await withKeptSeries([byHour()], { ...at(NOON + 70 * MINUTE), kept: null }, () => false, ask);
    expect([queries.length, asked.length]).toEqual([1, 3 + others.length]);
  });

  it('is kept of several sites together where one of them is busy', async () => {
    const visits = drawnOf(300, TODAY - DAY, NOON + 70 * MINUTE);
    const { rows, queries, asked } = asking(visits, 241);
    const together = { ...byHour(), scope: SiteScope.of(SITES.slice(0, 2)) };
    for (const plan of [together, byHour(), together]) expect(inOrder(await rows([plan], NOON + 70 * MINUTE))).toEqual(expected(visits, [plan]));
    expect(asked).toEqual([]);
    // Each from the beginning once.
    expect(spansOf(queries)).toEqual([['20 00:00 20 13:00', '20 13:00 21 00:00'], ['20 00:00 20 13:00', '20 13:00 21 00:00'], ['20 13:00 21 00:00']]);
  });

  it('is kept of a site that is not busy once many were counted, from the first hour of the day on, and for a day', async () => {
    const visits = [...drawnOf(50, TODAY - DAY, TODAY), ...drawnOf(20_000, TODAY, TODAY + 20 * MINUTE)];
    const { rows, add, queries, asked } = asking(visits, 100_000);
    const told = async (plans: readonly GroupPlan[], now: number): Promise<void> => expect(inOrder(await rows(plans, now))).toEqual(expected(visits, plans));
    let now = TODAY + 20 * MINUTE;
    await told([soFar(now)], now);
    await told([byHour()], now);
    expect([queries.length, asked.length]).toEqual([0, 2]);
    for (let i = 0; i < 4; i += 1) {
      now += MINUTE;
      await add(drawnOf(30, now - MINUTE, now));
      await told([byHour(), soFar(now)], now);
      await told([byDay(now)], now);
    }
    expect(asked.length).toBe(2);
    // The running hour is gone on from: what was counted last begins late in it.
    expect(spansOf(queries).at(-1)?.some((span) => / 00:2\d 21 00:00$/u.test(span))).toBe(true);
    // A visit that came late for yesterday takes nothing of that away; of other visits nothing was seen.
    await add([{ at: TODAY - 2 * DAY, visitor: 1n, address: 1, search: false }]);
    await told([byHour()], now);
    expect(asked.length).toBe(2);
    await rows([matching(byHour(), { country_code: 'CN' })], now);
    expect(asked.length).toBe(3);
    await told([byHour(TODAY + DAY)], TODAY + 26 * HOUR);
    expect(asked.length).toBe(4);
  });

  it('is kept apart by what is filtered', async () => {
    const visits = drawnOf(50, TODAY, NOON);
    const { rows, queries } = asking(visits);
    await rows([byHour()], NOON);
    await rows([matching(byHour(), { country_code: 'CN' })], NOON);
    expect(spansOf(queries).map(([first]) => first)).toEqual(['20 00:00 20 11:00', '20 00:00 20 11:00']);
  });
});
