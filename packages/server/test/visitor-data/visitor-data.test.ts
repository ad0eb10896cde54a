/** What there is of one visitor is handed out whole, and gone for good, through a whole server and down to its files. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { visitor } from '../../src/commands/visitor.js';
import { readConfig } from '../../src/config.js';
import { openParts, type Parts } from '../../src/deps.js';
import { createSessions } from '../../src/http/session.js';
import { createAudit } from '../../src/metadata/audit.js';
import { createSessionStore } from '../../src/metadata/sessions.js';
import { type Server, startServer } from '../../src/server.js';
import { metadataEnvironment } from '../../../../scripts/setup/postgres.mjs';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const NOW = Date.UTC(2026, 10, 20, 12);
const IP = '203.0.113.77';
const OTHER_IP = '203.0.113.78';
const SIX = '2001:db8::7';
const PRINT = 'a1a1a1a1a1a1a1a1';
const OTHER_PRINT = 'b2b2b2b2b2b2b2b2';

let folder: string;
let parts: Parts;
let server: Server;
let origin: string;
let token: string;
const ids: Record<string, number> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-visitor-'));
  const now = (): number => NOW;
  parts = await openParts(readConfig({ ...(await metadataEnvironment(folder)), FOOTFALL_DATA: folder, FOOTFALL_PORT: '0', FOOTFALL_HOST: '127.0.0.1', FOOTFALL_TIMEZONE: 'UTC', FOOTFALL_ADMIN_PASSWORD: 'a secret one', FOOTFALL_MEMORY: '512M' }), pino({ level: 'silent' }), now);
  server = await startServer(parts, now);
  origin = `http://127.0.0.1:${server.address.port}`;
  ({ token } = await createSessions({ store: createSessionStore(parts.metadata.db), now }).open(1, { address: '', agent: '' }));
  let serial = 0;
  const view = (domain: string, more: object) => ({ type: 'pageview', id: `view-${(serial += 1)}`, timestamp: NOW - 60_000 * serial, url: `https://${domain}/secret-page`, user_agent: CHROME, ...more });
  const sale = (more: object) => ({ type: 'event', id: `sale-${(serial += 1)}`, name: 'sale', timestamp: NOW - 1_000, user_agent: CHROME, ...more });
  for (const domain of ['one.example', 'two.example']) {
    const { id } = await parts.sites.add({ name: domain, domain, isStat: true, timeZone: null });
    ids[domain] = id;
    await parts.directory.reload();
    const { key } = await parts.apiKeys.add(id, 'test');
    await parts.apiKeyDirectory.reload();
    const items = [
      view(domain, { ip: IP }), view(domain, { ip: IP }), view(domain, { ip: IP, user_agent: CRAWLER }), sale({ ip: IP }),
      view(domain, { ip: OTHER_IP }), view(domain, { ip: OTHER_IP, fingerprint: PRINT }), view(domain, { ip: '203.0.113.90', fingerprint: PRINT }), sale({ ip: '203.0.113.90', fingerprint: PRINT }),
      view(domain, { ip: '203.0.113.91', fingerprint: OTHER_PRINT }), view(domain, { ip: SIX }),
    ];
    const answer = await fetch(`${origin}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: JSON.stringify(items) });
    const { data } = (await answer.json()) as { data: { accepted: number } };
    if (data.accepted !== items.length) throw new Error(JSON.stringify(data));
  }
}, 60_000);
afterAll(async () => {
  await server.close(1_000);
  await parts.close(10_000);
  rmSync(folder, { recursive: true, force: true });
});

async function call(path: string, body: object): Promise<Response> {
  return fetch(`${origin}/api${path}`, { method: 'POST', headers: { authorization: token, 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
const exported = async (body: object): Promise<{ table: string; row: Record<string, unknown> }[]> => {
  const answer = await call('/visitor/export', body);
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  expect(Number(answer.headers.get('x-total-rows'))).toBe(lines.length);
  return lines.map((line) => JSON.parse(line) as { table: string; row: Record<string, unknown> });
};
const erase = async (body: object): Promise<unknown> => ((await (await call('/visitor/erase', body)).json()) as { data: unknown }).data;
const tally = (rows: readonly { table: string }[]): Record<string, number> => Object.fromEntries([...new Set(rows.map(({ table }) => table))].map((table) => [table, rows.filter((row) => row.table === table).length]));

async function num(table: string, condition: string): Promise<number> {
  const { rows } = await parts.warehouse.query<{ num: string }>(`SELECT count() AS num FROM ${table} WHERE ${condition}`, {});
  return Number(rows[0]?.num);
}

describe('the data of a visitor', () => {
  it('is handed out from every table, of what came in a moment ago too, and of the sites asked about alone', async () => {
    const one = await exported({ domain: 'one.example', type: 'ip', value: IP });
    expect(tally(one)).toEqual({ visits: 2, spider_hits: 1, events: 1 });
    expect(one.every(({ row }) => row['site_id'] === ids['one.example'])).toBe(true);
    expect(one.find(({ table }) => table === 'visits')?.row).toMatchObject({ url: 'https://one.example/secret-page', ip: `::ffff:${IP}`, user_agent: CHROME });
    expect(await exported({ domain: '', type: 'ip', value: `::ffff:${IP}` })).toHaveLength(8);
    expect(tally(await exported({ domain: '', type: 'fingerprint', value: PRINT }))).toEqual({ visits: 4, events: 2 });
    expect(await exported({ domain: '', type: 'fingerprint', value: "' OR 1=1 --" })).toEqual([]);
    const unread = await call('/visitor/export', { domain: '', type: 'ip', value: 'no address' });
    expect([unread.status, ((await unread.json()) as { data: { error: string } }).data.error]).toEqual([400, 'request.invalid']);
  });

  it('is gone once erased: from the store, from dead letters, from the files that the journal writes over', async () => {
    const dead = join(folder, 'journal', 'dead-letter');
    const journal = parts.folders.journal;
    expect(join(journal, 'dead-letter')).toBe(dead);
    mkdirSync(dead, { recursive: true });
    const columns = ['batch_id', 'site_id', 'ip', 'fingerprint'];
    const letter = (site: number | undefined, ip: string) => JSON.stringify({ table: 'visits', columns, row: JSON.stringify([1, site, ip, '']), error: 'refused' });
    writeFileSync(join(dead, '7-visits.jsonl'), `${letter(ids['one.example'], IP)}\n${letter(ids['two.example'], IP)}\n${letter(ids['one.example'], OTHER_IP)}\n`);
    writeFileSync(join(dead, '8-visits.jsonl'), `${letter(ids['one.example'], IP)}\n{"cut off ${IP}\n`);

    expect(await erase({ domain: 'one.example', type: 'ip', value: IP })).toEqual({ removed: { visits: 2, spider_hits: 1, events: 1, dead_letters: 3 }, total: 7 });
    expect(await exported({ domain: 'one.example', type: 'ip', value: IP })).toEqual([]);
    expect(await exported({ domain: 'two.example', type: 'ip', value: IP })).toHaveLength(4);
    expect(readFileSync(join(dead, '7-visits.jsonl'), 'utf8')).toBe(`${letter(ids['two.example'], IP)}\n${letter(ids['one.example'], OTHER_IP)}\n`);
    expect(readdirSync(dead)).toEqual(['7-visits.jsonl']);
    expect(readdirSync(journal).filter((name) => name.endsWith('.spare'))).toEqual([]);
    // Everybody else is still there.
    expect(await num('visits', `site_id = ${String(ids['one.example'])}`)).toBe(5);
    expect(await erase({ domain: 'one.example', type: 'ip', value: IP })).toEqual({ removed: {}, total: 0 });
  });

  it('goes by the fingerprint too, with the events that keep only a number of it', async () => {
    expect(await erase({ domain: '', type: 'fingerprint', value: PRINT })).toEqual({ removed: { visits: 4, events: 2 }, total: 6 });
    expect(await num('visits', `fingerprint = '${PRINT}'`)).toBe(0);
    expect(await num('visits', `fingerprint = '${OTHER_PRINT}'`)).toBe(2);
    expect(await num('events', '1')).toBe(1);
    expect(await erase({ domain: 'two.example', type: 'ip', value: '2001:0DB8:0::0007' })).toEqual({ removed: { visits: 1 }, total: 1 });
  });

  it('comes and goes by the command line as well, through the running server', async () => {
    vi.stubEnv('FOOTFALL_DATA', folder);
    const out: string[] = [];
    const print = (text: string | Uint8Array): boolean => out.push(String(text)) > 0;
    const spies = [vi.spyOn(process.stdout, 'write').mockImplementation(print), vi.spyOn(process.stderr, 'write').mockImplementation(() => true)];
    const run = async (...words: string[]): Promise<string> => {
      out.length = 0;
      expect(await visitor.run(words)).toBe(0);
      return out.join('');
    };
    try {
      const rows = (await run('export', '--fingerprint', OTHER_PRINT)).trim().split('\n').map((line) => JSON.parse(line) as { table: string });
      expect(tally(rows)).toEqual({ visits: 2 });
      expect(await run('erase', '--fingerprint', OTHER_PRINT, '--site', 'two.example')).toBe('removed 1 rows: visits 1\n');
      expect(JSON.parse(await run('erase', '--fingerprint', OTHER_PRINT, '--json'))).toEqual({ removed: { visits: 1 }, total: 1 });
      await expect(run('erase', '--ip', 'no address')).rejects.toThrow('no address: give an IP address.');
      await expect(run('erase', '--ip', '203.0.113.1', '--site', 'nothing.example')).rejects.toThrow('there is no site "nothing.example"');
      for (const wrong of [[], ['erase'], ['erase', '--ip', '::1', '--fingerprint', 'x'], ['look', '--ip', '::1'], ['export', '--ip', ' ']]) await expect(run(...wrong)).rejects.toThrow(/say export or erase|give the visitor/u);
    } finally {
      for (const spy of spies) spy.mockRestore();
      vi.unstubAllEnvs();
    }
  });

  it('was looked at by somebody, and the audit log says so until it is erased', async () => {
    const audit = createAudit(parts.metadata.db, () => NOW);
    const of = async (action: string) => (await audit.find({ actions: [action] }, { limit: 50, offset: 0 })).rows;
    const look = (value: string, page: number) => fetch(`${origin}/api/device_logs/user_trajectory?type=ip&ip=${value}&page=${String(page)}`, { headers: { authorization: token } });
    expect((await look(OTHER_IP, 1)).status).toBe(200);
    await look(OTHER_IP, 2);
    expect(await of('visitor.view')).toMatchObject([{ username: 'admin', target: OTHER_IP, details: {} }]);
    expect((await of('visitor.export')).map(({ target }) => target)).not.toContain(IP);
    expect((await of('data.download')).length).toBeGreaterThan(3);
    await erase({ domain: '', type: 'ip', value: OTHER_IP });
    expect((await of('visitor.view')).map(({ target }) => target)).toEqual(['…']);
    expect(JSON.stringify(await of('visitor.erase'))).not.toMatch(/203\.0\.113|a1a1a1a1/u);
  });
});
