import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWithDatabase } from '../engine-process.js';

const PATIENCE_MS = 60_000;

let setup: Awaited<ReturnType<typeof startWithDatabase>>;
beforeAll(async () => {
  setup = await startWithDatabase();
});
afterAll(() => setup.end());

it('gives memory back when nothing is asked for a while, and answers as before', async () => {
  const { client, engine } = setup;
  const ask = async (): Promise<unknown> => (await client.query({ query: 'SELECT number % 7 AS day, uniqExact(sipHash64(number)), quantile(0.9)(number) FROM numbers(100000) GROUP BY day ORDER BY day', format: 'JSONEachRow' })).json();
  const inMemory = (): number => Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${engine.pid}/status`, 'utf8'))?.[1]) / 1024;
  const answer = await ask();
  const held = inMemory();
  const until = Date.now() + PATIENCE_MS;
  while (inMemory() > held - 100 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 500));
  expect(held - inMemory()).toBeGreaterThan(100);
  expect(await ask()).toEqual(answer);
}, PATIENCE_MS + 20_000);
