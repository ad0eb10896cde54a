/** The list of sites and the dashboard of one: every panel, in Chinese and in English; and that only what still changes is asked for again. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AGENT, type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { opened, pagesOf } from './support/files.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';

const WORDS = [
  { locale: 'zh-CN', today: '今日流量', visitors: '新老访客', regions: '地区', referers: '来源页面 Top 10', pages: '受访页面 Top 10', entries: '入口页面 Top 10', addresses: 'IP Top 10', all: '全部站点', direct: '直接访问，无来源', todayRow: '今天', details: '详情' },
  { locale: 'en-US', today: 'Today’s traffic', visitors: 'New and old visitors', regions: 'Regions', referers: 'Referrers, top 10', pages: 'Visited pages, top 10', entries: 'Entry pages, top 10', addresses: 'IP addresses, top 10', all: 'All sites', direct: 'Direct, without referrer', todayRow: 'Today', details: 'Details' },
] as const;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: SITE }, { name: 'Blog', domain: 'blog.example' }]));
  // On one site two visitors and three pages, one of them from a search; on the other a visitor and a page.
  for (const [url, visitor, referer] of [[`http://${SITE}/`, 'a', 'https://www.baidu.com/s?wd=tea'], [`http://${SITE}/tea`, 'a', `http://${SITE}/`], [`http://${SITE}/`, 'b', ''], ['http://blog.example/', 'b', '']] as const) {
    await collect(server.url, beacon(url, { f: visitor.repeat(16), ...(referer === '' ? {} : { r: referer }) }), { 'user-agent': AGENT });
  }
  await eventually(() => api.get<{ list: unknown[] }>('/report/device_logs'), ({ list }) => list.length === 4, 15_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function openIn(locale: string): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url, { locale }));
}

const panel = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
/** A row of a panel, cell by cell, without what is only read aloud. */
const row = async (title: string, text: string): Promise<string[]> => {
  const found = panel(title).getByRole('row').filter({ hasText: text }).first();
  await found.waitFor();
  return (await found.locator('td, th').allInnerTexts()).map((cell) => cell.replaceAll(/\s+/gu, ' ').trim());
};

