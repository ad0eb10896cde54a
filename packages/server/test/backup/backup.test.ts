import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allEndpoints, type Endpoint } from '@footfall/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest, writeManifest } from '../../src/backup/manifest.js';
import { restoreBackup, type Restored } from '../../src/backup/restore.js';
import { createSnapshots, type Snapshot } from '../../src/backup/snapshot.js';
import { readConfig } from '../../src/config.js';
import { foldersIn, prepareDataFolder, RESTORE_MARK } from '../../src/data-folder.js';
import { inputsOf } from '../grants/inputs.js';
import { type Installation, NOW, openInstallation } from '../grants/installation.js';

/*
 * A backup of a whole installation, taken while something waits in its journal, and restored into a new folder: every question of the
 * contract is answered by both, at a clock that stands still, and the answers are the same to the letter.
 */
const base = mkdtempSync(join(tmpdir(), 'footfall-backup-'));
const backup = join(base, 'backup');
const data = join(base, 'restored');
const log = pino({ level: 'silent' });
const config = readConfig({ FOOTFALL_DATA: data, FOOTFALL_MEMORY: '512M' });

const restoreInto = (dataFolder: string, from = backup): Promise<Restored> =>
  restoreBackup({ from, dataFolder, folders: foldersIn({ dataFolder, postgresUrl: null }), engine: { main: config.files.engine, memory: config.memory }, log });

/** What the running process and its disk are like, which is not the installation's: memory, bytes of parts that merge in their own time, slow questions. */
const OF_THE_PROCESS = new Set(['/status/overview', '/status/sizes', '/status/slow', '/status/plan']);
const reads = ({ method, path, effect, access }: Endpoint): boolean => access !== 'public' && (method === 'GET' || effect === 'reads') && !OF_THE_PROCESS.has(path);
const places = allEndpoints().filter(reads);
/** Without anything that can be left out, with whole pages, with everything filled. */
const WAYS = new Set(['least', 'paged', 'all']);
const asked = places.flatMap((endpoint) => [...inputsOf(endpoint)].filter(([name]) => WAYS.has(name)).map(([name, input]) => ({ endpoint, input, title: `${endpoint.method} ${endpoint.path} with ${name}` })));
const untold = (body: string): string => body.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, 'an id').replaceAll(/"took":\d+/gu, '"took":0');

let original: Installation;
let restored: Installation;
let snapshot: Snapshot;

