/** When numbers that were looked up are used again, and when the rest of a question is counted apart. */
import { describe, expect, it } from 'vitest';
import type { CompiledQuery } from '../../src/questions/compile.js';
import { MOST_MEMBERS } from '../../src/questions/compile-rest.js';
import { FIRST_OF_NOBODY } from '../../src/questions/compile-rolled.js';
import { withCountedRest, withCountedValues } from '../../src/questions/counted-rest.js';
import { everything, grouped, type GroupPlan } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';
import { KeptNumbers, NO_NUMBER, type Numbers } from '../../src/warehouse/rolled/kept-numbers.js';
import { RolledHours } from '../../src/warehouse/rolled/rolled-hours.js';
import type { RolledRows } from '../../src/warehouse/rolled/rolled-rows.js';
import type { Answer } from '../../src/warehouse/store-query.js';
import { VALUE_KINDS } from '../../src/warehouse/tables/rolled-values.js';
import { SITES } from '../questions/fixture.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 20, 12, 30);
const OVER = NOW - 30 * 60_000;

const of = (visitor: Record<string, number>, ip: Record<string, number> = {}): Numbers => ({ visitor: new Map(Object.entries(visitor)), ip: new Map(Object.entries(ip)) });
const many = (count: number, from = 0): Numbers => ({ visitor: new Map(Array.from({ length: count }, (_, i) => [String(from + i), i])), ip: new Map() });

describe('numbers that were looked up', () => {
  it('are kept by site until any of its may have gone', () => {
    const kept = new KeptNumbers();
    kept.keep(1, of({ '10': 1 }, { '::1': 1 }), kept.since(1));
    kept.keep(2, of({ '10': 7 }), kept.since(2));
    kept.keep(1, of({ '11': 2 }), kept.since(1));
    expect([[...kept.of(1).visitor], [...kept.of(1).ip], [...kept.of(2).visitor]]).toEqual([[['10', 1], ['11', 2]], [['::1', 1]], [['10', 7]]]);
    kept.forget(1);
    expect([kept.of(1).visitor.size, kept.of(1).ip.size, kept.of(2).visitor.size]).toEqual([0, 0, 1]);
    kept.forgetAll();
    expect(kept.of(2).visitor.size).toBe(0);
  });

  it('are not kept when any may have gone since they were looked up', () => {
    const kept = new KeptNumbers();
    for (const forget of [() => kept.forget(1), () => kept.forgetAll()]) {
      const since = kept.since(1);
      forget();
      kept.keep(1, of({ '10': 1 }), since);
      expect([kept.of(1).visitor.size, kept.version(1)]).toEqual([0, since.version + 1]);
    }
  });

  it('are kept of who has none as well, until any may have got one', () => {
    const kept = new KeptNumbers();
    kept.keep(1, of({ '10': 1, '11': NO_NUMBER }, { '::1': NO_NUMBER }), kept.since(1));
    kept.keep(2, of({ '10': NO_NUMBER }), kept.since(2));
    expect([[...kept.of(1).visitor], [...kept.of(1).ip]]).toEqual([[['10', 1], ['11', NO_NUMBER]], [['::1', NO_NUMBER]]]);
    const since = kept.since(1);
    kept.given(1);
    expect([[...kept.of(1).visitor], [...kept.of(1).ip], [...kept.of(2).visitor]]).toEqual([[['10', 1]], [], [['10', NO_NUMBER]]]);
    kept.keep(1, of({ '11': 2, '12': NO_NUMBER }), since);
    expect([...kept.of(1).visitor]).toEqual([['10', 1], ['11', 2]]);
  });

  it('are not kept of a site whose numbers may go at any time, for nobody heard the end of taking them away', async () => {
    const left: Partial<RolledRows> = { removeNumbers: () => Promise.reject(new Error('no answer')) };
    const rolled = new RolledHours(left as RolledRows, () => NOW);
    const { numbers } = rolled;
    for (const siteId of [1, 2]) numbers.keep(siteId, of({ '10': 1 }), numbers.since(siteId));
    const version = rolled.version(1);
    await expect(rolled.removeNumbers([1])).rejects.toThrow('no answer');
    expect(rolled.version(1)).not.toBe(version);
    for (const siteId of [1, 2]) numbers.keep(siteId, of({ '11': 2 }), numbers.since(siteId));
    expect([numbers.of(1).visitor.size, numbers.of(2).visitor.size]).toEqual([0, 2]);
  });

  it('are never more than so many', () => {
    const kept = new KeptNumbers();
    const size = (): number => [1, 2, 3].reduce((sum, site) => sum + kept.of(site).visitor.size, 0);
    for (let round = 0; round < 8; round += 1) {
      kept.keep(1 + (round % 3), many(60_000, round * 60_000), kept.since(1 + (round % 3)));
      expect(size()).toBeLessThanOrEqual(300_000);
    }
    kept.forget(2);
    kept.keep(2, many(60_000), kept.since(2));
    expect(kept.of(2).visitor.size).toBe(60_000);
  });
});

