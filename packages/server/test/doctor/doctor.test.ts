import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { examine } from '../../src/doctor/examine.js';
import type { Finding } from '../../src/doctor/finding.js';
import { lookAtClock } from '../../src/doctor/look-at-clock.js';
import { lookAtRoom } from '../../src/doctor/look-at-disk.js';
import { lookAtPlaces } from '../../src/doctor/look-at-places.js';
import { lookAtJournal, lookAtMetadata, lookAtVisits } from '../../src/doctor/look-at-stores.js';
import { lookAtZones } from '../../src/doctor/look-at-zones.js';
import { geoFiles } from '../../src/enrich/geo-age.js';
import { lockFolder } from '../../src/folder-lock.js';
import type { JournalCheck } from '../../src/journal/check.js';
import type { StoreState } from '../../src/warehouse/state.js';
import { type Installation, NOW, openInstallation } from '../grants/installation.js';
import { open, row, segmentFiles } from '../journal/opened.js';
import { blockOf } from '../journal/rows-of.js';

const log = pino({ level: 'silent' });
const DAY = 86_400_000;
const levels = (findings: readonly Finding[]): string[] => findings.map(({ part, level }) => `${part} ${level}`);
const GOOD = { there: true, segments: 0, bytes: 0, records: 0, oldestAt: null, damaged: [], quarantined: 0, deadLetters: 0, highWater: 1 } satisfies JournalCheck;
const SERVER = { takingVisits: true, waitingRecords: 0, completeUpTo: NOW, failingSince: null, lastError: null };
const STORE = { version: '26.7', zoneData: '2026a', unknownZones: [], tables: [{ name: 'visits', rows: 5, bytes: 1_000 }], mostParts: 3, broken: 0, stuck: 0, stuckReason: '', newest: NOW, schema: 5, knownSchema: 5, replicas: null } satisfies StoreState;

