import { Readable } from 'node:stream';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseInsert } from '../src/sql/insert-statement.js';
import { SECRET, rowsOf, startWithDatabase } from './engine-process.js';

let setup: Awaited<ReturnType<typeof startWithDatabase>>;
beforeAll(async () => {
  setup = await startWithDatabase();
});
afterAll(() => setup.end());

const DEDUPLICATED = 'SETTINGS non_replicated_deduplication_window = 1000';

/** Sends raw bytes as the body of `INSERT INTO table FORMAT format`. */
const send = (table: string, format: string, body: Uint8Array, headers: Record<string, string> = {}, settings = ''): Promise<Response> =>
  fetch(`${setup.engine.url}/?${new URLSearchParams({ database: 'test', query: `INSERT INTO ${table} FORMAT ${format}` }).toString()}${settings}`, {
    method: 'POST',
    headers: { 'X-ClickHouse-Key': SECRET, ...headers },
    body,
  });

/** The answer of a query as bytes. */
async function bytesOf(query: string): Promise<Buffer> {
  const { stream } = await setup.client.exec({ query });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

const HARD = "concat('line\\n tab\\t quote\\' back\\\\ nul\\0 end ', toString(number), '\\n \\r\\n;')";

describe('insert formats', () => {
  it.each(['JSONEachRow', 'JSONCompactEachRow', 'CSV', 'TabSeparated', 'RowBinary', 'Native', 'Parquet', 'Values'])('%s: every byte arrives', async (format) => {
    const table = `f_${format}`;
    await setup.client.command({ query: `CREATE TABLE ${table} (n UInt64, s String, d DateTime64(3, 'UTC'), a Array(String)) ENGINE=MergeTree ORDER BY n` });
    const source = `SELECT number + 18446744073709541615 AS n, ${HARD} AS s, toDateTime64('2024-01-01 00:00:00.123', 3, 'UTC') + number AS d, [s, ''] AS a FROM numbers(10000)`;
    const body = await bytesOf(`${source} FORMAT ${format}`);
    const response = await send(table, format, body);
    expect(await response.text()).toBe('');
    expect(response.status).toBe(200);
    const digest = 'count() AS c, sum(cityHash64(n, s, d, a)) AS h';
    expect(await rowsOf(setup.client, `SELECT ${digest} FROM ${table}`)).toEqual(await rowsOf(setup.client, `SELECT ${digest} FROM (${source})`));
  });

  it('through client.insert: rows, a stream of rows, and a stream of bytes', async () => {
    await setup.client.command({ query: 'CREATE TABLE c (n UInt64, s String) ENGINE=MergeTree ORDER BY n' });
    await setup.client.insert({ table: 'c', values: [{ n: '1', s: "it's" }], format: 'JSONEachRow' });
    await setup.client.insert({ table: 'c', values: Readable.from(Array.from({ length: 1000 }, (_, i) => [i + 2, `s${i}`])), format: 'JSONCompactEachRow', columns: ['n', 's'] });
    await setup.client.insert({ table: 'c', values: Readable.from(['5000\tx\n', '5001\ty\n'], { objectMode: false }), format: 'TabSeparated' });
    expect(await rowsOf(setup.client, 'SELECT count() AS c, max(n) AS m FROM c')).toEqual([{ c: '1003', m: '5001' }]);
  });

  it('gzip', async () => {
    const client = setup.engine.client({ database: 'test', gzip: true });
    await client.command({ query: 'CREATE TABLE z (n UInt64) ENGINE=MergeTree ORDER BY n' });
    await client.insert({ table: 'z', values: Array.from({ length: 5000 }, (_, n) => ({ n })), format: 'JSONEachRow' });
    expect(await rowsOf(client, 'SELECT count() AS c FROM z')).toEqual([{ c: '5000' }]);
    const broken = await send('z', 'TabSeparated', Buffer.from('not gzip'), { 'Content-Encoding': 'gzip' });
    expect(broken.status).toBe(400);
  });

  it('rows inside the SQL text: VALUES, and FORMAT followed by data', async () => {
    await setup.client.command({ query: 'CREATE TABLE inline (n UInt64, s String) ENGINE=MergeTree ORDER BY n' });
    await setup.client.command({ query: "INSERT INTO inline VALUES (1, 'a;b'), (2, upper('x'));" });
    await setup.client.command({ query: 'INSERT INTO inline (n, s) FORMAT JSONEachRow\n{"n":3,"s":"{x:String}"}\n{"n":4,"s":"d"}' });
    await setup.client.command({ query: 'INSERT INTO inline FORMAT CSV 5,e' });
    expect(await rowsOf(setup.client, 'SELECT * FROM inline ORDER BY n')).toEqual([
      { n: '1', s: 'a;b' },
      { n: '2', s: 'X' },
      { n: '3', s: '{x:String}' },
      { n: '4', s: 'd' },
      { n: '5', s: 'e' },
    ]);
  });

  it('a bad row is an error, nothing of the batch is kept, and the spool is empty afterwards', async () => {
    await setup.client.command({ query: 'CREATE TABLE bad (n UInt64) ENGINE=MergeTree ORDER BY n' });
    const response = await send('bad', 'TabSeparated', Buffer.from('1\n2\nthree\n'));
    expect(response.status).toBe(400);
    expect(response.headers.get('x-clickhouse-exception-code')).toMatch(/^\d+$/);
    expect((await send('no_such', 'TabSeparated', Buffer.from('1\n'))).status).toBe(404);
    expect((await send('bad', 'NoSuchFormat', Buffer.from('1\n'))).status).toBe(404);
    expect(await rowsOf(setup.client, 'SELECT count() AS c FROM bad')).toEqual([{ c: '0' }]);
    expect(readdirSync(join(setup.folder, 'spool'))).toEqual([]);
  });

  it('an insert without rows does nothing', async () => {
    expect((await send('bad', 'TabSeparated', Buffer.alloc(0))).status).toBe(200);
    expect((await send('bad', 'Native', Buffer.alloc(0))).status).toBe(200);
  });

  describe('rows in a file', () => {
    const fromFile = (path: string, more: Record<string, string | number> = { engine_allow_files: 1 }, query = 'INSERT INTO held FORMAT JSONCompactEachRow') =>
      setup.client.command({ query, clickhouse_settings: { engine_rows_file: path, ...more } });
    const file = (name: string, text: string): string => {
      const path = join(setup.folder, name);
      writeFileSync(path, text);
      return path;
    };
    const held = async () => (await rowsOf<{ c: string }>(setup.client, 'SELECT count() AS c FROM held'))[0]?.c;
    beforeAll(() => setup.client.command({ query: `CREATE TABLE held (n UInt64, s String) ENGINE=MergeTree ORDER BY n ${DEDUPLICATED}` }));

    it('are read where they stand, once for each token, and the file is left alone', async () => {
      const path = file("it's one", '[1,"a"]\n[2,"b;c"]\n');
      for (let i = 0; i < 3; i += 1) await fromFile(path, { engine_allow_files: 1, insert_deduplication_token: 'held-1' });
      expect(await rowsOf(setup.client, 'SELECT * FROM held ORDER BY n')).toEqual([{ n: '1', s: 'a' }, { n: '2', s: 'b;c' }]);
      expect(existsSync(path)).toBe(true);
    });

    it.each<[string, () => Promise<unknown>, string]>([
      ['without leave', () => fromFile(file('rows', '[3,"x"]\n'), {}), '497'],
      ['in a readonly request', () => fromFile(file('rows', '[3,"x"]\n'), { engine_allow_files: 1, readonly: 2 }), '497'],
      ['by a path that is not absolute', () => fromFile('rows'), '497'],
      ['by a path that may mean several', () => fromFile(join(setup.folder, 'row*')), '497'],
      ['beside rows in the statement', () => fromFile(file('rows', '[3,"x"]\n'), { engine_allow_files: 1 }, 'INSERT INTO held FORMAT JSONCompactEachRow [4,"y"]'), '62'],
      ['for a question', () => fromFile(file('rows', '[3,"x"]\n'), { engine_allow_files: 1 }, 'SELECT 1'), '62'],
    ])('are refused %s', async (_, insert, code) => {
      await expect(insert()).rejects.toMatchObject({ code });
      expect(await held()).toBe('2');
    });

    it('are an error when the file is not there, or holds a bad row', async () => {
      await expect(fromFile(join(setup.folder, 'nowhere'))).rejects.toThrow(/exist|open/iu);
      await expect(fromFile(file('bad', '[5,"x"]\n[six]\n'))).rejects.toThrow(/parse|JSON/iu);
      expect(await held()).toBe('2');
    });
  });

  it('an upload that breaks off inserts nothing', async () => {
    const stop = new AbortController();
    async function* rows(): AsyncGenerator<string> {
      yield '{"n":1}\n';
      await new Promise((resolve) => setTimeout(resolve, 50));
      stop.abort();
      await new Promise((resolve) => setTimeout(resolve, 50));
      yield '{"n":2}\n';
    }
    await expect(setup.client.insert({ table: 'bad', values: Readable.from(rows(), { objectMode: false }), format: 'TabSeparated', abort_signal: stop.signal })).rejects.toThrow('aborted');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await rowsOf(setup.client, 'SELECT count() AS c FROM bad')).toEqual([{ c: '0' }]);
    expect(readdirSync(join(setup.folder, 'spool'))).toEqual([]);
  });
});

