/** Report queries of somebody who means harm: refused with the field's name, or bound as values; never in the text of a query. */
import { DIMENSIONS, endpoints, FootfallError, type Operator, OPERATORS, OPERATORS_OF } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { deviceRoutes } from '../../src/routes/devices.js';
import { homeRoutes } from '../../src/routes/home.js';
import { listsRoutes } from '../../src/routes/lists.js';
import { reportRoutes } from '../../src/routes/report.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, depsOf } from './ask.js';
import { CLOCK_CHANGES, makeFixture, store } from './fixture.js';

const { report, home, devices, common } = endpoints;
const NOW = CLOCK_CHANGES.berlinAutumn;

/** What is tried as a value of every column, under every operator. */
const NASTY = [
  "' OR 1 = 1 --", "\\' OR 1 = 1 --", "') UNION ALL SELECT * FROM visits --", '{site:UInt32}', '{filter7:String}', '`; DROP TABLE visits; --', "'; DROP TABLE visits; --", '$$ OR 1 $$', "' /* ", '*/',
  '\\', '\\N', '\u0000', "\u0000' OR 1 --", 'tab\there', "line\n' OR 1", '😀', '\uD800', '%', '_', 'NaN', 'inf', '-inf', '1e999', '0x1F', '-1', '18446744073709551616', '1.5.5', '::', 'fe80::1%eth0', '999.1.1.1',
  '2026-02-30 00:00:00', '2026-13-01', '0000-00-00 00:00:00', '9999-12-31 23:59:59', 'null', 'NULL', '[]', '(SELECT 1)', 'now()', 'sleep(3)', 'x'.repeat(4_096),
] as const;

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, makeFixture());
});
afterAll(() => engine.stop());

/** Hears every query and answers that there is nothing. */
function deaf(): { readonly heard: { readonly sql: string; readonly params: object }[]; readonly store: QuestionStore } {
  const heard: { sql: string; params: object }[] = [];
  return {
    heard,
    store: {
      query: async (sql, params) => {
        heard.push({ sql, params });
        return { rows: [], statistics: { elapsed: 0, rows_read: 0 } };
      },
      async *stream(sql, params) {
        heard.push({ sql, params });
        yield { columns: [], rows: [] };
      },
    },
  };
}

type Outcome = { readonly refused: string } | { readonly sql: string; readonly params: object };

/** What becomes of a search: refused for a field, or asked in these words. */
async function outcome(input: object): Promise<Outcome> {
  const { heard, store: silent } = deaf();
  const parsed = report.search.input.safeParse(input);
  if (!parsed.success) return { refused: parsed.error.issues[0]?.path.map(String).join('.') ?? '' };
  try {
    await ask(report.search, reportRoutes(depsOf(silent, NOW)).search, input);
  } catch (error) {
    if (!(error instanceof FootfallError) || error.errorName !== 'request.invalid') throw error;
    const { fields } = error.details as { fields?: { path: string }[] };
    return { refused: fields?.[0]?.path ?? '' };
  }
  const [first] = heard;
  return first ?? { refused: 'nothing was asked' };
}

async function textOf(input: object): Promise<string> {
  const found = await outcome(input);
  return 'sql' in found ? found.sql : '';
}

const COLUMNS = [...DIMENSIONS.keys(), 'domain'];
const PAIRS = COLUMNS.flatMap((column) => OPERATORS.map((operator) => ({ column, operator, kind: DIMENSIONS.get(column)?.kind ?? 'text' })));
const HARMLESS: Readonly<Record<string, string>> = { text: 'harmless', number: '1', flag: '1', time: '2026-10-25 00:00:00', address: '192.0.2.1', id: '1' };

describe.each(PAIRS)('$column $operator', ({ column, operator, kind }) => {
  const knows = column === 'domain' || OPERATORS_OF[kind].includes(operator);

  it('is refused, or binds every nasty value: the text of the query is that of a harmless one', async () => {
    const harmless = await outcome({ custom_filters: [{ column, operator, value: HARMLESS[kind] }] });
    expect('refused' in harmless).toBe(!knows);
    // Of the newest of all it is asked how far back they go; of what a rule leaves it is not.
    const newest = await textOf({});
    const bare = newest.replace(/ AND created_at >= \(SELECT min\(at\)[^\n]*$/mu, '');
    // What nothing can equal is not even asked for.
    const texts = new Set([newest, bare, bare.replaceAll(/\{to0:[^}]*\}/gu, (range) => `${range} AND false`), 'sql' in harmless ? harmless.sql : '']);
    const refused = knows ? 'custom_filters.0.value' : 'custom_filters.0.operator';
    for (const value of NASTY) {
      const hostile = await outcome({ custom_filters: [{ column, operator, value }] });
      expect([value, 'sql' in hostile ? texts.has(hostile.sql) : hostile.refused === refused]).toEqual([value, true]);
    }
  });
});