describe.each(WORDS)('in $locale', (words) => {
  it('the dashboard of a site shows what came, and leads on from each figure', async () => {
    await openIn(words.locale);
    await page.goto(`${server.url}/dashboard_info/index?domain=${SITE}`);
    expect((await row(words.today, words.todayRow)).slice(1).map((cell) => Number.parseInt(cell, 10))).toEqual([3, 2, 1, 0, 1]);
    await expect.poll(async () => (await panel(words.visitors).locator('dd').allInnerTexts()).map((cell) => cell.replaceAll(/\s+/gu, ' ').trim()).slice(0, 2)).toEqual(['2 100.00%', '0 0.00%']);
    expect((await row(words.pages, '/tea')).slice(2, 4)).toEqual(['1', '33.33%']);
    expect((await row(words.referers, 'baidu.com')).slice(2, 4)).toEqual(['1', '33.33%']);
    expect((await row(words.referers, words.direct)).slice(2, 4)).toEqual(['2', '66.67%']);
    expect((await row(words.entries, '/')).length).toBeGreaterThan(3);
    expect((await row(words.addresses, '127.0.0.1')).slice(2, 4)).toEqual(['3', '100.00%']);
    await panel(words.regions).locator('div[role=img] svg').first().waitFor();

    const target = (title: string, text: string, name: RegExp) => panel(title).getByRole('row').filter({ hasText: text }).first().getByRole('link', { name }).getAttribute('href');
    expect(await target(words.pages, '/tea', new RegExp(`^${words.details}`, 'u'))).toBe(`/visitStatistics/url?${new URLSearchParams({ domain: SITE, range: 'today', q: `http://${SITE}/tea` }).toString()}`);
    expect(await target(words.addresses, '127.0.0.1', /^(?!Details|详情).*127/u)).toBe(`/userTrajectory/userTrajectory?domain=${SITE}&type=ip&ip=127.0.0.1`);
    expect(await page.locator(`a[href^="/flowRate/tendency?domain=${SITE}"]`).last().innerText()).not.toBe('');
  });

  it('the list of sites shows today over yesterday, all sites below, and opens a site', async () => {
    await openIn(words.locale);
    await page.goto(`${server.url}/dashboard`);
    const table = page.locator('.ant-table');
    const shop = table.getByRole('row').filter({ hasText: 'Shop' });
    await shop.waitFor();
    const figures = (await shop.locator('td').allInnerTexts()).map((cell) => cell.split('\n').map((line) => line.trim()));
    expect(figures.slice(2, 5).map((cell) => [cell[0], cell.at(-1)])).toEqual([['3', '0'], ['2', '0'], ['1', '0']]);
    // The sum of all sites is an answer of its own.
    await expect.poll(async () => (await table.locator('.ant-table-summary td').allInnerTexts()).map((cell) => cell.split('\n')[0]?.trim()).slice(2, 5)).toEqual(['4', '2', '1']);
    await shop.getByText('1', { exact: true }).last().hover();
    await page.getByText('Baidu').first().waitFor();
    await shop.locator('td').nth(2).click();
    await page.waitForURL(new RegExp(`/dashboard_info/index\\?domain=${SITE}`, 'u'));
  });
});

describe('the columns of the list of sites', () => {
  it('are chosen and put in order, and are the user’s own in every browser', async () => {
    await openIn('en-US');
    await page.goto(`${server.url}/dashboard`);
    const heads = async () => (await page.locator('.ant-table-header th, .ant-table-thead th').allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');
    await expect.poll(async () => (await heads()).slice(0, 4)).toEqual(['Site', 'ID', 'PV', 'UV']);
    const saved = () => page.waitForResponse((response) => response.url().endsWith('/api/columns/save') && response.ok());
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    const list = page.getByRole('group', { name: 'Columns' });
    let answer = saved();
    await list.getByRole('checkbox', { name: 'ID', exact: true }).click();
    await answer;
    answer = saved();
    await list.getByRole('checkbox', { name: 'Online now' }).click();
    await answer;
    answer = saved();
    await list.getByRole('button', { name: 'Move UV', exact: true }).press('ArrowUp');
    await answer;
    await expect.poll(async () => (await heads()).slice(0, 3)).toEqual(['Site', 'UV', 'PV']);
    await context.close();

    await openIn('en-US');
    await page.goto(`${server.url}/dashboard`);
    await expect.poll(async () => (await heads()).slice(0, 3)).toEqual(['Site', 'UV', 'PV']);
    expect(await heads()).toContain('Online now');
  });
});

describe('ways out of the dashboards', () => {
  beforeEach(() => openIn('en-US'));

  it('the list of sites as a file, of the sites and the columns that are shown', async () => {
    await page.goto(`${server.url}/dashboard?q=shop`);
    await page.locator('.ant-table').getByRole('row').filter({ hasText: 'Shop' }).waitFor();
    const cells = [];
    for (const kind of ['CSV', 'Excel']) {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).click();
      await page.getByRole('menuitem', { name: kind }).click();
      cells.push((await opened(await coming)).cells);
    }
    expect(cells[1]).toEqual(cells[0]);
    expect(cells[0]?.map((line) => line.slice(0, 2))).toEqual([['Name', 'Domain'], ['Shop', SITE]]);
    const [head = [], shop = []] = cells[0] ?? [];
    expect(['PV: Today', 'PV: Yesterday', 'UV: Today', 'Search referrals: Today'].map((title) => shop[head.indexOf(title)])).toEqual(['3', '0', '2', '1']);
  });

  it('the dashboard of a site on upright A4, charts and all, without what is for the screen only; and who is there now', async () => {
    await page.goto(`${server.url}/dashboard_info/index?domain=${SITE}`, { waitUntil: 'networkidle' });
    const live = page.getByRole('button', { name: '2 online now', exact: true });
    await live.hover();
    expect(await page.getByRole('tooltip').getByRole('img').getAttribute('aria-label')).toMatch(/2/u);
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Proof 2 online now' }).click();
    await page.getByRole('dialog').getByText('Counted again from the rows alone').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.locator('section div[role=img] svg').nth(2).waitFor();
    // As wide as the sheet, not as the window, as soon as it is told that it will be printed.
    const widths = await page.evaluate(() => {
      window.dispatchEvent(new Event('beforeprint'));
      return [...document.querySelectorAll('section div[role=img] svg')].map((svg) => svg.getAttribute('width'));
    });
    expect(widths).toEqual(['650', '200', '200']);
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Printed at').waitFor();
    expect(await page.locator('section div[role=img] svg').count()).toBeGreaterThan(1);
    for (const name of ['Print', 'Download all', 'Filter', 'Reset']) expect(await page.getByRole('button', { name }).count()).toBe(0);
    const { pages, sizes } = pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    expect([pages > 0, sizes]).toEqual([true, ['594x841']]);
  });
});

describe('what refreshes by itself', () => {
  /** The questions that were asked, by path, from now on. */
  function asked(): string[] {
    const found: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/api\/(?:home|flow|report)\//u.test(pathname)) found.push(pathname);
    });
    return found;
  }

  it('is the running day and who is there; a past day never, and nothing while paused', async () => {
    await openIn('en-US');
    await page.clock.install();
    const answered = page.waitForResponse('**/api/home/trend');
    await page.goto(`${server.url}/dashboard_info/index?domain=${SITE}`);
    await page.getByRole('button', { name: '2 online now', exact: true }).waitFor();
    // Refreshing counts from the answer; a slow machine is silent for a while before it asks, too.
    await (await answered).finished();
    await page.locator('section[aria-busy=true]').first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    const running = asked();
    await page.clock.fastForward(31_000);
    await expect.poll(() => [running.includes('/api/flow/live'), running.includes('/api/home/trend')]).toEqual([true, true]);

    await page.getByRole('button', { name: 'Stop the quiet refresh' }).click();
    await page.waitForLoadState('networkidle');
    const paused = asked();
    await page.clock.fastForward(120_000);
    await page.getByText(/^paused/u).waitFor();
    expect(paused).toEqual([]);

    await page.goto(`${server.url}/dashboard_info/index?domain=${SITE}&range=yesterday`, { waitUntil: 'networkidle' });
    // A slow machine is silent for a while before it asks.
    await expect.poll(() => page.locator('section').count()).toBeGreaterThan(8);
    await expect.poll(() => page.locator('section [role=status], section[aria-busy=true]').count()).toBe(0);
    const past = asked();
    await page.clock.fastForward(300_000);
    expect(past).toEqual([]);
    expect(await page.getByRole('button', { name: /online now/u }).count()).toBe(0);
  });
});