/** A plan of a week until now, whose hours are rolled up; the rest begins with the hour. */
function plan(rest = [{ from: OVER, to: NOW + HOUR }], isRolled = true): GroupPlan {
  const week = grouped({ ...everything(SiteScope.of(SITES.slice(0, 1))), ranges: [{ from: OVER - 168 * HOUR, to: NOW + HOUR }] }, ['pv', 'uv', 'ip']);
  return { ...week, rolled: isRolled ? { spans: [], hours: [{ from: OVER - 168 * HOUR, to: OVER }], rest } : null };
}

function asking(answers: Readonly<Record<'rest' | 'numbers', readonly object[]>>, numbers: KeptNumbers | null = new KeptNumbers()) {
  const queries: CompiledQuery[] = [];
  const run = <Row>(query: CompiledQuery): Promise<Answer<Row>> => {
    queries.push(query);
    const rows: unknown[] = [...(query.sql.includes('FROM visits') ? answers.rest : answers.numbers)];
    return Promise.resolve({ rows: rows as Row[], statistics: { elapsed: 0, rows_read: 0 } });
  };
  return { asked: { kept: null, numbers, now: NOW, rolled: null, run }, queries };
}

const REST = [{ part: 0, cuts: [], pv: '5', referer_num: '2', visitors: ['10', '11', '12'], addresses: ['::1', '::2'] }];
const NUMBERED = [{ part: 0, name: '10', number: 4 }, { part: 1, name: '::2', number: 9 }];

