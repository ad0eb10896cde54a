import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, ADMIN, beacon, collect, eventually, signIn } from './support/api.js';
import { footfall } from './support/command.js';
import { type RunningServer, startServer } from './support/server.js';

interface LedgerAnswer {
  received: number;
  stored: number;
  waiting: number;
  refused: { reason: string; num: number }[];
}

const password = { FOOTFALL_ADMIN_PASSWORD: ADMIN.password };
let server: RunningServer;
let api: Api;

beforeAll(async () => {
  server = await startServer({ env: password });
  api = await signIn(server.url);
  await api.post('/website/add', { name: 'Shop', domain: 'shop.example' });
});
afterAll(() => server.stop());

async function refusals(domain: string): Promise<Record<string, number>> {
  const { refused } = await api.get<LedgerAnswer>(`/ledger?domain=${domain}`);
  return Object.fromEntries(refused.map(({ reason, num }) => [reason, num]));
}

describe('hostile beacons are refused with a reason, counted, and the server stays up', () => {
  it.each([
    ['not JSON', '{"v":1', 400, 'malformed'],
    ['another shape', JSON.stringify({ hello: 'world' }), 400, 'malformed'],
    ['deep JSON', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400, 'malformed'],
    ['no bytes', '', 400, 'malformed'],
    ['a url that is none', JSON.stringify(beacon('javascript:alert(1)')), 400, 'bad_url'],
    ['an unknown site', JSON.stringify(beacon('https://nowhere.example/')), 404, 'unknown_site'],
    ['a body of 1 MB', JSON.stringify({ ...beacon('https://shop.example/'), pad: 'x'.repeat(1_048_576) }), 413, 'too_large'],
  ])('%s', async (_what, body, status, reason) => {
    const before = (await refusals(''))[reason] ?? 0;
    const response = await collect(server.url, body);
    expect(response.status).toBe(status);
    const answer = (await response.json()) as { code: number; message: string; data: { reason: string } };
    expect(answer.code).toBe(status);
    expect(answer.message.length).toBeGreaterThan(20);
    expect(answer.data.reason).toBe(reason);
    await eventually(() => refusals(''), (now) => (now[reason] ?? 0) === before + 1);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('a paused site', async () => {
    const { id } = await api.post<{ id: number }>('/website/add', { name: 'Paused', domain: 'paused.example', is_stat: 0 });
    expect(id).toBeGreaterThan(0);
    expect((await collect(server.url, beacon('https://paused.example/'))).status).toBe(403);
    await eventually(() => refusals('paused.example'), (now) => now['paused_site'] === 1);
  });

  it('the same view sent again is counted once', async () => {
    const { id: _id } = await api.post<{ id: number }>('/website/add', { name: 'Again', domain: 'again.example' });
    const view = beacon('https://again.example/');
    for (const status of [204, 204, 204]) expect((await collect(server.url, view)).status).toBe(status);
    const ledger = await eventually(() => api.get<LedgerAnswer>('/ledger?domain=again.example'), ({ stored, waiting }) => stored === 1 && waiting === 0);
    expect(ledger).toMatchObject({ received: 3, stored: 1, refused: [{ reason: 'duplicate', num: 2 }] });
  });
});

describe('logs', () => {
  it('with binary lines, TLS handshakes and absurd lengths: every line ends somewhere, and it adds up', async () => {
    await api.post('/website/add', { name: 'Log', domain: 'log.example' });
    const good = '203.0.113.7 - - [20/Nov/2026:10:00:00 +0000] "GET /page HTTP/1.1" 200 512 "-" "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36"';
    const lines = [good, '\u0000\u0001\u0002\uFFFD', '203.0.113.9 - - [20/Nov/2026:10:00:01 +0000] "\\x16\\x03\\x01" 400 226 "-" "-"', 'x'.repeat(200_000), '', good.replace('/page', '/style.css'), good.replace('GET', 'POST'), good.replace('" 200', '" 404')];
    const file = join(server.folder, 'odd.log');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const { status, stdout } = await footfall(['import', file, '--site', 'log.example', '--json'], { FOOTFALL_DATA: server.folder });
    expect(status).toBe(0);
    const report = JSON.parse(stdout) as { lines: number; visits: number; spider_hits: number; refused: Record<string, number> };
    expect(report.lines).toBe(lines.length);
    expect(report.lines).toBe(report.visits + report.spider_hits + Object.values(report.refused).reduce((sum, num) => sum + num, 0));
    expect(report.visits).toBe(1);
    expect(report.refused).toMatchObject({ too_large: 1, asset: 1, method: 1, status: 1 });
    await eventually(() => refusals('log.example'), (now) => now['asset'] === 1 && now['too_large'] === 1);
  });

  it.each([
    ['a file that is not there', ['import', '/nowhere/access.log', '--site', 'shop.example'], 1, 'there is no file'],
    ['a site that is not there', ['import', '-', '--site', 'unknown.example'], 1, 'there is no site unknown.example'],
    ['no site', ['import', '-'], 2, '--site'],
    ['an unknown layout', ['import', '-', '--site', 'shop.example', '--format', 'papyrus'], 1, 'there is no log layout'],
    ['an unknown command', ['fly'], 2, 'there is no command "fly"'],
  ])('%s', async (_what, words, status, message) => {
    const ended = await footfall(words, { FOOTFALL_DATA: server.folder });
    expect(ended.stderr).toContain(message);
    expect(ended.status).toBe(status);
  });
});

describe('a command that is asked for help', () => {
  it.each([
    [['--help'], 'usage: footfall <command>'],
    [['import', '--help'], 'usage: footfall import FILE'],
    [['serve', '-h'], 'usage: footfall serve'],
  ])('%s tells how it is used, and touches nothing', async (words, usage) => {
    const folder = join(tmpdir(), `footfall-help-${process.pid}`);
    const ended = await footfall(words, { FOOTFALL_DATA: folder });
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain(usage);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a start that can not be', () => {
  it('a second server on the same data folder', async () => {
    const ended = await footfall(['serve'], { FOOTFALL_DATA: server.folder, FOOTFALL_PORT: '0' });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toMatch(/already using the folder .*stop it first/u);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('a port in use', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-port-'));
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const ended = await footfall(['serve'], { FOOTFALL_DATA: folder, FOOTFALL_PORT: port });
    await new Promise((resolve) => taken.close(resolve));
    rmSync(folder, { recursive: true });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain(`port ${port} is in use`);
    expect(ended.stderr).toContain('FOOTFALL_PORT');
  });

  it('a data folder that can not be written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-folder-'));
    const file = join(folder, 'a-file');
    closeSync(openSync(file, 'w'));
    // Root may write anywhere, so the folder is made impossible rather than forbidden.
    const ended = await footfall(['serve'], { FOOTFALL_DATA: join(file, 'data'), FOOTFALL_PORT: '0' });
    rmSync(folder, { recursive: true });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain('can not be written');
    expect(ended.stderr).toContain('FOOTFALL_DATA');
  });

  it('settings that do not fit', async () => {
    const ended = await footfall(['serve'], { FOOTFALL_PORT: 'eighty', FOOTFALL_TIMEZONE: 'Mars/Olympus' });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain('FOOTFALL_PORT');
    expect(ended.stderr).toContain('FOOTFALL_TIMEZONE');
  });
});

describe('a torn journal segment', () => {
  it('keeps what was acknowledged, cuts what was not, and says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-torn-'));
    const first = await startServer({ folder, env: { ...password, FOOTFALL_LOG_LEVEL: 'info' } });
    const before = await signIn(first.url);
    await before.post('/website/add', { name: 'Torn', domain: 'torn.example' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => collect(first.url, beacon('https://torn.example/'))));
    expect(answers.every(({ status }) => status === 204)).toBe(true);
    first.child.kill('SIGKILL');
    await pause(300);
    const segments = readdirSync(join(folder, 'journal')).filter((name) => statSync(join(folder, 'journal', name)).isFile() && /seg/u.test(name));
    const last = segments.toSorted().at(-1);
    if (last === undefined) throw new Error('nothing is left in the journal to be torn');
    // What a power cut in the middle of a write leaves: the beginning of a frame that nobody was told is safe.
    writeFileSync(join(folder, 'journal', last), Buffer.from([0xff, 0x46, 0x46, 0x4a, 1, 2, 3]), { flag: 'a' });
    const second = await startServer({ folder, env: { ...password, FOOTFALL_LOG_LEVEL: 'info' } });
    const after = await signIn(second.url);
    const { stored } = await eventually(() => after.get<LedgerAnswer>('/ledger?domain=torn.example'), (ledger) => ledger.waiting === 0 && ledger.stored > 0);
    expect(stored).toBe(50);
    expect(second.output()).toMatch(/unfinished|cut/u);
    await second.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