describe('what is looked at', () => {
  it('the journal: written, stored from, whole', () => {
    expect(lookAtJournal(GOOD, SERVER, NOW)).toEqual([{ part: 'journal', level: 'ok', says: 'nothing waits', remedy: '' }]);
    expect(levels(lookAtJournal({ ...GOOD, there: false }, null, NOW))).toEqual(['journal fail']);
    expect(lookAtJournal(GOOD, { ...SERVER, takingVisits: false }, NOW)).toMatchObject([{ level: 'fail', says: expect.stringContaining('visits are refused') as unknown }]);
    expect(lookAtJournal(GOOD, { ...SERVER, failingSince: NOW - 7_200_000, lastError: 'no space' }, NOW)).toMatchObject([{ level: 'fail', says: 'the store has taken nothing for 2 hours: no space' }]);
    expect(lookAtJournal(GOOD, { ...SERVER, waitingRecords: 5, completeUpTo: NOW - 600_000 }, NOW)).toMatchObject([{ level: 'warn', says: 'what arrived 10 minutes ago is not stored yet' }]);
    expect(levels(lookAtJournal({ ...GOOD, damaged: ['a'], quarantined: 1, deadLetters: 2, highWater: null }, null, NOW))).toEqual(['journal fail', 'journal warn', 'journal warn', 'journal warn']);
    expect(lookAtJournal({ ...GOOD, segments: 2, records: 1_234, bytes: 5e6 }, null, NOW)).toMatchObject([{ level: 'ok', says: '1,234 records wait to be stored (5.0 MB)' }]);
  });

  it('the store: answers, whole, of this version, merged', () => {
    expect(levels(lookAtVisits(STORE))).toEqual(['visits ok']);
    expect(lookAtVisits('connection refused')).toMatchObject([{ level: 'fail', says: 'the store does not answer: connection refused' }]);
    expect(levels(lookAtVisits({ ...STORE, schema: 6 }))).toEqual(['visits fail']);
    const replicas = { total: 4, reached: 4, behind: 60, readOnly: 0 };
    expect(levels(lookAtVisits({ ...STORE, replicas }))).toEqual(['visits ok']);
    expect(lookAtVisits({ ...STORE, replicas: { total: 4, reached: 3, behind: 7_200, readOnly: 2 } }).map(({ level, says }) => [level, says])).toEqual([
      ['warn', '1 of 4 servers of the cluster can not be reached'], ['warn', 'a replica is 2 hours behind the others of its shard'], ['warn', '2 replicated tables are read-only'],
    ]);
    expect(levels(lookAtVisits({ ...STORE, broken: 1, stuck: 1, mostParts: 999 }))).toEqual(['visits warn', 'visits warn', 'visits warn']);
  });

  it('the metadata: there, whole', () => {
    expect(levels(lookAtMetadata({ inFile: true, there: true, problems: [], zones: [] }))).toEqual(['metadata ok']);
    expect(levels(lookAtMetadata({ inFile: true, there: false, problems: [], zones: [] }))).toEqual(['metadata fail']);
    expect(lookAtMetadata({ inFile: true, there: true, problems: ['page 3 is wrong'], zones: [] })).toMatchObject([{ level: 'fail', says: 'page 3 is wrong' }]);
  });

  it('the disk: room and files', () => {
    const room = { bytes: 100e9, free: 50e9, inodes: 1e6, freeInodes: 9e5 };
    expect(lookAtRoom(room)).toMatchObject([{ level: 'ok', says: '50.0 GB of 100.0 GB free' }]);
    expect(levels(lookAtRoom({ ...room, free: 3e9 }))).toEqual(['disk warn']);
    expect(levels(lookAtRoom({ ...room, bytes: 1000e9, free: 40e9 }))).toEqual(['disk warn']);
    expect(levels(lookAtRoom({ ...room, free: 1e8 }))).toEqual(['disk fail']);
    expect(levels(lookAtRoom({ ...room, freeInodes: 10 }))).toEqual(['disk ok', 'disk warn']);
    expect(levels(lookAtRoom({ ...room, inodes: 0, freeInodes: 0 }))).toEqual(['disk ok']);
  });

  it('the clock: not before the program, not behind what was stored', () => {
    const clock = { now: NOW, highWater: NOW + 1_000, newest: NOW - DAY, built: NOW - DAY };
    expect(levels(lookAtClock(clock))).toEqual(['clock ok']);
    expect(lookAtClock({ ...clock, newest: NOW + DAY })).toMatchObject([{ level: 'warn', says: expect.stringContaining('24 hours behind what was stored before') as unknown }]);
    expect(levels(lookAtClock({ ...clock, highWater: NOW + DAY }))).toEqual(['clock warn']);
    expect(levels(lookAtClock({ ...clock, built: NOW + DAY }))).toEqual(['clock fail']);
    expect(levels(lookAtClock({ now: NOW, highWater: null, newest: null, built: null }))).toEqual(['clock ok']);
  });

  it('the rules of time zones: of both, and zones that one does not know', () => {
    const zones = { now: NOW, runtime: '2025b', store: '2025a', unknown: [] };
    expect(levels(lookAtZones(zones))).toEqual(['time zones ok']);
    expect(levels(lookAtZones({ ...zones, runtime: '2024a' }))).toEqual(['time zones warn']);
    expect(levels(lookAtZones({ ...zones, store: '2020a', unknown: ['Europe/Nowhere'] }))).toEqual(['time zones warn', 'time zones warn']);
    expect(levels(lookAtZones({ ...zones, runtime: '', store: '' }))).toEqual(['time zones ok']);
  });

  it('the databases of places: their age', () => {
    const file = { name: 'a.mmdb', own: true, madeAt: NOW - 10 * DAY, problem: '' };
    expect(lookAtPlaces([file, { ...file, madeAt: NOW - 400 * DAY }, { ...file, problem: 'no database' }, { ...file, madeAt: null }], NOW).map(({ level }) => level)).toEqual(['ok', 'warn', 'warn', 'ok']);
  });

  it('the databases of places that come with the product say when they were made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-geo-'));
    writeFileSync(join(folder, 'own.mmdb'), 'nothing');
    const files = await geoFiles(folder);
    expect(files.map(({ name, own }) => [name, own])).toEqual([['own.mmdb', true], ['geo-whois-asn-country.mmdb', false], ['dbip-country.mmdb', false]]);
    expect(files[0]?.problem).not.toBe('');
    for (const { madeAt } of files.slice(1)) expect(madeAt).toBeGreaterThan(Date.UTC(2024, 0, 1));
    rmSync(folder, { recursive: true });
  });
});

