import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { FootfallError } from '@footfall/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIntake } from '../../src/collect/intake.js';
import { createLedger, type Ledger } from '../../src/collect/ledger.js';
import { createRecentRefusals } from '../../src/collect/recent-refusals.js';
import { pixelHandler } from '../../src/collect/pixel.js';
import { VISIT_COLUMNS } from '../../src/journal/visit-row.js';
import type { JournalRow } from '../../src/journal/row.js';
import type { RowBlock } from '../../src/journal/row-block.js';
import { rowsOf } from '../journal/rows-of.js';
import { enricher, PAUSED, SHOP } from './arriving.js';

const START = 1_790_000_000_000;
let server: http.Server;
let origin = '';
let ledger: Ledger;
let appended: JournalRow[];
let commit: () => Promise<void>;
let respectDnt = false;
let [free, room] = [true, true];

beforeEach(async () => {
  ledger = createLedger();
  appended = [];
  respectDnt = false;
  [free, room] = [true, true];
  commit = () => Promise.resolve();
  const log = pino({ level: 'silent' });
  const journal = { append: (rows: RowBlock) => (appended.push(...rowsOf(rows)), commit()) };
  const directory = { byHost: (host: string) => [{ ...SHOP, respectDnt }, PAUSED].find((site) => site.hosts(host)) };
  server = http.createServer(pixelHandler({ directory, ledger, log, refusals: createRecentRefusals(() => START), now: () => START, trustProxy: false, rates: { address: { take: () => free }, site: { take: () => room } }, intake: createIntake({ enricher, journal, ledger, log }) })).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const load = (query = '', headers: Record<string, string> = {}, method = 'GET'): Promise<Response> => fetch(`${origin}/p.gif${query}`, { method, headers: { 'user-agent': 'Mozilla', ...headers } });
const visit = (): Record<string, unknown> => {
  const values = JSON.parse(`[0,${appended[0]?.tail ?? ''}`) as unknown[];
  return Object.fromEntries(VISIT_COLUMNS.map((column, i) => [column, values[i]]));
};
const counts = (): unknown[][] => ledger.take().rows.map((row) => JSON.parse(`[${row.tail}`) as unknown[]).map(([site, , ...rest]) => [site, ...rest]);

/** A whole 1x1 GIF: what every answer must be. */
async function isPicture(response: Response): Promise<boolean> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.status === 200 && response.headers.get('content-type') === 'image/gif' && bytes.subarray(0, 6).toString() === 'GIF89a' && bytes.readUInt16LE(6) === 1 && bytes.readUInt16LE(8) === 1 && bytes.at(-1) === 0x3b;
}

describe('the pixel', () => {
  it('counts the page that shows it, and is never cached', async () => {
    const response = await load('', { referer: 'https://shop.example/a?b=c' });
    expect(await isPicture(response)).toBe(true);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('footfall-refused')).toBeNull();
    expect(visit()).toMatchObject({ site_id: 7, url: 'https://shop.example/a?b=c', source: 'pixel', ip: '127.0.0.1', user_agent: 'Mozilla', created_at: START });
    expect(counts()).toEqual([[7, 'received', '', 1]]);
  });

  it('takes page, referrer and title from its address', async () => {
    await load(`?u=${encodeURIComponent('https://shop.example/页?x=1&y=2')}&r=${encodeURIComponent('https://www.google.com/')}&t=${encodeURIComponent('标题 & more')}`, { referer: 'https://other.example/' });
    expect(visit()).toMatchObject({ url: 'https://shop.example/页?x=1&y=2', referer: 'https://www.google.com/', title: '标题 & more' });
  });

  it('counts each request, however alike', async () => {
    for (let i = 0; i < 3; i += 1) await load('', { referer: 'https://shop.example/' });
    expect(new Set(appended.map(({ tail }) => tail.split(',')[0])).size).toBe(3);
  });

  it('loaded by a crawler is a spider hit', async () => {
    expect(await isPicture(await load('', { referer: 'https://shop.example/', 'user-agent': 'a bot' }))).toBe(true);
    expect(appended.map(({ table }) => table)).toEqual(['spider_hits']);
  });

  it('is answered only after the view is on disk', async () => {
    let finish = (): void => undefined;
    commit = () => new Promise((resolve) => (finish = resolve));
    let answered = false;
    const response = load('', { referer: 'https://shop.example/' }).then((answer) => ((answered = true), answer));
    await expect.poll(() => appended.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(answered).toBe(false);
    finish();
    expect(await isPicture(await response)).toBe(true);
  });

  it.each([
    ['no page', '', {}, 'bad_url', 0],
    ['a page that is none', '?u=javascript:alert(1)', {}, 'bad_url', 0],
    ['an empty page', '?u=', {}, 'bad_url', 0],
    ['another site', '', { referer: 'https://nobody.example/' }, 'unknown_site', 0],
    ['a paused site', '', { referer: 'https://paused.example/' }, 'paused_site', 8],
    ['a page of absurd length', `?u=https://shop.example/${'x'.repeat(5_000)}`, {}, 'too_large', 0],
    ['broken encoding', '?u=%E0%A4%A&%', {}, 'bad_url', 0],
  ])('with %s is still a picture, and counted as refused', async (_, query, headers, reason, site) => {
    const response = await load(query, headers);
    expect(response.headers.get('footfall-refused')).toBe(reason);
    expect(await isPicture(response)).toBe(true);
    expect(appended).toEqual([]);
    expect(counts()).toEqual([[site, 'received', '', 1], [site, 'refused', reason, 1]]);
  });

  it.each([{ dnt: '1' }, { 'sec-gpc': '1' }])('counts nobody who asks not to be tracked, where the site respects that: %j', async (header) => {
    const headers = { referer: 'https://shop.example/', ...header } as Record<string, string>;
    expect((await load('', headers)).headers.get('footfall-refused')).toBeNull();
    respectDnt = true;
    expect((await load('', headers)).headers.get('footfall-refused')).toBe('do_not_track');
    expect(appended).toHaveLength(1);
  });

  it('is a picture also when there is no room to keep the view, which is counted', async () => {
    commit = () => Promise.reject(new FootfallError('journal.full'));
    const response = await load('', { referer: 'https://shop.example/' });
    expect(response.headers.get('footfall-refused')).toBe('journal_full');
    expect(await isPicture(response)).toBe(true);
    expect(counts()).toEqual([[7, 'received', '', 1], [7, 'refused', 'journal_full', 1]]);
  });

  it('asked for with HEAD counts nothing, and takes no other method', async () => {
    const head = await load('', { referer: 'https://shop.example/' }, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '43']);
    expect((await load('', {}, 'POST')).status).toBe(405);
    expect(counts()).toEqual([]);
  });
});

it('beyond the rate of its address or site is a picture all the same, and counted', async () => {
  free = false;
  const flood = await load('', { referer: 'https://shop.example/' });
  [free, room] = [true, false];
  const rush = await load('', { referer: 'https://shop.example/' });
  expect([flood, rush].map((response) => response.headers.get('footfall-refused'))).toEqual(['rate_limited', 'rate_limited']);
  expect(await isPicture(flood)).toBe(true);
  expect(counts()).toEqual([[0, 'received', '', 1], [7, 'received', '', 1], [0, 'refused', 'rate_limited', 1], [7, 'refused', 'rate_limited', 1]]);
  expect(appended).toHaveLength(0);
});
