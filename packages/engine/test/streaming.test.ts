import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ClickHouseError } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRET, rowsOf, startWithDatabase } from './engine-process.js';

let setup: Awaited<ReturnType<typeof startWithDatabase>>;
beforeAll(async () => {
  setup = await startWithDatabase();
});
afterAll(() => setup.end());

const MiB = 1024 * 1024;

describe('large answers', () => {
  it('5 million rows are streamed while the engine process stays small', async () => {
    await rowsOf(setup.client, 'SELECT 1');
    writeFileSync(`/proc/${setup.engine.pid}/clear_refs`, '5');
    const before = setup.engine.peakMemory();
    const result = await setup.client.query({ query: "SELECT number, repeat('x', 100) AS p FROM numbers(5000000)", format: 'JSONCompactEachRow' });
    let count = 0;
    let sum = 0;
    for await (const rows of result.stream()) {
      count += rows.length;
      sum += rows[0]?.text.length ?? 0;
    }
    expect(count).toBe(5_000_000);
    expect(sum).toBeGreaterThan(0);
    expect(setup.engine.peakMemory() - before).toBeLessThan(150 * MiB);
  });

  it('a reader that pauses holds the engine back (back-pressure)', async () => {
    writeFileSync(`/proc/${setup.engine.pid}/clear_refs`, '5');
    const before = setup.engine.peakMemory();
    const result = await setup.client.query({ query: "SELECT repeat('x', 200) AS p FROM numbers(20000000)", format: 'CSV' });
    const stream = result.stream();
    const rows = stream[Symbol.asyncIterator]();
    await rows.next();
    await delay(1500);
    // ClickHouse formats several blocks of 65,536 rows ahead; that is all that may pile up.
    expect(setup.engine.peakMemory() - before).toBeLessThan(250 * MiB);
    const [running] = await rowsOf<{ read: string }>(setup.client, "SELECT read_rows AS read FROM system.processes WHERE query LIKE '%20000000%' AND query NOT LIKE '%processes%'");
    expect(Number(running?.read)).toBeLessThan(5_000_000);
    stream.destroy();
    result.close();
  });

  it.each(['JSON', 'JSONCompact', 'JSONStrings', 'JSONColumnsWithMetadata'] as const)('%s is one document also when streamed', async (format) => {
    const result = await setup.client.query({ query: "SELECT number AS n, repeat('y', 50) AS p FROM numbers(20000)", format });
    const document = (await result.json()) as { data?: unknown[]; n?: unknown[] } & Record<string, unknown>;
    const size = document.data === undefined ? document.n?.length : Array.isArray(document.data) ? document.data.length : (document.data as { n: unknown[] }).n.length;
    expect(size).toBe(20_000);
  });

  it.each(['CSVWithNames', 'TabSeparatedWithNamesAndTypes', 'JSONCompactEachRowWithNames', 'RowBinaryWithNamesAndTypes'])('%s has its header once', async (format) => {
    const { stream } = await setup.client.exec({ query: `SELECT number AS header_name, repeat('y', 50) AS p FROM numbers(200000) FORMAT ${format}` });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
    const text = Buffer.concat(chunks).toString('latin1');
    expect(text.length).toBeGreaterThan(200_000);
    expect(text.split('header_name')).toHaveLength(2);
  });

  it('gzip both ways', async () => {
    const client = setup.engine.client({ database: 'test', gzip: true });
    const rows = await rowsOf<{ n: string }>(client, 'SELECT number AS n FROM numbers(200000)');
    expect(rows.at(-1)).toEqual({ n: '199999' });
    expect(await rowsOf(client, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(rowsOf(client, 'SELECT nope')).rejects.toBeInstanceOf(ClickHouseError);
    await expect(rowsOf(client, 'SELECT number, throwIf(number = 300000) FROM numbers(400000)')).rejects.toMatchObject({ code: '395' });
  });
});

describe('an error after rows have left', () => {
  const FAILS = 'SELECT number, throwIf(number = 900000) FROM numbers(1000000) SETTINGS max_block_size = 10000';

  it.each(['JSONEachRow', 'JSONCompactEachRow'] as const)('is a typed error in %s', async (format) => {
    const ask = async (): Promise<number> => {
      const result = await setup.client.query({ query: FAILS, format });
      let count = 0;
      for await (const rows of result.stream()) count += rows.length;
      return count;
    };
    await expect(ask()).rejects.toMatchObject({ code: '395', type: 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO' });
  });

  it.each(['JSON', 'CSV'] as const)('never looks complete in %s', async (format) => {
    const ask = async (): Promise<string> => (await setup.client.query({ query: FAILS, format })).text();
    await expect(ask()).rejects.toThrow('aborted');
  });

  it('wait_end_of_query=1 gives it a proper status', async () => {
    const response = await fetch(`${setup.engine.url}/?wait_end_of_query=1`, { method: 'POST', headers: { 'X-ClickHouse-Key': SECRET }, body: `${FAILS} FORMAT CSV` });
    expect(response.status).toBe(500);
    expect(response.headers.get('x-clickhouse-exception-code')).toBe('395');
  });
});

const slow = async (seed: number): Promise<number> => {
  const result = await setup.client.query({ query: `SELECT number + ${seed} AS n, repeat('z', 100) AS p FROM numbers(100000)`, format: 'JSONEachRow' });
  let count = 0;
  for await (const rows of result.stream()) {
    count += rows.length;
    await delay(1);
  }
  return count;
};

describe('trap 6: a query on a session with an open stream kills the stream', () => {
  it('4 slow streams and 40 other queries do not disturb each other', async () => {
    const streams = Promise.all([1, 2, 3, 4].map(slow));
    const others = await Promise.all(Array.from({ length: 40 }, async (_, i) => (await rowsOf<{ i: number }>(setup.client, `SELECT ${i} AS i`))[0]?.i));
    expect(others).toEqual(Array.from({ length: 40 }, (_, i) => i));
    expect(await streams).toEqual([100_000, 100_000, 100_000, 100_000]);
  });
});

const post = (body: string, query = ''): Promise<Response> => fetch(`${setup.engine.url}/?${query}`, { method: 'POST', headers: { 'X-ClickHouse-Key': SECRET }, body });

describe('headers', () => {
  it('carry query id, format and summary', async () => {
    const response = await post('SELECT 1', 'query_id=my-id&default_format=JSONEachRow');
    expect(response.headers.get('x-clickhouse-query-id')).toBe('my-id');
    expect(response.headers.get('x-clickhouse-format')).toBe('JSONEachRow');
    expect(JSON.parse(response.headers.get('x-clickhouse-summary') ?? '{}')).toHaveProperty('elapsed_ns');
    expect(await response.text()).toBe('{"1":1}\n');
  });

  it.each([
    ['SELEC 1', 400, '62'],
    ['SELECT * FROM no_such_table', 404, '60'],
    ['SELECT no_such_column', 404, '47'],
    ['SELECT throwIf(1)', 500, '395'],
    ['SELECT sleepEachRow(1) FROM numbers(5) SETTINGS max_execution_time = 0.2, max_block_size = 1', 408, '159'],
  ])('%s is HTTP %i with code %s', async (sql, status, code) => {
    const response = await post(sql);
    expect(response.status).toBe(status);
    expect(response.headers.get('x-clickhouse-exception-code')).toBe(code);
    expect(await response.text()).toMatch(new RegExp(`^Code: ${code}\\. DB::Exception: .*\\([A-Z_]+\\)`, 's'));
  });

  it('session_id and role are refused', async () => {
    for (const option of ['session_id=a', 'role=b']) expect((await post('SELECT 1', option)).status).toBe(501);
  });
});
