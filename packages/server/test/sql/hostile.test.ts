/** Statements that want more than they may have. None is answered with anything of another site, of another table, or of the machine. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FootfallError } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayCall } from '../../src/questions/sql/functions.js';
import { checkText, checkTree } from '../../src/questions/sql/allowed.js';
import { openSqlWorld, OWN, SECRET, type SqlWorld } from './world.js';

let world: SqlWorld;
let folder: string;
let server: Server;
let asked = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-sql-'));
  writeFileSync(join(folder, 'secret.csv'), '1,secret-of-another\n');
  server = createServer((_request, response) => {
    asked += 1;
    response.end('1,secret-of-another\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  world = await openSqlWorld();
}, 120_000);
afterAll(async () => {
  await world.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const portOf = (): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** `FOLDER` and `PORT` stand for those of this run. */
const REFUSED: readonly string[] = [
  // Other tables, other databases.
  'SELECT * FROM footfall.visits', 'SELECT count() FROM footfall.visits', 'SELECT * FROM "footfall"."visits"', 'SELECT * FROM `footfall.visits`', 'SELECT * FROM footfall.events', 'SELECT footfall.visits.title FROM visits',
  'SELECT 1 FROM visits WHERE id IN footfall.event_ids', 'SELECT 1 IN footfall.visits', 'SELECT 1 IN (footfall.visits)', 'WITH footfall.visits AS t SELECT count() FROM t', 'WITH footfall.visits AS t SELECT 1 IN t', 'SELECT 0 IN system.one', 'SELECT 0 GLOBAL IN system.one', 'SELECT (1, 2) NOT IN SYSTEM.tables',
  'SELECT * FROM system.tables', 'SELECT * FROM system.processes', 'SELECT query FROM system.query_log', 'SELECT * FROM INFORMATION_SCHEMA.tables', 'SELECT * FROM information_schema.columns', 'SELECT * FROM default.visits', 'SELECT * FROM system.users', 'SELECT * FROM system.settings',
  'SELECT * FROM moved_visits', 'SELECT * FROM event_ids', 'SELECT * FROM migrations', 'SELECT * FROM rolled_hours', 'SELECT * FROM session_fixes', 'SELECT * FROM visits_local', 'SELECT * FROM users', 'SELECT * FROM one', 'SELECT * FROM tables', 'SELECT batch_id FROM visits',
  'SELECT * FROM visits SAMPLE 1/10', 'SELECT * FROM visits JOIN footfall.visits AS b USING (id)', 'SELECT * FROM (SELECT * FROM (SELECT * FROM footfall.visits))', 'SELECT (SELECT max(title) FROM footfall.visits)', 'SELECT exists(SELECT 1 FROM footfall.visits)',
  'SELECT * FROM visits WHERE id IN (SELECT id FROM footfall.visits)', 'SELECT 1 UNION ALL SELECT count() FROM footfall.visits', 'SELECT 1 EXCEPT SELECT count() FROM footfall.visits', 'SELECT 1 INTERSECT SELECT count() FROM footfall.visits', 'SELECT footfall.visits.* FROM visits',
  'WITH RECURSIVE r AS (SELECT title FROM footfall.visits UNION ALL SELECT title FROM r) SELECT * FROM r', 'SELECT * FROM merge(footfall, \'visits\')', "SELECT * FROM merge('footfall', 'visits')", "SELECT * FROM merge('visits')",
  // Files.
  "SELECT * FROM file('FOLDER/secret.csv')", "SELECT * FROM file('FOLDER/secret.csv', 'CSV', 'a Int, b String')", "SELECT file('FOLDER/secret.csv')", 'SELECT * FROM `FOLDER/secret.csv`', "SELECT * FROM 'FOLDER/secret.csv'", 'SELECT * FROM "/etc/passwd"', 'SELECT 1 IN `/etc/passwd`', 'SELECT * FROM `file(\'/etc/passwd\')`', "SELECT * FROM fileCluster('c', '/etc/passwd')",
  "SELECT 1 INTO OUTFILE 'FOLDER/out.csv'", "SELECT 1 INTO OUTFILE 'FOLDER/out.csv' FORMAT CSV", "SELECT 1) INTO OUTFILE 'FOLDER/out.csv' FORMAT CSV -- ", "SELECT 1) INTO OUTFILE 'FOLDER/out.csv' FORMAT CSV /*", "(SELECT 1) INTO OUTFILE 'FOLDER/out.csv' TRUNCATE", "SELECT * FROM (SELECT 1 INTO OUTFILE 'FOLDER/out.csv')",
  "SELECT * FROM sqlite('FOLDER/footfall.db', 'users')", "SELECT * FROM python('x')", "SELECT * FROM executable('id', 'TSV', 'a String')", "SELECT * FROM filesystem('/')", "SELECT filesystemAvailable()", "BACKUP DATABASE footfall TO File('FOLDER/b')", "SELECT * FROM icebergLocal('FOLDER')", "SELECT * FROM deltaLakeLocal('FOLDER')", "SELECT * FROM input('a String')",
  // The network.
  "SELECT * FROM url('http://127.0.0.1:PORT/', 'CSV', 'a Int, b String')", "SELECT * FROM URL('http://127.0.0.1:PORT/')", "SELECT * FROM urlCluster('c', 'http://127.0.0.1:PORT/', 'CSV')", "SELECT * FROM s3('http://127.0.0.1:PORT/a/b.csv')", "SELECT * FROM gcs('http://127.0.0.1:PORT/')", "SELECT * FROM remote('127.0.0.1:PORT', system.one)", "SELECT * FROM remoteSecure('127.0.0.1:PORT', system.one)", "SELECT * FROM cluster('c', system.one)", "SELECT * FROM clusterAllReplicas('c', system.one)",
  "SELECT * FROM mysql('127.0.0.1:PORT', 'a', 'b', 'c', 'd')", "SELECT * FROM postgresql('127.0.0.1:PORT', 'a', 'b', 'c', 'd')", "SELECT * FROM mongodb('127.0.0.1:PORT', 'a', 'b', 'c', 'd')", "SELECT * FROM redis('127.0.0.1:PORT', 'a', 'b')", "SELECT * FROM hdfs('hdfs://127.0.0.1:PORT/a')", "SELECT * FROM azureBlobStorage('http://127.0.0.1:PORT')", "SELECT * FROM odbc('DSN=x', 'a', 'b')", "SELECT * FROM jdbc('jdbc:x', 'a')", "SELECT * FROM ytsaurus('http://127.0.0.1:PORT', 'a', 'b', 'c')", "SELECT * FROM arrowFlight('127.0.0.1:PORT', 'a')",
  // Other table functions.
  'SELECT * FROM numbers(10)', 'SELECT * FROM zeros(10)', 'SELECT * FROM generate_series(1, 10)', "SELECT * FROM generateRandom('a Int')", "SELECT * FROM values('a Int', 1)", 'SELECT * FROM view(SELECT 1)', 'SELECT * FROM viewIfPermitted(SELECT 1 ELSE null(\'a Int\'))', "SELECT * FROM null('a Int')", "SELECT * FROM dictionary('d')", 'SELECT * FROM loop(footfall.visits)', "SELECT * FROM mergeTreeIndex('footfall', 'visits')", "SELECT * FROM mergeTreeParts('footfall', 'visits')", "SELECT * FROM format('CSV', '1')", 'SELECT * FROM fuzzQuery(\'SELECT 1\')', 'SELECT 1 IN numbers(10)',
  // Functions about other things.
  "SELECT dictGet('d', 'a', 1)", "SELECT joinGet('footfall.visits', 'title', 1)", "SELECT hasColumnInTable('footfall', 'visits', 'title')", "SELECT getSetting('readonly')", 'SELECT version()', 'SELECT hostName()', 'SELECT currentUser()', 'SELECT currentDatabase()', 'SELECT uptime()', "SELECT getMacro('x')", 'SELECT tcpPort()', 'SELECT serverUUID()', 'SELECT queryID()', "SELECT getServerSetting('x')", "SELECT showCertificate()", "SELECT getOSKernelVersion()", "SELECT getClientHTTPHeader('x')", "SELECT catboostEvaluate('/etc/passwd', 1)", "SELECT evalMLMethod(1)", 'SELECT @@version', "SELECT regionToName(1)", "SELECT aiGenerate('x', 'y')",
  'SELECT sleep(3)', 'SELECT sleepEachRow(1) FROM visits', 'SELECT `sleep`(3)', 'SELECT SLEEP(3)', 'SELECT throwIf(1)', "SELECT addressToLine(1)", "SELECT arrayReduce('sum', [1])", "SELECT initializeAggregation('sum', 1)", "SELECT runningAccumulate(sumState(1))", 'SELECT sumState(1)', 'SELECT hex(uniqState(1))', "SELECT finalizeAggregation(unhex('00'))", "SELECT CAST(unhex('00') AS AggregateFunction(sum, UInt64))", "SELECT unhex('00')::AggregateFunction(uniq, String)", "SELECT CAST('1', concat('UInt', '8'))", "SELECT formatRow('CSV', 1)", "SELECT defaultValueOfTypeName('AggregateFunction(sum, UInt64)')", "SELECT JSONExtract('1', 'AggregateFunction(sum, UInt64)')", 'SELECT arrayFold(a, x -> a, [1], 0)', "SELECT reinterpret(1, 'String')",
  'SELECT * APPLY(sleep) FROM visits', 'SELECT * APPLY(x -> sleep(x)) FROM visits', "SELECT COLUMNS('id') APPLY(sleepEachRow) FROM visits", "SELECT accurateCast('1', 'String')", 'SELECT arrayMap(x -> sleep(1), [1])', 'SELECT sum(sleep(1)) OVER () FROM visits', 'SELECT 1 ORDER BY sleep(1)', 'SELECT 1 LIMIT sleep(1)', 'SELECT count() FROM visits GROUP BY GROUPING SETS ((sleep(1)))', 'SELECT 1 WHERE sleep(1)', 'WITH sleep(1) AS x SELECT x', 'SELECT if(0, sleep(1), 1)', 'SELECT * REPLACE (sleep(1) AS id) FROM visits',
  // Settings, other clauses, other statements.
  'SELECT 1 SETTINGS max_execution_time = 0', 'SELECT * FROM (SELECT 1 SETTINGS readonly = 0)', "SELECT count() FROM visits SETTINGS additional_table_filters = {}", 'SELECT 1 FORMAT JSON', 'SELECT 1 FORMAT Null SETTINGS readonly = 0', 'SELECT 1 SETTINGS allow_ddl = 1',
  'SELECT 1; SELECT 2', 'SELECT 1; DROP TABLE footfall.visits', 'SELECT 1); DROP TABLE footfall.visits; SELECT (1', 'SELECT 1) UNION ALL SELECT * FROM (SELECT 2', 'SELECT 1)', '(SELECT 1', 'SELECT 1 /*', "SELECT '", 'SELECT `', "SELECT $a$ x", 'SELECT 1 -- \n)', '', ' ', ';', 'SELECT',
  'DROP TABLE footfall.visits', 'DROP DATABASE footfall', 'TRUNCATE TABLE footfall.visits', 'INSERT INTO footfall.visits SELECT * FROM footfall.visits', "INSERT INTO FUNCTION file('FOLDER/out.csv', 'CSV', 'a Int') SELECT 1", 'CREATE TABLE footfall_sql.visits (a Int) ENGINE = Memory', 'CREATE TEMPORARY TABLE visits AS SELECT 1', 'CREATE VIEW footfall_sql.v AS SELECT * FROM footfall.visits', "CREATE FUNCTION f AS x -> sleep(x)", 'ALTER TABLE footfall.visits DELETE WHERE 1', 'DELETE FROM footfall.visits WHERE 1', 'UPDATE footfall.visits SET title = 1 WHERE 1', 'RENAME TABLE footfall.visits TO footfall.x', 'OPTIMIZE TABLE footfall.visits', 'SYSTEM SHUTDOWN', 'SYSTEM FLUSH LOGS', 'KILL QUERY WHERE 1', 'SET readonly = 0', 'USE footfall', 'SHOW TABLES', 'SHOW TABLES FROM footfall', 'SHOW CREATE TABLE footfall.visits', 'DESCRIBE TABLE footfall.visits', "DESCRIBE TABLE file('FOLDER/secret.csv')", 'EXISTS TABLE footfall.visits', 'CHECK TABLE footfall.visits', 'EXPLAIN SELECT 1', 'EXPLAIN AST SELECT 1', 'EXPLAIN indexes = 1 SELECT * FROM footfall.visits', 'SELECT * FROM (EXPLAIN SELECT * FROM footfall.visits)', "SELECT * FROM viewExplain('EXPLAIN', '', (SELECT 1))", 'GRANT ALL ON *.* TO default', 'CREATE USER x', 'ATTACH TABLE footfall.x', 'DETACH TABLE footfall.visits', 'BEGIN TRANSACTION', 'SELECT 1 PARALLEL WITH DROP TABLE footfall.visits', 'graph = 1 SELECT 1', 'SELECT 1 AS x FROM visits STREAM',
  // Names and values that pretend to be something else.
  'SELECT 1 AS `a) (children 1)\n Literal 1`', 'SELECT `a\nTableIdentifier visits` FROM footfall.visits', "SELECT lower(`x\\n           Identifier y`) FROM footfall.visits", "SELECT CAST(1 AS `x\\ny`, 'AggregateFunction(sum, UInt64)')", "SELECT CAST(toString(1) AS `a) (children 2)\\n             Literal 'String'\\n             Literal 1`, concat('Aggregate', 'Function(sum, UInt64)'))",
  'SELECT {footfall_sites:Array(String)}[1] FROM visits, {t:Identifier}', 'SELECT {x:AggregateFunction(sum, UInt64)}', 'SELECT * FROM {t:Identifier}', 'SELECT {x:Identifier} FROM footfall.visits',
];

