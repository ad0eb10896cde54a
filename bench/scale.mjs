/**
 * Stores of 1, 10 and 100 million visits (BENCH_SIZES, separated by commas) of 20 sites over 400 days: what every question of every screen
 * costs, asked of the largest site; what the store takes on disk and in memory, and how long the start takes. Ratios of sizes are measured
 * side by side: a question is asked of each in turn. Folders are kept in BENCH_FOLDER and made once; a run works on copies.
 * BENCH_ONLY: questions whose screen and name match it, a regular expression.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureSql } from './support/capture-sql.mjs';
import { consoleQuestions, requestOf, unasked } from './support/console-questions.mjs';
import { asker, benchFolder, call, startFootfall, WITHOUT_ANSWERS } from './support/footfall.mjs';
import { load, median } from './support/measure.mjs';
import { memoryOf, watchTree } from './support/process-tree.mjs';
import { storageOfBatches } from './support/scale-batches.mjs';
import { scaleReport } from './support/scale-report.mjs';
import { scaleStore, SITES, storageOf, workingCopy } from './support/scale-store.mjs';
import { useScreens } from './support/scale-users.mjs';

const SIZES = (process.env.BENCH_SIZES ?? '1000000,10000000,100000000').split(',').map(Number);
const CACHE = process.env.BENCH_FOLDER ?? join(tmpdir(), 'footfall-scale');
const REPEATS = Number(process.env.BENCH_REPEATS ?? 10);
const WARM = Number(process.env.BENCH_WARM ?? 2);
const STARTS = Number(process.env.BENCH_STARTS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const ONLY = new RegExp(process.env.BENCH_ONLY ?? '', 'u');
/** Milliseconds after which a question is asked no more, if it was asked twice with the clock on, and from which on every asking counts. */
const PATIENCE = 15_000;
const FEWEST = 2;
const SLOW = 5_000;
/** `settling`: seconds that users look around before it counts, for a server runs for weeks. */
const USERS = { users: 8, settling: Number(process.env.BENCH_SETTLING ?? 30), seconds: SECONDS, reading: Number(process.env.BENCH_READING ?? 2) };
const RATE = 2_000;
const CONNECTIONS = 32;
/** Milliseconds that the process has to give memory back before it counts as idle. */
const REST = 20_000;
const say = (text) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Empties the system's cache of files, which takes root. */
function dropFiles() {
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
}

/** What an earlier server had counted goes: the next one counts it for the first time. */
const forget = (folder) => rmSync(join(folder, 'kept-lists'), { force: true });

/** Milliseconds of one question; NaN where it failed. */
async function timed(ask, question) {
  const started = performance.now();
  return ask(...requestOf(question)).then(() => performance.now() - started, (error) => {
    say(`${question.screen}: ${question.name}: ${String(error.message).slice(0, 200)}`);
    return Number.NaN;
  });
}

/** Milliseconds until ready: of an empty folder and of each store, in turns. */
async function starts(folders) {
  const took = [[], ...folders.map(() => [])];
  for (let turn = 0; turn < STARTS; turn++) {
    const empty = benchFolder();
    await (await startFootfall(empty.folder)).stop();
    for (const [at, folder] of [empty.folder, ...folders].entries()) {
      const server = await startFootfall(folder);
      took[at].push(server.ready);
      await server.stop();
    }
    empty.remove();
  }
  return { empty: median(took[0]), stores: took.slice(1).map(median) };
}

/** Each question as the first after the caches were emptied; each screen by a new process. */
async function cold(folder, questions) {
  const took = [];
  let server = null;
  let reader = null;
  for (const [at, question] of questions.entries()) {
    if (at === 0 || questions[at - 1].screen !== question.screen) {
      reader?.close();
      await server?.stop();
      forget(folder);
      server = await startFootfall(folder, { node: WITHOUT_ANSWERS });
      reader = asker(server);
    }
    dropFiles();
    took.push(await timed(reader.ask, question));
  }
  reader.close();
  await server.stop();
  return took;
}

/**
 * Each question again and again, of all stores in turn, worked out anew each time.
 * @param like the same questions of the largest store's smallest site, null for those that are not asked of it
 * @returns by store {took, idle, peak, after}: times by question, and memory; of the largest `like` as well: times of that site's
 */
