/** Sitemaps from files and from the site: what is read, what is refused, what is in force, and what is left of what is not. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { FootfallError, SITEMAP_LIMITS } from '@footfall/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Budget, readSitemap, type SitemapEntry } from '../../src/sitemaps/read-sitemap.js';
import { createSitemaps, type Sitemaps } from '../../src/sitemaps/sitemaps.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { sitemapListInMemory } from './list-in-memory.js';

const NOW = Date.UTC(2026, 10, 1, 12);
/** A small file that unpacks to more than may be read. */
const BOMB = gzipSync(Buffer.alloc(SITEMAP_LIMITS.bytes + 1_000_000, 0x20));
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const list = (...items: string[]): string => `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</urlset>`;
const page = (loc: string, lastmod = ''): string => `<url>\n  <loc> ${loc} </loc>${lastmod === '' ? '' : `<lastmod>${lastmod}</lastmod>`}</url>`;

async function entriesOf(bytes: Buffer | string, budget: Budget = { bytes: 1_000_000 }): Promise<SitemapEntry[]> {
  const all: SitemapEntry[] = [];
  for await (const entries of readSitemap(Buffer.from(bytes), budget)) all.push(...entries);
  return all;
}

describe('what a file says', () => {
  it('XML: addresses with their last change, references and CDATA read, other elements left alone', async () => {
    const text = list(
      page('https://shop.example/a?x=1&amp;y=2', '2026-03-04'), page('https://shop.example/b', '2026-03-04T05:06:07+08:00'), page('https://shop.example/c', 'yesterday'),
      '<url><image:image xmlns:image="i"><image:loc>https://cdn.example/i.png</image:loc></image:image><loc><![CDATA[https://shop.example/d]]></loc></url>', '<url><lastmod>2026</lastmod></url>',
    );
    for (const bytes of [text, `\uFEFF${text}`, gzipSync(text), text.replaceAll('<url', '<sm:url').replaceAll('</url', '</sm:url').replaceAll('xmlns=', 'xmlns:sm=')]) {
      expect(await entriesOf(Buffer.from(bytes))).toEqual([
        { kind: 'page', loc: 'https://shop.example/a?x=1&y=2', modified: Date.UTC(2026, 2, 4) }, { kind: 'page', loc: 'https://shop.example/b', modified: Date.UTC(2026, 2, 3, 21, 6, 7) },
        { kind: 'page', loc: 'https://shop.example/c', modified: null }, { kind: 'page', loc: 'https://shop.example/d', modified: null },
      ]);
    }
  });

  it('an index names further sitemaps; text has an address on each line', async () => {
    expect(await entriesOf(`${HEAD}<sitemapindex><sitemap><loc>https://shop.example/1.xml</loc></sitemap></sitemapindex>`)).toEqual([{ kind: 'sitemap', loc: 'https://shop.example/1.xml', modified: null }]);
    expect((await entriesOf('\n https://shop.example/ä\r\n\r\nhttps://shop.example/b')).map(({ loc }) => loc)).toEqual(['https://shop.example/ä', 'https://shop.example/b']);
    expect(await entriesOf('')).toEqual([]);
  });

  it('is the same however the bytes fall, across the pieces in which they are read', async () => {
    const items = Array.from({ length: 4_000 }, (_, i) => page(`https://shop.example/${'é'.repeat(i % 9)}/${i}`));
    const locs = (await entriesOf(gzipSync(list(...items)))).map(({ loc }) => loc);
    expect(locs).toEqual(items.map((_, i) => `https://shop.example/${'é'.repeat(i % 9)}/${i}`));
  });

  it.each([
    ['a document type', `${HEAD}<!DOCTYPE urlset [<!ENTITY a "b">]><urlset><url><loc>&a;</loc></url></urlset>`, 'doctype'],
    ['a document type from elsewhere', '<!DOCTYPE urlset SYSTEM "http://127.0.0.1/x.dtd"><urlset/>', 'doctype'],
    ['an entity that nobody declared', list('<url><loc>https://shop.example/&a;</loc></url>'), 'damaged'],
    ['elements that do not close', list('<url><loc>'), 'damaged'],
    ['elements deep in each other', '<a>'.repeat(100), 'damaged'],
    ['no text', Buffer.from([0x3c, 0xff, 0xfe]), 'damaged'],
    ['packed and cut off', gzipSync(list(...Array.from({ length: 500 }, (_, i) => page(`https://shop.example/${i * 7_919}`)))).subarray(0, 600), 'damaged'],
    ['one line without an end', 'x'.repeat(200_000), 'damaged'],
  ])('refuses %s', async (_, bytes, why) => {
    await expect(entriesOf(bytes)).rejects.toMatchObject({ why });
  });

  it('stops where it would be too much, also of a small file that unpacks to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000, 0x20));
    const budget = { bytes: 1_000_000 };
    await expect(entriesOf(bomb, budget)).rejects.toMatchObject({ why: 'too_large' });
    expect(budget.bytes).toBeGreaterThan(-70_000);
    expect(await entriesOf(list(page(`https://shop.example/${'x'.repeat(9_000)}`)))).toEqual([{ kind: 'page', loc: '', modified: null }]);
  });
});

