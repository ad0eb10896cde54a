/** The spider list, the rule lab and the log as an operator walks them, in Chinese and in English; and where else the crawlers are counted. */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AGENT, type Api, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { opened } from './support/files.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const AHREFS = 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)';
/** A crawler that nothing gives away. */
const LUMO = 'Mozilla/5.0 (X11; Linux x86_64) Lumo/1.0 reader';
const MARKUP = '<img src=x onerror="window.hacked=1"> bot';

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }], {}));
  const { key } = await api.post<{ key: string }>('/website/key/add', { site_id: 1, name: 'test' });
  const view = (id: string, agent: string, path: string, ip: string, referrer?: string) => ({ type: 'pageview', id, url: `https://${SITE}${path}`, ip, user_agent: agent, ...(referrer === undefined ? {} : { referrer }) });
  const items = [
    ...Array.from({ length: 24 }, (_, at) => view(`g${at}`, GOOGLE, `/g/${at % 3}`, '66.249.66.1')),
    ...Array.from({ length: 4 }, (_, at) => view(`a${at}`, AHREFS, '/a', '54.36.148.1')),
    ...Array.from({ length: 5 }, (_, at) => view(`l${at}`, LUMO, '/lumo', `203.0.113.${at}`)),
    ...Array.from({ length: 3 }, (_, at) => view(`p${at}`, AGENT, '/people', `203.0.113.${at}`, at === 2 ? 'https://www.google.com/' : 'https://www.baidu.com/s?wd=tea')),
  ];
  const answer = await fetch(`${server.url}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(items) });
  if (!answer.ok) throw new Error(await answer.text());
  await eventually(() => api.get<{ total: number }>('/spider/statistics'), ({ total }) => total === 28, 20_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url, options));
  await page.goto(server.url + path);
}

const parameter = (name: string): string | null => new URL(page.url()).searchParams.get(name);
const rows = () => page.locator('tbody .ant-table-row:visible');
const untilRows = (num: number) => eventually(() => rows().count(), (count) => count === num, 15_000);
const panel = (title: string): Locator => page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** A chart fits its place a moment after that has changed, and is drawn anew: a click that began before is lost with the slice that it began on. */
async function untilAtRest(chart: Locator): Promise<void> {
  const drawn = (): Promise<string> => chart.evaluate((svg) => svg.outerHTML + JSON.stringify(svg.getBoundingClientRect()));
  await eventually(async () => {
    const before = await drawn();
    await page.waitForTimeout(300);
    return before === (await drawn());
  }, (still) => still);
}

async function download(button: string, format: string) {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return opened(await coming);
}

const refused = (route: Route): Promise<void> => route.fulfill({ status: 500, json: { code: 500, message: 'no', data: null } });

/** Chooses from a list that opens below its field. */
async function pick(field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click();
}

describe('the spider log', () => {
  it('is narrowed by pie, table, pickers and search, each undone by "back", and reloaded from the address', async () => {
    await open(`/spider/log?domain=${SITE}`);
    await untilRows(20);
    const types = panel('按类型统计');
    const lines = async () => (await types.locator('tbody tr').allInnerTexts()).map((line) => line.replaceAll(/\s+/gu, ' ').trim());
    await expect.poll(lines).toEqual(['搜索引擎 24 85.71%', 'SEO 工具 4 14.29%']);
    expect(await types.locator('tfoot').innerText()).toMatch(/合计\s+28\s+100\.00%/u);
    await page.locator('.ant-pagination-item-2').click();
    await untilRows(8);
    expect(parameter('page')).toBe('2');

    // The first slice begins at the top and is by far the largest.
    const ring = types.locator('[role=img] svg');
    await ring.locator('path').nth(1).waitFor({ state: 'attached' });
    await untilAtRest(ring);
    const { width, height } = (await ring.boundingBox()) ?? { width: 0, height: 0 };
    const slice = { x: width / 2 + 0.36 * Math.min(width, height), y: height / 2 };
    // Shapes under the pointer are drawn anew: a click on one of them is lost when that happens between pressing and letting go.
    const pressed = (svg: SVGElement | HTMLElement, { x, y }: typeof slice): boolean => {
      const place = svg.getBoundingClientRect();
      return document.elementFromPoint(place.x + x, place.y + y) === svg;
    };
    await ring.scrollIntoViewIfNeeded();
    expect(await ring.evaluate(pressed, slice)).toBe(true);
    await ring.click({ position: slice });
    await untilRows(20);
    expect([parameter('type'), parameter('page')]).toEqual(['search_engine', null]);
    await types.getByRole('button', { name: /SEO/u }).click();
    await untilRows(4);
    expect(parameter('type')).toBe('seo_tool');
    expect(await types.locator('tfoot').innerText()).toMatch(/28/u);
    await page.reload();
    await untilRows(4);
    await page.goBack();
    await untilRows(20);
    expect(parameter('type')).toBe('search_engine');
    await pick('蜘蛛名称', /^Googlebot$/u);
    await page.waitForURL(/spider_id=\d/u);
    await untilRows(20);
    await panel('抓取最多的页面').locator('tbody').getByRole('button').first().click();
    await untilRows(8);
    expect(parameter('url')).toMatch(/\/g\/\d$/u);
    await panel('响应状态').locator('tfoot').getByText('8', { exact: true }).waitFor();
  });

  it('finds a part of an agent in any letter case and emphasises it; other days; and as a file', async () => {
    await open(`/spider/log?domain=${SITE}`);
    await page.getByPlaceholder('模糊搜索用户代理').fill('AHREFSbot');
    await page.keyboard.press('Enter');
    await untilRows(4);
    expect(await page.getByRole('combobox', { name: '蜘蛛名称' }).count()).toBe(0);
    expect(await rows().first().locator('mark').allInnerTexts()).toEqual(['AhrefsBot']);
    await expect.poll(() => panel('访问趋势').locator('[role=img]').getAttribute('aria-label')).toMatch(/SEO 工具 4.*合计 4/u);
    const file = await download('下载', 'CSV');
    expect(file.cells).toHaveLength(5);
    for (const [label, range] of [['昨天', 'yesterday'], ['前天', 'before_yesterday']] as const) {
      await page.locator('label').filter({ hasText: new RegExp(`^${label}$`, 'u') }).click();
      await untilRows(0);
      expect(parameter('range')).toBe(range);
    }
  });

  it('says in its place that it could not be read, and tries again', async () => {
    await open('/dashboard');
    await page.route('**/api/spider/log?**', refused);
    await page.goto(`${server.url}/spider/log?domain=${SITE}`);
    await panel('按类型统计').getByText('28').waitFor();
    const again = panel('蜘蛛日志').getByRole('button', { name: '重试' });
    await again.waitFor();
    await page.unroute('**/api/spider/log?**');
    await again.click();
    await expect.poll(() => rows().count()).toBe(20);
  });
});

describe('the spider list', () => {
  it('adds a rule of a new type, warns, tries it on history, switches it, applies it back in time and undoes that', async () => {
    await open(`/spider/index?domain=${SITE}`);
    await untilRows(20);
    await page.getByRole('button', { name: '添加' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('蜘蛛类型').fill('own type');
    await dialog.getByLabel('蜘蛛名称').fill(MARKUP);
    const words = dialog.getByLabel('关键词');
    for (const word of ['  ', 'Safari', 'Lumo/']) {
      await words.fill(word);
      await words.press('Enter');
    }
    await dialog.getByText(/会把真人访问算作蜘蛛/u).first().waitFor();
    await dialog.locator('.ant-select-selection-item', { hasText: 'Safari' }).locator('.ant-select-selection-item-remove').click();
    await dialog.getByRole('button', { name: '在历史数据上试运行' }).click();
    expect(await dialog.getByTestId('dry-run').innerText()).toMatch(/来自真人\s*5/u);
    // What can not be saved is said in the dialog, and nothing of it is lost.
    await page.route('**/api/spider/add', refused);
    await dialog.locator('button[type="submit"]').click();
    await dialog.getByRole('alert').filter({ hasText: 'no' }).waitFor();
    expect(await dialog.getByLabel('蜘蛛名称').inputValue()).toBe(MARKUP);
    await page.unroute('**/api/spider/add');
    await dialog.locator('button[type="submit"]').click();
    await dialog.waitFor({ state: 'hidden' });

    await page.getByPlaceholder('名称或关键词').fill('Lumo/');
    await page.keyboard.press('Enter');
    await untilRows(1);
    expect(await rows().first().innerText()).toContain('own type');
    const toggle = rows().first().getByRole('switch');
    const untilChecked = (checked: boolean) => eventually(() => toggle.getAttribute('aria-checked'), (now) => now === String(checked));
    await toggle.click();
    await page.getByText('状态更新成功！').first().waitFor();
    await untilChecked(false);
    await page.route('**/api/spider/edit', refused);
    await toggle.click();
    await page.locator('.ant-message-error').waitFor();
    await untilChecked(false);
    await page.unroute('**/api/spider/edit');
    await toggle.click();
    await untilChecked(true);

    const pv = async () => (await api.get<{ list: { today: { pv: number; spider: number } }[] }>('/website/list_statistics')).list[0]?.today;
    expect(await pv()).toMatchObject({ pv: 8, spider: 28 });
    await rows().first().getByRole('button', { name: '测试' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByTestId('dry-run').waitFor();
    await drawer.getByRole('button', { name: '回溯应用' }).click();
    const question = page.locator('.ant-modal-confirm');
    await question.getByRole('button', { name: '回溯应用' }).click();
    await drawer.getByText('已应用').first().waitFor();
    expect(await pv()).toMatchObject({ pv: 3, spider: 33 });
    // It is kept: another visit of the screen can undo it.
    await page.reload();
    await page.getByRole('button', { name: '规则实验室' }).click();
    await drawer.getByRole('button', { name: '撤销' }).click();
    await drawer.getByText('已撤销').first().waitFor();
    expect(await pv()).toMatchObject({ pv: 8, spider: 28 });
  });

  it('is narrowed by type, name and status; hits stand beside each rule; several are switched and deleted at once, after a question', async () => {
    for (const name of ['Qzq one', 'Qzq two']) await api.post('/spider/add', { type: 'feed', name, keyword: [`${name}/`], status: 1 });
    await open(`/spider/index?domain=${SITE}`);
    await untilRows(20);
    expect(await page.getByRole('combobox', { name: '蜘蛛名称' }).count()).toBe(0);
    await pick('蜘蛛类型', 'SEO 工具');
    await pick('蜘蛛名称', /^AhrefsBot$/u);
    await untilRows(1);
    expect(await rows().first().innerText()).toMatch(/AhrefsBot(?:\s+AhrefsBot)?\s+4\s+4\s/u);
    await page.goto(`${server.url}/spider/index?domain=${SITE}&type=feed&q=qzq`);
    await untilRows(2);
    await page.getByRole('checkbox', { name: '选择本页' }).click();
    await page.getByRole('button', { name: '禁 用' }).or(page.getByRole('button', { name: '禁用', exact: true })).click();
    await page.getByText('已更改 2 项').waitFor();
    await pick('状态', '启用');
    await untilRows(0);
    await pick('状态', '禁用');
    await untilRows(2);
    expect(parameter('status')).toBe('0');
    await page.getByRole('checkbox', { name: '选择本页' }).click();
    await page.locator('.ant-btn-dangerous:not(.ant-btn-link)').click();
    await page.locator('.ant-modal-confirm-title').filter({ hasText: '删除 2 条规则？' }).waitFor();
    await page.locator('.ant-modal-confirm .ant-btn-dangerous').click();
    await page.getByText('没有符合条件的蜘蛛').waitFor();
    expect((await api.get<{ list: unknown[] }>('/spider/list?search=qzq')).list).toEqual([]);
  });

  it('is a site’s: without one neither the list nor the log stands in the menu', async () => {
    await open('/domainlist/index');
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await menu.getByRole('menuitem', { name: '域名管理' }).waitFor();
    expect(await menu.getByText('蜘蛛').count()).toBe(0);
    await page.goto(`${server.url}/spider/log?domain=${SITE}`);
    for (const name of ['蜘蛛列表', '蜘蛛日志']) await menu.getByRole('menuitem', { name }).waitFor();
    await menu.getByRole('menuitem', { name: '蜘蛛列表' }).click();
    await page.waitForURL(`${server.url}/spider/index?domain=${SITE}`);
  });
});

describe('the crawlers and search engines of today', () => {
  const ENGINES = /Baidu\s+2\s+Google\s+1/u;
  const popover = () => page.locator('.ant-popover:visible').filter({ hasText: 'Baidu' });
  /** The counts of today in three places: over all sites, in the list of sites, on the site's own dashboard. */
  const PLACES = [
    { path: '/dashboard', place: () => panel('All sites') },
    { path: '/dashboard', place: () => page.locator('.ant-table').getByRole('row').filter({ hasText: SITE }) },
    { path: `/dashboard_info/index?domain=${SITE}`, place: () => panel('Today’s traffic') },
  ] as const;

  it('stand on both dashboards and in the list of sites; by keyboard the engines open and close', async () => {
    await open('/dashboard', { locale: 'en-US' });
    for (const { path, place } of PLACES) {
      if (!page.url().includes(path)) await page.goto(server.url + path);
      await place().getByText('28', { exact: true }).first().waitFor();
      const trigger = place().getByRole('button', { name: /^3/u }).first();
      await trigger.focus();
      await popover().waitFor();
      expect(await popover().innerText()).toMatch(ENGINES);
      await page.keyboard.press('Escape');
      await popover().waitFor({ state: 'hidden' });
      await page.keyboard.press('Enter');
      await popover().waitFor();
      await page.keyboard.press('Tab');
      await popover().waitFor({ state: 'hidden' });
    }
  });

  it('by touch the engines open on a telephone', async () => {
    await open('/dashboard', { locale: 'en-US', hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    for (const { path, place } of PLACES) {
      if (!page.url().includes(path)) await page.goto(server.url + path);
      const trigger = place().getByRole('button', { name: /^3/u }).first();
      await trigger.tap();
      await popover().waitFor();
      // It does not open on the way down and close on the way up: a second tap finds it open.
      await trigger.tap();
      expect(await popover().innerText()).toMatch(ENGINES);
      const box = await popover().boundingBox();
      expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 390]).toEqual([true, true]);
      await page.getByRole('heading').first().tap();
      await popover().waitFor({ state: 'hidden' });
    }
  });
});
