import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCohorts, compileCount, compileGroups, compileRows, compileSummed, compileUnion, type CompiledQuery } from '../../src/questions/compile.js';
import { cohorts, during, everything, grouped, listed, matching } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { makeFixture, store } from './fixture.js';

const ONE = SiteScope.of([{ id: 2 }]);
const TWO = SiteScope.of([{ id: 3 }, { id: 1 }]);
const DAY = { from: Date.UTC(2026, 9, 24, 22), to: Date.UTC(2026, 9, 25, 23) };
const EARLIER = { from: Date.UTC(2026, 9, 23, 22), to: Date.UTC(2026, 9, 24, 22) };

/** Every form of query there is: name, query, and how many rows the fixture gives. */
const QUERIES: readonly (readonly [name: string, query: CompiledQuery, rows: number])[] = [
  ['groups with filters, order, totals and a page', compileGroups(grouped(matching(during(everything(ONE), [DAY]), { country_code: 'DE', ip: '203.0.113.7' }), ['pv', 'country_code'], { keys: ['ip'], order: 'pv', totals: true, page: { limit: 10, offset: 20 } })), 0],
  ['groups of several sites, over two ranges, rolled up', compileGroups(grouped(during(everything(TWO), [EARLIER, DAY]), ['pv', 'uv', 'ip'], { cuts: [[EARLIER.from, DAY.from], [EARLIER.from, DAY.from, DAY.from + 3_600_000]], rollup: true })), 6],
  ['figures of everything', compileGroups(grouped(everything(TWO), ['pv'])), 1],
  ['no time at all', compileGroups(grouped(during(everything(ONE), []), ['pv'], { cuts: [[]] })), 0],
  ['no site at all', compileGroups(grouped(everything(SiteScope.of([])), ['pv'])), 1],
  ['a union', compileUnion([grouped(during(everything(ONE), [DAY]), ['pv', 'uv'], { cuts: [[DAY.from]] }), grouped(matching(during(everything(ONE), [DAY]), { channel: 'search' }), ['pv'], { keys: ['referer_name'] }), grouped(everything(ONE, 'spider_hits'), ['hits'])]), 5],
  ['figures of two tables by one key', compileSummed({ parts: [grouped(during(everything(ONE, 'spider_hits'), [DAY]), ['hits', 'ai_training'], { keys: ['url_path'] }), grouped(matching(during(everything(ONE), [DAY]), { channel: 'ai' }), ['pv'], { keys: ['url_path'] })], key: 'url_path', sort: [{ by: 'hits', direction: 'desc' }], page: { limit: 3, offset: 0 } }), 3],
  ['rows', compileRows(listed(matching(during(everything(ONE), [DAY]), { url: 'https://x.example/' }), ['id', 'created_at', 'ip', 'screen_resolution'], { limit: 30, offset: 60 })), 0],
  ['the first row, in the order in which a site has them', compileRows(listed(everything(ONE), ['created_at'], { limit: 1, offset: 0 }, { sort: [{ by: 'created_at', direction: 'asc' }], totals: false })), 1],
  ['a count', compileCount(during(everything(TWO), [DAY])), 1],
  ['cohorts', compileCohorts(cohorts(everything(TWO), EARLIER, DAY)), 1],
  ['cohorts whom certain visits show', compileCohorts(cohorts(everything(TWO), EARLIER, DAY, matching(everything(TWO), { country_code: 'DE', device_type: 'mobile' }).filters)), 1],
];

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, makeFixture());
});
afterAll(() => engine.stop());

describe.each(QUERIES)('%s', (_, { sql, params }, rows) => {
  it('is this text with these parameters', () => {
    expect({ sql, params }).toMatchSnapshot();
  });

  it('runs', async () => {
    expect((await engine.warehouse.query(sql, params)).rows).toHaveLength(rows);
  });

  it('has a parameter for every placeholder, and none beyond', () => {
    const named = new Set([...sql.matchAll(/\{(\w+):/gu)].map(([, name = '']) => name));
    expect([...named].toSorted()).toEqual(Object.keys(params).toSorted());
  });

  it('looks at no table without the condition on sites', () => {
    const reads = [...sql.matchAll(/FROM (?:visits|spider_hits|ledger)\b/gu)].length;
    expect([...sql.matchAll(/WHERE site_id (?:=|IN) \{/gu)]).toHaveLength(reads);
  });
});

describe('names', () => {
  const source = everything(ONE);

  it.each(['_part', 'received_at', 'id) FROM visits --', 'url`', '', '__proto__', 'constructor'])('no column %j', (id) => {
    expect(() => compileGroups(grouped(source, ['pv'], { keys: [id] }))).toThrow(RangeError);
    expect(() => compileRows(listed(source, [id], { limit: 1, offset: 0 }))).toThrow(RangeError);
    expect(() => compileCount(matching(source, JSON.parse(`{${JSON.stringify(id)}: "x"}`) as Record<string, string>))).toThrow(RangeError);
  });

  it.each(['count()', 'sleep(3)', 'hits', '', 'toString'])('no figure %j', (id) => {
    expect(() => compileGroups(grouped(source, [id]))).toThrow(RangeError);
  });

  it('of visits are not those of crawlers', () => {
    expect(() => compileGroups(grouped(everything(ONE, 'spider_hits'), ['hits'], { keys: ['device_type'] }))).toThrow(RangeError);
    expect(() => compileGroups(grouped(everything(ONE, 'spider_hits'), ['uv']))).toThrow(RangeError);
  });
});
