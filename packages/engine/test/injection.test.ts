import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf, startWithDatabase } from './engine-process.js';

let setup: Awaited<ReturnType<typeof startWithDatabase>>;
beforeAll(async () => {
  setup = await startWithDatabase();
  await setup.client.command({ query: 'CREATE TABLE victim (a UInt8) ENGINE=MergeTree ORDER BY a' });
  await setup.client.command({ query: 'INSERT INTO victim VALUES (1)' });
});
afterAll(() => setup.end());

/** Texts which end a literal, start a statement, a comment or a placeholder in some dialect. */
const HOSTILE = [
  "'",
  "\\'",
  "\\\\'",
  "''",
  "'; DROP TABLE victim; --",
  "\\'; DROP TABLE victim; --",
  "') UNION ALL SELECT name FROM system.tables --",
  '"; DROP TABLE victim; --',
  '`; DROP TABLE victim; --',
  '*/ DROP TABLE victim /*',
  '-- comment',
  '$$; DROP TABLE victim; $$',
  '{other:String}',
  '{victim:Identifier}',
  '\0',
  "\0'; DROP TABLE victim",
  'a\nb\r\nc\td',
  "‘; DROP TABLE victim; ’",
  '\uFEFF\u2028\u2029',
  '\\N',
  '\\x27; DROP TABLE victim',
  '%27%3B',
  "'),('",
  '] , [',
  "\\",
  "' SETTINGS readonly=0 --",
  "x' INTO OUTFILE '/tmp/engine-injection' FORMAT CSV --",
];

/** The table which every statement in HOSTILE tries to drop or read is still there. */
const expectVictim = async (): Promise<void> => expect(await rowsOf(setup.client, 'SELECT a FROM victim')).toEqual([{ a: 1 }]);

describe('hostile values', () => {
  it.each(HOSTILE)('String %j comes back as it went in', async (value) => {
    const rows = await rowsOf(setup.client, 'SELECT {v:String} AS v, {other:String} AS other', { query_params: { v: value, other: 'fixed' } });
    expect(rows).toEqual([{ v: value, other: 'fixed' }]);
    await expectVictim();
  });

  it.each(HOSTILE)('inside Array, Map, Nullable: %j', async (value) => {
    const rows = await rowsOf(setup.client, 'SELECT {a:Array(String)} AS a, {m:Map(String, String)} AS m, {n:Nullable(String)} AS n', {
      query_params: { a: [value, value], m: { [value]: value }, n: value },
    });
    expect(rows).toEqual([{ a: [value, value], m: { [value]: value }, n: value }]);
  });

  it.each(HOSTILE)('as Identifier %j names a table that is not there', async (value) => {
    await expect(rowsOf(setup.client, 'SELECT * FROM {t:Identifier}', { query_params: { t: value } })).rejects.toMatchObject({ name: 'Error' });
    await expectVictim();
  });

  it.each(HOSTILE)('as a number %j is a parse error', async (value) => {
    await expect(rowsOf(setup.client, 'SELECT {n:UInt64} AS n', { query_params: { n: value } })).rejects.toMatchObject({ code: expect.stringMatching(/^\d+$/) as string });
  });

  it.each(HOSTILE)('as a setting value %j cannot leave its literal', async (value) => {
    const rows = await rowsOf(setup.client, "SELECT getSetting('log_comment') AS c", { clickhouse_settings: { log_comment: value } });
    expect(rows).toEqual([{ c: value }]);
  });

  it.each(HOSTILE)('as a setting name %j is refused', async (value) => {
    await expect(rowsOf(setup.client, 'SELECT 1', { clickhouse_settings: { [value]: '1' } })).rejects.toMatchObject({ code: '36' });
  });

  it.each(HOSTILE)('as a database name %j is unknown', async (value) => {
    const client = setup.engine.client({ database: value });
    await expect(rowsOf(client, 'SELECT 1')).rejects.toMatchObject({ name: 'Error' });
  });

  it('a composite that is not a literal is refused', async () => {
    const texts = ["['a'] , sleep(3)", "[sleep(3)]", "['a'", "[(SELECT 1)]", "array('a')", "['a'] UNION ALL SELECT 1"];
    const statuses: number[] = [];
    for (const text of texts) {
      const response = await fetch(`${setup.engine.url}/?${new URLSearchParams({ param_a: text }).toString()}`, {
        method: 'POST',
        headers: { 'X-ClickHouse-Key': 'a-secret-of-the-tests' },
        body: 'SELECT {a:Array(String)}',
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual(texts.map(() => 400));
  });
});

describe('one statement per request', () => {
  it.each(['SELECT 1; DROP TABLE victim', 'SELECT 1;;DROP TABLE victim', "SELECT ';'; DROP TABLE victim", 'SELECT 1 /*;*/ ; DROP TABLE victim'])('refuses %s', async (query) => {
    await expect(setup.client.command({ query })).rejects.toMatchObject({ code: '62' });
  });

  it.each(["SELECT 'open", 'SELECT `open', 'SELECT "open', "SELECT 1 AS a, 'x\\'"])('refuses an open quote: %s', async (query) => {
    await expect(setup.client.command({ query })).rejects.toMatchObject({ code: '62' });
  });

  it('an open comment swallows nothing of the front', async () => {
    await expect(setup.client.command({ query: 'SELECT 1 /* open' })).resolves.toBeDefined();
  });

  it.each(['SET max_threads = 1', 'USE system', 'BEGIN TRANSACTION'])('refuses %s, which would stick to a session', async (query) => {
    await expect(setup.client.command({ query })).rejects.toMatchObject({ code: '48' });
  });
});
