import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSlowQuestions } from '../../src/warehouse/slow-questions.js';
import { startEngine, type TestEngine } from './start-engine.js';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

it('remembers what took long, by its text, with the values of the longest', () => {
  let at = 5_000;
  const slow = createSlowQuestions(() => at, 1_000);
  slow.note('SELECT 1', { a: 1 }, 999, 5);
  expect(slow.list()).toEqual([]);
  slow.note('SELECT 1', { a: 1 }, 1_500, 5);
  at = 6_000;
  slow.note('SELECT 1', { a: 2 }, 1_200, 9);
  slow.note('SELECT 2', {}, 30_000, 0);
  const [first, second] = slow.list();
  expect(first).toMatchObject({ sql: 'SELECT 2', times: 1, longest: 30_000 });
  expect(second).toMatchObject({ sql: 'SELECT 1', params: { a: 1 }, times: 2, longest: 1_500, rowsRead: 5, lastAt: 6_000 });
  expect(slow.find(second?.id ?? '')).toBe(second);
  expect(slow.find('nothing')).toBeUndefined();
});

it('keeps fifty texts, the last seen', () => {
  const slow = createSlowQuestions(() => 0, 0);
  for (let at = 0; at < 60; at += 1) slow.note(`SELECT ${String(at)}`, {}, at, 0);
  expect(slow.list()).toHaveLength(50);
  expect(slow.list().map(({ sql }) => sql)).not.toContain('SELECT 9');
});

it('tells the plan of a question with its values, and what sites have', async () => {
  const { warehouse } = engine;
  const sql = 'SELECT count() AS num FROM visits WHERE site_id = {site:UInt32}';
  expect((await warehouse.explain(sql, { site: 7 })).join('\n')).toMatch(/Filter column: site_id = 7[^]*Read/u);
  const union = 'SELECT count() AS num FROM visits WHERE site_id IN {sites:Array(UInt32)} UNION ALL SELECT count() AS num FROM events';
  expect((await warehouse.explain(union, { sites: [7, 8] })).length).toBeGreaterThan(3);
  expect(await warehouse.sizes()).toEqual([]);
  const rows = [[9, '1', 7], [9, '2', 7], [9, '3', 8]].map((row) => `${JSON.stringify(row)}\n`).join('');
  await warehouse.insert({ table: 'visits', columns: ['batch_id', 'id', 'site_id'], body: Buffer.from(rows), token: 'sizes' });
  const sizes = (await warehouse.sizes()).toSorted((a, b) => a.siteId - b.siteId);
  expect(sizes.map(({ siteId, table, rows: num }) => [siteId, table, num])).toEqual([[7, 'visits', 2], [8, 'visits', 1]]);
  const [seven, eight] = sizes;
  expect(eight?.bytes).toBeGreaterThan(0);
  expect(Math.abs((seven?.bytes ?? 0) - 2 * (eight?.bytes ?? 0))).toBeLessThanOrEqual(2);
});
