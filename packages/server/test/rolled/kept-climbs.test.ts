/** A period up to some moment of an hour that is over, from what is kept of how it climbs. */
import { describe, expect, it } from 'vitest';
import { MOST_MEMBERS } from '../../src/questions/compile-rest.js';
import type { Asked } from '../../src/questions/asked.js';
import type { CompiledQuery } from '../../src/questions/compile.js';
import type { RestRow } from '../../src/questions/compile-rest.js';
import type { Row } from '../../src/questions/counts.js';
import { withKeptClimbs } from '../../src/questions/kept-climbs.js';
import { everything, grouped, type GroupPlan, type RolledTime } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';
import { HourSet } from '../../src/warehouse/rolled/hour-set.js';
import { KeptNumbers } from '../../src/warehouse/rolled/kept-numbers.js';
import { RolledHours } from '../../src/warehouse/rolled/rolled-hours.js';
import type { RolledRows } from '../../src/warehouse/rolled/rolled-rows.js';
import { SITES } from '../questions/fixture.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 20, 12, 30);
/** The like of the running hour a week ago, and where the period begins. */
const FROM = Math.floor(NOW / HOUR) * HOUR - 168 * HOUR;
const BEGINS = FROM - 72 * HOUR;
const SCOPE = SiteScope.of(SITES.slice(0, 1));

const plan = (until: number): GroupPlan => grouped({ ...everything(SCOPE), ranges: [{ from: BEGINS, to: until }] }, ['pv', 'uv', 'ip']);
/** All but the beginning of its last hour is rolled up. */
const timeOf = ({ ranges }: GroupPlan): RolledTime => ({ spans: [], hours: [{ from: BEGINS, to: FROM }], rest: [{ from: FROM, to: ranges?.[0]?.to ?? 0 }] });

const at = (seconds: number, visitors: readonly string[], addresses: readonly string[]): RestRow => ({ part: 0, cuts: [String(FROM + seconds * 1_000)], pv: '2', referer_num: '1', visitors, addresses });
/** Out of order, as a store gives groups. */
const MOMENTS = [at(600, ['4'], ['::3']), at(0, ['1', '2'], ['::1']), at(3_590, ['5', '9'], ['::4']), at(590, ['2', '3', '9'], ['::1', '::2'])];

function asking({ moments = MOMENTS, before = { visitors: [2, 4], addresses: [2] } } = {}) {
  const kept = new RolledHours({ read: () => Promise.resolve(new Map()) } as Partial<RolledRows> as RolledRows, () => NOW);
  const numbers = new KeptNumbers();
  // Visitor 9 has no number: he was in no hour that is rolled up.
  numbers.keep(1, { visitor: new Map(['1', '2', '3', '4', '5'].map((name) => [name, Number(name)])), ip: new Map(['::1', '::2', '::3', '::4'].map((name, i) => [name, i + 1])) }, numbers.since(1));
  const queries: CompiledQuery[] = [];
  const run = (query: CompiledQuery) => {
    queries.push(query);
    const rows: readonly object[] = query.sql.includes('bitmapToArray') ? [{ pv: '100', uv: '40', ip: '30', ...before }] : query.sql.includes('groupUniqArray') ? moments : [];
    return Promise.resolve({ rows, statistics: { elapsed: 0, rows_read: 0 } });
  };
  const asked = { kept, numbers, rolled: kept, scope: SCOPE, now: NOW, run } as Partial<Asked> as Asked;
  const counted: number[] = [];
  const ask = (plans: readonly GroupPlan[]): Promise<readonly Row[]> => {
    counted.push(plans.length);
    return Promise.resolve(plans.map((_, part): Row => ({ part, m_pv: -1 })));
  };
  const until = (to: number, given: Asked = asked): Promise<readonly Row[]> => withKeptClimbs([plan(to)], given, timeOf, ask);
  const change = (hour: number): Promise<void> => kept.change(new Map([[1, HourSet.of([hour])]]), () => Promise.resolve());
  return { asked, ask, until, queries, counted, change };
}

