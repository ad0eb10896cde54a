import { describe, expect, it } from 'vitest';
import { tableChanged, tablesRead } from '../../src/warehouse/tables-of.js';

const read = (sql: string): string[] | null => tablesRead(sql)?.toSorted() ?? null;

describe('a question reads', () => {
  it.each([
    ['SELECT count() FROM visits WHERE site_id = 1', ['visits']],
    ['SELECT 1 AS part FROM spider_hits AS h\nUNION ALL SELECT 2 FROM (SELECT * FROM footfall.events)', ['events', 'spider_hits']],
    ['SELECT 1 FROM visits WHERE visitor GLOBAL IN (SELECT visitor FROM visitor_numbers) AND ip IN address_numbers', ['address_numbers', 'visitor_numbers', 'visits']],
    ['SELECT 1 FROM visits ANY LEFT JOIN (SELECT 1 FROM ledger) AS l ON 1, spider_hits', ['ledger', 'spider_hits', 'visits']],
    ['SELECT a FROM visits ARRAY JOIN [1, 2] AS a', ['visits']],
    ["SELECT 'events' AS table FROM visits", ['events', 'visits']],
  ])('%s: the tables it names', (sql, tables) => {
    expect(read(sql)).toEqual(tables);
  });

  it.each([
    'SELECT 1',
    'SELECT name FROM system.parts',
    'SELECT 1 FROM visits, (SELECT 1 FROM system.parts)',
    'WITH some AS (SELECT 1 FROM visits) SELECT 1 FROM some',
    "SELECT 1 FROM merge('footfall', 'visits')",
    "SELECT 1 FROM visits WHERE url IN (SELECT url FROM file('visits'))",
    'SELECT 1 FROM visits ANY LEFT JOIN others ON 1',
    'SELECT 1 FROM `visits`',
    'SELECT 1 FROM visits, others',
    'SELECT 1 FROM visits AS v , system.parts AS p',
    'SELECT 1 FROM {table:Identifier}',
  ])('%s: any table', (sql) => {
    expect(read(sql)).toBeNull();
  });
});

describe('a statement changes', () => {
  it.each([
    ['INSERT INTO visits (batch_id, id) FORMAT Native', 'visits'],
    ['INSERT INTO rolled_hours (site_id) SELECT 1 FROM visits', 'rolled_hours'],
    ['insert into footfall.ledger FORMAT JSONCompactEachRow', 'ledger'],
    ['UPDATE visits SET session_id = 1 WHERE site_id IN (SELECT site_id FROM session_fixes)', 'visits'],
    ['DELETE FROM moved_visits WHERE run = 1', 'moved_visits'],
    ['ALTER TABLE spider_hits DELETE WHERE batch_id = 1', 'spider_hits'],
    ['ALTER TABLE session_fixes DROP PARTITION {run:UInt64}', 'session_fixes'],
    ['ALTER TABLE rolled_values DELETE IN PARTITION {site:UInt32} WHERE 1', 'rolled_values'],
  ])('%s: rows of %s', (sql, table) => {
    expect(tableChanged(sql)).toBe(table);
  });

  it.each([
    'ALTER TABLE visits MOVE PARTITION 1 TO TABLE spider_hits',
    'ALTER TABLE visits REPLACE PARTITION 1 FROM events',
    'ALTER TABLE visits ADD COLUMN a UInt8',
    'TRUNCATE TABLE IF EXISTS footfall.visits',
    'EXCHANGE TABLES visits AND events',
    'OPTIMIZE TABLE visits',
    'INSERT INTO visits_local FORMAT Native',
    'INSERT INTO TABLE FUNCTION file(1) SELECT 1',
    'ALTER TABLE visits ON CLUSTER here DELETE WHERE 1',
    'RESTORE TABLE visits FROM 1',
  ])('%s: maybe any table', (sql) => {
    expect(tableChanged(sql)).toBeNull();
  });
});
