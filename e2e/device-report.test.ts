/** The device report as an operator works with it: rules, order, groups, views, columns, files and paper; in Chinese and in English. */
import type { Browser, BrowserContext, Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { opened, pagesOf } from './support/files.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const REPORT = `/report/device?domain=${SITE}`;
const PAGES = 24;
const DESKS = 16;
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;
let open: (path: string) => Promise<void>;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }]));
  // Two visits a page: sixteen pages from desks, eight from phones.
  for (let visit = 0; visit < PAGES * 2; visit++) {
    const at = Math.floor(visit / 2);
    await collect(server.url, beacon(`https://${SITE}/page-${at}`, { f: String(visit % 4).padStart(16, 'a') }), at < DESKS ? {} : { 'user-agent': PHONE });
  }
  await eventually(() => api.get<{ meta: { pagination: { total: number } } }>(`/report/device_logs?domain=${SITE}`), ({ meta }) => meta.pagination.total === PAGES * 2, 20_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function come(locale: 'zh-CN' | 'en-US'): Promise<void> {
  ({ context, page, open } = await signedIn(browser, server.url, { locale }));
}
const query = (): URLSearchParams => new URL(page.url()).searchParams;
const rows = (): Promise<number> => page.locator('.ant-table-row').count();
const choose = async (name: string, option: RegExp | string): Promise<void> => {
  await page.getByRole('combobox', { name, exact: true }).click();
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').filter({ hasText: option }).first().click();
};
/** The same where there are too many to be drawn at once. */
const find = async (name: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name, exact: true }).fill(option);
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').getByText(option, { exact: true }).click();
};
async function downloaded(button: string, kind: string): ReturnType<typeof opened> {
  const coming: Promise<Download> = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  return opened(await coming);
}