describe('a period up to a moment of an hour that is over', () => {
  it('is what it was before the hour and what each moment adds, worked out once', async () => {
    const { until, queries, counted } = asking();
    expect(await until(FROM + 600_000)).toEqual([{ part: 0, m_pv: 104, m_uv: 43, m_ip: 31 }]);
    expect(await until(FROM + 610_000)).toEqual([{ part: 0, m_pv: 106, m_uv: 43, m_ip: 32 }]);
    expect(await until(FROM + 10_000)).toEqual([{ part: 0, m_pv: 102, m_uv: 41, m_ip: 31 }]);
    expect(await until(FROM + HOUR)).toEqual([{ part: 0, m_pv: 108, m_uv: 44, m_ip: 33 }]);
    expect(counted).toEqual([]);
    // The moments of the whole hour, the number of the one that is not known, and the period before.
    expect(queries).toHaveLength(3);
    expect(queries[0]?.params).toMatchObject({ p0_from0: expect.stringContaining('12:00:00') as string, p0_to0: expect.stringContaining('13:00:00') as string });
    expect(queries[2]?.params).toMatchObject({ hour_from0: BEGINS / HOUR, hour_to0: FROM / HOUR, members_visitor: expect.arrayContaining([1, 2, 3, 4, 5]) as number[] });
  });

  it('is worked out anew when anything of it has changed, and asked for when it did so meanwhile', async () => {
    const { asked, until, queries, counted, change } = asking();
    await until(FROM + 600_000);
    await change(FROM / HOUR + 1);
    await until(FROM + 600_000);
    expect(queries).toHaveLength(3);
    for (const hour of [FROM / HOUR, BEGINS / HOUR]) {
      const before = queries.length;
      await change(hour);
      await until(FROM + 600_000);
      expect(queries.length).toBeGreaterThan(before);
    }
    await change(FROM / HOUR);
    const changing = { ...asked, run: async (query: CompiledQuery) => {
      await change(FROM / HOUR);
      return asked.run(query);
    } } as Asked;
    expect(await until(FROM + 600_000, changing)).toEqual([{ part: 0, m_pv: -1 }]);
    expect(counted).toEqual([1]);
  });

  it('is asked for where the hour runs, between two moments, in groups, and where very many came', async () => {
    const { asked, ask, until, queries, counted } = asking();
    await until(FROM + 605_000);
    const running = Math.floor(NOW / HOUR) * HOUR;
    await withKeptClimbs([plan(NOW)], asked, () => ({ spans: [], hours: [{ from: BEGINS, to: running }], rest: [{ from: running, to: NOW }] }), ask);
    await withKeptClimbs([{ ...plan(FROM + 600_000), cuts: [[BEGINS]] }], asked, timeOf, ask);
    // An hour in the middle that is not rolled up.
    await withKeptClimbs([plan(FROM + 2 * HOUR)], asked, () => ({ spans: [], hours: [{ from: BEGINS, to: FROM }, { from: FROM + HOUR, to: FROM + 2 * HOUR }], rest: [{ from: FROM, to: FROM + HOUR }] }), ask);
    await withKeptClimbs([plan(FROM + 600_000)], asked, () => null, ask);
    expect([counted, queries]).toEqual([[1, 1, 1, 1, 1], []]);
    const crowd = asking({ moments: [at(0, Array.from({ length: MOST_MEMBERS + 1 }, (_, i) => String(i)), [])] });
    for (let i = 0; i < 2; i += 1) expect(await crowd.until(FROM + 600_000)).toEqual([{ part: 0, m_pv: -1 }]);
    expect(crowd.queries).toHaveLength(1);
  });

  it('goes beside plans that are asked for, each by its place', async () => {
    const { asked, ask } = asking();
    const other = { ...plan(FROM + 600_000), cuts: [[BEGINS]] };
    expect(await withKeptClimbs([other, plan(FROM + 10_000), other], asked, timeOf, ask)).toEqual([{ part: 0, m_pv: -1 }, { part: 2, m_pv: -1 }, { part: 1, m_pv: 102, m_uv: 41, m_ip: 31 }]);
  });
});