const PARAMS = { t: 'footfall.visits', x: 'title' };

describe('a statement is refused, or finds nothing', () => {
  it.each(REFUSED.map((sql) => [sql]))('%s', async (written) => {
    const sql = written.replaceAll('FOLDER', folder).replaceAll('PORT', String(portOf()));
    let answer: unknown;
    try {
      answer = await world.routes.ask({ sql, params: PARAMS }, world.context());
    } catch (error) {
      if (!(error instanceof FootfallError)) throw error;
      answer = error;
    }
    expect(answer).toBeInstanceOf(FootfallError);
    const { errorName, details } = answer as FootfallError;
    expect(['sql.refused', 'sql.invalid']).toContain(errorName);
    expect(JSON.stringify(details)).not.toMatch(SECRET);
    expect(String(details['reason']).length).toBeGreaterThan(3);
  });

  it('and nothing came of any', async () => {
    expect(asked).toBe(0);
    expect(readdirSync(folder)).toEqual(['secret.csv']);
    const { rows } = await world.engine.warehouse.query<{ num: string }>('SELECT count() AS num FROM visits', {});
    expect(rows).toEqual([{ num: String(world.records.visits.length) }]);
    const { rows: left } = await world.engine.warehouse.query<{ num: string }>("SELECT count() AS num FROM system.tables WHERE database = 'footfall_sql'", {});
    expect(left).toEqual([{ num: '0' }]);
  });
});

