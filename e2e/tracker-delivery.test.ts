import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './support/api.js';
import { openStage, type Stage, type TrackedSite } from './support/tracked.js';

let stage: Stage;
/** What each site must still hold when everything else has run: nothing may come twice, however late. */
const final: { site: TrackedSite; stored: number }[] = [];
/** The dying page may have sent what the next page sends again, which the server then knows. */
const withoutRepeats = ({ received, stored, refused, waiting }: Awaited<ReturnType<TrackedSite['ledger']>>) => {
  const repeats = refused.filter(({ reason }) => reason === 'duplicate').reduce((sum, { num }) => sum + num, 0);
  return { received: received - repeats, stored, refused: refused.filter(({ reason }) => reason !== 'duplicate'), waiting };
};
const stays = (site: TrackedSite, stored: number): void => void final.push({ site, stored });

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const html = (title: string, body = '', head = '%TRACKER%'): string => `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const paths = (visits: readonly { url: string }[]): string[] => visits.map(({ url }) => new URL(url).pathname);

describe.concurrent('a strict content security policy', () => {
  const policy = (rules: string, line = '%TRACKER%') => ({ html: html('Strict', '', line), headers: { 'content-security-policy': `default-src 'none'; img-src 'self'; base-uri 'none'; connect-src %TRACKER%; ${rules}` } });

  it('of the server’s host, of a nonce, with strict-dynamic, with trusted types, is never broken', async () => {
    const pages = {
      '/host': policy('script-src %TRACKER%'),
      '/nonce': policy("script-src 'nonce-abc'", stage.tag('nonce="abc"')),
      '/dynamic': policy("script-src 'nonce-abc' 'strict-dynamic'", stage.tag('nonce="abc"')),
      '/trusted': policy("script-src %TRACKER%; require-trusted-types-for 'script'; trusted-types 'none'"),
    };
    const site = await stage.site('strict', pages);
    const { page, context, complaints } = await stage.visitor();
    const second: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/t2.js') && response.ok()) second.push(new URL(page.url()).pathname);
    });
    for (const path of Object.keys(pages)) await stage.visit(page, site.origin + path);
    expect(complaints).toEqual([]);
    expect(second).toEqual(Object.keys(pages));
    const visits = await site.visits(4);
    expect(paths(visits)).toEqual(Object.keys(pages));
    expect(visits.every(({ fingerprint }) => /^[0-9a-f]{16}$/u.test(fingerprint))).toBe(true);
    stays(site, 4);
    await context.close();
  });

  it('that forbids the server’s host costs the count, not the page', async () => {
    const site = await stage.site('forbidden', { '/': { html: html('Forbidden'), headers: { 'content-security-policy': "script-src %TRACKER%; connect-src 'none'" } } });
    const { page, context, complaints } = await stage.visitor();
    await page.goto(site.origin, { waitUntil: 'networkidle' });
    await page.evaluate('footfall("event", "buy")');
    expect(complaints.filter((text) => !text.startsWith('COMPLAINT policy connect-src'))).toEqual([]);
    stays(site, 0);
    await context.close();
  });
});

describe.concurrent('offline, then online', () => {
  it('sends in order what was seen meanwhile, once, dated when it was seen', async () => {
    const site = await stage.site('offline', { '/': html('Online') });
    const { page, context, complaints } = await stage.visitor();
    await stage.visit(page, site.origin);
    await context.setOffline(true);
    for (const path of ['/one', '/two', '/three']) {
      await page.evaluate((to) => history.pushState({}, '', to), path);
      await page.waitForTimeout(1_100);
    }
    const kept = await page.evaluate(() => (JSON.parse(localStorage.getItem('footfall.outbox') ?? '[]') as unknown[]).length);
    expect(kept).toBe(3);
    await context.setOffline(false);
    const visits = await site.visits(4);
    expect(paths(visits)).toEqual(['/', '/one', '/two', '/three']);
    // A second and more lies between them, as it did when they were seen.
    expect(new Set(visits.map(({ created_at }) => created_at)).size).toBeGreaterThanOrEqual(3);
    await eventually(() => page.evaluate(() => localStorage.getItem('footfall.outbox')), (left) => left === null);
    expect(complaints).toEqual([]);
    stays(site, 4);
    await context.close();
  });

  it('keeps what was seen by a page that is gone, for the next page', async () => {
    const site = await stage.site('gone', { '/': html('Gone') });
    const { page, context } = await stage.visitor();
    await stage.visit(page, site.origin);
    await context.setOffline(true);
    await page.evaluate(() => history.pushState({}, '', '/seen'));
    await eventually(() => page.evaluate(() => localStorage.getItem('footfall.outbox') ?? ''), (left) => left.includes('/seen'));
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto(site.origin, { waitUntil: 'networkidle' });
    expect(paths(await site.visits(3)).toSorted()).toEqual(['/', '/', '/seen']);
    stays(site, 3);
    await context.close();
  });

  it.each([
    ['unreachable', (context: BrowserContext) => context.route('**/collect', (route) => route.abort())],
    ['busy', (context: BrowserContext) => context.route('**/collect', (route) => route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } }))],
  ] as const)('the same while the server is %s', async (name, trouble) => {
    const site = await stage.site(name, { '/': html('Trouble'), '/next': html('Next') });
    const { page, context, complaints } = await stage.visitor();
    await trouble(context);
    await page.goto(site.origin, { waitUntil: 'networkidle' });
    await eventually(() => page.evaluate(() => localStorage.getItem('footfall.outbox') ?? ''), (left) => left.includes(site.domain));
    await context.unroute('**/collect');
    await page.goto(`${site.origin}/next`, { waitUntil: 'networkidle' });
    expect(paths(await site.visits(2)).toSorted()).toEqual(['/', '/next']);
    expect(complaints).toEqual([]);
    stays(site, 2);
    await context.close();
  });
});

describe.concurrent('custom events', () => {
  it('are kept beside the views, also those called before the tracker was there', async () => {
    const stub = '<script>window.footfall = window.footfall || function () { (footfall.q = footfall.q || []).push(arguments); }; footfall("event", "early", { at: "head" });</script>';
    const site = await stage.site('events', { '/': html('Events', '<button onclick="footfall(\'event\', \'buy\', { tea: \'oolong\', grams: 50, gift: true }); location.href = \'/thanks\'">Buy</button>', `${stub}%TRACKER%`), '/thanks': html('Thanks', '', '') });
    const { page, context, complaints } = await stage.visitor();
    const sent: { e?: unknown; u: string }[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/collect')) sent.push(JSON.parse(request.postData() ?? '{}') as { u: string });
    });
    await page.goto(site.origin, { waitUntil: 'networkidle' });
    await page.click('button');
    await page.waitForURL('**/thanks');
    await eventually(site.ledger, ({ stored }) => stored === 3, 15_000);
    // The driver does not always see what a page sends while it is left; the server has received that one too.
    expect(sent.slice(0, 2).map(({ e }) => e)).toEqual([undefined, ['early', { at: 'head' }]]);
    // One page was viewed; an event is none.
    const { list } = await stage.api.get<{ list: unknown[] }>(`/report/device_logs?domain=${site.domain}`);
    expect(list).toHaveLength(1);
    expect(complaints).toEqual([]);
    stays(site, 3);
    await context.close();
  });
});

describe('at the end', () => {
  it('nothing came twice', async () => {
    expect(final.length).toBe(7);
    for (const { site, stored } of final) expect([site.domain, withoutRepeats(await site.ledger())]).toEqual([site.domain, { received: stored, stored, refused: [], waiting: 0 }]);
  });
});
