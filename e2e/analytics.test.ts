/** What all analysis screens share: their state is in the address, they can be walked by keyboard, nothing on them jumps, and what leaves them is whole. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, signedIn, type SignedIn } from './support/console.js';
import { openedZip } from './support/files.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const SEARCH = 'https://www.baidu.com/s?wd=tea';
const VISITS = [['/', 'a', SEARCH], ['/tea', 'a', ''], ['/', 'b', ''], ['/tea?size=2', 'c', 'https://partner.example/list']] as const;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: SITE }]));
  for (const [path, visitor, referrer] of VISITS) await collect(server.url, beacon(`http://${SITE}${path}`, { f: visitor.repeat(16), ...(referrer === '' ? {} : { r: referrer }) }));
  await eventually(() => api.get<{ list: unknown[] }>(`/report/device_logs?domain=${SITE}`), ({ list }) => list.length === VISITS.length, 15_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function openIn(locale: string, path: string): Promise<void> {
  let open: SignedIn['open'];
  ({ context, page, open } = await signedIn(browser, server.url, { locale }));
  await open(path);
}

const panel = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const texts = async (locator: ReturnType<Page['locator']>): Promise<string[]> => (await locator.allInnerTexts()).map((text) => text.replaceAll(/\s+/gu, ' ').trim());

describe.each([
  { locale: 'zh-CN', trend: '趋势分析', table: '以表格显示', chart: '以图表显示', pause: '暂停自动刷新', paused: /^已暂停/u, resume: '恢复自动刷新', referrers: '来源页面 Top 10', direct: '直接访问，无来源', remove: '移除筛选 来源页面', empty: '为空', details: /^查看 .+ 的访问详情$/u, total: '合计', pages: '受访页面' },
  { locale: 'en-US', trend: 'Trend', table: 'Show as table', chart: 'Show as chart', pause: 'Stop the quiet refresh', paused: /^paused/u, resume: 'Refresh by itself again', referrers: 'Referrers, top 10', direct: 'Direct, without referrer', remove: 'Remove the filter Referrer', empty: 'is empty', details: /^Show the details of the visit/u, total: 'Total', pages: 'Page' },
] as const)('in $locale', (words) => {
  it('a chart shown as a table and a stopped refresh stand in the address: back undoes them, a reload keeps them', async () => {
    await openIn(words.locale, `/dashboard_info/index?domain=${SITE}`);
    const table = panel(words.trend).getByRole('region', { name: words.trend });
    await panel(words.trend).getByRole('button', { name: words.table }).click();
    await page.waitForURL((url) => url.searchParams.get('tables') === 'trend');
    await table.waitFor();
    await page.getByRole('button', { name: words.pause }).click();
    await page.waitForURL((url) => url.searchParams.get('paused') === '1');
    await page.reload();
    await table.waitFor();
    await page.getByText(words.paused).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: words.pause }).waitFor();
    await page.goBack();
    await panel(words.trend).getByRole('button', { name: words.table }).waitFor();
    await expect.poll(() => table.count()).toBe(0);
  });

  it('visits without a referrer are asked for by a click, kept in the form and the address, and undone', async () => {
    await openIn(words.locale, `/dashboard_info/index?domain=${SITE}`);
    await panel(words.referrers).getByRole('link', { name: words.direct, exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/report/device' && url.searchParams.get('rules') === '[["referer","=",""]]');
    const rows = page.locator('.ant-table-row');
    await expect.poll(() => rows.count()).toBe(2);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('group').getByText(words.empty, { exact: true }).waitFor();
    await page.getByRole('button', { name: words.remove }).click();
    await expect.poll(() => rows.count()).toBe(VISITS.length);
    // The word in a row asks for the same.
    await rows.getByRole('button', { name: words.direct }).first().click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.goBack();
    await expect.poll(() => rows.count()).toBe(VISITS.length);
  });

  it('the record of a visit is in front again after a reload, and a closed one opens at its fields', async () => {
    await openIn(words.locale, `/report/device?domain=${SITE}`);
    await page.getByRole('button', { name: words.details }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('tab', { name: 'JSON' }).click();
    await page.waitForURL((url) => url.searchParams.get('pane') === 'json' && url.searchParams.has('row'));
    await page.reload();
    await drawer.locator('pre').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).search).toBe(`?domain=${SITE}`);
  });

  it('a list on paper ends with what all of it is', async () => {
    await openIn(words.locale, `/visitStatistics/url?domain=${SITE}`);
    await page.locator('.ant-table-row').first().waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const lines = page.locator('table tbody tr');
    await expect.poll(async () => (await texts(lines.last().locator('td'))).filter((text) => text !== '')).toEqual([words.total, String(VISITS.length), '100.00%']);
    expect(await lines.count()).toBe(new Set(VISITS.map(([path]) => path)).size + 1);
  });
});

it('nothing that is on a screen moves when its answers come', async () => {
  await openIn('en-US', '/login');
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
        seen.push(`${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => (node instanceof Element ? `${node.tagName}.${node.className}` : (node?.textContent ?? ''))).join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Answers come one after the other, and after the first picture.
  let waiting = Promise.resolve();
  await page.route('**/api/**', async (route) => {
    waiting = waiting.then(() => new Promise((resolve) => setTimeout(resolve, 40)));
    await waiting;
    await route.continue();
  });
  for (const path of [`/dashboard_info/index?domain=${SITE}`, '/dashboard', `/flowRate/tendency?domain=${SITE}`, `/report/device?domain=${SITE}`, `/visitStatistics/url?domain=${SITE}`]) {
    await page.goto(server.url + path, { waitUntil: 'networkidle' });
    await page.locator('section[aria-busy=true]').first().waitFor({ state: 'detached' });
    expect([path, await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)]).toEqual([path, []]);
  }
});

it('the keyboard alone leads from a dashboard to its visits and to the way of a visitor', async () => {
  await openIn('en-US', `/dashboard_info/index?domain=${SITE}`);
  await panel('Visited pages, top 10').getByRole('link', { name: /tea/u }).first().waitFor();
  /** Goes on with Tab until what is wanted has the focus. */
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let steps = 0; steps < 200; steps++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
      if (name.test(focused)) return;
    }
    throw new Error(`the focus never came to ${String(name)}`);
  };
  await tabTo(/^Skip to content$/u);
  await page.keyboard.press('Enter');
  await tabTo(/^Show the visits: .*\/tea$/u);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/report\/device\?/u);
  await page.locator('.ant-table-row').first().waitFor();
  await expect.poll(() => page.locator('.ant-table-row').count()).toBe(1);
  await tabTo(/^127\.0\.0\.1$/u);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/userTrajectory\/userTrajectory\?.*type=ip/u);
  await page.getByText('3 fingerprints used this IP').waitFor();
  await tabTo(/^a{16}$/u);
  await page.keyboard.press('Enter');
  await page.waitForURL(/fingerprint=a{16}/u);
  await page.locator('article').first().waitFor();
});

