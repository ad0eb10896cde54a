import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsList, statementWithSettings, tailSettings } from '../src/sql/settings.js';
import { parseStatement } from '../src/sql/statement.js';
import { rowsOf, startWithDatabase } from './engine-process.js';

let setup: Awaited<ReturnType<typeof startWithDatabase>>;
beforeAll(async () => {
  setup = await startWithDatabase();
  await setup.client.command({ query: 'CREATE TABLE t (a UInt64, s String) ENGINE=MergeTree ORDER BY a' });
});
afterAll(() => setup.end());

/** The `max_threads` under which a query runs when the request asks for `max_threads`. */
const threads = async (query: string, max_threads: number): Promise<string> => {
  const rows = await rowsOf<{ n: unknown }>(setup.client, query, { clickhouse_settings: { max_threads } });
  return String(rows[0]?.n);
};
const ASK = "SELECT getSetting('max_threads') AS n";

describe('settings of a request', () => {
  it('apply to a query without a SETTINGS clause', async () => {
    expect(await threads(ASK, 7)).toBe('7');
  });

  it('are merged with a SETTINGS clause of the SQL', async () => {
    const rows = await rowsOf(setup.client, `${ASK}, getSetting('max_block_size') AS b SETTINGS max_block_size = 1234`, { clickhouse_settings: { max_threads: 7 } });
    expect(rows).toEqual([{ n: 7, b: 1234 }]);
  });

  it('lose against the same setting in the SQL', async () => {
    expect(await threads(`${ASK} SETTINGS max_threads = 3`, 7)).toBe('3');
    expect(await threads(`SELECT * FROM (${ASK} SETTINGS max_threads = 3)`, 7)).toBe('3');
  });

  it('reach a UNION, a CTE and a bracketed query', async () => {
    expect(await threads(`${ASK} UNION ALL ${ASK}`, 7)).toBe('7');
    expect(await threads(`WITH 1 AS one ${ASK}`, 7)).toBe('7');
    expect(await threads(`(${ASK})`, 7)).toBe('7');
  });

  it('survive comments, literals and names that look like clauses', async () => {
    expect(await threads(`${ASK}, 'SETTINGS max_threads = 1' AS settings -- SETTINGS max_threads = 2`, 7)).toBe('7');
    expect(await threads(`${ASK}, 1 AS \`FORMAT\` /* FORMAT CSV */`, 7)).toBe('7');
  });

  it('stand behind FORMAT when exec gives the whole SQL', async () => {
    const { stream } = await setup.client.exec({ query: `${ASK} FORMAT CSV SETTINGS max_block_size = 10`, clickhouse_settings: { max_threads: 7 } });
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(text).toBe('7\n');
  });

  it('trap 2: are not sticky: 100 concurrent requests each see their own', async () => {
    const seen = await Promise.all(Array.from({ length: 100 }, (_, i) => threads(ASK, i + 1)));
    expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => String(i + 1)));
    expect(await rowsOf(setup.client, ASK)).toEqual([{ n: 2 }]);
  });

  it('a name that is no setting is error 115', async () => {
    await expect(rowsOf(setup.client, 'SELECT 1', { clickhouse_settings: { no_such_setting: 1 } })).rejects.toMatchObject({ code: '115', type: 'UNKNOWN_SETTING' });
  });

  it('a value holding \\\' does not execute anything (it did through chdb/connection)', async () => {
    const hostile = "x\\'; DROP TABLE test.t; --";
    expect(await rowsOf(setup.client, "SELECT getSetting('log_comment') AS c", { clickhouse_settings: { log_comment: hostile } })).toEqual([{ c: hostile }]);
    expect(await rowsOf(setup.client, 'EXISTS TABLE t')).toEqual([{ result: 1 }]);
  });

  it('apply to INSERT, in front of its own and of its query', async () => {
    await setup.client.command({ query: "INSERT INTO t SELECT getSetting('max_threads'), 'plain'", clickhouse_settings: { max_threads: 5 } });
    await setup.client.command({ query: "INSERT INTO t SETTINGS max_block_size = 10 SELECT getSetting('max_threads'), 'own'", clickhouse_settings: { max_threads: 6 } });
    await setup.client.command({ query: "INSERT INTO t (a, s) SELECT getSetting('max_threads'), 'query' SETTINGS max_threads = 4", clickhouse_settings: { max_threads: 6 } });
    await setup.client.command({ query: "INSERT INTO t (a, s) WITH 1 AS x SELECT getSetting('max_threads'), 'with'", clickhouse_settings: { max_threads: 8 } });
    await setup.client.command({ query: "WITH 1 AS x INSERT INTO t (a, s) SELECT getSetting('max_threads'), 'before'", clickhouse_settings: { max_threads: 9 } });
    expect(await rowsOf(setup.client, 'SELECT s, a FROM t ORDER BY s')).toEqual([
      { s: 'before', a: '9' },
      { s: 'own', a: '6' },
      { s: 'plain', a: '5' },
      { s: 'query', a: '4' },
      { s: 'with', a: '8' },
    ]);
  });

  it('go with every kind of DDL without changing what is stored', async () => {
    const ddl = [
      'CREATE TABLE d (a UInt64, b UInt8) ENGINE=MergeTree ORDER BY a SETTINGS index_granularity = 1024',
      'CREATE TABLE target (a UInt64) ENGINE=MergeTree ORDER BY a',
      'CREATE MATERIALIZED VIEW mv TO target AS SELECT a FROM d',
      'CREATE VIEW v AS SELECT a FROM d SETTINGS max_block_size = 99',
      'ALTER TABLE d ADD COLUMN c UInt8',
      'ALTER TABLE d MODIFY SETTING old_parts_lifetime = 100',
      'ALTER TABLE d DELETE WHERE a = 1 SETTINGS mutations_sync = 2',
      'DELETE FROM d WHERE a = 2',
      'OPTIMIZE TABLE d FINAL',
      'RENAME TABLE d TO d2',
      'EXCHANGE TABLES d2 AND target',
      'EXCHANGE TABLES d2 AND target',
      'TRUNCATE TABLE d2',
      'SYSTEM FLUSH LOGS',
      'DROP VIEW v',
      'DETACH TABLE d2',
      'ATTACH TABLE d2',
    ];
    for (const query of ddl) await setup.client.command({ query, clickhouse_settings: { max_threads: 1, wait_end_of_query: 1 } });
    const rows = await rowsOf<{ create_table_query: string }>(setup.client, "SELECT create_table_query FROM system.tables WHERE database = 'test' AND name IN ('d2', 'mv')");
    expect(rows).toHaveLength(2);
    expect(rows.map((row) => row.create_table_query).join()).not.toMatch(/max_threads|log_comment/);
  });
});

