/**
 * What the repair of sessions costs: looking at a batch of live visits that are all right, on a table of many, and correcting
 * visits anywhere in it (lightweight updates), beside a mutation of the same rows and what questions cost before and after.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../packages/server/dist/config.js';
import { createSessions } from '../packages/server/dist/enrich/sessions.js';
import { PIECE_VISITS } from '../packages/server/dist/session-repair/pieces.js';
import { repairSlice } from '../packages/server/dist/session-repair/repair-slice.js';
import { createWarehouse } from '../packages/server/dist/warehouse/client.js';
import { openConnection } from '../packages/server/dist/warehouse/connection.js';
import { createSupervisor } from '../packages/server/dist/warehouse/supervisor.js';
import { openParts } from '../packages/server/dist/deps.js';
import { openBare } from './support/bare-store.mjs';
import { benchFolder } from './support/footfall.mjs';
import { medianOf, table } from './support/measure.mjs';
import { fillVisits } from './support/visits-sql.mjs';

const ROWS = Number(process.env.BENCH_ROWS ?? 5_000_000);
const LIVE = 12_000;
const BATCH = 1_000_000;
const log = pino({ level: 'warn' });
const TOP = "SELECT entry_url, count() AS num, uniqExact(session_id) FROM visits WHERE site_id = 1 AND created_at > now() - INTERVAL 7 DAY GROUP BY entry_url ORDER BY num DESC LIMIT 10";

const { folder, remove } = benchFolder();
const config = readConfig({ FOOTFALL_DATA: folder });
await (await openParts(config, log)).close(0);
const bare = await openBare(folder);
await fillVisits(bare, 0, ROWS);
await bare.run('OPTIMIZE TABLE visits FINAL', 'Null');
bare.close();

const supervisor = createSupervisor({ main: config.files.engine, dataFolder: join(folder, 'visits'), memory: config.memory, log });
await supervisor.start();
const store = createWarehouse({ source: supervisor, log, now: Date.now });
const connection = openConnection(supervisor, 'footfall', log);

/** A minute of visits of a site, with the sessions that memory gives them. */
async function insertLive(batch) {
  const sessions = createSessions();
  const from = Date.now() - 60_000;
  const rows = Array.from({ length: LIVE }, (_, at) => {
    const visitor = String(10 ** 15 + batch * LIVE + (at % 4_000));
    const { sessionId, entryUrl } = sessions.assign(1, visitor, from + at * 5, `/page/${at % 300}`);
    return `${JSON.stringify([batch, String(10 ** 15 + batch * LIVE + at), 1, from + at * 5, from + at * 5, visitor, sessionId, entryUrl, `/page/${at % 300}`])}\n`;
  });
  await store.insert({ table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at', 'received_at', 'visitor', 'session_id', 'entry_url', 'url'], body: Buffer.from(rows.join('')), token: `live-${batch}` });
}

const parts = { store, sessions: createSessions(), pieceVisits: PIECE_VISITS, beforeChange: async () => undefined, signal: new AbortController().signal };
let corrected = 0;
for (let batch = BATCH; batch < BATCH + 5; batch++) await insertLive(batch);
const look = await medianOf(5, async (at) => { corrected += await repairSlice(parts, { firstBatch: BATCH + at, lastBatch: BATCH + at }, false); });

const fixesOf = async (num) => {
  const { rows } = await store.query(`SELECT site_id, visitor, toUnixTimestamp64Milli(created_at) AS at FROM visits WHERE batch_id = 0 ORDER BY cityHash64(id, ${num}) LIMIT ${num}`, {});
  return rows.map(({ site_id, visitor, at }) => ({ siteId: site_id, visitor, at: Number(at), sessionId: '7', entryUrl: '/corrected' }));
};
const read = () => medianOf(9, () => store.query(TOP, {}));
const before = await read();
const lines = [['', 'ms'], [`a minute of ${LIVE} live visits looked at (${corrected} corrected)`, look.toFixed(0)]];
for (const num of [10, 1_000, 20_000]) {
  const fixes = await fixesOf(num);
  lines.push([`${num} visits of 90 days corrected`, (await medianOf(1, () => store.fixSessions(fixes))).toFixed(0)]);
}
const after = await read();
const [one] = await fixesOf(1);
lines.push(['1 visit corrected', (await medianOf(3, () => store.fixSessions([one]))).toFixed(0)]);
lines.push(['1 visit by a mutation', (await medianOf(3, (at) => connection.client().command({ query: `ALTER TABLE visits UPDATE session_id = ${at + 1} WHERE site_id = ${one.siteId} AND created_at = fromUnixTimestamp64Milli(toInt64(${one.at})) SETTINGS mutations_sync = 2` }))).toFixed(0)]);
lines.push(['top entry pages of a week, before', before.toFixed(1)], ['top entry pages of a week, after', after.toFixed(1)]);
await connection.close();
await store.close();
await supervisor.stop();
remove();
process.stdout.write(`\nsessions on ${ROWS.toLocaleString('en')} visits, medians\n${table(lines)}\n`);
