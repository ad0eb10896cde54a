/**
 * Data folders of so many visits, made once and kept: the largest takes half an hour. A folder that was made earlier is brought up to
 * now, at the same visits a day, so that today is never empty. What asks works on a copy that shares the parts, which never change.
 */
import { cpSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../packages/server/dist/config.js';
import { openParts } from '../../packages/server/dist/deps.js';
import { createSettings } from '../../packages/server/dist/metadata/settings.js';
import { writeWatermark } from '../../packages/server/dist/session-repair/watermark.js';
import { openBare } from './bare-store.mjs';
import { call, startFootfall } from './footfall.mjs';
import { forgetRolled, rollUp } from './scale-rolled.mjs';
import { fillCopy, fillStretch, LAST_BATCH, ledgerOfCopy, regularsOf, SITE_SHARES } from './scale-visits.mjs';

const DAY = 86_400_000;
export const DAYS = 400;
/** Rows of one INSERT, about. */
const STRETCH = 2_000_000;
/** Parts of the running month that a server leaves it in. */
const LEFT = 6;
const PART = /^(?:\d{6}|all)_\d+_\d+_\d+(?:_\d+)?$/u;
const SCHEMA = 2;
/** A larger store is made of one of this size, and of copies of its visits as of other people at other times. */
const ORIGINAL = 10_000_000;
const ROLLED = ['rolled_hours', 'rolled_spans', 'rolled_values', 'visitor_numbers', 'address_numbers'];
const TABLES = ['visits', 'spider_hits', 'events', 'ledger'];

export const SITES = SITE_SHARES.map((_, at) => `site${at + 1}.bench.example`);
/** Crawlers that come, the busiest first: rules as they are shipped. */
const RULES = 80;

const rowsOf = async (store, sql) => JSON.parse(Buffer.from((await store.run(sql)).bytes()).toString()).data;
const midnight = (at) => Math.floor(at / DAY) * DAY;

/** Whole days together as far as they make up a stretch, then what there is of today. */
function* stretches(made, until) {
  const perDay = made.size / DAYS;
  let from = made.until;
  let first = made.rows;
  while (from < until) {
    const wholeDays = from % DAY === 0 ? Math.min(Math.max(1, Math.floor(STRETCH / perDay)), Math.floor((midnight(until) - from) / DAY)) : 0;
    const to = wholeDays > 0 ? from + wholeDays * DAY : Math.min(until, midnight(from) + DAY);
    const count = Math.round((perDay * (to - from)) / DAY / 10) * 10;
    if (count > 0) yield { first, count, from, to, regulars: regularsOf(made.size) };
    from = to;
    first += count;
  }
}

async function fill(store, made, say) {
  const until = Date.now();
  let shown = Date.now();
  for (const stretch of stretches(made, until)) {
    for (const sql of fillStretch(stretch, made.rules)) await store.run(sql, 'Null');
    made.rows = stretch.first + stretch.count;
    made.until = stretch.to;
    if (Date.now() - shown < 30_000) continue;
    shown = Date.now();
    say(`${made.rows.toLocaleString('en')} of ${made.size.toLocaleString('en')} visits`);
  }
  return until;
}

/**
 * Months that are over are one part each, as they are in a store that has run for so long. The running one is merged where it is in more parts than a server leaves it
 * in: what was added to it at once would be merged beside everything that is measured.
 */
async function merge(store, until, say = () => undefined) {
  const running = new Date(until).toISOString().slice(0, 7).replace('-', '');
  const parts = await rowsOf(store, `SELECT table, partition_id, count() AS num FROM system.parts WHERE active AND database = 'footfall' AND table IN (${TABLES.map((name) => `'${name}'`).join(', ')}) GROUP BY table, partition_id HAVING num > 1 ORDER BY 1, 2`);
  for (const { table, partition_id: month, num } of parts) {
    if (month === running && Number(num) <= LEFT) continue;
    await store.run(`OPTIMIZE TABLE ${table} PARTITION ID '${month}' FINAL`, 'Null');
    say(`merged ${table} of ${month}`);
  }
}

/**
 * Has the records count as looked at by the repair of sessions: theirs do not follow from the visitor as those of visits that came in do, and
 * a store that has run for so long has no million of sessions to correct. What comes in later has numbers beyond these.
 */
async function settleSessions(folder) {
  const parts = await openParts(readConfig({ FOOTFALL_DATA: folder }), pino({ level: 'warn' }));
  await writeWatermark(createSettings(parts.metadata.db), parts.journal.installation, { checked: LAST_BATCH, begun: LAST_BATCH });
  await parts.close(5_000);
}

/** @returns what was made: {schema, size, rows, until, rules} */
async function makeNew(part, size, say) {
  mkdirSync(part, { recursive: true });
  const server = await startFootfall(part);
  for (const site of SITES) await call(server.url, '/website/add', { token: server.token, body: { name: site, domain: site } });
  const { list } = await call(server.url, '/spider/list?per_page=5000', { token: server.token });
  await server.stop();
  await settleSessions(part);
  const rules = list.map(({ id, type, name, keyword }) => ({ id, type, name, keyword })).toSorted((a, b) => a.id - b.id).slice(0, RULES);
  const made = { schema: SCHEMA, size, rows: 0, from: midnight(Date.now()) - (DAYS - 1) * DAY, until: midnight(Date.now()) - (DAYS - 1) * DAY, rules };
  const store = await openBare(part);
  const until = await fill(store, made, say);
  await merge(store, until);
  store.close();
  return made;
}

async function makeOfCopies(part, size, original, say) {
  const { made, folder } = original;
  copyOf(folder, part);
  const store = await openBare(part);
  // The original may be rolled up already, and what it says is not what its copies will.
  for (const table of ROLLED) await store.run(`TRUNCATE TABLE IF EXISTS ${table}`, 'Null');
  for (const table of TABLES) await store.run(`SYSTEM STOP MERGES ${table}`, 'Null');
  const months = (await rowsOf(store, 'SELECT DISTINCT toYYYYMM(created_at) AS month FROM visits ORDER BY month')).map(({ month }) => month);
  const span = { from: made.from, to: made.until };
  for (let copy = 1; copy < size / made.size; copy++) {
    for (const month of months) for (const sql of fillCopy(copy, month, span)) await store.run(sql, 'Null');
    for (const sql of ledgerOfCopy(copy)) await store.run(sql, 'Null');
    say(`${((copy + 1) * made.size).toLocaleString('en')} of ${size.toLocaleString('en')} visits`);
  }
  for (const table of TABLES) await store.run(`SYSTEM START MERGES ${table}`, 'Null');
  await merge(store, made.until, say);
  store.close();
  return { ...made, size, rows: made.rows };
}

async function make(cache, folder, size, say) {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  const made = size > ORIGINAL && size % ORIGINAL === 0 ? await makeOfCopies(part, size, await scaleStore(cache, ORIGINAL, say), say) : await makeNew(part, size, say);
  writeFileSync(join(part, 'made.json'), JSON.stringify(made));
  rmSync(folder, { recursive: true, force: true });
  renameSync(part, folder);
}

/** The folder of so many visits up to now, made if there is none. @param cache where folders are kept */
export async function scaleStore(cache, size, say) {
  const folder = join(cache, `visits-${size}`);
  const facts = join(folder, 'made.json');
  if (!existsSync(facts) || JSON.parse(readFileSync(facts, 'utf8')).schema !== SCHEMA) await make(cache, folder, size, say);
  const made = JSON.parse(readFileSync(facts, 'utf8'));
  if (Date.now() - made.until > 60_000) {
    // Half done it would have rows twice when it is brought up to now again.
    renameSync(facts, `${facts}.old`);
    // A folder of an earlier version gets the tables of this one.
    await (await startFootfall(folder)).stop();
    await forgetRolled(folder, made.until);
    const store = await openBare(folder);
    await merge(store, await fill(store, made, say), say);
    store.close();
    writeFileSync(facts, JSON.stringify(made));
    rmSync(`${facts}.old`);
  }
  await rollUp(folder, say);
  return { folder, made };
}

/** Copies a folder: parts are linked, everything else is copied. */
function copyOf(folder, copy) {
  const walk = (from, to, linked) => {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) {
      const [source, target] = [join(from, name), join(to, name)];
      const kind = lstatSync(source);
      if (kind.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
      else if (kind.isDirectory()) walk(source, target, linked || PART.test(name));
      else if (linked && kind.isFile()) linkSync(source, target);
      else if (kind.isFile()) cpSync(source, target);
    }
  };
  walk(folder, copy, false);
}

/** A copy of a folder beside it to work on. */
export function workingCopy(folder) {
  const copy = `${folder}.work-${process.pid}`;
  rmSync(copy, { recursive: true, force: true });
  copyOf(folder, copy);
  return { folder: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}

/** What tells where a visit was first written: its batch, and the two hidden columns that changes of rows need. */
const WRITTEN = ['batch_id', '_block_number', '_block_offset'];

/** What the store of a folder takes on disk: {visits, bytes, parts, columns: [{name, bytes}]}, columns the dearest first; `written`: bytes a visit of WRITTEN, where columns have files of their own. */
export async function storageOf(folder) {
  const store = await openBare(folder);
  const rows = (sql) => rowsOf(store, sql);
  const [whole] = await rows("SELECT sum(rows) AS visits, sum(bytes_on_disk) AS bytes, count() AS parts FROM system.parts WHERE active AND database = 'footfall' AND table = 'visits'");
  const columns = await rows("SELECT name, sum(data_compressed_bytes + marks_bytes) AS bytes FROM system.columns WHERE database = 'footfall' AND table = 'visits' AND data_compressed_bytes > 0 GROUP BY name ORDER BY bytes DESC");
  const indexes = await rows("SELECT name, sum(data_compressed_bytes + marks_bytes) AS bytes FROM system.data_skipping_indices WHERE database = 'footfall' AND table = 'visits' GROUP BY name ORDER BY bytes DESC");
  const [written] = await rows(`SELECT sum(column_data_compressed_bytes + column_marks_bytes) / sumIf(rows, column = 'batch_id') AS bytes FROM system.parts_columns WHERE active AND database = 'footfall' AND table = 'visits' AND part_type = 'Wide' AND column IN (${WRITTEN.map((name) => `'${name}'`).join(', ')})`);
  const rolled = await rows(`SELECT table AS name, sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = 'footfall' AND table IN (${ROLLED.map((table) => `'${table}'`).join(', ')}) GROUP BY table`);
  store.close();
  const numbers = (list) => list.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
  return { visits: Number(whole.visits), bytes: Number(whole.bytes), parts: Number(whole.parts), written: Number(written.bytes ?? Number.NaN), columns: numbers(columns), indexes: numbers(indexes), rolled: Object.fromEntries(numbers(rolled).map(({ name, bytes }) => [name, bytes])) };
}
