/** The beginning of an hour that is over, from moments that are kept. */
import { describe, expect, it } from 'vitest';
import type { CompiledQuery } from '../../src/questions/compile.js';
import type { RestRow } from '../../src/questions/compile-rest.js';
import { withCountedRest } from '../../src/questions/counted-rest.js';
import { everything, grouped, type GroupPlan } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';
import { HourSet } from '../../src/warehouse/rolled/hour-set.js';
import { KeptNumbers } from '../../src/warehouse/rolled/kept-numbers.js';
import { RolledHours } from '../../src/warehouse/rolled/rolled-hours.js';
import type { RolledRows } from '../../src/warehouse/rolled/rolled-rows.js';
import type { Answer } from '../../src/warehouse/store-query.js';
import { SITES } from '../questions/fixture.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 20, 12, 30);
/** The like of the running hour a week ago. */
const FROM = Math.floor(NOW / HOUR) * HOUR - 168 * HOUR;

function plan(until: number, from = FROM): GroupPlan {
  const source = { ...everything(SiteScope.of(SITES.slice(0, 1))), ranges: [{ from: from - 72 * HOUR, to: until }] };
  return { ...grouped(source, ['pv', 'uv', 'ip']), rolled: { spans: [], hours: [{ from: from - 72 * HOUR, to: from }], rest: [{ from, to: until }] } };
}

const at = (seconds: number, visitors: readonly string[], addresses: readonly string[]): RestRow => ({ part: 0, cuts: [String(FROM + seconds * 1_000)], pv: '2', referer_num: '1', visitors, addresses });
const MOMENTS = [at(0, ['1', '2'], ['::1']), at(590, ['2', '3'], ['::1', '::2']), at(600, ['4'], ['::3']), at(3_590, ['5'], ['::4'])];

function asking(rows: readonly RestRow[] = MOMENTS) {
  const rolled = new RolledHours({ read: () => Promise.resolve(new Map()) } as Partial<RolledRows> as RolledRows, () => NOW);
  const numbers = new KeptNumbers();
  const names = [...new Set(rows.flatMap(({ visitors }) => visitors))];
  numbers.keep(1, { visitor: new Map(names.map((name) => [name, Number(name)])), ip: new Map(['::1', '::2', '::3', '::4'].map((name, i) => [name, i + 1])) }, numbers.since(1));
  const queries: CompiledQuery[] = [];
  const run = <Row>(query: CompiledQuery): Promise<Answer<Row>> => {
    queries.push(query);
    const answer: unknown[] = [...rows];
    return Promise.resolve({ rows: answer as Row[], statistics: { elapsed: 0, rows_read: 0 } });
  };
  return { asked: { kept: rolled, numbers, now: NOW, run }, queries, rolled };
}

const countedOf = async (until: number, asked: ReturnType<typeof asking>['asked']) => ((await withCountedRest([plan(until)], 1, asked)) ?? [])[0]?.rolled?.counted;
const members = (numbers: readonly number[]) => ({ numbers, unnumbered: { from: 3_000_000_000, count: 0 } });

describe('the beginning of an hour that is over', () => {
  it('is asked for once, as a whole, and is of as many moments as are past', async () => {
    const { asked, queries } = asking();
    expect(await countedOf(FROM + 600_000, asked)).toEqual([{ cuts: [], pv: 4, referer_num: 2, visitors: members([1, 2, 3]), addresses: members([1, 2]) }]);
    expect(await countedOf(FROM + 610_000, asked)).toEqual([{ cuts: [], pv: 6, referer_num: 3, visitors: members([1, 2, 3, 4]), addresses: members([1, 2, 3]) }]);
    expect(await countedOf(FROM + 10_000, asked)).toMatchObject([{ pv: 2, visitors: members([1, 2]) }]);
    expect(queries).toHaveLength(1);
    expect(queries[0]?.params).toMatchObject({ p0_from0: expect.stringContaining('12:00:00') as string, p0_to0: expect.stringContaining('13:00:00') as string });
  });

  it('is asked for anew when anything of the hour has changed, and says nothing when it did so meanwhile', async () => {
    const { asked, queries, rolled } = asking();
    await countedOf(FROM + 600_000, asked);
    const change = (hour: number): Promise<void> => rolled.change(new Map([[1, HourSet.of([hour])]]), () => Promise.resolve());
    await change(FROM / HOUR + 1);
    await countedOf(FROM + 600_000, asked);
    expect(queries).toHaveLength(1);
    await change(FROM / HOUR);
    await countedOf(FROM + 600_000, asked);
    expect(queries).toHaveLength(2);
    const changing = { ...asked, run: async <Row>(query: CompiledQuery): Promise<Answer<Row>> => {
      await change(FROM / HOUR);
      return asked.run<Row>(query);
    } };
    await change(FROM / HOUR);
    expect(await withCountedRest([plan(FROM + 600_000)], 1, changing)).toBeNull();
  });

  it('is counted as it is where the hour runs, where it is no beginning, and where it has very many visitors', async () => {
    const crowd = asking([at(0, Array.from({ length: 15_000 }, (_, i) => String(i + 1)), []), at(10, Array.from({ length: 15_000 }, (_, i) => String(i + 1)), []), at(20, Array.from({ length: 15_000 }, (_, i) => String(i + 1)), [])]);
    for (let i = 0; i < 2; i += 1) await countedOf(FROM + 600_000, crowd.asked);
    expect(crowd.queries.map(({ params }) => String(params['p0_to0']).slice(11, 19))).toEqual(['13:00:00', '12:10:00']);
    const { asked, queries } = asking();
    await withCountedRest([plan(NOW, Math.floor(NOW / HOUR) * HOUR)], 1, asked);
    await withCountedRest([plan(FROM + 605_000)], 1, asked);
    expect(queries.map(({ params }) => String(params['p0_to0']).slice(11, 19))).toEqual(['12:30:00', '12:10:05']);
  });
});
