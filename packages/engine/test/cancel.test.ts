import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRET, rowsOf, startWithDatabase } from './engine-process.js';

let setup: Awaited<ReturnType<typeof startWithDatabase>>;
beforeAll(async () => {
  setup = await startWithDatabase({ ENGINE_READERS: '2', ENGINE_QUEUE: '4' });
});
afterAll(() => setup.end());

/** How many statements whose text contains `tag` the engine is running. */
async function running(tag: string): Promise<number> {
  const rows = await rowsOf<{ c: string }>(setup.client, `SELECT count() AS c FROM system.processes WHERE position(query, {tag:String}) > 0 AND position(query, 'system.processes') = 0`, { query_params: { tag } });
  return Number(rows[0]?.c);
}

async function until(condition: () => Promise<boolean>, ms: number): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > ms) throw new Error(`not within ${ms} ms`);
    await delay(10);
  }
  return performance.now() - start;
}

const ENDLESS = 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)';

const rowsOfAborted = async (query: string, signal: AbortSignal): Promise<unknown> => (await setup.client.query({ query, format: 'JSONEachRow', abort_signal: signal })).json();

describe('trap 5: aborting really stops the engine', () => {
  it.each([
    ['a buffered SELECT', `${ENDLESS} AS cancel_a`, 'cancel_a'],
    ['a sorting SELECT', 'SELECT sipHash64(number) AS cancel_b FROM numbers(1000000000) ORDER BY cancel_b', 'cancel_b'],
    ['a sleeping SELECT', 'SELECT sleepEachRow(0.01) AS cancel_c FROM numbers(100000) SETTINGS max_block_size = 10', 'cancel_c'],
  ])('%s', async (_name, query, tag) => {
    const stop = new AbortController();
    const asked = rowsOfAborted(query, stop.signal);
    await until(async () => (await running(tag)) === 1, 3000);
    stop.abort();
    await expect(asked).rejects.toThrow('aborted');
    expect(await until(async () => (await running(tag)) === 0, 3000)).toBeLessThan(3000);
  });

  it('a stream that is destroyed half-way', async () => {
    const result = await setup.client.query({ query: 'SELECT number AS cancel_d FROM system.numbers', format: 'JSONEachRow' });
    const stream = result.stream();
    for await (const rows of stream) if (rows.length > 0) break;
    stream.destroy();
    result.close();
    expect(await until(async () => (await running('cancel_d')) === 0, 3000)).toBeLessThan(3000);
  });

  it('an INSERT ... SELECT on the writer, which then serves the next', async () => {
    await setup.client.command({ query: 'CREATE TABLE w (n UInt64) ENGINE=MergeTree ORDER BY n' });
    const stop = new AbortController();
    const asked = setup.client.command({ query: 'INSERT INTO w SELECT number AS cancel_e FROM numbers(100000000000)', abort_signal: stop.signal });
    await until(async () => (await running('cancel_e')) === 1, 3000);
    stop.abort();
    await expect(asked).rejects.toThrow('aborted');
    await setup.client.command({ query: 'TRUNCATE TABLE w' });
    expect(await running('cancel_e')).toBe(0);
  });

  it('a query waiting in the queue is dropped and never runs', async () => {
    const stops = [new AbortController(), new AbortController(), new AbortController()];
    const asked = stops.map((stop, i) => rowsOfAborted(`${ENDLESS} AS cancel_f${i}`, stop.signal).catch(() => 'gone'));
    await delay(300);
    stops[2]?.abort();
    await delay(100);
    stops[0]?.abort();
    stops[1]?.abort();
    await Promise.all(asked);
    await until(async () => (await running('cancel_f')) === 0, 3000);
    expect(setup.engine.log()).toContain('before the query started');
  });
});

describe('limits', () => {
  it('max_execution_time is honoured', async () => {
    const start = performance.now();
    await expect(rowsOf(setup.client, ENDLESS, { clickhouse_settings: { max_execution_time: 1 } })).rejects.toMatchObject({ code: '159', type: 'TIMEOUT_EXCEEDED' });
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it('a full queue is error 202 with status 503, and the waiting ones are served afterwards', async () => {
    const stops = [new AbortController(), new AbortController()];
    const long = stops.map((stop) => setup.client.query({ query: `${ENDLESS} AS cancel_g`, format: 'JSON', abort_signal: stop.signal }).catch(() => 'gone'));
    await delay(300);
    const waiting = Array.from({ length: 4 }, () => rowsOf(setup.client, 'SELECT 1 AS one'));
    await delay(200);
    const refused = await fetch(setup.engine.url, { method: 'POST', headers: { 'X-ClickHouse-Key': SECRET }, body: 'SELECT 1' });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('x-clickhouse-exception-code')).toBe('202');
    for (const stop of stops) stop.abort();
    expect(await Promise.all(waiting)).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
    await Promise.all(long);
  });

  it('trap 3: with the thread pool busy, ping and inserts stay fast', async () => {
    await setup.client.command({ query: 'CREATE TABLE fast (n UInt64) ENGINE=MergeTree ORDER BY n' });
    const stops = [new AbortController(), new AbortController()];
    const long = stops.map((stop) => setup.client.query({ query: 'SELECT sleepEachRow(0.02) FROM numbers(100000) SETTINGS max_block_size = 1', format: 'JSON', abort_signal: stop.signal }).catch(() => 'gone'));
    await delay(200);
    const times: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const start = performance.now();
      expect((await setup.client.ping()).success).toBe(true);
      await setup.client.insert({ table: 'fast', values: [{ n: i }], format: 'JSONEachRow' });
      times.push(performance.now() - start);
    }
    for (const stop of stops) stop.abort();
    await Promise.all(long);
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(200);
  });

  it('a scalar subquery does not block the process (chDB’s own stream call does)', async () => {
    const asked = rowsOf(setup.client, 'SELECT (SELECT sum(sipHash64(number)) FROM numbers(60000000)) AS s, number FROM numbers(3)');
    await delay(100);
    const start = performance.now();
    expect((await setup.client.ping()).success).toBe(true);
    expect(performance.now() - start).toBeLessThan(300);
    expect(await asked).toHaveLength(3);
  });
});