describe('the text of the clauses', () => {
  const settings = new Map([['max_threads', '1'], ['log_comment', "it's"]]);

  it('quotes values', () => {
    expect(settingsList(settings, new Set())).toBe("max_threads='1', log_comment='it\\'s'");
  });

  it('leaves out what the statement sets, before and behind FORMAT', () => {
    expect(tailSettings(parseStatement('SELECT 1 SETTINGS max_threads = 3 FORMAT JSON'), settings)).toBe(" SETTINGS log_comment='it\\'s'");
    expect(tailSettings(parseStatement('SELECT 1 FORMAT JSON SETTINGS log_comment = 1'), settings)).toBe(" SETTINGS log_comment = 1, max_threads='1'");
  });

  it('keeps table settings of CREATE apart', () => {
    const sql = 'CREATE TABLE t (a UInt8) ENGINE=MergeTree ORDER BY a SETTINGS max_threads = 9';
    expect(statementWithSettings(parseStatement(sql), settings)).toBe(`${sql}\nFORMAT Null SETTINGS max_threads='1', log_comment='it\\'s'`);
  });

  it('leaves SYSTEM as it is', () => {
    expect(statementWithSettings(parseStatement('SYSTEM FLUSH LOGS'), settings)).toBe('SYSTEM FLUSH LOGS');
  });
});

it('merged parts have no statistics of columns', async () => {
  const { client } = setup;
  await client.command({ query: 'CREATE TABLE merged (a UInt64, s String) ENGINE=MergeTree ORDER BY a' });
  for (let time = 0; time < 2; time += 1) await client.command({ query: 'INSERT INTO merged SELECT number, toString(number) FROM numbers(1000)' });
  await client.command({ query: 'OPTIMIZE TABLE merged FINAL' });
  const columns = await rowsOf<{ statistics: string[]; rows: string }>(client, "SELECT statistics, rows FROM system.parts_columns WHERE database = currentDatabase() AND table = 'merged' AND active");
  expect(columns).toEqual(Array.from({ length: 2 }, () => ({ statistics: [], rows: '2000' })));
});
