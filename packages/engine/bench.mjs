/**
 * Insert speed by format for a row of 50 columns, and the latency of small and larger questions through
 * HTTP against the same session in process. Usage: node bench.mjs [rows]. Takes about a minute.
 */
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@clickhouse/client';
import { Session } from 'chdb';

const ROWS = Number(process.argv[2] ?? 50_000);
const folder = mkdtempSync(join(tmpdir(), 'engine-bench-'));
const print = (line) => process.stdout.write(`${line}\n`);

const child = spawn(process.execPath, [fileURLToPath(new URL('dist/main.js', import.meta.url))], {
  env: { ...process.env, UV_THREADPOOL_SIZE: '16', ENGINE_DATA: join(folder, 'data'), ENGINE_SECRET: 'a-secret-of-the-bench' },
  stdio: ['pipe', 'pipe', 'inherit'],
});
const { listening } = JSON.parse(await new Promise((resolve) => child.stdout.once('data', (line) => resolve(String(line)))));
const client = createClient({ url: listening, password: 'a-secret-of-the-bench', request_timeout: 120_000 });

const kinds = [
  (i) => ['LowCardinality(String)', `concat('value ', toString(intHash32(number * ${i + 1}) % ${200 + i}))`],
  (i) => ['String', `concat('https://example.com/path/', toString(intHash64(number + ${i}) % 100000), '?q="x"')`],
  (i) => ['UInt32', `toUInt32(intHash32(number + ${i}))`],
  () => ['UInt8', 'toUInt8(number % 3)'],
  () => ["DateTime64(3, 'UTC')", "toDateTime64('2025-01-01 00:00:00.123', 3, 'UTC') + number"],
];
const columns = Array.from({ length: 50 }, (_, i) => [`c${i}`, ...kinds[[0, 0, 0, 0, 1, 1, 2, 2, 3, 4][i % 10]](i)]);

await client.command({ query: 'CREATE DATABASE b ENGINE=Atomic' });
await client.command({
  query: `CREATE TABLE b.t (${columns.map(([name, type]) => `${name} ${type}`).join(', ')}) ENGINE=MergeTree ORDER BY c6 SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
});

print(`inserts of ${ROWS} rows, 50 columns, from a file, through @clickhouse/client (best of 3)`);
for (const format of ['Native', 'TabSeparated', 'RowBinary', 'JSONCompactEachRow', 'CSV', 'JSONEachRow']) {
  const path = join(folder, format);
  const { stream } = await client.exec({ query: `SELECT ${columns.map(([name, , sql]) => `${sql} AS ${name}`).join(', ')} FROM numbers(${ROWS}) FORMAT ${format}` });
  await pipeline(stream, createWriteStream(path));
  let best = Infinity;
  for (let i = 0; i < 3; i += 1) {
    await client.command({ query: 'TRUNCATE TABLE b.t' });
    const start = performance.now();
    const result = await client.exec({ query: `INSERT INTO b.t FORMAT ${format}`, values: createReadStream(path, { highWaterMark: 1024 * 1024 }) });
    for await (const _ of result.stream);
    best = Math.min(best, performance.now() - start);
  }
  const rows = await (await client.query({ query: 'SELECT count() AS c FROM b.t', format: 'JSONEachRow' })).json();
  if (Number(rows[0].c) !== ROWS) throw new Error(`${format}: ${rows[0].c} rows`);
  print(`  ${format.padEnd(20)} ${String(Math.round((ROWS / best) * 1000)).padStart(8)} rows/s  ${best.toFixed(0).padStart(5)} ms  ${Math.round(statSync(path).size / ROWS)} bytes/row`);
}

const QUESTIONS = ['SELECT 1', 'SELECT c0, count() AS n, uniq(c4) AS u FROM b.t GROUP BY c0 ORDER BY n DESC LIMIT 10', 'SELECT toStartOfHour(c9) AS h, count() AS n, uniqExact(c4) AS u FROM b.t GROUP BY h ORDER BY h'];
async function latency(ask) {
  const times = [];
  for (let i = 0; i < 230; i += 1) {
    const start = performance.now();
    await ask();
    if (i >= 30) times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[100];
}
const http = [];
for (const query of QUESTIONS) http.push(await latency(async () => (await client.query({ query, format: 'JSON' })).json()));
await client.close();
child.stdin.end();
await new Promise((resolve) => child.once('exit', resolve));

const session = new Session(join(folder, 'data', 'store'), { connectionArgs: ['--max_threads=2', '--output_format_json_quote_64bit_integers=1'] });
print('median latency, ms: bare session in process, through HTTP, allowed (1.3 x bare + 3)');
for (const [i, query] of QUESTIONS.entries()) {
  const bare = await latency(async () => (await session.queryAsync(query, { format: 'JSON' })).json());
  print(`  ${bare.toFixed(2).padStart(7)} ${http[i].toFixed(2).padStart(7)} ${(1.3 * bare + 3).toFixed(2).padStart(7)}  ${query}`);
}
session.close();
rmSync(folder, { recursive: true, force: true });