async function warm(folders, questions, like) {
  const servers = [];
  for (const folder of folders) {
    forget(folder);
    servers.push(await startFootfall(folder, { node: WITHOUT_ANSWERS }));
  }
  await pause(REST);
  const all = servers.map((server) => ({ ...asker(server), server, idle: memoryOf(server.child.pid), watch: watchTree(server.child.pid, 500), took: questions.map(() => []), like: questions.map(() => []) }));
  for (const [at, question] of questions.entries()) {
    const until = performance.now() + PATIENCE * folders.length;
    for (let n = 0; n < WARM + REPEATS && (n < WARM + FEWEST || performance.now() < until); n++) {
      for (const store of all) {
        const ms = await timed(store.ask, question);
        // What takes so long is not quicker for having been asked before.
        if (n >= WARM || ms > SLOW) store.took[at].push(ms);
      }
      const ms = like[at] === null ? Number.NaN : await timed(all.at(-1).ask, like[at]);
      if (n >= WARM && like[at] !== null) all.at(-1).like[at].push(ms);
    }
  }
  await pause(REST);
  const results = all.map(({ took, like: times, idle, watch, server }) => ({ took, like: times, idle, peak: watch.stop().peak, after: memoryOf(server.child.pid) }));
  for (const { close, server } of all) {
    close();
    await server.stop();
  }
  return results;
}

/** Users at once while visits come in, of a server that was started again with what it had counted. @returns {took, failed, visits, peak} */
async function crowded(folder, questions) {
  const server = await startFootfall(folder);
  const watch = watchTree(server.child.pid, 500);
  const coming = load(server.port, '/collect', CONNECTIONS, USERS.settling + SECONDS, RATE, SITES[0]);
  const { took, failed, reasons } = await useScreens(server, questions, USERS);
  for (const [reason, times] of reasons) say(`${times} questions failed: ${reason}`);
  const visits = await coming;
  const { peak } = watch.stop();
  await server.stop();
  return { took, failed, visits, peak };
}

/** The newest visit of a site that came with a fingerprint: whose address and device are asked about. */
async function somebody(folder, domain) {
  const server = await startFootfall(folder);
  const { list } = await call(server.url, `/report/device_logs?domain=${domain}&per_page=200`, { token: server.token });
  await server.stop();
  const { ip, fingerprint } = list.find((visit) => visit.fingerprint !== '') ?? list[0];
  return { domain, ip, fingerprint };
}

mkdirSync(CACHE, { recursive: true });
const stores = [];
for (const size of SIZES) {
  const { folder } = await scaleStore(CACHE, size, say);
  stores.push({ size, ...workingCopy(folder) });
}
process.on('exit', () => stores.forEach(({ remove }) => remove()));
const folders = stores.map(({ folder }) => folder);
const results = { sizes: SIZES, dropped: dropFiles(), users: USERS, rate: RATE, storage: [], stores: [] };
const asked = [];
for (const [at, folder] of folders.entries()) {
  results.storage.push(await storageOf(folder));
  const everything = consoleQuestions(await somebody(folder, SITES[0]));
  const forgotten = unasked(everything);
  if (at === 0 && forgotten.length > 0) process.stdout.write(`not asked, although the console may ask it: ${forgotten.join(', ')}\n`);
  asked.push(everything.filter(({ screen, name }) => ONLY.test(`${screen}: ${name}`)));
  say(`${SIZES[at]}: ${asked[at].length} questions`);
  if (asked[at].length === 0) throw new Error(`BENCH_ONLY matches no question: try '^site dashboard'; the screens are ${[...new Set(everything.map(({ screen }) => screen))].join('; ')}`);
}
say('visits a few at a time');
results.batches = await storageOfBatches();
say('starts');
results.starts = await starts(folders);
for (const [at, folder] of folders.entries()) {
  say(`${SIZES[at]}: rows read`);
  const statements = await captureSql(folder, asked[at].map(({ name, group, endpoint, input }) => [name, group, endpoint, input]));
  const rows = statements.map((list) => list.reduce((sum, { rowsRead }) => sum + rowsRead, 0));
  say(`${SIZES[at]}: cold`);
  results.stores.push({ rows, cold: await cold(folder, asked[at]) });
}
say('warm');
const ofSmallest = folders.length > 1 ? consoleQuestions(await somebody(folders.at(-1), SITES.at(-1))) : [];
const like = asked.at(-1).map(({ screen, name, recent }) => (recent && ofSmallest.find((other) => other.screen === screen && other.name === name)) || null);
const warmed = await warm(folders, asked.at(-1), like);
for (const [at, folder] of folders.entries()) {
  say(`${SIZES[at]}: ${USERS.users} users`);
  Object.assign(results.stores[at], { warm: warmed[at], crowded: SECONDS === 0 ? null : await crowded(folder, asked[at]) });
}
process.stdout.write(scaleReport(asked.at(-1), results));