describe('what is not rolled up of a question', () => {
  it('is told by the numbers of its members; who has none gets one that nobody has', async () => {
    const { asked, queries } = asking({ rest: REST, numbers: NUMBERED });
    const [counted] = (await withCountedRest([plan()], 1, asked)) ?? [];
    expect(counted?.rolled?.counted).toEqual([{ cuts: [], pv: 5, referer_num: 2, visitors: { numbers: [4], unnumbered: { from: FIRST_OF_NOBODY, count: 2 } }, addresses: { numbers: [9], unnumbered: { from: FIRST_OF_NOBODY, count: 1 } } }]);
    expect(queries).toHaveLength(2);
    // Who has none is not looked for again, until any may have got one: then those alone are.
    const [again] = (await withCountedRest([plan()], 1, asked)) ?? [];
    expect(again).toEqual(counted);
    expect(queries).toHaveLength(3);
    asked.numbers?.given(1);
    await withCountedRest([plan()], 1, asked);
    expect(queries.at(-1)?.params).toMatchObject({ p0_names: ['11', '12'], p1_names: ['::1'] });
  });

  it('is not looked up when all of it is known', async () => {
    const kept = new KeptNumbers();
    kept.keep(1, of({ '10': 1, '11': 2, '12': 3 }, { '::1': 1, '::2': 2 }), kept.since(1));
    const { asked, queries } = asking({ rest: REST, numbers: [] }, kept);
    const [counted] = (await withCountedRest([plan()], 1, asked)) ?? [];
    expect(counted?.rolled?.counted?.[0]?.visitors.numbers).toEqual([1, 2, 3]);
    expect(queries).toHaveLength(1);
  });

  it('is left to the statement where it is long, of many members or groups, or where another plan counts all', async () => {
    const several = Array.from({ length: 7 }, () => REST[0] ?? {});
    const crowd = [{ ...REST[0], visitors: Array.from({ length: MOST_MEMBERS + 1 }, (_, i) => String(i)) }];
    expect(await withCountedRest([plan([{ from: NOW - 4 * HOUR, to: NOW }])], 1, asking({ rest: REST, numbers: [] }).asked)).toBeNull();
    expect(await withCountedRest([plan()], 1, asking({ rest: several, numbers: [] }).asked)).toBeNull();
    expect(await withCountedRest([plan()], 1, asking({ rest: crowd, numbers: [] }).asked)).toBeNull();
    expect(await withCountedRest([plan(), plan([], false)], 1, asking({ rest: REST, numbers: [] }).asked)).toBeNull();
    expect(await withCountedRest([plan([])], 1, asking({ rest: REST, numbers: [] }).asked)).toBeNull();
    expect(await withCountedRest([plan()], 1, asking({ rest: REST, numbers: [] }, null).asked)).toBeNull();
  });

  it('has who is in several groups, and has no number, as one', async () => {
    const { asked } = asking({ rest: [...REST, { part: 1, cuts: [], pv: '3', referer_num: '0', visitors: ['11', '10', '13'], addresses: ['::1'] }], numbers: NUMBERED });
    const [, second] = (await withCountedRest([plan(), plan([{ from: OVER, to: NOW + 2 * HOUR }])], 1, asked)) ?? [];
    expect(second?.rolled?.counted).toEqual([{ cuts: [], pv: 3, referer_num: 0, visitors: { numbers: [FIRST_OF_NOBODY, 4], unnumbered: { from: FIRST_OF_NOBODY + 2, count: 1 } }, addresses: { numbers: [FIRST_OF_NOBODY], unnumbered: { from: FIRST_OF_NOBODY + 1, count: 0 } } }]);
  });

  it('is counted once for plans that end alike', async () => {
    const { asked, queries } = asking({ rest: REST, numbers: NUMBERED });
    const [first, second] = (await withCountedRest([plan(), plan()], 1, asked)) ?? [];
    expect([second?.rolled?.counted, queries[0]?.sql.split('UNION ALL').length]).toEqual([first?.rolled?.counted, 1]);
    expect(first?.rolled?.counted).toHaveLength(1);
  });

  it('is told by value with everybody who came, and left to the statement where not all are told', async () => {
    const [, values] = VALUE_KINDS;
    const byValue: GroupPlan = { ...plan(), keys: ['device_model'], figures: ['pv', 'uv'], rolled: { spans: [], hours: [], rest: [{ from: OVER, to: NOW + HOUR }], ...(values === undefined ? {} : { values }) } };
    const row = { facts: ['a'], pv: '5', last: '7', newest: '9', agent: 'b', visitors: ['10', '11', '12'], addresses: [] };
    const rest = [row, { ...row, facts: ['c'], visitors: ['12', '10', '13'] }];
    const [counted] = (await withCountedValues([byValue], 1, asking({ rest, numbers: NUMBERED }).asked)) ?? [];
    expect(counted?.rolled?.countedValues?.map(({ facts, visitors }) => [facts, visitors])).toEqual([
      [['a'], { numbers: [4], unnumbered: { from: FIRST_OF_NOBODY, count: 2 } }],
      [['c'], { numbers: [FIRST_OF_NOBODY + 1, 4], unnumbered: { from: FIRST_OF_NOBODY + 2, count: 1 } }],
    ]);
    const crowd = (count: number) => ({ ...row, visitors: Array.from({ length: count }, (_, i) => String(i)) });
    expect(await withCountedValues([byValue], 1, asking({ rest: [crowd(MOST_MEMBERS)], numbers: [] }).asked)).not.toBeNull();
    expect(await withCountedValues([byValue], 1, asking({ rest: [crowd(MOST_MEMBERS + 1)], numbers: [] }).asked)).toBeNull();
    expect(await withCountedValues([byValue], 1, asking({ rest: [crowd(MOST_MEMBERS), crowd(30_001)], numbers: [] }).asked)).toBeNull();
    expect(await withCountedValues([plan()], 1, asking({ rest, numbers: [] }).asked)).toBeNull();
  });

  it('is nothing where there is no visit', async () => {
    const [counted] = (await withCountedRest([plan()], 1, asking({ rest: [], numbers: [] }).asked)) ?? [];
    expect(counted?.rolled?.counted).toEqual([]);
  });
});
