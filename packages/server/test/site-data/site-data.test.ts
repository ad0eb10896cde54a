/** What a site leaves out, masks, keeps and loses, through every way in and down to the stored rows. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openParts, type Parts } from '../../src/deps.js';
import { startHousekeeping } from '../../src/housekeeping.js';
import { createImporter } from '../../src/importer.js';
import { streamSource } from '../../src/logs/source.js';
import { NO_RULES } from '../../src/metadata/site-rules.js';
import { createZones } from '../../src/questions/zone.js';
import { type Server, startServer } from '../../src/server.js';
import { metadataEnvironment } from '../../../../scripts/setup/postgres.mjs';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const DAY = 86_400_000;
const clock = { at: Date.UTC(2026, 5, 15, 12) };
const now = (): number => clock.at;

let folder: string;
let parts: Parts;
let server: Server;
let origin: string;

async function open(): Promise<void> {
  const config = readConfig({ ...(await metadataEnvironment(folder)), FOOTFALL_DATA: folder, FOOTFALL_PORT: '0', FOOTFALL_HOST: '127.0.0.1', FOOTFALL_TIMEZONE: 'Asia/Shanghai', FOOTFALL_ADMIN_PASSWORD: 'a secret one', FOOTFALL_MEMORY: '512M', FOOTFALL_TRUST_PROXY: 'true' });
  parts = await openParts(config, pino({ level: 'silent' }), now);
  server = await startServer(parts, now);
  origin = `http://127.0.0.1:${server.address.port}`;
}

async function close(): Promise<void> {
  await server.close(1_000);
  await parts.close(10_000);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-site-data-'));
  await open();
}, 60_000);
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

let serial = 0;
const beacon = (url: string, ip: string, agent = CHROME) =>
  fetch(`${origin}/collect`, { method: 'POST', headers: { 'user-agent': agent, 'x-forwarded-for': ip }, body: JSON.stringify({ v: 1, i: (serial += 1).toString(16).padStart(16, '0'), u: url }) });
const pixel = (url: string, ip: string) => fetch(`${origin}/p.gif?u=${encodeURIComponent(url)}`, { headers: { 'user-agent': CHROME, 'x-forwarded-for': ip } });

async function events(siteId: number, items: readonly object[]): Promise<{ refused: number; items: { reason: string }[] }> {
  const { key } = await parts.apiKeys.add(siteId, 'test');
  await parts.apiKeyDirectory.reload();
  const answer = await fetch(`${origin}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: JSON.stringify(items) });
  return ((await answer.json()) as { data: { refused: number; items: { reason: string }[] } }).data;
}

const logTime = (at: number) => `${new Date(at).getUTCDate().toString().padStart(2, '0')}/${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][new Date(at).getUTCMonth()] ?? ''}/${new Date(at).getUTCFullYear()}:12:00:00 +0000`;
const logLine = (ip: string, path: string, at = now(), agent = CHROME) => `${ip} - - [${logTime(at)}] "GET ${path} HTTP/1.1" 200 512 "-" "${agent}"\n`;
const importLines = (domain: string, lines: string) => createImporter(parts).import({ domain, format: 'combined', sources: [streamSource('access.log', Readable.from([Buffer.from(lines)]))] });

/** Rows of a site by table, as many as there are. */
async function rows(siteId: number): Promise<Record<string, number>> {
  await parts.flusher.drained();
  const tables = ['visits', 'spider_hits', 'events', 'event_ids', 'ledger'];
  const { rows: found } = await parts.warehouse.query<{ t: string; num: string }>(tables.map((table) => `SELECT '${table}' AS t, count() AS num FROM ${table} WHERE site_id = {site:UInt32}`).join(' UNION ALL '), { site: siteId });
  return Object.fromEntries(found.map(({ t, num }) => [t, Number(num)]));
}

async function refusals(siteId: number): Promise<Record<string, number>> {
  await parts.flusher.drained();
  const { rows: found } = await parts.warehouse.query<{ reason: string; total: string }>("SELECT reason, sum(num) AS total FROM ledger WHERE site_id = {site:UInt32} AND outcome = 'refused' GROUP BY reason", { site: siteId });
  return Object.fromEntries(found.map(({ reason, total }) => [reason, Number(total)]));
}

const register = async (domain: string, over: Partial<Parameters<Parts['sites']['add']>[0]> = {}) => {
  const site = await parts.sites.add({ name: domain, domain, isStat: true, timeZone: null, ...over });
  await parts.directory.reload();
  return site;
};

