import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWithDatabase } from '../engine-process.js';

const PATIENCE_MS = 60_000;

let setup: Awaited<ReturnType<typeof startWithDatabase>>;
beforeAll(async () => {
  setup = await startWithDatabase();
});
afterAll(() => setup.end());

it('gives memory and the blocks it keeps back when nothing is asked for a while, and answers as before', async () => {
  const { client, engine } = setup;
  const ask = async (): Promise<unknown> => (await client.query({ query: 'SELECT number % 7 AS day, uniqExact(sipHash64(number)), quantile(0.9)(number) FROM numbers(100000) GROUP BY day ORDER BY day', format: 'JSONEachRow' })).json();
  const blocks = async (): Promise<number> => Number((await (await client.query({ query: "SELECT value FROM system.metrics WHERE metric = 'UncompressedCacheBytes'", format: 'JSONEachRow' })).json<{ value: string }>())[0]?.value);
  await client.command({ query: 'CREATE TABLE kept (n UInt64) ENGINE = MergeTree ORDER BY n' });
  await client.command({ query: 'INSERT INTO kept SELECT number FROM numbers(100000)' });
  await (await client.query({ query: 'SELECT sum(n) FROM kept', format: 'JSONEachRow' })).json();
  expect(await blocks()).toBeGreaterThan(0);
  const inMemory = (): number => Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${engine.pid}/status`, 'utf8'))?.[1]) / 1024;
  const answer = await ask();
  const held = inMemory();
  const until = Date.now() + PATIENCE_MS;
  while (inMemory() > held - 100 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 500));
  expect(held - inMemory()).toBeGreaterThan(100);
  expect(await blocks()).toBe(0);
  expect(await ask()).toEqual(answer);
}, PATIENCE_MS + 20_000);