describe('in Chinese', () => {
  it('rules that are whole are sent, others wait; back, reload and the chips know them', async () => {
    await come('zh-CN');
    await open(REPORT);
    await page.getByText('最近三天').first().waitFor();
    await page.getByText('第 1-30 条').or(page.locator('.ant-table-row').first()).first().waitFor();
    await page.getByRole('button', { name: '添加规则' }).click();
    await find('字段', '受访页面');
    await choose('条件', /^包含$/u);
    await page.getByText('1 行未填完整，不会参与查询。').waitFor();
    await page.getByRole('button', { name: '搜索', exact: true }).last().click();
    expect(query().has('rules')).toBe(false);
    await page.getByRole('combobox', { name: '值', exact: true }).fill('page-7');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '搜索', exact: true }).last().click();
    await page.waitForURL((url) => url.searchParams.get('rules') === '[["url","like","page-7"]]');
    await expect.poll(rows).toBe(2);
    await page.reload();
    await page.getByText('受访页面：包含 page-7').waitFor();
    expect(await page.getByRole('combobox', { name: '值', exact: true }).inputValue()).toBe('page-7');
    await expect.poll(rows).toBe(2);
    await page.getByRole('button', { name: '移除筛选 受访页面' }).click();
    await page.waitForURL((url) => !url.searchParams.has('rules'));
    await expect.poll(rows).toBe(30);
    await page.goBack();
    await expect.poll(rows).toBe(2);
  });

  it('a range searches at once, heads and sort rules put in order, pages go on', async () => {
    await come('zh-CN');
    await open(`${REPORT}&sort=url.desc`);
    await page.getByRole('cell', { name: /page-9$/u }).first().waitFor();
    expect(await page.locator('.ant-table-row').first().innerText()).toContain('page-9');
    await page.getByRole('columnheader', { name: '受访页面' }).click();
    await page.waitForURL((url) => url.searchParams.get('sort') === 'url.asc');
    await page.getByTitle('2', { exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('page') === '2');
    await expect.poll(rows).toBe(PAGES * 2 - 30);
    await choose('时间范围', /^全部时间$/u);
    await page.waitForURL((url) => url.searchParams.get('range') === 'all' && !url.searchParams.has('page'));
  });

  it('files hold exactly what is filtered and chosen, whatever page is shown', async () => {
    await come('zh-CN');
    await open(`${REPORT}&device_type=mobile&sort=url.asc&per_page=10`);
    await page.getByRole('button', { name: '列', exact: true }).click();
    await page.getByRole('checkbox', { name: '全部', exact: true }).click();
    await page.getByRole('checkbox', { name: '全部', exact: true }).click();
    await page.getByRole('checkbox', { name: '受访页面', exact: true }).click();
    // By the keyboard: the page before the time.
    await page.getByRole('button', { name: '移动“受访页面”' }).focus();
    await page.keyboard.press('Home');
    await eventually(() => api.get<{ list: { order: string[] }[] }>('/columns/list'), ({ list }) => list[0]?.order[0] === 'url');
    await page.keyboard.press('Escape');
    for (const kind of ['CSV', 'Excel']) {
      const { name, cells } = await downloaded('下载', kind);
      expect(name).toMatch(/^shop\.example_report_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.(?:csv|xlsx)$/u);
      expect(cells[0]).toEqual(['受访页面', '访问时间']);
      expect(cells).toHaveLength(1 + (PAGES - DESKS) * 2);
      expect(cells[1]?.[0]).toBe(`https://${SITE}/page-${DESKS}`);
      await page.getByText('下载完成').first().waitFor();
    }
    // Another browser of the same user has the same columns.
    await context.close();
    await come('zh-CN');
    await open(REPORT);
    await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).toEqual(['详情', '受访页面', '访问时间']);
    await page.getByRole('button', { name: '列', exact: true }).click();
    await page.getByRole('button', { name: '恢复默认' }).click();
    await eventually(() => api.get<{ list: unknown[] }>('/columns/list'), ({ list }) => list.length === 0);
  });

  it('a download can be stopped, and says when it failed', async () => {
    await come('zh-CN');
    await open(REPORT);
    await page.locator('.ant-table-row').first().waitFor();
    // Never answered.
    await page.route('**/api/report/export', () => undefined);
    await page.getByRole('button', { name: '下载' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    await page.getByText('正在下载').waitFor();
    await page.getByRole('button', { name: '取消' }).click();
    await page.getByText('下载已取消').waitFor();
    await expect.poll(() => page.getByText('正在下载').count()).toBe(0);
    await page.unroute('**/api/report/export');
    await page.route('**/api/report/export', (route) => route.abort());
    await page.getByRole('button', { name: '下载' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    await page.getByText('下载失败', { exact: true }).waitFor();
  });
});

describe('in English', () => {
  it('groups are counted, summed up, led back to their visits, and kept in a view that others open', async () => {
    await come('en-US');
    await open(REPORT);
    await find('Group by', 'Device type');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a figure' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Views');
    await page.getByRole('button', { name: 'Search', exact: true }).last().click();
    await page.waitForURL((url) => url.searchParams.get('agg') === 'Views:count(*)' && url.searchParams.get('group') === 'device_type');
    await expect.poll(() => page.locator('.ant-table-row').allInnerTexts().then((texts) => texts.map((text) => text.replaceAll(/\s+/gu, ' ').trim()))).toEqual([`Desktop ${DESKS * 2}`, `Phone ${(PAGES - DESKS) * 2}`]);
    // The sum has an answer of its own.
    await expect.poll(async () => (await page.locator('.ant-table-summary').innerText()).replaceAll(/\s+/gu, ' ').trim()).toBe(`Total ${PAGES * 2}`);

    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('button', { name: 'Save as a view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('By device');
    await page.getByRole('checkbox', { name: 'Shared' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('View saved').waitFor();
    await page.getByRole('button', { name: /^By device/u }).waitFor();

    await page.getByRole('row', { name: /Phone/u }).getByRole('button', { name: 'Show the visits of this group' }).click();
    await page.waitForURL((url) => url.searchParams.get('device_type') === 'mobile' && !url.searchParams.has('group'));
    await expect.poll(rows).toBe((PAGES - DESKS) * 2);

    await open(REPORT);
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('button', { name: 'By device', exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('agg') === 'Views:count(*)');
    await expect.poll(rows).toBe(2);
  });

  it('details show every field and the record, and go on to the next row; an address leads to its trajectory', async () => {
    await come('en-US');
    await open(`${REPORT}&sort=url.asc`);
    await page.getByRole('button', { name: /^Show the details/u }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(`https://${SITE}/page-0`).first().waitFor();
    await drawer.getByRole('button', { name: 'Next row' }).click();
    await drawer.getByRole('button', { name: 'Next row' }).click();
    await drawer.getByText(`https://${SITE}/page-1`).first().waitFor();
    await drawer.getByRole('tab', { name: 'JSON' }).click();
    const record = JSON.parse(await drawer.locator('pre').innerText()) as Record<string, unknown>;
    expect(record).toMatchObject({ url: `https://${SITE}/page-1`, domain: SITE });
    // The open row is in the address: there again after a reload, closed by 'back', however many were looked at.
    await page.reload();
    await drawer.getByText(`https://${SITE}/page-1`).first().waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'hidden' });
    expect(query().has('row')).toBe(false);
    // As it was left: at the record.
    await page.goForward();
    await drawer.locator('pre').waitFor();
    await drawer.getByRole('tab', { name: 'Fields' }).click();
    await drawer.getByRole('button', { name: `Exclude https://${SITE}/page-1`, exact: true }).first().click();
    await page.waitForURL((url) => url.searchParams.get('rules') === `[["url","!=","https://${SITE}/page-1"]]` && !url.searchParams.has('row'));
    const pages = async (): Promise<string[]> => (await page.locator('.ant-table-row').allInnerTexts()).slice(0, 4).map((text) => /page-\d+/u.exec(text)?.[0] ?? '');
    await expect.poll(pages).toEqual(['page-0', 'page-0', 'page-10', 'page-10']);
    expect(await page.getByRole('link', { name: '127.0.0.1' }).first().getAttribute('href')).toBe(`/userTrajectory/userTrajectory?domain=${SITE}&type=ip&ip=127.0.0.1`);
  });

  it('five thousand rows on a page: only those in sight are drawn, down to the last', async () => {
    await come('en-US');
    // As many rows as the largest page has, made of a real answer.
    await page.route('**/api/report', async (route) => {
      const { page_size: size } = route.request().postDataJSON() as { page_size: number };
      if (size !== 5_000) return route.continue();
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { list: Record<string, unknown>[] } };
      const { list } = answer.data;
      answer.data.list = Array.from({ length: size }, (_, at) => ({ ...list[at % list.length], id: String(at), url: `https://${SITE}/row-${at}` }));
      return route.fulfill({ response, json: answer });
    });
    await open(`${REPORT}&per_page=5000`);
    await page.getByRole('link', { name: 'Open https://shop.example/row-0 in a new tab', exact: true }).waitFor();
    const drawn = () => page.locator('.ant-table-row').count();
    expect(await drawn()).toBeLessThan(100);
    const table = page.locator('.ant-table-tbody-virtual-holder');
    const most: number[] = [];
    for (const part of [0.2, 0.4, 0.6, 0.8]) {
      await table.evaluate((element, to) => element.scrollTo({ top: element.scrollHeight * to }), part);
      await expect.poll(() => page.locator('.ant-table-row').first().getAttribute('data-row-key')).not.toBe('0');
      most.push(await drawn());
    }
    expect(Math.max(...most)).toBeLessThan(100);
    await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await page.getByRole('link', { name: 'Open https://shop.example/row-4999 in a new tab', exact: true }).waitFor();
  });

  it('is printed on A4, wide, without what is for the screen only', async () => {
    await come('en-US');
    await open(REPORT);
    await page.locator('.ant-table-row').first().waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Printed at').waitFor();
    expect(await page.locator('table tbody tr').count()).toBe(30);
    for (const name of ['Download', 'Columns', 'Reset']) expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    const { pages, sizes } = pagesOf(await page.pdf({ preferCSSPageSize: true }));
    expect([pages > 0, sizes]).toEqual([true, ['841x594']]);
  });
});
