/** The lists and the trajectory as an operator walks them: filter, order, page, drill, back, reload, download; in Chinese and in English. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AGENT, type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { opened, pagesOf } from './support/files.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const OTHER = 'blog.example';
const HOUR = 3_600_000;
const ANNE = 'aaaaaaaaaaaaaaa1';
const BERT = 'bbbbbbbbbbbbbbb2';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const STRANGERS = 22;
/** Long enough that no midnight falls between the oldest visit and the test. */
const RANGE = 'range=3d';

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

/** Views of one visitor: page, milliseconds ago, address, and what else the beacon says. */
async function visits(agent: string, views: readonly (readonly [url: string, ago: number, ip: string, more?: object])[]): Promise<void> {
  for (const [url, ago, ip, more] of views) {
    const answer = await collect(server.url, { ...beacon(url), d: ago, ...more }, { 'user-agent': agent, 'x-forwarded-for': ip });
    expect(answer.status).toBe(204);
  }
}

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }, { name: '博客', domain: OTHER }], { FOOTFALL_TRUST_PROXY: '1' }));
  const anne = { f: ANNE, o: 'Win32', g: ['Google Inc. (AMD)', 'Radeon'], c: 8, m: 16, s: [1920, 1080, 1920, 1040] };
  await visits(AGENT, [
    [`https://${SITE}/`, 3 * HOUR, '203.0.113.1', { ...anne, r: 'https://www.baidu.com/link?url=x' }],
    [`https://${SITE}/tea?x=1`, 3 * HOUR - 65_000, '203.0.113.1', { ...anne, t: '=1+1 Tea' }],
    [`https://${SITE}/tea?x=1`, 3 * HOUR - 70_000, '203.0.113.1', anne],
    [`https://${SITE}/tea?x=2`, 60_000, '203.0.113.2', anne],
    [`https://${SITE}/cart`, 20_000, '203.0.113.2', anne],
  ]);
  await visits(PHONE, [
    [`https://${SITE}/`, HOUR, '203.0.113.1', { f: BERT, r: 'https://news.example/a' }],
    [`https://${OTHER}/about`, HOUR - 60_000, '203.0.113.1', { f: BERT }],
  ]);
  await visits(AGENT, Array.from({ length: STRANGERS }, (_, at) => [`https://${SITE}/p/${at + 1}`, 2 * HOUR, `198.51.100.${at + 1}`] as const));
  await eventually(() => api.get<{ meta: { pagination: { total: number } } }>('/report/device_logs'), ({ meta }) => meta.pagination.total === 7 + STRANGERS, 20_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function open(path: string, locale: 'zh-CN' | 'en-US' = 'zh-CN'): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url, { locale }));
  await page.goto(server.url + path);
}

const parameter = (name: string): string | null => new URL(page.url()).searchParams.get(name);
const rows = () => page.locator('tbody .ant-table-row:visible');
/** The cells of the rows in sight, as texts. */
const cells = (): Promise<string[][]> => rows().evaluateAll((list) => list.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())));
const untilRows = (check: (texts: string[][]) => boolean): Promise<string[][]> => eventually(cells, check);
const column = (texts: string[][], at: number): string[] => texts.map((row) => row[at] ?? '');
const heading = (name: string) => page.getByRole('columnheader', { name }).first();

async function download(button: string, format: string) {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return opened(await coming);
}