const insertBatch = (b: string, token: string | undefined, count = 10): Promise<unknown> =>
  setup.client.insert({
    table: 'base',
    values: Array.from({ length: count }, (_, n) => ({ n, b })),
    format: 'JSONEachRow',
    clickhouse_settings: { deduplicate_blocks_in_dependent_materialized_views: 1, ...(token === undefined ? {} : { insert_deduplication_token: token }) },
  });
const counts = (b: string): Promise<unknown[]> =>
  rowsOf(setup.client, '(SELECT toString(count()) AS c FROM base WHERE b = {b:String}) UNION ALL (SELECT toString(sum(c)) AS c FROM rollup WHERE b = {b:String})', { query_params: { b } });

describe('trap 7: insert_deduplication_token', () => {
  beforeAll(async () => {
    await setup.client.command({ query: `CREATE TABLE base (n UInt64, b String) ENGINE=MergeTree ORDER BY n ${DEDUPLICATED}` });
    await setup.client.command({ query: `CREATE TABLE rollup (b String, c UInt64) ENGINE=SummingMergeTree ORDER BY b ${DEDUPLICATED}` });
    await setup.client.command({ query: 'CREATE MATERIALIZED VIEW mv TO rollup AS SELECT b, count() AS c FROM base GROUP BY b' });
  });

  it('a retry with the same token counts once, in the table and behind the view', async () => {
    for (let i = 0; i < 3; i += 1) await insertBatch('once', 'token-1');
    expect(await counts('once')).toEqual([{ c: '10' }, { c: '10' }]);
  });

  it('is not sticky: the next insert without a token is not swallowed', async () => {
    await insertBatch('sticky-a', 'token-2');
    await insertBatch('sticky-b', undefined);
    await insertBatch('sticky-c', 'token-3');
    expect(await counts('sticky-b')).toEqual([{ c: '10' }, { c: '10' }]);
    expect(await counts('sticky-c')).toEqual([{ c: '10' }, { c: '10' }]);
  });

  it('30 inserts at once, each sent three times, count once', async () => {
    await Promise.all(Array.from({ length: 90 }, (_, i) => insertBatch('parallel', `parallel-${i % 30}`, 5)));
    expect(await counts('parallel')).toEqual([{ c: '150' }, { c: '150' }]);
  });

  it('the same bytes under another token count again, without a token they are a duplicate (as ClickHouse documents)', async () => {
    await insertBatch('bytes', 'token-4');
    await insertBatch('bytes', 'token-5');
    expect(await counts('bytes')).toEqual([{ c: '20' }, { c: '20' }]);
    await insertBatch('plain', undefined);
    await insertBatch('plain', undefined);
    expect(await counts('plain')).toEqual([{ c: '10' }, { c: '10' }]);
  });

  it('async_insert is off for every session', async () => {
    const seen = await Promise.all(Array.from({ length: 12 }, () => rowsOf(setup.client, "SELECT getSetting('async_insert') AS a, sleep(0.02)")));
    expect(new Set(seen.map((rows) => (rows[0] as { a: boolean }).a))).toEqual(new Set([false]));
  });
});

