import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouseSettings } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf, startWithDatabase, temporaryFolder } from './engine-process.js';

let setup: Awaited<ReturnType<typeof startWithDatabase>>;
const backups = temporaryFolder();
beforeAll(async () => {
  setup = await startWithDatabase({ ENGINE_BACKUPS: backups.path });
  await setup.client.command({ query: 'CREATE TABLE t (n UInt64, s String) ENGINE=MergeTree ORDER BY n' });
  await setup.client.command({ query: "INSERT INTO t SELECT number, 'x' FROM numbers(1000)" });
});
afterAll(async () => {
  await setup.end();
  backups.remove();
});

describe('trap 8: 64-bit integers lose no digit', () => {
  it('on every reader, in JSON and JSONEachRow, also nested', async () => {
    const query = 'SELECT toUInt64(18446744073709551615) AS u, [toInt64(-9007199254740993)] AS a, sleep(0.02) AS z';
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const result = await setup.client.query({ query, format: i % 2 === 0 ? 'JSON' : 'JSONEachRow' });
        const body = (await (result as { json(): Promise<unknown> }).json()) as { data?: unknown[] } | unknown[];
        return Array.isArray(body) ? body[0] : body.data?.[0];
      }),
    );
    for (const answer of answers) expect(answer).toEqual({ u: '18446744073709551615', a: ['-9007199254740993'], z: 0 });
  });
});

describe('trap 9: nothing leaves the database', () => {
  const target = '/tmp/engine-test-outfile';
  const queries = [
    `SELECT 1 INTO OUTFILE '${target}'`,
    `SELECT 1 INTO/**/OUTFILE '${target}' TRUNCATE`,
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    "SELECT * FROM `file`('/etc/passwd', 'LineAsString')",
    "SELECT * FROM FILE ('/etc/passwd', 'LineAsString')",
    "SELECT * FROM (SELECT file('/etc/passwd'))",
    "SELECT * FROM url('http://127.0.0.1/', 'CSV')",
    "SELECT * FROM s3('http://127.0.0.1/x', 'CSV')",
    "SELECT * FROM s3Cluster('c', 'http://127.0.0.1/x')",
    "SELECT * FROM remote('127.0.0.1', system.one)",
    "SELECT * FROM mysql('127.0.0.1:3306', 'd', 't', 'u', 'p')",
    "SELECT * FROM executable('id', CSV, 'a String')",
    "SELECT * FROM sqlite('/etc/passwd', 't')",
    "SELECT * FROM icebergLocal('/etc')",
    "DESCRIBE TABLE file('/etc/passwd')",
    "EXPLAIN SELECT * FROM file('/etc/passwd', 'LineAsString')",
    `INSERT INTO FUNCTION file('${target}', 'CSV', 'a UInt8') SELECT 1`,
    `INSERT INTO TABLE FUNCTION file('${target}', 'CSV', 'a UInt8') VALUES (1)`,
    "INSERT INTO t FROM INFILE '/etc/passwd' FORMAT CSV",
    "CREATE TABLE x (a String) ENGINE=File(CSV, '/etc/passwd')",
    'CREATE TABLE x (a String) ENGINE File(CSV)',
    "CREATE TABLE x AS file('/etc/passwd', 'LineAsString')",
    "CREATE TABLE x (a String) ENGINE = URL('http://127.0.0.1/', CSV)",
    "CREATE DICTIONARY x (a UInt64) PRIMARY KEY a SOURCE(FILE(path '/etc/passwd' format 'CSV')) LAYOUT(FLAT()) LIFETIME(1)",
    "CREATE DICTIONARY x (a UInt64) PRIMARY KEY a SOURCE(EXECUTABLE(command 'id' format 'CSV')) LAYOUT(FLAT()) LIFETIME(1)",
  ];
  it.each(queries)('%s', async (query) => {
    for (const settings of [{}, { readonly: '1' }, { readonly: '2' }] as ClickHouseSettings[]) {
      await expect(setup.client.command({ query, clickhouse_settings: settings })).rejects.toMatchObject({ code: '497', type: 'ACCESS_DENIED' });
    }
    expect(existsSync(target)).toBe(false);
  });

  it('engine_allow_files=1 allows it, but not in a readonly request', async () => {
    const query = "SELECT count() > 0 AS found FROM file('/etc/passwd', 'LineAsString')";
    expect(await rowsOf(setup.client, query, { clickhouse_settings: { engine_allow_files: 1 } })).toEqual([{ found: 1 }]);
    await expect(rowsOf(setup.client, query, { clickhouse_settings: { engine_allow_files: 1, readonly: '2' } })).rejects.toMatchObject({ code: '497' });
  });

  it('words in names and literals are not mistaken for it', async () => {
    await setup.client.command({ query: 'CREATE TABLE file (url String, file String) ENGINE=Memory' });
    await setup.client.command({ query: "INSERT INTO file (url, file) VALUES ('file(1)', 'INTO OUTFILE')" });
    expect(await rowsOf(setup.client, "SELECT url, file FROM file WHERE file = 'INTO OUTFILE' /* url('x') */", { clickhouse_settings: { readonly: '1' } })).toEqual([{ url: 'file(1)', file: 'INTO OUTFILE' }]);
  });

  it.each(['INSERT INTO t VALUES (1, 1)', 'ALTER TABLE t DELETE WHERE 1', 'DROP TABLE t', 'CREATE TABLE y (a UInt8) ENGINE=Memory', 'SYSTEM FLUSH LOGS', 'OPTIMIZE TABLE t', 'KILL QUERY WHERE 1', 'WITH 1 AS x INSERT INTO t SELECT x, x'])('readonly=1 refuses %s', async (query) => {
    await expect(setup.client.command({ query, clickhouse_settings: { readonly: '1' } })).rejects.toMatchObject({ code: '164', type: 'READONLY' });
  });

  it('readonly cannot be taken back by the SQL', async () => {
    await expect(rowsOf(setup.client, 'SELECT 1 SETTINGS readonly = 0', { clickhouse_settings: { readonly: '1' } })).rejects.toMatchObject({ code: '164' });
    await expect(rowsOf(setup.client, 'SELECT * FROM (SELECT 1 SETTINGS readonly = 0)', { clickhouse_settings: { readonly: '1' } })).rejects.toMatchObject({ code: '164' });
  });

  it('readonly goes with other settings of the request; readonly=1 refuses those of the SQL, as in ClickHouse', async () => {
    const settings = { max_threads: 3, max_execution_time: 5 };
    const ask = (readonly: '1' | '2'): Promise<unknown[]> =>
      rowsOf(setup.client, "SELECT getSetting('max_threads') AS n, getSetting('max_block_size') AS b SETTINGS max_block_size = 77", { clickhouse_settings: { ...settings, readonly } });
    expect(await rowsOf(setup.client, "SELECT getSetting('max_threads') AS n", { clickhouse_settings: { readonly: '1', ...settings } })).toEqual([{ n: 3 }]);
    expect(await ask('2')).toEqual([{ n: 3, b: 77 }]);
    await expect(ask('1')).rejects.toMatchObject({ code: '164' });
  });
});

