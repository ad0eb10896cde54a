import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rowsOf, startEngine, temporaryFolder } from './engine-process.js';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** Where the tables lie; links of their names lead there too. */
const entries = (): string[] => readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((path) => /^store\/store\/.*mutation_\d+\.txt$/u.test(path)).map((path) => join(folder.path, path)).toSorted();

/** A table of which some rows were deleted twice; gives the entries of both. */
async function mutated(): Promise<string[]> {
  const engine = await startEngine(folder.path);
  const client = engine.client();
  await client.command({ query: 'CREATE DATABASE test ENGINE=Atomic' });
  await client.command({ query: 'CREATE TABLE test.t (n UInt64) ENGINE=MergeTree ORDER BY n' });
  await client.command({ query: 'INSERT INTO test.t SELECT number FROM numbers(10)' });
  for (const n of [3, 7]) await client.command({ query: `ALTER TABLE test.t DELETE WHERE n = ${n}`, clickhouse_settings: { mutations_sync: '2' } });
  await engine.stop();
  return entries();
}

const LEFT = [0, 1, 2, 4, 5, 6, 8, 9];

it.each([
  ['empty, as a full disk leaves it', (file: string) => truncateSync(file, 0)],
  ['zeros, as a power cut leaves it', (file: string) => writeFileSync(file, Buffer.alloc(readFileSync(file).length))],
  ['cut off in the middle', (file: string) => truncateSync(file, 40)],
])('an entry of a mutation that is %s does not keep the table from opening; it is kept aside', async (_, damage) => {
  const [first = '', second = ''] = await mutated();
  damage(second);
  const engine = await startEngine(folder.path);
  expect(engine.first.fatal).toBeUndefined();
  const rows = await rowsOf<{ n: string }>(engine.client({ database: 'test' }), 'SELECT n FROM t ORDER BY n');
  expect(rows.map(({ n }) => Number(n))).toEqual(LEFT);
  expect(engine.log()).toContain('"event":"mutation_unreadable"');
  expect(entries()).toEqual([first]);
  expect(readdirSync(join(folder.path, 'broken'))).toEqual([expect.stringMatching(new RegExp(`^[0-9a-f-]{36}-${basename(second)}$`, 'u')) as unknown]);
  await engine.client({ database: 'test' }).command({ query: 'ALTER TABLE t DELETE WHERE n = 0', clickhouse_settings: { mutations_sync: '2' } });
  expect(await rowsOf(engine.client({ database: 'test' }), 'SELECT count() AS num FROM t')).toEqual([{ num: '7' }]);
  await engine.stop();
});

it('whole entries are left where they are', async () => {
  const before = await mutated();
  expect(before).toHaveLength(2);
  const engine = await startEngine(folder.path);
  expect(engine.log()).not.toContain('mutation_unreadable');
  expect(entries()).toEqual(before);
  await engine.stop();
});