it('a whole site leaves as one zip: every table, its visits among them', async () => {
  await openIn('en-US', `/dashboard_info/index?domain=${SITE}`);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const { name, tables } = await openedZip(await coming);
  expect(name).toMatch(/^shop\.example_site_\d{4}-\d\d-\d\d\.zip$/u);
  const table = (file: string) => [...tables].find(([path]) => path.endsWith(`/${file}.csv`))?.[1] ?? [];
  expect(tables.size).toBeGreaterThan(15);
  const [head = [], ...visits] = table('visits');
  const paths = visits.map((row) => row[head.indexOf('url')] ?? '').toSorted((a, b) => (a < b ? -1 : 1));
  expect(paths).toEqual(['/', '/', '/tea', '/tea?size=2'].map((path) => `http://${SITE}${path}`));
  expect(table('pages').slice(1).map((row) => row.slice(0, 2))).toEqual(expect.arrayContaining([[`http://${SITE}/`, '2'], [`http://${SITE}/tea`, '1']]));
  expect(table('hours').slice(1).reduce((sum, [, pv]) => sum + Number(pv), 0)).toBe(VISITS.length);
});

it('what a page will draw is asked for at once, not only when it is known who asks', async () => {
  await openIn('en-US', '/404');
  const parts: string[] = [];
  page.on('request', (request) => parts.push(/\/assets\/([\w-]+?)-[\w-]{8}\.js$/u.exec(request.url())?.[1] ?? ''));
  // Nobody answers who asks.
  await page.route('**/api/auth/me', () => undefined);
  await page.goto(`${server.url}/report/device?domain=${SITE}`, { waitUntil: 'domcontentloaded' });
  await expect.poll(() => [...new Set(parts)].filter((part) => part === 'layout' || part === 'device-report').toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['device-report', 'layout']);
});