describe('an installation', () => {
  /** Behind everything in it, and behind the making of the program. */
  const later = Math.max(NOW, Date.now());
  let installation: Installation;
  let folder: string;
  beforeAll(async () => {
    installation = await openInstallation(false);
    ({ folder } = installation);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const examined = (data = folder): Promise<Finding[]> => examine(readConfig({ FOOTFALL_DATA: data, FOOTFALL_TIMEZONE: 'Asia/Shanghai', FOOTFALL_MEMORY: '512M' }), log, () => later);
  const of = async (part: Finding['part'], data?: string): Promise<Finding[]> => (await examined(data)).filter((found) => found.part === part);

  it('is well beside its server, which is asked', async () => {
    const findings = await examined();
    expect(findings.filter(({ level, part }) => level !== 'ok' && part !== 'disk' && part !== 'places')).toEqual([]);
    expect(findings).toContainEqual({ part: 'server', level: 'ok', says: 'runs', remedy: '' });
    expect(new Set(findings.map(({ part }) => part))).toEqual(new Set(['server', 'journal', 'visits', 'metadata', 'disk', 'clock', 'time zones', 'places']));
    expect(findings.find(({ part }) => part === 'visits')?.says).toMatch(/^7 visits, /u);
  });

  it('is well without a server, with the same figures; then its damages show, with what to do', async () => {
    await installation.end();
    const findings = await examined();
    expect(findings).toContainEqual({ part: 'server', level: 'ok', says: 'does not run', remedy: '' });
    expect(findings.find(({ part }) => part === 'visits')?.says).toMatch(/^7 visits, /u);

    const journal = join(folder, 'journal');
    const writer = await open(journal);
    await writer.append(blockOf([row(1)]));
    await writer.append(blockOf([row(2)]));
    await writer.close();
    expect(await of('journal')).toMatchObject([{ level: 'ok', says: expect.stringMatching(/^2 records wait to be stored/u) as unknown }]);
    const [file = ''] = segmentFiles(journal);
    const bytes = readFileSync(file);
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    mkdirSync(join(journal, 'dead-letter'));
    writeFileSync(join(journal, 'dead-letter/one'), '');
    expect(await of('journal')).toMatchObject([{ level: 'fail', says: `${file} is damaged` }, { level: 'warn' }]);
    // It looks and changes nothing.
    expect(readFileSync(file).equals(bytes)).toBe(true);

    // Where a log of writes stands beside it, its pages are read from there.
    for (const beside of ['-wal', '-shm']) rmSync(join(folder, `footfall.db${beside}`), { force: true });
    writeFileSync(join(folder, 'footfall.db'), 'this is no database, whatever its name says, and it is long enough to be read as one');
    expect(await of('metadata')).toMatchObject([{ level: 'fail', remedy: expect.stringContaining('restore a backup') as unknown }]);

    const held = lockFolder(journal);
    expect(await of('server')).toMatchObject([{ level: 'fail', says: 'the folder is in use, but no server answers in it' }]);
    held.release();
  });

  it('that is none says so', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'footfall-empty-'));
    expect(levels(await examined(empty)).filter((level) => level.endsWith('fail'))).toEqual(['journal fail', 'metadata fail']);
    rmSync(empty, { recursive: true });
  });
});
