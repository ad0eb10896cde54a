import { TupleParam } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindParameters } from '../src/sql/parameters.js';
import { rowsOf, startWithDatabase } from './engine-process.js';

let setup: Awaited<ReturnType<typeof startWithDatabase>>;
beforeAll(async () => {
  setup = await startWithDatabase();
});
afterAll(() => setup.end());

/** The value of a parameter as the engine prints it. */
async function echo(type: string, value: unknown): Promise<unknown> {
  const rows = await rowsOf<{ v: unknown; t: string }>(setup.client, `SELECT {p:${type}} AS v, toTypeName(v) AS t`, { query_params: { p: value } });
  expect(rows[0]?.t.replaceAll(' ', '')).toBe(type.replaceAll(' ', ''));
  return rows[0]?.v;
}

describe('typed parameters are exact', () => {
  const cases: ReadonlyArray<readonly [type: string, value: unknown, printed: unknown]> = [
    ['UInt64', '18446744073709551615', '18446744073709551615'],
    ['Int64', '-9223372036854775808', '-9223372036854775808'],
    ['Int8', -128, -128],
    ['Float64', 0.1, 0.1],
    ['Decimal(38, 10)', '1234.1234567891', 1234.1234567891],
    ['Bool', true, true],
    ['String', 'plain', 'plain'],
    ['String', '', ''],
    ['String', "it's \\ \"quoted\" `back` \n\r\t end", "it's \\ \"quoted\" `back` \n\r\t end"],
    ['String', 'a\0b', 'a\0b'],
    ['String', '\\N', '\\N'],
    ['String', '{x:String}', '{x:String}'],
    ['String', '中文 😀 ‘’ “”', '中文 😀 ‘’ “”'],
    ['String', "\\' OR 1=1 --", "\\' OR 1=1 --"],
    ['Nullable(String)', null, null],
    ['Nullable(UInt32)', 7, 7],
    ['LowCardinality(Nullable(String))', null, null],
    ["DateTime64(3, 'UTC')", new Date(1_700_000_000_123), '2023-11-14 22:13:20.123'],
    ["DateTime64(3, 'UTC')", '2024-02-29 23:59:59.999', '2024-02-29 23:59:59.999'],
    ["DateTime('UTC')", new Date(1_700_000_000_000), '2023-11-14 22:13:20'],
    ['Date', '2024-02-29', '2024-02-29'],
    ['IPv6', '2001:db8::1', '2001:db8::1'],
    ['IPv4', '192.0.2.1', '192.0.2.1'],
    ['UUID', '61f0c404-5cb3-11e7-907b-a6006ad3dba0', '61f0c404-5cb3-11e7-907b-a6006ad3dba0'],
    ['Array(String)', [], []],
    ['Array(String)', ["it's", 'a\\b', 'c\0d', ']', "','", '{x:String}'], ["it's", 'a\\b', 'c\0d', ']', "','", '{x:String}']],
    ['Array(String)', ['a', '', ' b ', '],[', '1', '世界 ñ 😀', '{x:String}', 'NULL', '-- c', '/* d', '"`$$'], ['a', '', ' b ', '],[', '1', '世界 ñ 😀', '{x:String}', 'NULL', '-- c', '/* d', '"`$$']],
    ['Array(String)', ['a\tb', 'c\nd', 'e\rf'], ['a\tb', 'c\nd', 'e\rf']],
    ['Array(UInt64)', ['18446744073709551615', '0'], ['18446744073709551615', '0']],
    ['Array(Nullable(String))', ['x', null], ['x', null]],
    ['Array(UInt32)', [4294967295, 0, 7], [4294967295, 0, 7]],
    ['Array(Int64)', ['-9223372036854775808', '5'], ['-9223372036854775808', '5']],
    ['Array(UInt8)', [], []],
    ['Array(Array(Int32))', [[1, -2], []], [[1, -2], []]],
    ['Array(Array(UInt64))', [['18446744073709551615'], [], ['0', '7']], [['18446744073709551615'], [], ['0', '7']]],
    ['Array(Array(UInt32))', [], []],
    ['Array(IPv6)', ['2001:db8::1', '::ffff:192.0.2.1', '::'], ['2001:db8::1', '::ffff:192.0.2.1', '::']],
    ['Array(IPv4)', ['192.0.2.1'], ['192.0.2.1']],
    ["Array(DateTime64(3, 'UTC'))", [new Date(1_700_000_000_123)], ['2023-11-14 22:13:20.123']],
    ['Array(Bool)', [true, false], [true, false]],
    ['Map(String, UInt64)', { "k'": '18446744073709551615' }, { "k'": '18446744073709551615' }],
    ['Map(String, Array(String))', { k: ["v'"] }, { k: ["v'"] }],
    ['Tuple(UInt8, String)', new TupleParam([1, "it's"]), [1, "it's"]],
    ["Enum8('a' = 1, 'b\\'' = 2)", "b'", "b'"],
    ['FixedString(3)', 'abc', 'abc'],
  ];
  it.each(cases)('%s %j', async (type, value, printed) => {
    expect(await echo(type, value)).toEqual(printed);
  });

  it.each([
    ['Array(Array(UInt8))', '[[1,2]'],
    ['Array(Array(UInt8))', '[1,[2]],[3]'],
    ['Array(UInt8)', '[1]]'],
    ['Array(IPv6)', "['::1'"],
    ['Array(String)', "['a','b'"],
    ['Array(String)', "['a' 'b']"],
    ['Array(String)', "['a'],['b']"],
  ])('%s is refused where its text is no list: %s', (type, text) => {
    expect(() => bindParameters(`SELECT {p:${type}}`, new Map([['p', text]]))).toThrow(/is not a literal array|CANNOT/u);
  });

  it.each([['Array(IPv6)', ["::1','::2"]], ['Array(IPv6)', ["::1'] OR 1=1 --"]], ['Array(Array(UInt32))', [["1') OR ('1"]]]])('%s of %j says nothing but its values', async (type, value) => {
    await expect(echo(type, value)).rejects.toMatchObject({ type: expect.stringMatching(/CANNOT_PARSE|ILLEGAL_TYPE/u) });
  });

  it('a BigInt above 2^53', async () => {
    expect(await echo('UInt64', 9007199254740993n)).toBe('9007199254740993');
  });

  it('a value longer than the 256 KiB of ClickHouse’s default query size', async () => {
    const long = 'x'.repeat(300_000);
    const result = await setup.client.query({ query: 'SELECT length({p:String}) AS n', query_params: { p: long }, format: 'JSONEachRow' });
    expect(await result.json()).toEqual([{ n: '300000' }]);
  });

  it.each([["value '", "'"], ['value ', ', ']])('a list of 20,000 values as multipart: %j and %j around each', async (before, after) => {
    const values = Array.from({ length: 20_000 }, (_, i) => `${before}${i}${after}`);
    const result = await setup.client.query({ query: 'SELECT length({p:Array(String)}) AS n, {p:Array(String)}[20000] AS last', query_params: { p: values }, format: 'JSONEachRow', use_multipart_params: true });
    expect(await result.json()).toEqual([{ n: '20000', last: `${before}19999${after}` }]);
  });

  it('Identifier parameters are quoted', async () => {
    await setup.client.command({ query: 'CREATE TABLE {t:Identifier} (a UInt8) ENGINE=Memory', query_params: { t: 'odd `name' } });
    expect(await rowsOf(setup.client, 'SELECT count() AS n FROM {t:Identifier}', { query_params: { t: 'odd `name' } })).toEqual([{ n: '0' }]);
  });

  it('in LIMIT, IN, time zone and table function arguments', async () => {
    const rows = await rowsOf(setup.client, "SELECT number FROM numbers({n:UInt64}) WHERE number IN {list:Array(UInt64)} AND toHour(toDateTime(0, {tz:String})) = 1 LIMIT {limit:UInt32}", {
      query_params: { n: 10, list: [3, 4, 5], tz: 'Europe/Berlin', limit: 2 },
    });
    expect(rows).toEqual([{ number: '3' }, { number: '4' }]);
  });

  it('in INSERT ... SELECT', async () => {
    await setup.client.command({ query: 'CREATE TABLE bound (s String) ENGINE=Memory' });
    await setup.client.command({ query: 'INSERT INTO bound SELECT {s:String}', query_params: { s: "it's" } });
    expect(await rowsOf(setup.client, 'SELECT s FROM bound')).toEqual([{ s: "it's" }]);
  });
});