/** The parts of an INSERT, separated by bars. */
const partsOf = (sql: string): string | undefined => {
  const found = parseInsert(sql);
  return found && `${sql.slice(0, found.targetEnd)}|${found.source}|${found.format}|${sql.slice(found.dataStart)}`;
};

describe('parseInsert', () => {
  it.each([
    ['INSERT INTO t FORMAT CSV\n1,2', 'INSERT INTO t|rows|CSV|1,2'],
    ['INSERT INTO t FORMAT RowBinary\n\n\n', 'INSERT INTO t|rows|RowBinary|\n\n'],
    ['insert into db.`t x` (a, `b c`) values (1)', 'insert into db.`t x` (a, `b c`)|rows|Values| (1)'],
    ['INSERT INTO TABLE t SETTINGS a = 1, b = \'x\' FORMAT CSV', 'INSERT INTO TABLE t|rows|CSV|'],
    ['INSERT INTO t (a) SELECT 1', 'INSERT INTO t (a)|select||'],
    ['INSERT INTO t (SELECT 1)', 'INSERT INTO t|select||'],
    ['WITH 1 AS x INSERT INTO t SELECT x', 'WITH 1 AS x INSERT INTO t|select||'],
    ['INSERT INTO values (a) VALUES (1)', 'INSERT INTO values (a)|rows|Values| (1)'],
    ['/* c */ INSERT INTO t FORMAT CSV;', '/* c */ INSERT INTO t|rows|CSV|'],
    ['SELECT 1', undefined],
    ['WITH 1 AS x SELECT x', undefined],
  ])('%j', (sql, expected) => {
    expect(partsOf(sql)).toBe(expected);
  });
});
