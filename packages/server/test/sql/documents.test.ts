/** The examples of the documents and of the screen are answered, with what a loop over the records finds. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlWorld, OWN, type SqlWorld } from './world.js';

let world: SqlWorld;
beforeAll(async () => {
  world = await openSqlWorld();
}, 120_000);
afterAll(() => world.close());

const source = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8');
const page = source('docs/sql.md');
const documented = [...[...page.matchAll(/"sql": "([^"]+)"/gu)].map(([, sql = '']) => sql), ...[...page.matchAll(/`(SELECT [^`]+)`/gu)].map(([, sql = '']) => sql)];
const onScreen = [...source('packages/console/src/screens/sql/examples.ts').matchAll(/`(SELECT [^`]+)`/gu)].map(([, sql = '']) => sql);

it.each([...documented, ...onScreen])('%s', async (sql) => {
  const { columns } = await world.ask(sql, sql.includes('{day:') ? { day: '2026-11-01' } : {});
  expect(columns.length).toBeGreaterThan(1);
});

it('are three of each, and count right', async () => {
  expect([documented.length, onScreen.length]).toEqual([3, 3]);
  const bare = (url: string): string => url.replace(/[?#].*$/su, '');
  const visited = new Set(world.records.visits.filter(({ site_id }) => OWN.includes(site_id)).map(({ url }) => bare(url)));
  const unread = world.records.hits.filter(({ site_id, url }) => OWN.includes(site_id) && !visited.has(bare(url)));
  const { rows, columns } = await world.ask(documented[1] ?? '');
  const at = columns.findIndex(({ name }) => name === 'fetched');
  expect(rows.reduce((sum, row) => sum + Number(row[at]), 0)).toBe(unread.length);
  expect(unread.length).toBeGreaterThan(0);
});