describe('the rankings', () => {
  it('are filtered, put in order, folded, opened and undone, and come back from the address', async () => {
    await open(`/visitStatistics/url?domain=${SITE}&${RANGE}`);
    const first = await untilRows((texts) => texts.length === 20);
    expect(first[0]).toEqual(['1', '/', '2', '7.14%']);
    expect(await page.locator('.ant-table-summary:visible').innerText()).toMatch(/合计\s+28\s+100\.00%/u);
    await page.getByRole('listitem', { name: '2', exact: true }).click();
    expect(column(await untilRows((texts) => texts.length === 6), 0)[0]).toBe('21');
    expect(parameter('page')).toBe('2');

    await page.getByPlaceholder('搜索').last().fill('TEA');
    await page.keyboard.press('Enter');
    await untilRows((texts) => texts.length === 2);
    expect([parameter('q'), parameter('page')]).toEqual(['TEA', null]);
    await heading('受访页面').click();
    expect(column(await untilRows((texts) => texts[0]?.[1] === '/tea?x=1'), 2)).toEqual(['2', '1']);
    expect([parameter('sort'), parameter('direction')]).toEqual(['key', 'asc']);
    await page.reload();
    expect(column(await untilRows((texts) => texts.length === 2), 1)).toEqual(['/tea?x=1', '/tea?x=2']);

    await page.getByText('不含参数').click();
    expect(column(await untilRows((texts) => texts.length === 1), 2)).toEqual(['3']);
    await page.goBack();
    await untilRows((texts) => texts.length === 2);
    await page.getByRole('button', { name: '移除筛选 包含' }).click();
    await untilRows((texts) => texts.length === 20);
    await page.goBack();
    await untilRows((texts) => texts.length === 2);

    await page.getByRole('link', { name: '查看访问：https://shop.example/tea?x=2' }).click();
    await page.waitForURL(/\/report\/device\?/u);
    expect([parameter('domain'), parameter('range'), parameter('url')]).toEqual([SITE, '3d', 'https://shop.example/tea?x=2']);
  });

  it('download what is filtered, in the order and the columns that are shown', async () => {
    await open(`/visitStatistics/url?domain=${SITE}&${RANGE}&q=tea&sort=key&direction=asc`, 'en-US');
    await untilRows((texts) => texts.length === 2);
    const csv = await download('Download', 'CSV');
    expect(csv.name).toMatch(/^shop\.example_.*\.csv$/u);
    expect(csv.cells).toEqual([['Page', 'PV', 'Share'], ['https://shop.example/tea?x=1', '2', '66.67'], ['https://shop.example/tea?x=2', '1', '33.33']]);
    const xlsx = await download('Download', 'Excel');
    expect(xlsx.name).toMatch(/\.xlsx$/u);
    expect(xlsx.cells).toEqual(csv.cells);
  });

  it('have referrers by page and by host, and entry pages without a choice of columns', async () => {
    await open(`/visitStatistics/referer?domain=${SITE}&${RANGE}`, 'en-US');
    expect(column(await untilRows((texts) => texts.length === 3), 1).toSorted()).toEqual(['Direct, without referrer', 'news.example/a', 'www.baidu.com/link?url=x']);
    expect(await page.getByRole('button', { name: 'Columns' }).count()).toBe(1);
    await page.getByText('Hosts').click();
    await page.getByRole('button', { name: 'Show only www.baidu.com' }).click();
    expect(column(await untilRows((texts) => texts.length === 1 && texts[0]?.[1]?.includes('link') === true), 1)).toEqual(['www.baidu.com/link?url=x']);
    expect([parameter('q'), parameter('fold')]).toEqual(['www.baidu.com', null]);
    await page.getByRole('menuitem', { name: 'Entry pages' }).click();
    await page.waitForURL(/entry_url/u);
    await page.getByRole('heading', { name: 'Entry pages' }).waitFor();
    expect(parameter('domain')).toBe(SITE);
    expect(await page.getByRole('button', { name: 'Columns' }).filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Download' }).filter({ visible: true }).count()).toBe(1);
  });
});

describe('the visitors of a site', () => {
  it('are listed by IP, twenty on a page, each with its trajectory', async () => {
    await open(`/visit/index?domain=${SITE}&${RANGE}`);
    const first = await untilRows((texts) => texts.length === 20);
    expect(first.slice(0, 2).map((row) => [row[2], row[4]])).toEqual([['203.0.113.1', '4'], ['203.0.113.2', '2']]);
    await page.getByPlaceholder('IP 的一部分').fill('203.0.113');
    await page.keyboard.press('Enter');
    await untilRows((texts) => texts.length === 2);
    const { cells: file } = await download('下载', 'CSV');
    expect(file.map((row) => [row[0], row[2]])).toEqual([['IP', 'PV'], ['203.0.113.1', '4'], ['203.0.113.2', '2']]);
    await page.getByRole('link', { name: '203.0.113.1' }).click();
    await page.waitForURL(/\/userTrajectory\//u);
    expect([parameter('domain'), parameter('type'), parameter('ip')]).toEqual([SITE, 'ip', '203.0.113.1']);
    await page.getByText('该 IP 下有 2 个指纹').waitFor();
  });

  it('open one by one: all fields and the record, on to the next row; in the address, so that back closes and a reload opens it', async () => {
    await open(`/visit/index?domain=${SITE}&${RANGE}&view=device`, 'en-US');
    await untilRows((texts) => texts.length === 2);
    const [first = [], second = []] = await cells();
    const drawer = page.getByRole('dialog', { name: 'Device details' });
    await page.getByRole('button', { name: `Show the details of ${first[2]}` }).click();
    await drawer.getByText(first[2] ?? '').first().waitFor();
    expect(parameter('row')).toBe(first[2]);
    await page.keyboard.press('ArrowRight');
    await page.waitForURL((url) => url.searchParams.get('row') === second[2]);
    await page.reload();
    await drawer.getByText(second[2] ?? '').first().waitFor();
    expect(await drawer.getByRole('button', { name: 'Next row' }).isDisabled()).toBe(true);
    await drawer.getByRole('tab', { name: 'JSON' }).click();
    expect(JSON.parse(await drawer.locator('pre').innerText())).toMatchObject({ fingerprint: second[2], visits: expect.any(Array) as unknown });
    await page.goBack();
    await drawer.waitFor({ state: 'hidden' });
    expect([parameter('row'), parameter('view')]).toEqual([null, 'device']);
  });

  it('are listed by device, and a device opens to its three newest visits', async () => {
    await open(`/visit/index?domain=${SITE}&${RANGE}`, 'en-US');
    await page.getByText('By device').click();
    await untilRows((texts) => texts.length === 2);
    const anne = rows().filter({ hasText: ANNE });
    await anne.getByRole('button', { name: 'Expand row' }).click();
    const latest = page.locator('.ant-table-expanded-row:visible');
    expect(await latest.locator('tbody tr td:nth-child(2)').allInnerTexts()).toEqual(['/cart', '/tea?x=2', '/tea?x=1']);
    await page.getByRole('button', { name: 'Show only iOS' }).click();
    await untilRows((texts) => texts.length === 1);
    expect(parameter('os_name')).toBe('iOS');
    await page.goBack();
    await untilRows((texts) => texts.length === 2);
    await latest.getByRole('link', { name: 'View more (5)' }).click();
    await page.waitForURL(/\/userTrajectory\//u);
    expect([parameter('type'), parameter('fingerprint')]).toEqual(['fingerprint', ANNE]);
  });
});

describe('a list on paper', () => {
  it('is A4, wide, all rows of the page, and says what it is of', async () => {
    await open(`/visit/index?domain=${SITE}&${RANGE}`, 'en-US');
    await untilRows((texts) => texts.length === 20);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Printed at').waitFor();
    // And the row of totals.
    expect(await page.locator('table tbody tr').count()).toBe(20 + 1);
    expect((await page.locator('table th').allInnerTexts()).slice(0, 4)).toEqual(['No.', 'IP', 'Country', 'PV']);
    for (const name of ['Download', 'Columns', 'Views']) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    const { pages, sizes } = pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    expect([pages > 0, sizes]).toEqual([true, ['841x594']]);
  });
});

describe('the devices of all sites', () => {
  it('are listed by model; a model leads to its devices, under its name', async () => {
    await open('/device/index', 'en-US');
    await untilRows((texts) => texts.length >= 2);
    expect(await page.getByRole('columnheader', { name: 'User agent' }).count()).toBe(0);
    await page.getByRole('link', { name: 'iPhone' }).click();
    await page.waitForURL(/\/deviceDetail\/index\?/u);
    expect(parameter('device_model')).toBe('iPhone');
    await page.getByRole('heading', { name: 'Devices of the model iPhone' }).waitFor();
    expect(column(await untilRows((texts) => texts.length === 1), 2)).toEqual([BERT]);
    expect(await page.getByPlaceholder('Device model').filter({ visible: true }).inputValue()).toBe('iPhone');
    // The devices of which no model is known are not those of all models.
    await page.goto(`${server.url}/deviceDetail/index?device_model=&os_name=Windows`);
    expect(column(await untilRows((texts) => texts.length === 1), 2)).toEqual([ANNE]);
    await page.goto(`${server.url}/deviceDetail/index?device_model=&os_name=iOS`);
    await page.getByText('No visits under these filters').waitFor();
  });
});

describe('the trajectory', () => {
  it('asks for a type, then for its value, and empties both fields when the type changes', async () => {
    await open(`/userTrajectory/userTrajectory?domain=${SITE}`);
    const search = page.getByRole('button', { name: '搜索' }).filter({ hasText: /^搜 ?索$/u });
    await search.click();
    await page.getByText('请选择搜索类型').waitFor();
    const type = page.getByRole('combobox', { name: '搜索类型' });
    await type.click();
    await page.getByTitle('用户指纹').click();
    await search.click();
    await page.getByText('请输入用户指纹').waitFor();
    await page.getByRole('textbox', { name: '用户指纹' }).fill('abc');
    await type.click();
    await page.getByTitle('IP', { exact: true }).click();
    await search.click();
    await page.getByText('请输入IP').waitFor();
    await type.click();
    await page.getByTitle('用户指纹').last().click();
    expect(await page.getByRole('textbox', { name: '用户指纹' }).inputValue()).toBe('');
    await page.getByRole('textbox', { name: '用户指纹' }).fill(ANNE);
    await page.keyboard.press('Enter');
    await page.getByText('访客信息').waitFor();
    expect([parameter('type'), parameter('fingerprint'), parameter('domain')]).toEqual(['fingerprint', ANNE, SITE]);
  });

  it('shows sessions with pages, referrer, dwell and what changed; the table the same visits; and downloads them', async () => {
    await open(`/userTrajectory/userTrajectory?domain=${SITE}&type=fingerprint&fingerprint=${ANNE}`, 'en-US');
    const sessions = page.locator('article');
    await eventually(() => sessions.count(), (num) => num === 2);
    const [newest, oldest] = await sessions.allInnerTexts();
    expect(newest).toContain('Changed: IP');
    expect(newest).toMatch(/\/tea\?x=2[\s\S]*40s[\s\S]*\/cart/u);
    expect(oldest).toMatch(/From Baidu[\s\S]*\/[\s\S]*1m 5s[\s\S]*\/tea\?x=1[\s\S]*×2/u);
    // Who it is is asked beside the sessions, and may be told after them.
    await eventually(() => page.locator('.ant-collapse').innerText(), (text) => /203\.0\.113\.2[\s\S]*203\.0\.113\.1/u.test(text));
    await page.locator('label').filter({ hasText: /^Table$/u }).click();
    const listed = await untilRows((texts) => texts.length === 5);
    expect(column(listed, 2)).toEqual(['/cart', '/tea?x=2', '/tea?x=1', '/tea?x=1', '/']);
    const { cells: file } = await download('Download', 'CSV');
    expect(file.map((row) => row[1])).toEqual(['Page', '/cart', '/tea?x=2', '/tea?x=1', '/tea?x=1', '/'].map((path, at) => (at === 0 ? path : `https://${SITE}${path}`)));
  });

  it('follows a fingerprint to its IP and back across all sites, and says when there is nobody', async () => {
    await open(`/userTrajectory/userTrajectory?type=ip&ip=203.0.113.1`, 'en-US');
    await page.getByText('2 fingerprints used this IP').waitFor();
    // Without a site chosen the screen has its own selector, and sessions of all sites.
    await page.getByRole('combobox', { name: 'Site' }).filter({ visible: true }).first().waitFor();
    expect((await page.locator('article').allInnerTexts()).join(' ')).toContain(OTHER);
    await page.locator('.ant-collapse').getByRole('link', { name: BERT }).click();
    await page.waitForURL(/fingerprint=bbbb/u);
    await eventually(() => page.locator('article').count(), (num) => num === 2);
    await page.goBack();
    await page.waitForURL(/type=ip/u);
    await page.getByText('2 fingerprints used this IP').waitFor();
    await page.goto(`${server.url}/userTrajectory/userTrajectory?type=ip&ip=${encodeURIComponent("' OR 1=1 --")}`);
    await page.getByText('No visits found').waitFor();
  });
});
