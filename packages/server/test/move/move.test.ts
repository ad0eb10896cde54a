import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openParts } from '../../src/deps.js';
import { type Moved, moveStores } from '../../src/move/move.js';
import { readStores, STORES_FILE, type Stores } from '../../src/stores-file.js';
import { type Installation, openInstallation, NOW } from '../grants/installation.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';

/*
 * What a move refuses, and what it leaves behind: of a whole installation in this process, onto an engine that stands in for a ClickHouse server.
 */
const log = pino({ level: 'silent' });
const PAGE = 'https://granted.example/while-moving';
let installation: Installation;
let target: TestEngine;
let url: string;

beforeAll(async () => {
  installation = await openInstallation(true);
}, 60_000);
afterAll(() => installation.close());
beforeEach(async () => {
  target = await startEngine({ place: 'child', migrate: false });
  const { url: address, password } = target.supervisor.current() ?? { url: '', password: '' };
  url = address.replace('//', `//default:${password}@`);
});
afterEach(() => target.stop());

const wish = (more: Partial<Stores> = {}): Stores => ({ clickhouseUrls: [url], clickhouseCluster: null, postgresUrl: null, ...more });
const move = (to: Stores, signal = new AbortController().signal, progress: () => void = () => undefined): Promise<Moved> => moveStores({ ...installation.parts, config: { ...installation.parts.config, dataFolder: installation.folder } }, to, { progress, signal, now: () => NOW });
const countOf = async ({ warehouse }: Pick<TestEngine, 'warehouse'>, table: string): Promise<number> => Number((await warehouse.query<{ num: string }>(`SELECT count() AS num FROM ${table}`, {})).rows[0]?.num);
const hit = { type: 'pageview', timestamp: NOW, url: PAGE, ip: '192.0.2.99', user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0' };

it('is refused where nobody answers, where the password is wrong, and where the cluster is not known: nothing is held off', async () => {
  await expect(move(wish({ clickhouseUrls: ['http://someone:secret@127.0.0.1:1'] }))).rejects.toThrow(/^http:\/\/someone:\*\*\*@127\.0\.0\.1:1 can not take the visits: .*ECONNREFUSED.*Nothing was moved\. See that it runs and that address, user, password are right, then run the same command again\.$/u);
  await expect(move(wish({ clickhouseUrls: [url.replace(/:[^:@]+@/u, ':wrong@')] }))).rejects.toThrow(/can not take the visits: .*password is incorrect/u);
  await expect(move(wish({ clickhouseCluster: 'nowhere' }))).rejects.toThrow(/can not take the visits: .*and the name of the cluster are right/u);
  await expect(move({ clickhouseUrls: [], clickhouseCluster: null, postgresUrl: 'postgres://footfall:secret@127.0.0.1:1/footfall' })).rejects.toThrow('PostgreSQL can not be used: connect ECONNREFUSED 127.0.0.1:1. Start it, or correct the address after --postgres.');
  await installation.send([{ ...hit, id: 'refused', url: `${PAGE}-refused` }]);
  await installation.parts.flusher.drained();
  expect(existsSync(join(installation.folder, STORES_FILE))).toBe(false);
});

it('is refused into a store that holds anything, of another installation, or of a newer version', async () => {
  await target.warehouse.migrate();
  await target.warehouse.insert({ table: 'event_ids', columns: ['batch_id', 'site_id', 'id'], body: Buffer.from('[1,1,"1"]\n'), token: 'a' });
  await expect(move(wish())).rejects.toThrow(/is not empty: its table event_ids holds rows that are not of this move, and nothing was changed\. Name an empty server, or drop its database footfall first\.$/u);
  await target.warehouse.deleteBatches('event_ids', [1]);
  await target.warehouse.markMove({ installation: 'another', finished: false });
  await expect(move(wish())).rejects.toThrow(/holds visits that another installation is moved onto, or was/u);
  expect(await countOf(target, 'visits')).toBe(0);
});

it('is refused into a store of a newer version', async () => {
  await target.warehouse.migrate();
  const { parts } = installation;
  // As a later release would leave it.
  await target.warehouse.insert({ table: 'migrations', columns: ['id', 'name', 'applied_at'], body: Buffer.from('[999,"from the future",0]\n'), token: 'future' });
  await expect(move(wish())).rejects.toThrow(/can not take the visits: The store was written by a newer version \(schema 999; this version knows \d+\)/u);
  expect(await parts.warehouse.ping()).toBe(true);
});

it('is refused by a server that is too old before anything is changed there', async () => {
  const asked: string[] = [];
  const old = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text)).on('end', () => {
      asked.push(body + (new URL(request.url ?? '', 'http://old').searchParams.get('query') ?? ''));
      response.end(JSON.stringify({ data: [{ version: '25.3.2.39' }] }));
    });
  });
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
  try {
    const address = `http://127.0.0.1:${String((old.address() as AddressInfo).port)}`;
    await expect(move(wish({ clickhouseUrls: [address] }))).rejects.toThrow(`${address} is ClickHouse 25.3.2.39: Footfall needs 25.8 or later. Update it, then run the same command again.`);
    expect(asked.filter((statement) => !statement.startsWith('SELECT'))).toEqual([]);
    expect(asked).toContain('SELECT version() AS version');
  } finally {
    old.closeAllConnections();
    old.close();
  }
});

