import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openConnection } from '../../src/warehouse/connection.js';
import { migrate } from '../../src/warehouse/migrate.js';
import { MIGRATIONS } from '../../src/warehouse/migrations.js';
import { createSupervisor } from '../../src/warehouse/supervisor.js';
import { VISITS, VISITS_ADDED } from '../../src/warehouse/tables/visits.js';
import { versionOneName, versionOneSegment } from '../journal/version-one.js';
import { health } from './api.js';
import { pause } from './load.js';
import { freePort, RunningServer } from './running-server.js';
import { readStored } from './stored.js';

/*
 * A folder as the first version left it, with a journal that is full of what its store never took: segments in that version's layout and
 * with its columns, a store with its schema. This version starts on it, is killed while it catches up, and starts again.
 */
const SEGMENTS = Number(process.env['UPGRADE_SEGMENTS'] ?? 20);
const ROWS = 500;
const LANE = 7;
const START = Date.UTC(2026, 10, 1, 12);
const MINUTE = 60_000;
const ENGINE = join(import.meta.dirname, '../../../engine/dist/main.js');

/** The columns of visits before any were added. */
const LATER = new Set([...VISITS_ADDED.values()].flat().map(({ name }) => name));
const COLUMNS = {
  visits: VISITS.columns.map(({ name }) => name).filter((name) => !LATER.has(name)),
  spider_hits: ['batch_id', 'id', 'site_id', 'created_at', 'received_at', 'source', 'ip', 'country_code', 'spider_id', 'type', 'name', 'reason', 'url', 'referer', 'user_agent', 'method', 'status', 'bytes'],
  ledger: ['batch_id', 'site_id', 'minute', 'outcome', 'reason', 'num'],
} as const;

/** Values of that version's columns: numbers where the store wants them, text elsewhere. */
function visitRow(seq: number, id: number, at: number): string {
  const given: Readonly<Record<string, unknown>> = { batch_id: seq, id, site_id: 1, created_at: at, received_at: at, source: 'tracker', url: `https://old.example/view/${String(id)}`, entry_url: `https://old.example/view/${String(id)}`, ip: '::ffff:192.0.2.1', method: 'GET', visitor: 5 + (id % 9), session_id: 5 + (id % 9) };
  const empty = (type: string): unknown => (type.includes('Nullable') ? null : /^(?:U?Int|Float|DateTime)/u.test(type) ? 0 : type.startsWith('IPv6') ? '::' : type.startsWith('Array') ? [] : type.startsWith('Map') ? {} : '');
  return `${JSON.stringify(COLUMNS.visits.map((name) => given[name] ?? empty(VISITS.columns.find((column) => column.name === name)?.type ?? '')))}\n`;
}

function segmentOf(seq: number, first: number): Buffer {
  const at = START + first;
  const visits = Array.from({ length: ROWS }, (_, i) => visitRow(seq, first + i, at));
  const ledger = `${JSON.stringify([seq, 1, Math.floor(at / MINUTE) * 60, 'received', '', ROWS])}\n`;
  return versionOneSegment({ seq, createdAt: at, columns: COLUMNS, frames: [{ visits, ledger: [ledger] }] });
}

/** The store with the schema of the first version. */
async function makeOldStore(data: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const supervisor = createSupervisor({ main: ENGINE, dataFolder: join(data, 'visits'), memory: 1024 ** 3, log });
  await supervisor.start();
  const [connection, bootstrap] = [openConnection(supervisor, 'footfall', log), openConnection(supervisor, 'default', log)];
  await migrate({ connection, bootstrap, database: 'footfall', topology: { kind: 'single' }, log, now: Date.now, migrations: MIGRATIONS.slice(0, 1) });
  await connection.close();
  await bootstrap.close();
  await supervisor.stop();
}

it(`${(SEGMENTS * ROWS).toLocaleString('en')} records in the first version's journal: stored once by this version, killed on the way`, { timeout: 240_000 }, async () => {
  const base = mkdtempSync(join(tmpdir(), 'footfall-crash-'));
  const data = join(base, 'data');
  const journal = join(data, 'journal');
  mkdirSync(journal, { recursive: true });
  await makeOldStore(data);
  for (let number = 0; number < SEGMENTS; number += 1) {
    const seq = (START + number) * 1_024 + LANE;
    writeFileSync(join(journal, versionOneName(seq)), segmentOf(seq, number * ROWS));
  }
  writeFileSync(join(journal, 'state.json'), JSON.stringify({ version: 1, installation: '0123456789abcdef', lane: LANE, epoch: 1, boot: null, highWater: START + 1_000 }));
  const server = new RunningServer(data, await freePort());
  try {
    await server.startInVain(1_500);
    await server.startInVain(3_000);
    await server.start();
    while ((await health(server.origin)).journal.waiting_rows > 0) await pause(50);
    expect(await server.end('SIGTERM')).toBe(0);
    const stored = await readStored(data);
    process.stdout.write(`upgrade: ${String(SEGMENTS)} segments of version 1, stored ${String(stored.visits)}\n`);
    expect(stored.visits).toBe(SEGMENTS * ROWS);
    expect([...stored.pages].filter(([, num]) => num !== 1)).toEqual([]);
    expect(stored.pages.size).toBe(SEGMENTS * ROWS);
    expect(stored.unbalanced).toEqual([]);
  } finally {
    await server.end('SIGKILL');
    await pause(500);
    rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
});
