/** Trend, hour and day analysis as an operator walks them, in Chinese and in English. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AGENT, type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { opened } from './support/files.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const WORDS = [
  { locale: 'zh-CN', title: '趋势分析', total: '合计总量', device: '设备类型', phone: '手机', remove: '移除筛选 设备类型', compare: '对比', week: '上周同期', sameTime: '截至同一时刻', byHour: '分时对比', last24: '最近24小时分析', months: '最近三个月分时段', last31: '最近 31 天', ever: '全部时间按日', sum: '合计', heat: '一周分时热度：平均 PV' },
  { locale: 'en-US', title: 'Trend analysis', total: 'Total', device: 'Device type', phone: 'Mobile', remove: 'Remove the filter Device type', compare: 'Compare with', week: 'Same days last week', sameTime: 'up to the same time', byHour: 'By hour', last24: 'Last 24 hours', months: 'Last three months by hour', last31: 'Last 31 days', ever: 'All time by day of the month', sum: 'Total', heat: 'Week by hour: average PV' },
] as const;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: SITE }]));
  // Two visitors at a desk, three pages; one with a telephone, one page.
  for (const [path, visitor, agent] of [['/', 'a', AGENT], ['/tea', 'a', AGENT], ['/', 'b', AGENT], ['/', 'c', PHONE]] as const) {
    await collect(server.url, beacon(`http://${SITE}${path}`, { f: visitor.repeat(16) }), { 'user-agent': agent });
  }
  await eventually(() => api.get<{ list: unknown[] }>(`/report/device_logs?domain=${SITE}`), ({ list }) => list.length === 4, 15_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function openIn(locale: string): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url, { locale }));
}

const query = (): URLSearchParams => new URL(page.url()).searchParams;
/** The cells of the row that a table's part of the screen begins with this text. */
const cells = async (region: string, row: string): Promise<string[]> => {
  const found = page.getByRole('region', { name: region, exact: true }).getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${row}`, 'u') }) });
  await found.first().waitFor();
  return (await found.first().locator('td').allInnerTexts()).map((text) => text.trim());
};
/** The row of the hour or day with so many views: the running one, or the one before when it has just ended. */
const countOf = (region: string, views: number) =>
  page.getByRole('region', { name: region, exact: true }).locator('tbody tr').filter({ has: page.locator('td:nth-child(2)', { hasText: new RegExp(`^${views}$`, 'u') }) });
const choose = async (label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).first().click();
};

describe.each(WORDS)('in $locale', (words) => {
  beforeEach(() => openIn(words.locale));

  it('the trend is filtered by device, undone by back, kept by a reload, and compared', async () => {
    await page.goto(`${server.url}/flowRate/tendency?domain=${SITE}`);
    expect((await cells(words.byHour, words.total)).filter((_, at) => at % 3 === 0)).toEqual(['4', '3', '1']);
    await page.waitForFunction((title) => document.title.includes(title), words.title);
    await page.getByText(words.sameTime).first().waitFor();

    await choose(words.device, words.phone);
    await page.waitForURL(/device_type=mobile/u);
    await expect.poll(async () => (await cells(words.byHour, words.total))[0]).toBe('1');
    await page.getByRole('button', { name: words.remove }).click();
    await page.waitForURL((url) => !url.searchParams.has('device_type'));
    await page.goBack();
    await page.waitForURL(/device_type=mobile/u);
    await page.reload();
    await expect.poll(async () => (await cells(words.byHour, words.total))[0]).toBe('1');

    await choose(words.compare, words.week);
    await page.waitForURL(/compare=week/u);
    expect(query().get('device_type')).toBe('mobile');
    await page.locator('label').filter({ hasText: /^UV$/u }).click();
    await page.waitForURL(/metric=uv/u);
  });

  it('the running hour leads to its visits', async () => {
    await page.goto(`${server.url}/flowRate/tendency?domain=${SITE}&device_type=desktop`);
    await countOf(words.byHour, 3).getByRole('link').click();
    await page.waitForURL(/\/report\/device\?/u);
    expect(query().get('device_type')).toBe('desktop');
    expect(query().get('range')).toMatch(/^(\d{4}-\d\d-\d\dT\d\d):00:00~\1:59:59$/u);
    await page.getByRole('row').filter({ hasText: '/tea' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: SITE }).count()).toBe(3);
  });

  it('the hours of a day and of three months stand with their shares', async () => {
    await page.goto(`${server.url}/flowRate/hour?domain=${SITE}`);
    expect(await cells(words.last24, words.sum)).toEqual(['4', '100.00%', '3', '—', '1', '—']);
    const rows = page.getByRole('region', { name: words.last24, exact: true }).locator('tbody tr');
    expect(await rows.count()).toBe(24);
    expect((await countOf(words.last24, 4).locator('td').allInnerTexts()).map((text) => text.trim())).toEqual(['4', '100.00%', '3', '100.00%', '1', '100.00%']);
    expect((await cells(words.months, words.sum)).slice(0, 2)).toEqual(['4', '100.00%']);
    expect(await page.getByRole('region', { name: words.heat }).locator('td').count()).toBe(7 * 24);
    await page.locator('label').filter({ hasText: new RegExp(`^${words.sum}$`, 'u') }).click();
    await page.waitForURL(/measure=sum/u);
  });

  it('the days of a month and of all time stand with their shares', async () => {
    await page.goto(`${server.url}/flowRate/day?domain=${SITE}`);
    expect((await cells(words.last31, words.sum)).slice(0, 3)).toEqual(['4', '100.00%', '3']);
    const days = page.getByRole('region', { name: words.last31, exact: true }).locator('tbody tr');
    expect(await days.count()).toBe(31);
    expect((await days.first().locator('td').allInnerTexts())[0]?.trim()).toBe('0');
    expect((await cells(words.ever, words.sum))[0]).toBe('4');
    expect(await page.getByRole('region', { name: words.ever, exact: true }).locator('tbody tr').count()).toBe(31);
  });
});

describe('files', () => {
  beforeEach(() => openIn('en-US'));

  /** What the download button of a panel gives. */
  async function downloaded(heading: string, kind: string): ReturnType<typeof opened> {
    const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
    const coming = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: kind }).click();
    return opened(await coming);
  }

  it('hold what the tables show, with what it is compared with, what is to come blank', async () => {
    await page.goto(`${server.url}/flowRate/tendency?domain=${SITE}`);
    const csv = await downloaded('By hour', 'CSV');
    expect(csv.name).toMatch(/^shop\.example_trend_\d{4}-\d\d-\d\d\.csv$/u);
    expect(csv.cells[0]).toEqual(['Time', 'PV', 'UV', 'IP', 'Share PV', 'Compared: Time', 'Compared: PV', 'Compared: UV', 'Compared: IP']);
    expect(csv.cells).toHaveLength(25);
    expect(csv.cells.slice(1).reduce((sum, [, pv]) => sum + Number(pv), 0)).toBe(4);
    expect(csv.cells.slice(1).every(([key = '', , , , , before = '']) => key.slice(11) === before.slice(11))).toBe(true);
    const xlsx = await downloaded('By hour', 'Excel');
    expect(xlsx.cells).toEqual(csv.cells);
    await page.goto(`${server.url}/flowRate/day?domain=${SITE}`);
    const days = await downloaded('Last 31 days: shares', 'CSV');
    expect([days.cells.length, days.cells.at(-1)?.slice(1, 5)]).toEqual([32, ['4', '3', '1', '100']]);
  });
});

describe('a comparison', () => {
  beforeEach(() => openIn('en-US'));

  it('is with days that are chosen, kept by a reload, and says with which', async () => {
    await page.goto(`${server.url}/flowRate/tendency?domain=${SITE}&range=yesterday`);
    await choose('Compare with', 'A chosen range');
    await page.locator('.ant-picker-dropdown:visible').waitFor();
    const month = page.locator('.ant-picker-dropdown:visible .ant-picker-panel').first();
    await page.locator('.ant-picker-dropdown:visible .ant-picker-header-super-prev-btn:visible').first().click();
    await month.locator('.ant-picker-cell-in-view').filter({ hasText: /^10$/u }).click();
    await month.locator('.ant-picker-cell-in-view').filter({ hasText: /^10$/u }).click();
    await page.waitForURL((url) => /^(\d{4}-\d\d-10)T00:00:00~\1T23:59:59$/u.test(url.searchParams.get('compare') ?? ''));
    // A year ago: that is said too.
    const day = query().get('compare')?.slice(0, 10).replaceAll('-', '/') ?? '';
    const said = page.getByText(`Compared with ${day}`);
    await said.waitFor();
    await page.reload();
    await said.waitFor();
    expect(await page.getByText(`${day.slice(5)} – ${day.slice(5)}`).count()).toBeGreaterThan(0);
  });
});

describe('a chart', () => {
  beforeEach(() => openIn('en-US'));

  it('opens the visits of the hour that is clicked', async () => {
    await page.goto(`${server.url}/flowRate/tendency?domain=${SITE}&range=yesterday`, { waitUntil: 'networkidle' });
    const chart = page.locator('section div[role=img] svg').first();
    await chart.waitFor();
    const box = await chart.boundingBox();
    if (box === null) throw new Error('the chart is not drawn');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForURL(/\/report\/device\?/u);
    expect(query().get('range')).toMatch(/^\d{4}-\d\d-\d\dT1[12]:00:00~/u);
  });
});