describe('rows of other sites', () => {
  it('never show, however a statement is turned', async () => {
    const count = String(world.records.visits.filter(({ site_id }) => OWN.includes(site_id)).length);
    for (const sql of [
      'SELECT count() FROM visits WHERE site_id > 0 OR 1 = 1', 'SELECT count() FROM visits WHERE NOT (site_id IN (1, 3)) OR 1', 'WITH visits AS (SELECT * FROM visits) SELECT count() FROM visits', 'SELECT count() FROM visits AS footfall', 'SELECT count() FROM (SELECT site_id FROM visits UNION DISTINCT SELECT site_id FROM visits) AS s JOIN visits AS v ON v.site_id = s.site_id',
      'SELECT count() FROM visits WHERE id IN (SELECT id FROM visits)', 'SELECT countIf(site_id IN (SELECT id FROM sites)) FROM visits', 'SELECT sum(1) FROM visits FINAL',
    ]) {
      const { rows } = await world.routes.ask({ sql, params: {} }, world.context()).catch((error: unknown) => ({ rows: [[error instanceof FootfallError ? count : error]] }));
      expect([sql, rows]).toEqual([sql, [[count]]]);
    }
    const { rows } = await world.routes.ask({ sql: 'SELECT DISTINCT site_id FROM visits UNION DISTINCT SELECT site_id FROM spider_hits UNION DISTINCT SELECT site_id FROM events UNION DISTINCT SELECT site_id FROM ledger', params: {} }, world.context());
    expect(rows.flat().map(Number).toSorted((a, b) => a - b)).toEqual(OWN);
  });

  it('make no statement fail that would not fail without them', async () => {
    // Titles are numbers on the sites that are granted, and words on the others, in the same pieces of the table.
    for (const sql of ['SELECT sum(toUInt32(title)) FROM visits', 'SELECT sum(toUInt32(title)) FROM visits WHERE toUInt32(title) >= 0', 'SELECT sum(n) FROM (SELECT toUInt32(title) AS n, site_id FROM visits) WHERE n >= 0 AND site_id > 0', 'SELECT sum(toUInt32(title)) FROM visits WHERE toUInt32(title) >= 0 AND site_id IN (1, 2, 3, 4)', 'SELECT sum(toUInt32(a.title)) FROM visits AS a JOIN (SELECT DISTINCT site_id FROM visits) AS b ON a.site_id = b.site_id WHERE toUInt32(a.title) >= 0']) {
      const { rows } = await world.routes.ask({ sql, params: {} }, world.context());
      const sum = world.records.visits.filter(({ site_id }) => OWN.includes(site_id)).reduce((total, { title }) => total + Number(title), 0);
      expect([sql, rows]).toEqual([sql, [[String(sum)]]]);
    }
  });

  it('are left out by the store as well, were a table of ours ever named', async () => {
    const limits = { seconds: 5, memory: 100_000_000, rowsRead: 1_000_000, rows: 10, bytes: 10_000 };
    const run = (sql: string) => world.engine.warehouse.statements.run(sql, { params: {}, signal: new AbortController().signal, sites: OWN, limits });
    expect((await run('SELECT DISTINCT site_id FROM footfall.visits ORDER BY 1')).rows.flat()).toEqual(OWN);
    expect((await run('SELECT count() FROM footfall.migrations')).rows).toEqual([['0']]);
    await expect(run('SELECT count() FROM visits')).rejects.toThrow(FootfallError);
  });
});

