/** A share link, on a story whose answer is known: whoever has it sees the dashboard of one site, no address of anybody and no way further, until it is ended. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AGENT, type Api, beacon, collect, eventually } from './support/api.js';
import { graveFindings } from './support/axe.js';
import { openInstallation, openWindow, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const SEARCH = 'https://www.baidu.com/s?wd=tea';
/** Page, visitor, referrer: five views of two visitors, one address with something of a visitor behind its question mark. */
const VIEWS = [
  [`http://${SITE}/`, 'a', SEARCH], [`http://${SITE}/tea?mail=jane@doe.example`, 'a', ''], [`http://${SITE}/tea`, 'a', ''], [`http://${SITE}/tea`, 'b', SEARCH], [`http://${SITE}/cup`, 'b', ''],
] as const;
const viewsOf = (page: string): number => VIEWS.filter(([url]) => url.split('?')[0] === `http://${SITE}${page}`).length;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Tea & Cups', domain: SITE }, { name: 'Blog', domain: 'blog.example' }]));
  for (const [url, visitor, referrer] of VIEWS) await collect(server.url, beacon(url, { f: visitor.repeat(16), ...(referrer === '' ? {} : { r: referrer }) }), { 'user-agent': AGENT });
  await collect(server.url, beacon('http://blog.example/diary', { f: 'c'.repeat(16) }), { 'user-agent': AGENT });
  await eventually(() => api.post<{ total: number }>('/home/top_list', { type: 'url' }), ({ total }) => total === VIEWS.length + 1, 20_000);
});
afterAll(() => close());

/** A browser that knows nothing of the console. */
async function stranger(options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await openWindow(browser, { locale: 'en-US', ...options });
  const asked: string[] = [];
  const page = await context.newPage();
  page.on('response', (response) => {
    if (response.url().includes('/api/')) asked.push(`${String(response.status())} ${new URL(response.url()).pathname}`);
  });
  const panel = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const row = async (title: string, text: string): Promise<string[]> => {
    const found = panel(title).getByRole('row').filter({ hasText: text }).first();
    await found.waitFor();
    return (await found.locator('td, th').allInnerTexts()).map((cell) => cell.replaceAll(/\s+/gu, ' ').trim());
  };
  return { context, page, asked, panel, row };
}