it('that is broken off, or fails while all is held off, lets everything go on', { timeout: 60_000 }, async () => {
  const { parts } = installation;
  const end = new AbortController();
  await expect(move(wish(), end.signal, () => end.abort())).rejects.toThrow('the move was broken off, and nothing was switched: run the same command again, it goes on where it ended.');
  // The folder can not be written: the very last step fails.
  const nowhere = { ...parts, config: { ...parts.config, dataFolder: join(installation.folder, 'not-there') } };
  await expect(moveStores(nowhere, wish(), { progress: () => undefined, signal: new AbortController().signal })).rejects.toThrow(/could not go on, and nothing was switched: ENOENT.*Run the same command again/u);
  await installation.send([{ ...hit, id: 'after-failure', url: `${PAGE}-after` }]);
  await parts.flusher.drained();
  await parts.sites.add({ name: 'After', domain: 'after.example', isStat: true, timeZone: null });
  expect(await parts.warehouse.eraseVisitor({ siteIds: [1], type: 'ip', value: '192.0.2.99', visitor: null })).toMatchObject({ visits: expect.any(Number) as unknown });
});

it('no server starts on a copy that nobody was switched to', { timeout: 90_000 }, async () => {
  const { folder } = installation;
  await target.warehouse.migrate();
  await target.warehouse.markMove({ installation: 'another', finished: false });
  const other = readConfig({ FOOTFALL_DATA: `${folder}-other`, FOOTFALL_CLICKHOUSE_URL: url, FOOTFALL_MEMORY: '512M' });
  await expect(openParts(other, log)).rejects.toThrow('the ClickHouse server that this process is told to use is being filled by "footfall move", which was not switched to it yet');
  rmSync(`${folder}-other`, { recursive: true });
});

it('leaves an installation that goes on with the new store', { timeout: 90_000 }, async () => {
  const { parts, folder } = installation;
  const counts = await Promise.all(['visits', 'spider_hits', 'events', 'event_ids', 'ledger'].map(async (table): Promise<[string, number]> => [table, await countOf(parts, table)]));
  const done = await move(wish());
  expect(done).toMatchObject({ changed: true, stores: wish() });
  const moved = new Map<string, number>();
  for (const { table, rows } of done.partitions) moved.set(table, (moved.get(table) ?? 0) + rows);
  for (const [table, num] of counts) expect([table, await countOf(target, table), moved.get(table) ?? 0]).toEqual([table, num, num]);

  // Visits are taken, and lie in the journal; everything else is told to come again.
  const view = await fetch(`${installation.address}/collect`, { method: 'POST', headers: { 'user-agent': hit.user_agent }, body: JSON.stringify({ v: 1, i: '00000000000000bb', u: PAGE, t: 'late', f: '00000000000000aa', d: 0 }) });
  expect(view.status).toBe(204);
  await expect(parts.sites.add({ name: 'No', domain: 'no.example', isStat: true, timeZone: null })).rejects.toMatchObject({ errorName: 'metadata.unavailable' });
  await expect(parts.warehouse.eraseSite(1)).rejects.toThrow('The store is being moved.');

  expect(readStores(folder)).toEqual(wish());
  expect(statSync(join(folder, STORES_FILE)).mode & 0o777).toBe(0o600);
  expect(readConfig({ FOOTFALL_DATA: folder })).toMatchObject({ clickhouseUrls: [url], postgresUrl: null });
  expect(readConfig({ FOOTFALL_DATA: folder, FOOTFALL_CLICKHOUSE_URL: 'http://elsewhere.example:8123', FOOTFALL_POSTGRES_URL: 'postgres://db.example/footfall' })).toMatchObject({ clickhouseUrls: ['http://elsewhere.example:8123'], postgresUrl: 'postgres://db.example/footfall' });
  await installation.end();

  installation = await openInstallation(true, folder);
  expect(installation.parts.config.clickhouseUrls).toEqual([url]);
  await installation.parts.flusher.drained();
  expect(await installation.parts.warehouse.moveMark()).toMatchObject({ finished: true });
  expect((await installation.parts.warehouse.query(`SELECT count() AS num FROM visits WHERE url = '${PAGE}'`, {})).rows).toEqual([{ num: '1' }]);
  expect(await countOf(target, 'visits')).toBe((moved.get('visits') ?? 0) + 1);
  expect(await move(wish())).toMatchObject({ changed: false });
  await expect(move(wish({ clickhouseUrls: ['http://elsewhere.example:8123'] }))).rejects.toThrow(/the visits are on a server already, http:\/\/default:\*\*\*@127\.0\.0\.1:\d+: "footfall move" moves out of the embedded stores/u);
  await installation.end();

  // Back to the old one by hand: what was used meanwhile is not filled again.
  rmSync(join(folder, STORES_FILE));
  installation = await openInstallation(true, folder);
  await expect(move(wish())).rejects.toThrow(/was moved onto before, and may hold newer visits since/u);
  writeFileSync(join(folder, STORES_FILE), '{"format":2}');
  expect(() => readConfig({ FOOTFALL_DATA: folder })).toThrow(/stores\.json says where the stores were moved to, and can not be read/u);
  rmSync(join(folder, STORES_FILE));
});