beforeAll(async () => {
  original = await openInstallation(true);
  // What is acknowledged now stays in the journal until the snapshot is taken.
  const release = await original.parts.flusher.hold();
  await original.send(Array.from({ length: 25 }, (_, at) => ({ type: 'pageview', id: `late-${at}`, timestamp: NOW - at * 60_000, url: 'https://granted.example/late', ip: `192.0.2.${100 + at}`, user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0' })));
  snapshot = await createSnapshots(original.parts, () => NOW).take();
  release();
  await original.parts.flusher.drained();
  await original.parts.sessionRepair.settled();
  cpSync(snapshot.folder, backup, { recursive: true });
  await writeManifest(backup, snapshot);
  await restoreInto(data);
  restored = await openInstallation(true, data);
  await restored.parts.flusher.drained();
  await restored.parts.sessionRepair.settled();
}, 120_000);

afterAll(async () => {
  await restored.close();
  await original.close();
  rmSync(base, { recursive: true, force: true });
});

describe('a restored backup', () => {
  it('holds what waited in the journal too, once', async () => {
    expect(snapshot.waiting).toBe(25);
    const count = async ({ parts }: Installation): Promise<unknown> => (await parts.warehouse.query("SELECT count() AS num, uniqExact(id) AS ids FROM visits WHERE url = 'https://granted.example/late'", {})).rows;
    expect(await count(restored)).toEqual([{ num: '25', ids: '25' }]);
    expect(await count(restored)).toEqual(await count(original));
  });

  it.each(asked)('$title, is answered as by the original', async ({ endpoint, input }) => {
    const [one, other] = await Promise.all([original, restored].map((installation) => installation.ask('boss', endpoint, input)));
    expect(other?.status).toBe(one?.status);
    expect(untold(other?.body ?? '')).toBe(untold(one?.body ?? 'none'));
  });

  it('was asked about most of the contract', () => {
    expect(places.length).toBeGreaterThan(40);
    expect(asked.length).toBe(places.length * WAYS.size);
  });

  it('goes on where the original was: new numbers, new visits', async () => {
    await restored.send([{ type: 'pageview', id: 'after', timestamp: NOW, url: 'https://granted.example/after', ip: '192.0.2.9', user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0' }]);
    await restored.parts.flusher.drained();
    const { rows } = await restored.parts.warehouse.query("SELECT count() AS num FROM visits WHERE url = 'https://granted.example/after'", {});
    expect(rows).toEqual([{ num: '1' }]);
  });
});

describe('restoring', () => {
  const copy = (name: string): string => {
    const to = join(base, name);
    cpSync(backup, to, { recursive: true });
    return to;
  };
  const target = join(base, 'nothing');

  it.each([
    ['a byte was changed', (folder: string) => appendFileSync(join(folder, 'footfall.db'), 'x'), /footfall\.db was changed/u],
    ['a file is missing', (folder: string) => rmSync(join(folder, 'journal/state.json')), /journal\/state\.json is missing/u],
    ['a file was added', (folder: string) => writeFileSync(join(folder, 'journal/other'), ''), /journal\/other does not belong to it/u],
    ['it was broken off', (folder: string) => rmSync(join(folder, 'manifest.json')), /no backup, or one that was broken off/u],
    ['the manifest is damaged', (folder: string) => writeFileSync(join(folder, 'manifest.json'), '{'), /can not be read/u],
  ])('is refused where %s, and nothing is written', async (what, damage, message) => {
    const folder = copy(what.replaceAll(' ', '-'));
    damage(folder);
    await expect(restoreInto(target, folder)).rejects.toThrow(message);
    expect(existsSync(target)).toBe(false);
  });

  it('is refused into a folder that holds anything', async () => {
    await expect(restoreInto(data)).rejects.toThrow(/is not empty: a backup is restored into a new folder/u);
  });

  it('that was broken off leaves a folder that no server starts in', () => {
    const half = mkdtempSync(join(base, 'half-'));
    writeFileSync(join(half, RESTORE_MARK), '');
    expect(() => prepareDataFolder({ dataFolder: half, postgresUrl: null })).toThrow(/broken off: empty the folder and run "footfall restore" again/u);
  });
});

describe('a backup', () => {
  it('names its version and time, and every file with its size and sum', async () => {
    const manifest = await readManifest(backup);
    expect(manifest).toMatchObject({ format: 1, version: config.version, taken_at: new Date(NOW).toISOString() });
    expect(Object.keys(manifest.files)).toEqual(expect.arrayContaining(['footfall.db', 'journal/state.json', 'visits/.backup']));
    expect(manifest.files['footfall.db']?.bytes).toBe(readFileSync(join(backup, 'footfall.db')).length);
  });

  it('is one at a time', async () => {
    const snapshots = createSnapshots(original.parts, () => NOW);
    const first = snapshots.take();
    await expect(snapshots.take()).rejects.toThrow('a backup is being made already');
    rmSync((await first).folder, { recursive: true });
  });

  it('that fails leaves nothing behind, and the store goes on', async () => {
    const { parts } = original;
    const failing = createSnapshots({ ...parts, warehouse: { backUp: () => Promise.reject(new Error('no room')) } }, () => NOW);
    await expect(failing.take()).rejects.toThrow('no room');
    expect(readdirSync(join(parts.config.dataFolder, 'backups')).filter((name) => name !== snapshot.folder.split('/').at(-1))).toEqual([]);
    await original.send([{ type: 'pageview', id: 'goes-on', timestamp: NOW, url: 'https://granted.example/goes-on', ip: '192.0.2.9', user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0' }]);
    await parts.flusher.drained();
  });

  it('of servers of the operator’s own is refused with what to do', async () => {
    const external = createSnapshots({ ...original.parts, config: { ...config, clickhouseUrls: ['http://127.0.0.1:1'], postgresUrl: 'postgres://x' } }, () => NOW);
    await expect(external.take()).rejects.toThrow(/ClickHouse \(BACKUP DATABASE footfall TO \.\.\.\) and PostgreSQL \(pg_dump\)/u);
  });
});