describe('what is allowed', () => {
  it('is a list: a function, node or type that is not known is refused', () => {
    expect(['count', 'COUNT', 'uniqExactIf', 'sumOrDefaultIf', 'quantileExactIf', 'arrayMap'].map(mayCall)).toEqual([true, true, true, true, true, true]);
    expect(['sumState', 'sumMerge', 'sumSimpleState', 'file', 'sleep', 'nothere', 'if_', 'dictGet', ''].map(mayCall)).toEqual(Array.from({ length: 9 }, () => false));
  });

  it.each([
    'SELECT 1 FROM visits UUID \'00000000-0000-0000-0000-000000000001\'', 'SELECT `a)`', 'SELECT `a\\nb`', 'SELECT 1 AS "a"', "SELECT 'a", 'EXPLAIN SELECT 1', 'DROP TABLE x', 'SELECT 1\nFROM visits',
  ])('%j is refused as it is written', (text) => {
    expect(() => checkText(text)).toThrow(FootfallError);
    expect(() => checkText(String.raw`WITH 1 AS ${'`a b`'} SELECT '\'\\\`', ${'`a b`'} FROM visits`)).not.toThrow();
  });

  it.each([
    ['a child too few', ['SelectQuery (children 2)', ' Literal UInt64_1']],
    ['a child too many', ['SelectQuery (children 1)', ' Literal UInt64_1', ' Literal UInt64_1']],
    ['a step too deep', ['SelectQuery (children 1)', '  Literal UInt64_1']],
    ['nothing', []],
    ['a second tree', ['Literal UInt64_1', 'Literal UInt64_1']],
    ['a node of a later version', ['SelectQuery (children 1)', ' PipeOperator']],
  ])('a tree with %s is refused', (_name, lines) => {
    expect(() => checkTree(lines, ['footfall'])).toThrow(FootfallError);
  });
});