describe('trap 2: parameters are not sticky', () => {
  it('a missing parameter is error 456, also after a query that had it', async () => {
    await rowsOf(setup.client, 'SELECT {x:String} AS x', { query_params: { x: 'earlier' } });
    await Promise.all(
      Array.from({ length: 8 }, () => expect(rowsOf(setup.client, 'SELECT {x:String} AS x')).rejects.toMatchObject({ code: '456', type: 'UNKNOWN_QUERY_PARAMETER' })),
    );
  });

  it('300 concurrent queries each see their own value', async () => {
    const seen = await Promise.all(
      Array.from({ length: 300 }, async (_, i) => (await rowsOf<{ x: string }>(setup.client, 'SELECT {x:String} AS x', { query_params: { x: `v${i}` } }))[0]?.x),
    );
    expect(seen).toEqual(Array.from({ length: 300 }, (_, i) => `v${i}`));
  });
});

describe('placeholders are found by the lexer', () => {
  const values = new Map([['x', 'V']]);
  const untouched = [
    "SELECT '{x:String}'",
    "SELECT 'it''s {x:String}'",
    "SELECT 'a\\'{x:String}'",
    'SELECT `{x:String}`',
    'SELECT "{x:String}"',
    'SELECT 1 -- {x:String}',
    'SELECT 1 # {x:String}',
    'SELECT /* {x:String} */ 1',
    'SELECT $tag$ {x:String} $tag$',
    "SELECT {'x':1}",
  ];
  it.each(untouched)('leaves %s alone', (sql) => {
    expect(bindParameters(sql, values)).toBe(sql);
  });

  it('binds what is code, next to what is not', () => {
    expect(bindParameters("SELECT {x:String}, '{x:String}', { x : UInt8 }", values)).toBe("SELECT 'V', '{x:String}', CAST('V','UInt8')");
  });
});