it('is made on the dashboard, opened by a stranger, seen in the list, and ended', async () => {
  const { page, open, context } = await signedIn(browser, server.url, { locale: 'en-US' });
  await open(`/dashboard_info/index?domain=${SITE}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByLabel('Name of a new link').fill('For the press');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.locator('.ant-alert code').innerText();
  expect(link).toMatch(new RegExp(`^${server.url}/share/ffs_[\\w-]{43}$`, 'u'));
  expect(await graveFindings(page)).toEqual([]);

  const guest = await stranger();
  await guest.page.goto(link);
  await guest.page.getByRole('heading', { level: 1, name: 'Tea & Cups' }).waitFor();
  expect((await guest.row('Today’s traffic', 'Today')).slice(1, 4).map((cell) => Number.parseInt(cell, 10))).toEqual([VIEWS.length, 2, 1]);
  await guest.row('Visited pages, top 10', '/tea');
  expect(await guest.page.getByRole('button', { name: /^Proof /u }).count()).toBe(0);
  const pages = await guest.panel('Visited pages, top 10').locator('tbody tr').all();
  const shown = await Promise.all(pages.map(async (line) => (await line.locator('td').allInnerTexts()).slice(1, 4).map((cell) => cell.trim())));
  const counted = ['/tea', '/', '/cup'].map((path) => [path, String(viewsOf(path)), `${((100 * viewsOf(path)) / VIEWS.length).toFixed(2)}%`]);
  expect(new Set(shown.map((line) => line.join(' ')))).toEqual(new Set(counted.map((line) => line.join(' '))));
  expect((await guest.row('Referrers, top 10', 'baidu.com')).slice(1, 3)).toEqual(['www.baidu.com', '2']);
  await guest.panel('Regions').locator('table, div[role=img]').first().waitFor();
  await guest.page.waitForLoadState('networkidle');
  const text = await guest.page.locator('body').innerText();
  expect(text).not.toMatch(/127\.0\.0\.1|jane|doe\.example|blog/iu);
  // The only ways out lead to pages of sites and to who made the list of countries.
  expect(await guest.page.locator('a[href^="/"]').count()).toBe(0);
  expect([...new Set(guest.asked)].toSorted()).toEqual(['/common/domain_list', '/home/pie', '/home/summary', '/home/top_list', '/home/trend', '/home/visit_total', '/share/open'].map((path) => `200 /api${path}`));
  expect(await guest.context.cookies()).toEqual([]);
  const periods = await guest.page.locator('.ant-radio-button-wrapper').filter({ hasNotText: /PV|UV|IP/u }).all();
  expect(periods).toHaveLength(5);
  for (const period of periods) {
    const answered = guest.page.waitForResponse((response) => response.url().endsWith('/api/home/trend'), { timeout: 5_000 }).catch(() => undefined);
    await period.click();
    await answered;
    await guest.page.waitForLoadState('networkidle');
  }
  expect(guest.asked.filter((line) => !line.startsWith('200 '))).toEqual([]);

  await page.reload();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByText(/Last used \d/u).waitFor();
  await page.getByText(/^By admin, \d/u).waitFor();
  await page.getByRole('button', { name: 'End For the press' }).click();
  await page.locator('.ant-modal-confirm .ant-btn-dangerous').click();
  await page.getByText(/^Revoked \d/u).waitFor();
  await page.goto(`${server.url}/people/audit`);
  for (const what of ['Share link made', 'Share link ended']) await page.getByText(what).first().waitFor();

  await guest.page.getByRole('button', { name: 'Refresh now' }).click();
  await guest.page.getByRole('heading', { name: 'This link has ended' }).waitFor();
  expect(await guest.page.locator('.ant-modal').count()).toBe(0);
  await guest.context.close();
  await context.close();
});

it('is made from the list of sites too, and speaks the languages of its readers, on a telephone', async () => {
  const { page, open, context } = await signedIn(browser, server.url);
  await open('/domainlist/index');
  await page.getByRole('button', { name: `${SITE} 的分享链接` }).click();
  await page.getByLabel('新链接的名称').fill('合作伙伴');
  await page.getByRole('combobox', { name: '有效期' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '指定日期' }).click();
  const lastDay = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('最后一天').fill(lastDay);
  await page.getByRole('button', { name: '创建链接' }).click();
  const link = await page.locator('.ant-alert code').innerText();
  await page.getByText(`${lastDay} 23:59:59 到期`).or(page.getByText(new RegExp(`\\d{4}-\\d{2}-\\d{2} 00:00:00 到期`, 'u'))).first().waitFor();
  await context.close();

  for (const [locale, title, colorScheme] of [['zh-CN', '今日流量', 'light'], ['es-ES', 'Tráfico de hoy', 'dark'], ['ja-JP', '今日のトラフィック', 'dark'], ['en-US', 'Today’s traffic', 'dark']] as const) {
    const guest = await stranger({ locale, colorScheme, viewport: { width: 390, height: 844 } });
    await guest.page.goto(link);
    await guest.page.locator('section').first().waitFor();
    const headings = await guest.page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect([locale, headings[0]?.trim()]).toEqual([locale, title]);
    await guest.page.waitForLoadState('networkidle');
    expect([locale, await guest.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)]).toEqual([locale, true]);
    expect([locale, await graveFindings(guest.page)]).toEqual([locale, []]);
    await guest.context.close();
  }
});

it('that never was says what to do', async () => {
  const guest = await stranger({ locale: 'zh-CN' });
  const answer = await guest.page.goto(`${server.url}/share/ffs_${'x'.repeat(43)}`);
  expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow, noarchive');
  await guest.page.getByRole('heading', { name: '该链接已失效' }).waitFor();
  await guest.page.getByText('请向提供者索取新链接。').waitFor();
  expect(await graveFindings(guest.page)).toEqual([]);
  await guest.context.close();
});