describe('what a site leaves out', () => {
  it('is refused by every way in, counted by reason, and what is left is stored without the parameter and the last octet', async () => {
    const { id } = await register('shop.example', {
      aliases: ['store.example'], subdomains: true,
      rules: { ...NO_RULES, excludedAddresses: ['192.0.2.0/24', '2001:db8::/32'], excludedPaths: ['/admin/*'], excludedParameters: ['session'], maskAddresses: true },
    });
    expect([(await beacon('https://shop.example/', '192.0.2.77')).status, (await beacon('https://shop.example/', '2001:db8::9')).status, (await beacon('https://shop.example/admin/x', '203.0.113.1')).status]).toEqual([204, 204, 204]);
    const refusedPixel = await pixel('https://www.store.example/admin/x', '203.0.113.1');
    expect([refusedPixel.status, refusedPixel.headers.get('footfall-refused')]).toEqual([200, 'excluded_path']);
    const sent = await events(id, [
      { type: 'pageview', url: 'https://shop.example/', ip: '192.0.2.9' },
      { type: 'event', name: 'buy', url: 'https://shop.example/admin/buy', ip: '203.0.113.1' },
      { type: 'event', name: 'buy', url: 'https://shop.example/?session=secret', ip: '203.0.113.88', user_agent: CHROME },
    ]);
    expect(sent.items.map(({ reason }) => reason)).toEqual(['excluded_address', 'excluded_path']);
    const report = await importLines('shop.example', logLine('192.0.2.200', '/a') + logLine('203.0.113.2', '/admin/a') + logLine('203.0.113.99', '/b?session=secret') + logLine('192.0.2.1', '/a', now(), GOOGLEBOT) + logLine('203.0.113.66', '/c?session=secret', now(), GOOGLEBOT));
    expect(report).toMatchObject({ lines: 5, visits: 1, spider_hits: 1, refused: { excluded_address: 2, excluded_path: 1 } });
    await beacon('https://eu.store.example/p?session=secret&q=1', '203.0.113.55');
    await pixel('https://store.example/p', '203.0.113.56');

    expect(await refusals(id)).toEqual({ excluded_address: 5, excluded_path: 4 });
    expect(await rows(id)).toMatchObject({ visits: 3, spider_hits: 1, events: 1 });
    const { rows: stored } = await parts.warehouse.query<{ url: string; ip: string }>(
      ['visits', 'spider_hits', 'events'].map((table) => `SELECT url, IPv6NumToString(ip) AS ip FROM ${table} WHERE site_id = {site:UInt32}`).join(' UNION ALL '), { site: id },
    );
    expect(stored.map(({ url }) => url).toSorted()).toEqual(['https://eu.store.example/p?q=1', 'https://shop.example/', 'https://shop.example/b', 'https://shop.example/c', 'https://store.example/p']);
    expect(new Set(stored.map(({ ip }) => ip))).toEqual(new Set(['::ffff:203.0.113.0']));
  });
});

describe('the live check', () => {
  it('tells the newest visit, and what was refused of the site’s pages and of hosts near it', async () => {
    const headers = { 'content-type': 'application/json' };
    const { data } = (await (await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify({ username: 'admin', password: 'a secret one' }) })).json()) as { data: { access_token: string } };
    const check = async (id: number) => (await fetch(`${origin}/api/website/live_check?id=${id}`, { headers: { authorization: data.access_token } })).json();
    const { id } = await register('checked.example', { rules: { ...NO_RULES, excludedPaths: ['/private'] } });
    expect(await check(id)).toMatchObject({ code: 200, data: { visit: null, refused: [] } });
    await beacon('https://checked.example/private', '203.0.113.1');
    await beacon('https://m.checked.example/', '203.0.113.1');
    await beacon('https://m.checked.example/', '203.0.113.1');
    await beacon('https://stranger.example/', '203.0.113.1');
    expect(await check(id)).toMatchObject({ data: { visit: null, refused: expect.arrayContaining([{ host: 'checked.example', reason: 'excluded_path', num: 1, at: expect.any(String) }, { host: 'm.checked.example', reason: 'unknown_site', num: 2, at: expect.any(String) }]) } });
    await beacon('https://checked.example/welcome', '81.2.69.143');
    await parts.flusher.drained();
    const answer = (await check(id)) as { data: { visit: unknown; refused: { host: string }[] } };
    expect(answer.data.visit).toEqual({ at: new Date(now()).toISOString(), url: 'https://checked.example/welcome', browser_name: 'Chrome', os_name: 'Windows', country_code: 'GB' });
    expect(answer.data.refused.map(({ host }) => host)).not.toContain('stranger.example');
    expect(await check(999)).toMatchObject({ code: 404 });
  });
});

