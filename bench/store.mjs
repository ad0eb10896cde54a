/**
 * Rows stored a second: the flush of a full journal (read, insert over HTTP under a token, fsync, delete) against a
 * bare insert of the same bytes in chDB in this process, with the same table and its fsync settings. In turns.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../packages/server/dist/config.js';
import { openParts } from '../packages/server/dist/deps.js';
import { createFlusher } from '../packages/server/dist/flush/flusher.js';
import { lockFolder } from '../packages/server/dist/folder-lock.js';
import { openJournal } from '../packages/server/dist/journal/open-journal.js';
import { createWarehouse } from '../packages/server/dist/warehouse/client.js';
import { createSupervisor } from '../packages/server/dist/warehouse/supervisor.js';
import { createTaker } from '../packages/server/dist/commands/demo/fill.js';
import { openBare } from './support/bare-store.mjs';
import { BENCH_HOST, beacon } from './support/beacon.mjs';
import { benchFolder } from './support/footfall.mjs';
import { median, table } from './support/measure.mjs';

const ROWS = Number(process.env.BENCH_ROWS ?? 200_000);
const TURNS = Number(process.env.BENCH_ROUNDS ?? 3);
const BATCH = 5_000;
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36';
const log = pino({ level: 'warn' });
const now = Date.now;

/** Opens the server's parts on a folder. */
async function parts(folder) {
  return openParts(readConfig({ FOOTFALL_DATA: folder }), log);
}

/** Leaves a journal with ROWS visits in it, none of them stored. */
async function fillJournal(folder) {
  const opened = await parts(folder);
  if (opened.directory.byDomain(BENCH_HOST) === undefined) {
    await opened.sites.add({ name: 'Bench', domain: BENCH_HOST, isStat: true, timeZone: null });
    await opened.directory.reload();
  }
  await opened.flusher.stop();
  const take = createTaker(opened);
  for (let at = 0; at < ROWS; at += BATCH) {
    await take(Array.from({ length: BATCH }, (_, row) => ({ at: now() - 86_400_000 + at + row, ip: `198.51.100.${row % 250}`, userAgent: AGENT, hit: beacon(row, at) })));
  }
  await opened.journal.seal();
  const payloads = [];
  for (const segment of opened.journal.sealed()) payloads.push({ columns: segment.columns.visits, body: (await segment.payload()).get('visits') });
  await opened.close(0);
  return payloads.filter(({ body }) => body !== undefined);
}

async function flushAll(folder) {
  const config = readConfig({ FOOTFALL_DATA: folder });
  const supervisor = createSupervisor({ main: config.files.engine, dataFolder: join(folder, 'visits'), memory: config.memory, log });
  await supervisor.start();
  const store = createWarehouse({ source: supervisor, log, now });
  const journal = await openJournal({ folder: join(folder, 'journal'), log, now, lock: lockFolder });
  const flusher = createFlusher({ journal, store, log, now, folder: join(folder, 'journal') });
  const started = performance.now();
  flusher.start();
  await flusher.drained();
  const seconds = (performance.now() - started) / 1000;
  await flusher.stop();
  await journal.close();
  await store.close();
  await supervisor.stop();
  return seconds;
}

async function insertBare(folder, payloads) {
  const bare = await openBare(folder);
  let seconds = 0;
  for (const [at, { columns, body }] of payloads.entries()) {
    const file = join(folder, `bare-${at}.jsonl`);
    writeFileSync(file, body);
    const started = performance.now();
    await bare.run(`INSERT INTO visits (${columns.join(', ')}) FROM INFILE '${file}' SETTINGS insert_deduplicate = 0, input_format_parallel_parsing = 0 FORMAT JSONCompactEachRow`, 'Null');
    seconds += (performance.now() - started) / 1000;
  }
  bare.close();
  return seconds;
}

const mine = benchFolder();
const other = benchFolder();
await (await parts(other.folder)).close(0);
const flushed = [];
const bare = [];
for (let turn = 0; turn < TURNS; turn++) {
  const payloads = await fillJournal(mine.folder);
  flushed.push(await flushAll(mine.folder));
  bare.push(await insertBare(other.folder, payloads));
}
mine.remove();
other.remove();
const rate = (seconds) => Math.round(ROWS / seconds);
process.stdout.write(`\nstoring ${ROWS.toLocaleString('en')} visits, medians of ${TURNS} turns\n${table([['', 'rows/s'], ['bare insert', rate(median(bare))], ['journal to store', rate(median(flushed))]])}\n`);
process.stdout.write(`journal to store / bare insert   ${median(flushed.map((seconds, turn) => bare[turn] / seconds)).toFixed(2)}\n`);
