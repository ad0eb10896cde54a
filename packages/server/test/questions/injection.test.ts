/** Whatever stands in an input, it stays a value: the text of the query is the same, and the answer is that of no match. */
import { endpoints } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { homeRoutes } from '../../src/routes/home.js';
import { reportRoutes } from '../../src/routes/report.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, depsOf } from './ask.js';
import { CLOCK_CHANGES, makeFixture, store } from './fixture.js';

const HOSTILE = [
  "' OR 1 = 1 --",
  "') OR 1 = 1 --",
  "\\' OR 1 = 1 --",
  '{site:UInt32}',
  '{filter0:String}',
  '`; DROP TABLE visits; --',
  "'; DROP TABLE visits; --",
  "x' UNION ALL SELECT * FROM visits --",
  "$$ OR 1 = 1 $$",
  "' /* ",
  '\\',
  '\\N',
  "\u0000' OR 1 --",
  '‘ OR 1 = 1',
  'tab\there',
  "line\n' OR 1",
  '😀',
] as const;

interface Size {
  readonly name: string;
  readonly total_rows: string;
}

/** Every table, and how many rows it has. */
const TABLES = "SELECT name, total_rows FROM system.tables WHERE database = 'footfall' ORDER BY name";

let engine: TestEngine;
let tables: readonly Size[];
const asked: { sql: string; params: unknown }[] = [];
const listening: QuestionStore = {
  query: (sql, params, options) => {
    asked.push({ sql, params });
    return engine.warehouse.query(sql, params, options);
  },
  stream: (sql, params, options) => {
    asked.push({ sql, params });
    return engine.warehouse.stream(sql, params, options);
  },
};
const NOW = CLOCK_CHANGES.berlinAutumn;
const query_time: [string, string] = ['2026-01-01 00:00:00', '2026-12-31 23:59:59'];

beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, makeFixture());
  ({ rows: tables } = await engine.warehouse.query<Size>(TABLES, {}));
});
afterAll(() => engine.stop());

/** The texts of the queries that some work makes. */
async function textsOf(work: () => Promise<unknown>): Promise<string[]> {
  asked.length = 0;
  await work();
  expect(asked.length).toBeGreaterThan(0);
  return asked.map(({ sql }) => sql);
}

const home = homeRoutes(depsOf(listening, NOW));
const report = reportRoutes(depsOf(listening, NOW));

describe.each(HOSTILE)('%j', (value) => {
  it('as device type finds nothing on any panel', async () => {
    const found = await ask(endpoints.home.trend, home.trend, { query_time, device_type: value.slice(0, 40) });
    expect(found.total.now).toEqual({ pv: 0, uv: 0, ip: 0 });
    expect((await ask(endpoints.home.topList, home.topList, { query_time, type: 'url', device_type: value.slice(0, 40) })).total).toBe(0);
    expect((await ask(endpoints.home.pie, home.pie, { query_time, type: 'browser', device_type: value.slice(0, 40) })).list).toEqual([]);
    expect((await ask(endpoints.home.summary, home.summary, { query_time, device_type: value.slice(0, 40) })).list.every((row) => row.pv === 0)).toBe(true);
  });

  it.each(['url', 'referer', 'entry_url', 'browser_name', 'ip'] as const)('as %s finds nothing, and is in no text', async (field) => {
    const work = (text: string) => ask(endpoints.report.deviceLogs, report.deviceLogs, { query_time, [field]: text.slice(0, 45) });
    const harmless = await textsOf(() => work('harmless'));
    const hostile = await textsOf(async () => expect((await work(value)).meta.pagination.total).toBe(0));
    expect(hostile).toEqual(harmless);
  });

  it('as domain is no site', async () => {
    await expect(ask(endpoints.home.pie, home.pie, { query_time, type: 'browser', domain: `x${value}` })).rejects.toMatchObject({ errorName: 'site.unknown' });
  });
});

it('finds a value that looks like SQL where it is really stored', async () => {
  const url = "https://shop.example/?q=' OR 1 = 1 -- {site:UInt32} \\";
  const body = Buffer.from(`${JSON.stringify([9, '77', 1, CLOCK_CHANGES.berlinAutumn, url, '203.0.113.9'])}\n`);
  await engine.warehouse.insert({ table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at', 'url', 'ip'], body, token: 'hostile' });
  const { list } = await ask(endpoints.report.deviceLogs, report.deviceLogs, { query_time, url });
  expect(list.map((row) => [row.id, row.url, row.ip])).toEqual([['77', url, '203.0.113.9']]);
});

it('has lost no table and no row', async () => {
  const { rows } = await engine.warehouse.query<Size>(TABLES, {});
  expect(rows.length).toBeGreaterThan(6);
  // A visit of its own was added above.
  const added = rows.map((row) => (row.name === 'visits' ? { ...row, total_rows: String(Number(row.total_rows) - 1) } : row));
  expect(added).toEqual(tables);
});