/** Every nasty value that rules of a column take, to a real store; in questions of as many rules as there may be. */
async function askedTogether(column: string, operators: readonly Operator[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  const rules = operators.flatMap((operator) => NASTY.map((value) => ({ column, operator, value })));
  const taken: typeof rules = [];
  for (const rule of rules) if ('sql' in (await outcome({ custom_filters: [rule] }))) taken.push(rule);
  for (let at = 0; at < taken.length; at += 50) {
    const { list } = await ask(report.search, reportRoutes(depsOf(engine.warehouse, NOW)).search, { custom_filters: taken.slice(at, at + 50), aggregates: { n: 'count(*)' } });
    answers.push(...list);
  }
  return answers;
}

describe('a real store', () => {
  it.each(COLUMNS)('answers every nasty value of %s', async (column) => {
    const kind = DIMENSIONS.get(column)?.kind ?? 'text';
    const answers = await askedTogether(column, column === 'domain' ? OPERATORS : OPERATORS_OF[kind]);
    expect(answers).toEqual(answers.map(() => ({ n: expect.any(Number) as unknown })));
  });

  it('has lost nothing by all that', async () => {
    const { rows } = await engine.warehouse.query<{ num: string }>('SELECT count() AS num FROM visits', {});
    expect(rows).toEqual([{ num: String(makeFixture().visits.length) }]);
  });

  it('finds a value that looks like SQL where it is stored', async () => {
    const url = "https://shop.example/?q=' OR 1 = 1 -- {site:UInt32} \\ {filter0:String}";
    await engine.warehouse.insert({ table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at', 'url', 'ip'], body: Buffer.from(`${JSON.stringify([9, '77', 1, NOW - 1, url, '203.0.113.9'])}\n`), token: 'hostile-report' });
    for (const rule of [{ operator: '=', value: url }, { operator: 'like', value: "' or 1 = 1 -- {SITE:uint32}" }]) {
      const { list } = await ask(report.search, reportRoutes(depsOf(engine.warehouse, NOW)).search, { custom_filters: [{ column: 'url', ...rule }] as never });
      expect(list.map((row) => row['id'])).toEqual(['77']);
    }
  });
});

describe('what is no report', () => {
  const rule = { column: 'url', operator: '=', value: 'x' };
  const UNKNOWN = ['batch_id', 'visitor', 'site_id', 'k_url', 'url)', 'url; DROP TABLE visits', '(SELECT 1)', 'url`', '', '*', '__proto__', 'constructor', 'toString', 'URL', 'url '];

  it.each(UNKNOWN)('no column %j, anywhere', async (column) => {
    expect(await outcome({ custom_filters: [{ ...rule, column }] })).toEqual({ refused: expect.stringMatching(/^custom_filters/u) });
    expect(await outcome({ group_by: [column] })).toEqual({ refused: expect.stringMatching(/^group_by/u) });
    expect(await outcome({ sort: [{ column, direction: 'asc' }] })).toEqual({ refused: expect.stringMatching(/^sort/u) });
    expect(await outcome({ sort: JSON.stringify({ [column]: 'asc' }), ...(column === '__proto__' ? { sort: [{ column, direction: 'asc' }] } : {}) })).toEqual({ refused: expect.stringMatching(/^sort/u) });
    expect(await outcome({ aggregates: { a: `distinct(${column === 'visitor' ? 'visitors' : column})` } })).toEqual({ refused: expect.stringMatching(/^aggregates/u) });
    expect(await outcome({ aggregates: { a: `max(${column})` } })).toEqual({ refused: expect.stringMatching(/^aggregates/u) });
  });

  it.each(['sleep(url)', 'count()', 'count(url', 'count(url))', 'count(*); DROP TABLE visits', 'sum(url)', 'avg(ip)', 'sum(*)', 'file(url)', 'MAX(ram)', 'max(ram) OR 1', 'max(ram)\n', 'maxIf(ram)', '', 'max(visitor)', 'any(url)'])('no function %j', async (call) => {
    expect(await outcome({ aggregates: { a: call } })).toEqual({ refused: expect.stringMatching(/^aggregates/u) });
  });

  it('an alias that is no key of its own is none', async () => {
    expect(await outcome({ aggregates: JSON.parse('{"__proto__": "count(*)"}') as object })).toEqual(await outcome({}));
    expect(await outcome({ aggregates: '{"__proto__": "count(*)"}' })).toEqual(await outcome({}));
  });

  it.each(["a' --", 'a`', '', ' a', '__a', '1a', 'a,b', 'a\n', 'x'.repeat(61), '{site:UInt32}', 'a"'])('no alias %j', async (alias) => {
    expect(await outcome({ aggregates: JSON.parse(`{${JSON.stringify(alias)}: "count(*)"}`) as object })).toEqual({ refused: expect.stringMatching(/^aggregates/u) });
  });

  it('an alias never reaches the query', async () => {
    const one = await outcome({ group_by: ['url'], aggregates: { harmless: 'count(*)' }, sort: { harmless: 'desc' } });
    expect(await outcome({ group_by: ['url'], aggregates: { 'DROP TABLE visits': 'count(*)' }, sort: { 'DROP TABLE visits': 'desc' } })).toEqual(one);
    expect(await outcome({ group_by: ['url'], aggregates: { 删除: 'count(*)' }, sort: { 删除: 'desc' } })).toEqual(one);
    expect(await outcome({ group_by: ['url'], aggregates: { constructor: 'count(*)' }, sort: { constructor: 'desc' } })).toEqual(one);
    expect(await outcome({ group_by: ['url'], aggregates: { url: 'count(*)' } })).toEqual({ refused: 'aggregates.url' });
  });

  it.each(['ASC', 'desc; DROP TABLE visits', '', 'up', 1, null])('no direction %j', async (direction) => {
    expect(await outcome({ sort: { url: direction } })).toEqual({ refused: expect.stringMatching(/^sort/u) });
    expect(await outcome({ sort: [{ column: 'url', direction }] })).toEqual({ refused: expect.stringMatching(/^sort/u) });
  });

  it.each(['==', '<>', 'in', 'LIKE', 'not like', '= 1 OR', '', 'outside', 'never', 'absent', 'regexp', null])('no operator %j', async (operator) => {
    expect(await outcome({ custom_filters: [{ ...rule, operator }] })).toEqual({ refused: expect.stringMatching(/^custom_filters/u) });
  });

  it.each([
    ['ten thousand rules', { custom_filters: Array.from({ length: 10_000 }, () => rule) }], ['51 rules', { custom_filters: Array.from({ length: 51 }, () => rule) }],
    ['rules as text that are too many', { custom_filters: JSON.stringify(Array.from({ length: 2_000 }, () => rule)) }], ['text that is no JSON', { custom_filters: "[{'column':" }], ['JSON that is no list', { custom_filters: '{"column":"url"}' }],
    ['a deep nest', { custom_filters: '['.repeat(50_000) }], ['a value that is too long', { custom_filters: [{ ...rule, value: 'x'.repeat(4_097) }] }], ['a value that is a list', { custom_filters: [{ ...rule, value: ['x'] }] }],
    ['a value that is an object', { custom_filters: [{ ...rule, value: { toString: 'x' } }] }], ['ten thousand sort rules', { sort: Array.from({ length: 10_000 }, () => ({ column: 'url', direction: 'asc' })) }],
    ['eleven sort rules', { sort: Object.fromEntries([...DIMENSIONS.keys()].slice(0, 11).map((column) => [column, 'asc'])) }], ['eleven groups', { group_by: [...DIMENSIONS.keys()].slice(0, 11) }],
    ['21 aggregates', { aggregates: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${i}`, 'count(*)'])) }], ['a page beyond a million rows', { page: 1_000_000 }], ['a page of ten thousand', { page_size: 10_000 }],
    ['groups by day without a range', { group_by: ['day'] }], ['groups by day of a century', { group_by: ['day'], created_at: ['1926-01-01 00:00:00', '2026-01-01 00:00:00'] }], ['groups by hour of a year', { group_by: ['hour'], created_at: ['2025-01-01 00:00:00', '2026-01-01 00:00:00'] }],
    ['a range that ends before it begins', { created_at: ['2026-01-02 00:00:00', '2026-01-01 00:00:00'] }], ['a day that no calendar has', { created_at: ['2026-02-30 00:00:00', '2026-03-01 00:00:00'] }],
  ])('%s', async (_, input) => {
    expect(await outcome(input)).toEqual({ refused: expect.any(String) });
  });

  it('the same rules over and over are one order', async () => {
    expect(await outcome({ sort: [{ column: 'url', direction: 'asc' }, { column: 'url', direction: 'desc' }] })).toEqual(await outcome({ sort: { url: 'asc' } }));
  });
});

describe('other lists', () => {
  it.each(NASTY)('bind %j', async (value) => {
    const { heard, store: silent } = deaf();
    const deps = depsOf(silent, NOW);
    await ask(home.topList, homeRoutes(deps).topList, { type: 'url', search: value.slice(0, 200) });
    await ask(devices.models, deviceRoutes(deps).models, { device_model: value.slice(0, 200), platform: value.slice(0, 100), os_name: value.slice(0, 100) });
    await ask(devices.full, deviceRoutes(deps).full, { fingerprint: value.slice(0, 64), device_model: value.slice(0, 200) });
    await ask(common.fieldValues, listsRoutes(deps).fieldValues, { column: 'url', search: value.slice(0, 200) });
    expect(heard.length).toBeGreaterThanOrEqual(4);
    expect(heard.filter(({ sql }) => value.length > 3 && sql.includes(value))).toEqual([]);
  });

  it.each([['sort', { sort: { 'num; DROP': 'asc' } }], ['sort', { sort: { key: 'asc; DROP' } }], ['fold', { fold: 'path)' }], ['type', { type: 'visitor' }]])('refuse another %s', (path, input) => {
    const parsed = home.topList.input.safeParse({ type: 'url', ...input });
    expect(parsed.success ? [] : parsed.error.issues.map((issue) => String(issue.path[0]))).toContain(path);
  });
});