describe('trap 10: an own Atomic database', () => {
  it('is what the database parameter selects, without sticking to a session', async () => {
    const inTest = (): Promise<unknown[]> => rowsOf(setup.client, 'SELECT currentDatabase() AS d');
    const inDefault = (): Promise<unknown[]> => rowsOf(setup.engine.client(), 'SELECT currentDatabase() AS d');
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? inDefault() : inTest())));
    expect(answers).toEqual(Array.from({ length: 40 }, (_, i) => [{ d: i % 3 === 0 ? 'default' : 'test' }]));
    expect(await rowsOf(setup.client, "SELECT engine FROM system.databases WHERE name = 'test'")).toEqual([{ engine: 'Atomic' }]);
  });

  it('an unknown one is error 81', async () => {
    await expect(rowsOf(setup.engine.client({ database: 'nowhere' }), 'SELECT 1')).rejects.toMatchObject({ code: '81', type: 'UNKNOWN_DATABASE' });
  });
});

const openDescriptors = (): number => readdirSync(`/proc/${setup.engine.pid}/fd`).length;
const ask = (): Promise<unknown> => Promise.all(Array.from({ length: 20 }, (_, i) => rowsOf(setup.client, `SELECT count() FROM t WHERE n > ${i}`)));
const slow = (): Promise<unknown> => Promise.all(Array.from({ length: 4 }, () => rowsOf(setup.client, 'SELECT sleep(0.01)')));

describe('trap 11: descriptors', () => {
  it('500 queries leave none behind', async () => {
    for (let i = 0; i < 5; i += 1) await Promise.all([ask(), slow()]);
    const before = openDescriptors();
    for (let i = 0; i < 25; i += 1) await Promise.all([ask(), slow()]);
    expect(openDescriptors() - before).toBeLessThan(20);
  });
});

describe('backups', () => {
  it('go below ENGINE_BACKUPS and come back, and nowhere else', async () => {
    await setup.client.command({ query: `BACKUP TABLE test.t TO File('${join(backups.path, 'one')}')`, clickhouse_settings: { max_threads: 1 } });
    await setup.client.command({ query: `RESTORE TABLE test.t AS test.restored FROM File('${join(backups.path, 'one')}')` });
    expect(await rowsOf(setup.client, 'SELECT count() AS c FROM restored')).toEqual([{ c: '1000' }]);
    mkdirSync('/tmp/engine-test-elsewhere', { recursive: true });
    await expect(setup.client.command({ query: "BACKUP TABLE test.t TO File('/tmp/engine-test-elsewhere/x')" })).rejects.toMatchObject({ type: 'BAD_ARGUMENTS' });
  });
});