describe('of a site', () => {
  let site = { id: 0, hosts: (host: string) => host === 'shop.example' || host === 'localhost' };
  let other = { id: 0, hosts: (host: string) => host === 'blog.example' };
  let engine: TestEngine;
  let server: Server;
  let base: string;
  const answers = new Map<string, { readonly status?: number; readonly body?: Buffer | string; readonly location?: string; readonly silent?: boolean }>();
  const asked: string[] = [];
  let sitemaps: Sitemaps;
  let clock = NOW;
  const opened = (allowPrivate: boolean, timeoutMs = 5_000): Sitemaps => createSitemaps({ list: sitemapListInMemory(), urls: engine.warehouse.sitemapUrls, allowPrivate, now: () => clock, timeoutMs });

  beforeAll(async () => {
    engine = await startEngine();
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const answer = answers.get(request.url ?? '') ?? { status: 404 };
      if (answer.silent === true) return;
      response.writeHead(answer.status ?? 200, answer.location === undefined ? {} : { location: answer.location }).end(answer.body ?? '');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    base = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await engine.stop();
  });
  beforeEach(() => {
    site = { ...site, id: site.id + 2 };
    other = { ...other, id: site.id + 1 };
    answers.clear();
    asked.length = 0;
    clock = NOW;
    sitemaps = opened(true);
  });

  const file = (name: string, text: string | Buffer) => ({ name, bytes: Buffer.from(text) });
  /** What is stored, by reading. */
  async function rows(): Promise<{ site_id: number; reading: number; url: string; at: number }[]> {
    const { rows: found } = await engine.warehouse.query<{ site_id: number; reading: string; url: string; at: string }>('SELECT site_id, reading, url, toUnixTimestamp64Milli(published_at) AS at FROM sitemap_urls WHERE site_id IN {ids:Array(UInt32)} ORDER BY site_id, url, reading', { ids: [site.id, other.id] });
    return found.map((row) => ({ ...row, site_id: row.site_id - site.id + 1, reading: Number(row.reading), at: Number(row.at) }));
  }
  const urls = async (): Promise<string[]> => (await rows()).map(({ url }) => url);

  it('keeps each address of the site once, counts what is not the site’s, and names the time it was published', async () => {
    const stored = await sitemaps.upload(site, [file('sitemap.xml', list(
      page('https://shop.example/b', '2026-03-04'), page('https://SHOP.example:443/a#part'), page('https://shop.example/a', '2026-09-01'), page('https://shop.example/c', '2027-01-01'), page('https://elsewhere.example/'), page('javascript:alert(1)'), page('https://u:p@shop.example/'),
    ))]);
    expect(stored).toMatchObject({ siteId: site.id, name: 'sitemap.xml', address: '', urls: 3, leftOut: 3, files: 1, readAt: NOW });
    expect(await rows()).toEqual([['a', Date.UTC(2026, 8, 1)], ['b', Date.UTC(2026, 2, 4)], ['c', NOW]].map(([path, at]) => ({ site_id: 1, reading: stored.reading, url: `https://shop.example/${String(path)}`, at })));
  });

  it('a new reading replaces the one of its name, and an address keeps its first time through all of the site’s', async () => {
    const first = await sitemaps.upload(site, [file('a.txt', 'https://shop.example/1\nhttps://shop.example/2')]);
    await sitemaps.upload(other, [file('a.txt', 'https://blog.example/1')]);
    clock += 1_000;
    const second = await sitemaps.upload(site, [file('a.txt', 'https://shop.example/2\nhttps://shop.example/3')]);
    expect([second.id, second.urls]).toEqual([first.id, 2]);
    clock += 1_000;
    const third = await sitemaps.upload(site, [file('b.txt', 'https://shop.example/3\nhttps://shop.example/4')]);
    expect((await rows()).map(({ site_id: id, reading, url, at }) => [id, reading === second.reading ? 'a' : reading === third.reading ? 'b' : '', url.slice(-1), at - NOW])).toEqual([
      [1, 'a', '2', 0], [1, 'a', '3', 1_000], [1, 'b', '3', 1_000], [1, 'b', '4', 2_000], [2, '', '1', 0],
    ]);
    await sitemaps.remove(second);
    expect(await urls()).toEqual(['https://shop.example/3', 'https://shop.example/4', 'https://blog.example/1']);
    expect((await sitemaps.of([site.id])).map(({ name }) => name)).toEqual(['b.txt']);
  });

  it('one that can not be read changes nothing and leaves nothing', async () => {
    const kept = await sitemaps.upload(site, [file('a.xml', list(page('https://shop.example/1')))]);
    const many = Array.from({ length: 25_000 }, (_, i) => `https://shop.example/p/${i}`).join('\n');
    for (const [bytes, error] of [[`${many}\n${'x'.repeat(90_000)}`, 'sitemap.unreadable'], ['https://elsewhere.example/', 'sitemap.empty'], ['', 'sitemap.empty'], [`<!DOCTYPE a>${list()}`, 'sitemap.unreadable'], [`${HEAD}<sitemapindex><sitemap><loc>https://shop.example/x/2.xml.gz</loc></sitemap></sitemapindex>`, 'sitemap.files_missing']] as const) {
      await expect(sitemaps.upload(site, [file('a.xml', bytes)])).rejects.toMatchObject({ errorName: error });
      expect(await rows()).toEqual([{ site_id: 1, reading: kept.reading, url: 'https://shop.example/1', at: NOW }]);
    }
    expect(await sitemaps.of([site.id])).toEqual([kept]);
  });

  it('an index with the files that it names is one sitemap, packed or not', async () => {
    const index = `${HEAD}<sitemapindex><sitemap><loc>https://shop.example/maps/one.xml.gz</loc></sitemap><sitemap><loc>https://shop.example/maps/two.xml?v=3</loc></sitemap></sitemapindex>`;
    const stored = await sitemaps.upload(site, [file('index.xml', index), file('one.xml', list(page('https://shop.example/1'))), file('two.xml.gz', gzipSync(list(page('https://shop.example/2'), page('https://shop.example/1'))))]);
    expect(stored).toMatchObject({ name: 'index.xml', files: 3, urls: 2, leftOut: 0 });
  });

  it('is fetched from the site with all that it names, also after redirects within the site', async () => {
    answers.set('/sitemap.xml', { status: 301, location: '/maps/index.xml' });
    answers.set('/maps/index.xml', { body: `<sitemapindex><sitemap><loc>${base}/maps/1.xml</loc></sitemap><sitemap><loc>${base}/maps/2.txt.gz</loc></sitemap><sitemap><loc>${base}/maps/1.xml</loc></sitemap></sitemapindex>` });
    answers.set('/maps/1.xml', { body: list(page(`${base}/a`), page('https://elsewhere.example/')) });
    answers.set('/maps/2.txt.gz', { body: gzipSync(`${base}/b\n${base}/c`) });
    const stored = await sitemaps.fetch(site, `${base}/sitemap.xml`);
    expect(stored).toMatchObject({ name: `${base}/sitemap.xml`, address: `${base}/sitemap.xml`, urls: 3, leftOut: 1, files: 3 });
    expect(asked).toEqual(['/sitemap.xml', '/maps/index.xml', '/maps/1.xml', '/maps/2.txt.gz']);
  });

  it.each([
    ['an address of another host', () => 'https://elsewhere.example/sitemap.xml', 'sitemap.address'],
    ['another scheme', () => 'file:///etc/passwd', 'sitemap.address'],
    ['a password in it', () => base.replace('http://', 'http://u:p@'), 'sitemap.address'],
    ['a redirect elsewhere', () => `${base}/away`, 'sitemap.address'],
    ['redirects without end', () => `${base}/round`, 'sitemap.unreachable'],
    ['an index that names another host', () => `${base}/foreign.xml`, 'sitemap.address'],
    ['indexes within indexes without end', () => `${base}/deep/0`, 'sitemap.too_large'],
    ['what is not there', () => `${base}/nothing`, 'sitemap.unreachable'],
    ['what unpacks to too much', () => `${base}/bomb.gz`, 'sitemap.too_large'],
    ['a site that does not answer', () => `${base}/silent`, 'sitemap.unreachable'],
  ])('does not follow %s', async (_, address, error) => {
    answers.set('/away', { status: 302, location: 'http://elsewhere.example/sitemap.xml' });
    answers.set('/round', { status: 302, location: '/round' });
    answers.set('/foreign.xml', { body: '<sitemapindex><sitemap><loc>http://169.254.169.254/latest</loc></sitemap></sitemapindex>' });
    for (let i = 0; i < 9; i += 1) answers.set(`/deep/${i}`, { body: `<sitemapindex><sitemap><loc>${base}/deep/${i + 1}</loc></sitemap></sitemapindex>` });
    answers.set('/bomb.gz', { body: BOMB });
    answers.set('/silent', { silent: true });
    await expect(opened(true, 2_000).fetch(site, address())).rejects.toMatchObject({ errorName: error });
    expect(await rows()).toEqual([]);
  }, 30_000);

  it('does not reach private addresses unless that is allowed', async () => {
    answers.set('/sitemap.xml', { body: list(page(`${base}/a`)) });
    await expect(opened(false).fetch(site, `${base}/sitemap.xml`)).rejects.toMatchObject({ errorName: 'sitemap.private' });
    expect(asked).toEqual([]);
    await expect(sitemaps.fetch(site, `${base}/sitemap.xml`)).resolves.toMatchObject({ urls: 1 });
  });

  it('a site has so many sitemaps and no more; those that it has can still be read anew', async () => {
    for (let i = 0; i < SITEMAP_LIMITS.perSite; i += 1) await sitemaps.upload(site, [file(`${i}.txt`, `https://shop.example/${i}`)]);
    await expect(sitemaps.upload(site, [file('more.txt', 'https://shop.example/')])).rejects.toThrow(FootfallError);
    await expect(sitemaps.upload(site, [file('0.txt', 'https://shop.example/')])).resolves.toMatchObject({ urls: 1 });
  }, 30_000);

  it('what an interrupted reading left goes with the next; what another process stages stays', async () => {
    const hour = 3_600_000;
    await engine.warehouse.sitemapUrls.stage(site.id, (NOW - 2 * hour) * 1_000, [{ url: 'https://shop.example/left', publishedAt: NOW }], 1);
    await engine.warehouse.sitemapUrls.stage(site.id, (NOW - 60_000) * 1_000, [{ url: 'https://shop.example/staged', publishedAt: NOW }], 1);
    await sitemaps.upload(site, [file('a.txt', 'https://shop.example/1')]);
    expect(await urls()).toEqual(['https://shop.example/1', 'https://shop.example/staged']);
  });

  it('goes with the data of its site', async () => {
    await sitemaps.upload(site, [file('a.txt', 'https://shop.example/1')]);
    await engine.warehouse.eraseSite(site.id);
    expect(await rows()).toEqual([]);
  });
});