describe('retention', () => {
  it('removes what is older than the days kept, cut at midnight of the site’s zone, and refuses what is older still', async () => {
    const { id } = await register('kept.example', { timeZone: 'America/New_York' });
    const other = await register('for-ever.example');
    // Midnight in New York is 04:00 UTC in June; the clock says 08:00 there.
    const firstKept = Date.UTC(2026, 5, 12, 4);
    const view = (at: number, n: number) => ({ type: 'pageview', id: `v${n}`, url: 'https://kept.example/', timestamp: at, ip: '203.0.113.1', user_agent: CHROME });
    await events(id, [view(firstKept - 1, 1), view(firstKept, 2), view(now(), 3), { ...view(firstKept - DAY, 4), user_agent: GOOGLEBOT }, { type: 'event', name: 'old', timestamp: firstKept - 1 }]);
    await events(other.id, [{ ...view(firstKept - 300 * DAY, 5), url: 'https://for-ever.example/' }]);
    expect(await rows(id)).toMatchObject({ visits: 3, spider_hits: 1, events: 1 });
    await parts.sites.edit(id, { rules: { ...NO_RULES, retentionDays: 3 } });
    await parts.directory.reload();
    clock.at += 20 * 60_000;
    await parts.housekeeping.run();
    expect(await rows(id)).toMatchObject({ visits: 2, spider_hits: 0, events: 0 });
    expect(await rows(other.id)).toMatchObject({ visits: 1 });
    const { rows: left } = await parts.warehouse.query<{ at: string }>('SELECT toUnixTimestamp64Milli(created_at) AS at FROM visits WHERE site_id = {site:UInt32} ORDER BY at', { site: id });
    expect(left.map(({ at }) => Number(at))).toEqual([firstKept, clock.at - 20 * 60_000]);
    expect((await events(id, [view(now() - 10 * DAY, 6)])).items).toMatchObject([{ reason: 'expired' }]);
    expect((await importLines('kept.example', logLine('203.0.113.1', '/old', now() - 10 * DAY))).refused).toEqual({ expired: 1 });
  });
});

describe('a deleted site', () => {
  it('keeps its data, which comes back with its domain; its keys and grants do not', async () => {
    const { id } = await register('again.example');
    const { key } = await parts.apiKeys.add(id, 'server');
    await beacon('https://again.example/', '203.0.113.1');
    await parts.sites.remove(id);
    await parts.directory.reload();
    await parts.apiKeyDirectory.reload();
    expect((await beacon('https://again.example/', '203.0.113.1')).status).toBe(404);
    expect(await register('www.again.example')).toMatchObject({ id, domain: 'www.again.example' });
    expect(await rows(id)).toMatchObject({ visits: 1 });
    expect(parts.apiKeyDirectory.siteOf(key)).toBeUndefined();
  });

  it('loses every row in every table when that was asked, also after a restart in between, and never another site’s', async () => {
    const { id } = await register('gone.example');
    const neighbour = await register('stays.example');
    await beacon('https://gone.example/', '203.0.113.1');
    await beacon('https://stays.example/', '203.0.113.1');
    await beacon('https://gone.example/', '203.0.113.1', GOOGLEBOT);
    await events(id, [{ type: 'event', id: 'once', name: 'buy', ip: '203.0.113.1' }]);
    const before = await rows(id);
    expect(before).toMatchObject({ visits: 1, spider_hits: 1, events: 1, event_ids: 1 });
    // Rows that the store refused lie beside the journal.
    const deadLetters = join(parts.folders.journal, 'dead-letter', '1-visits.jsonl');
    const letter = (siteId: number) => JSON.stringify({ table: 'visits', columns: ['batch_id', 'site_id', 'created_at'], row: `[1,${siteId},${now()}]`, error: 'refused' });
    mkdirSync(dirname(deadLetters), { recursive: true });
    writeFileSync(deadLetters, `${letter(id)}\n${letter(neighbour.id)}\n`);
    await parts.sites.remove(id, 'erase');
    // The process ends before anything was done.
    await close();
    await open();
    await parts.housekeeping.run();
    expect(await rows(id)).toEqual({ visits: 0, spider_hits: 0, events: 0, event_ids: 0, ledger: 0 });
    expect(await rows(neighbour.id)).toMatchObject({ visits: 1 });
    expect(readFileSync(deadLetters, 'utf8')).toBe(`${letter(neighbour.id)}\n`);
    // What was on its way in is looked for once more before it counts as done.
    expect((await parts.sites.erasures()).map(({ siteId }) => siteId)).toEqual([id]);
    clock.at += 61_000;
    await parts.housekeeping.run();
    expect(await parts.sites.erasures()).toEqual([]);
    // What is erased does not come back.
    expect((await register('gone.example')).id).not.toBe(id);
  }, 60_000);

  it('is tried again when the store fails', async () => {
    const { id } = await register('stubborn.example');
    await beacon('https://stubborn.example/', '203.0.113.1');
    await parts.sites.remove(id, 'erase');
    const failing = { eraseSite: () => Promise.reject(new Error('the store is away')), removeExpired: () => Promise.resolve() };
    const broken = startHousekeeping({ ...parts, warehouse: failing, letters: { remove: () => Promise.resolve(0) }, drained: () => Promise.resolve(), zones: createZones(), now });
    await broken.run();
    await broken.stop();
    expect(await rows(id)).toMatchObject({ visits: 1 });
    // Nor does it keep anybody from stopping, while what waits can not be stored.
    const waiting = startHousekeeping({ ...parts, warehouse: failing, letters: { remove: () => Promise.resolve(0) }, drained: () => new Promise(() => undefined), zones: createZones(), now });
    await waiting.stop();
    await parts.housekeeping.run();
    expect(await rows(id)).toMatchObject({ visits: 0 });
  });
});
