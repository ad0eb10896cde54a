import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const OTHER = 'docs.example';
const OF_SITE = `?domain=${SITE}`;
/** What stands in the sidebar of an administrator with and without a site, as far as these screens exist. */
const OF_ONE_SITE = ['站点概览', '设备报表'];

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;
let open: (path: string) => Promise<void>;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: SITE }, { name: 'Docs', domain: OTHER }]));
  for (let visit = 0; visit < 30; visit++) await collect(server.url, beacon(`https://${SITE}/page-${visit}`));
  const total = async () => (await api.get<{ meta: { pagination: { total: number } } }>(`/report/device_logs?domain=${SITE}`)).meta.pagination.total;
  await eventually(total, (count) => count === 30, 30_000);
});
afterAll(() => close());
beforeEach(() => start());
afterEach(() => context.close());

async function start(options: BrowserContextOptions = {}): Promise<void> {
  ({ context, page, open } = await signedIn(browser, server.url, options));
  page.setDefaultTimeout(15_000);
}

const entry = (name: string): Locator => page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem', { name });
const cookie = async (name: string): Promise<string | undefined> => (await context.cookies()).find((known) => known.name === name)?.value;
const variable = (name: string): Promise<string> => page.evaluate((wanted) => document.documentElement.style.getPropertyValue(wanted), name);
const settings = (): Locator => page.getByRole('dialog', { name: '系统设置' });
const openSettings = (): Promise<void> => page.getByRole('button', { name: '系统设置' }).click();

describe('the sidebar', () => {
  it('offers what fits the chosen site, keeps it on the way, and drops everything on the way to the dashboard', async () => {
    await open('/domainlist/index');
    await entry('域名管理').waitFor();
    for (const name of OF_ONE_SITE) expect(await entry(name).count()).toBe(0);
    await open(`/dashboard_info/index${OF_SITE}&range=recently`);
    for (const name of OF_ONE_SITE) await entry(name).waitFor();
    expect(await entry('域名管理').count()).toBe(0);
    await entry('设备报表').click();
    await page.waitForURL(`${server.url}/report/device${OF_SITE}`);
    await entry('首页').click();
    await page.waitForURL(`${server.url}/dashboard`);
    await entry('域名管理').waitFor();
  });

  it('collapsed shows signs with their names beside them, and stays so', async () => {
    await open(`/report/device${OF_SITE}`);
    await page.getByRole('button', { name: '收起菜单' }).click();
    await page.getByRole('button', { name: '展开菜单' }).waitFor();
    expect(await cookie('sidebarStatus')).toBe('0');
    await page.reload();
    await page.getByRole('button', { name: '展开菜单' }).waitFor();
    await entry('站点概览').hover();
    await page.getByRole('tooltip', { name: '站点概览' }).waitFor();
    await page.getByRole('button', { name: '展开菜单' }).click();
    expect(await cookie('sidebarStatus')).toBe('1');
  });

  it('is a drawer at 991 px and none at 992; crossing is not remembered, and a changed height closes nothing', async () => {
    await page.setViewportSize({ width: 992, height: 800 });
    await open('/dashboard');
    await entry('域名管理').waitFor();
    await page.setViewportSize({ width: 991, height: 800 });
    await entry('域名管理').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: '打开菜单' }).click();
    await entry('域名管理').waitFor();
    await page.setViewportSize({ width: 991, height: 420 });
    await page.waitForFunction(() => window.innerHeight === 420);
    expect(await entry('域名管理').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await entry('域名管理').waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 992, height: 800 });
    await entry('域名管理').waitFor();
    expect(await cookie('sidebarStatus')).toBeUndefined();
  });
});

describe('the navbar', () => {
  it('shows the site in red, and switches it without losing report and range', async () => {
    await open(`/dashboard_info/index${OF_SITE}&range=recently&metric=uv`);
    const current = page.getByRole('combobox', { name: '当前域名' });
    await current.waitFor();
    const colour = await page.getByText(SITE, { exact: true }).first().evaluate((element) => getComputedStyle(element).color);
    expect(colour).toBe('rgb(197, 48, 43)');
    await current.fill(OTHER);
    await current.press('Enter');
    await page.waitForURL((url) => url.pathname === '/dashboard_info/index' && url.searchParams.get('domain') === OTHER);
    expect(new URL(page.url()).searchParams.get('range')).toBe('recently');
    expect(new URL(page.url()).searchParams.get('metric')).toBe('uv');
  });

  it('follows the real state of the full screen', async () => {
    await open('/dashboard');
    await page.getByRole('button', { name: '全屏', exact: true }).click();
    await page.getByRole('button', { name: '退出全屏' }).waitFor();
    await page.evaluate(() => document.exitFullscreen());
    await page.getByRole('button', { name: '全屏', exact: true }).waitFor();
    await page.evaluate(() => {
      document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('not here'));
    });
    await page.getByRole('button', { name: '全屏', exact: true }).click();
    await page.getByText('您的浏览器不支持全屏').waitFor();
    expect(await page.getByRole('button', { name: '退出全屏' }).count()).toBe(0);
  });

  it('changes the size of all components, and keeps it in its cookie', async () => {
    await open('/domainlist/index');
    const add = page.getByRole('button', { name: '添加' });
    const height = async (): Promise<number> => (await add.boundingBox())?.height ?? 0;
    const before = await eventually(height, (pixels) => pixels > 0);
    await page.getByRole('button', { name: /^尺寸/u }).click();
    await page.getByRole('menuitem', { name: '超小' }).click();
    await page.getByText('尺寸已切换').waitFor();
    await eventually(height, (pixels) => pixels < before);
    expect(await cookie('size')).toBe('mini');
    await page.reload();
    await eventually(height, (pixels) => pixels > 0 && pixels < before);
    await page.getByRole('button', { name: /^尺寸/u }).click();
    expect(await page.getByRole('menuitem', { name: '超小' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('changes the language without a reload: screen, title, document', async () => {
    await open('/domainlist/index');
    await entry('域名管理').waitFor();
    await page.evaluate(() => {
      document.body.dataset['kept'] = 'yes';
    });
    for (const [button, name, lang, title] of [['中文', '日本語', 'ja-JP', 'ウェブサイト'], ['日本語', 'English', 'en-US', 'Websites']] as const) {
      await page.getByRole('button', { name: new RegExp(button, 'u') }).click();
      await page.getByRole('menuitem', { name }).click();
      await page.waitForFunction((wanted) => document.documentElement.lang === wanted, lang);
      await eventually(() => page.title(), (shown) => shown.startsWith(`${title} - `));
    }
    expect(await page.evaluate(() => document.body.dataset['kept'])).toBe('yes');
    expect(await cookie('language')).toBe('en');
    // The choice follows the user to the other tests, once it is kept: choices are kept one after the other, and the last is shown before it is.
    const kept = page.waitForRequest((request) => request.url().endsWith('/api/profile/preferences') && (request.postData() ?? '').includes('"zh"'));
    await page.getByRole('button', { name: /English/u }).click();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await entry('域名管理').waitFor();
    expect((await (await kept).response())?.ok()).toBe(true);
  });
});

describe('names', () => {
  it('of entries and buttons are words of the language alone: icons are silent', async () => {
    await open('/dashboard');
    await entry('域名管理').waitFor();
    const shell = await page.locator('body').ariaSnapshot();
    expect(shell).toContain('menuitem "首页"');
    // What draws figures has a name; signs have none.
    expect(shell).not.toMatch(/\bimg "[a-z-]+"/u);
  });

  it('of device types are in the language too, and the address keeps the value', async () => {
    await open(`/report/device${OF_SITE}&device_type=desktop`);
    await page.getByRole('cell', { name: '电脑', exact: true }).first().waitFor();
    await page.getByText('设备类型：电脑').waitFor();
    expect(await page.getByText('desktop', { exact: true }).count()).toBe(0);
    await page.getByRole('combobox', { name: '设备类型' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: /^电脑$/u }).waitFor();
  });
});

describe('the choice of a country', () => {
  it('asks for one, is searched by typing, and cleared again', async () => {
    await page.route('**/api/common/country_list', (route) => route.fulfill({ json: { code: 200, message: 'ok', data: [{ country: 'Germany', country_code: 'DE' }, { country: 'Japan', country_code: 'JP' }] } }));
    await open(`/dashboard_info/index${OF_SITE}`);
    await page.getByText('请选择国家/地区').waitFor();
    const choice = page.getByRole('combobox', { name: '国家/地区' });
    await choice.fill('日');
    await page.locator('.ant-select-item-option').filter({ hasText: '日本' }).waitFor();
    expect(await page.locator('.ant-select-item-option').count()).toBe(1);
    await choice.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('country_code') === 'JP');
    await choice.hover();
    await page.locator('.ant-select').filter({ has: choice }).locator('.ant-select-clear').click();
    await page.waitForURL((url) => !url.searchParams.has('country_code'));
    await page.getByText('请选择国家/地区').waitFor();
  });
});

describe('the menu search', () => {
  it('by the initials of the pinyin and the keyboard alone, keeping the site', async () => {
    await open(`/dashboard_info/index${OF_SITE}`);
    await entry('设备报表').waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: '页面或站点，支持拼音' });
    await field.waitFor();
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('sbbb');
    await page.getByRole('option', { name: '设备报表', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/report/device${OF_SITE}`);
    await field.waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog').filter({ visible: true }).count()).toBe(0);
  });

  it('opens on /, but not where / is typed; Escape closes it and gives the focus back', async () => {
    await open('/domainlist/index');
    await page.getByRole('searchbox', { name: '域名', exact: true }).fill('');
    await page.keyboard.press('/');
    expect(await page.getByRole('searchbox', { name: '域名', exact: true }).inputValue()).toBe('/');
    await page.getByRole('button', { name: '搜索菜单' }).focus();
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: '页面或站点，支持拼音' });
    await field.waitFor();
    await page.keyboard.type('zzzzzzzz');
    await page.getByText('没有找到').waitFor();
    // Where nothing shall move, a slow machine let the end of a movement without length pass unheard: the dialog stayed.
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.endsWith('搜索菜单'));
    // Without a site its screens are not offered, as in the sidebar.
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.keyboard.type('sbbb');
    // One letter away from it, and offered without a site.
    await page.getByRole('option', { name: '设备列表' }).waitFor();
    expect(await page.getByRole('option', { name: '设备报表' }).count()).toBe(0);
  });
});

describe('the settings', () => {
  it('hold at once and over a reload, from before the first paint, until they are reset', async () => {
    await open('/dashboard');
    await openSettings();
    await settings().getByText('深色', { exact: true }).click();
    await settings().getByText('紧凑', { exact: true }).click();
    await settings().getByTitle('绿色').click();
    for (const name of ['显示标签栏', '固定头部', '菜单显示标志']) await settings().getByRole('switch', { name }).click();
    const holds = async (): Promise<unknown[]> => [await variable('--ff-page'), await variable('--ff-gap'), await variable('--ff-accent'), await page.getByRole('tablist').count(), await page.getByText('Footfall', { exact: false }).filter({ visible: true }).count(), await page.locator('header').first().evaluate((header) => getComputedStyle(header).position)];
    const chosen = await eventually(holds, ([ground, , , strips]) => ground === '#0f1419' && strips === 0);
    expect(chosen).toEqual(['#0f1419', '8px', '#11a983', 0, 0, 'relative']);

    // The very first paint: only the page itself and its small script, nothing of the console.
    const early = await context.newPage();
    await early.route('**/assets/*.js', (route) => route.abort());
    await early.goto(`${server.url}/dashboard`);
    expect(await early.evaluate(() => [document.documentElement.style.colorScheme, getComputedStyle(document.body).backgroundColor])).toEqual(['dark', 'rgb(15, 20, 25)']);
    await early.close();

    await page.reload();
    await page.getByRole('heading', { name: '站点列表' }).waitFor();
    expect(await holds()).toEqual(chosen);
    await openSettings();
    await settings().getByRole('button', { name: '恢复默认设置' }).click();
    await page.getByRole('tablist').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => localStorage.getItem('console.settings.v1'))).toBeNull();
    expect(await variable('--ff-gap')).toBe('12px');
  });

  it('colour a rise and what stays the same alike, and a fall, each with its arrow', async () => {
    await page.route('**/api/home/summary', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { list: Record<string, number>[]; yesterday_same_time: Record<string, number> } };
      Object.assign(body.data.list.at(-1) ?? {}, { pv: 30, uv: 20, ip: 10 });
      Object.assign(body.data.yesterday_same_time, { pv: 20, uv: 20, ip: 20 });
      await route.fulfill({ json: body });
    });
    await open(`/dashboard_info/index${OF_SITE}`);
    const row = page.getByRole('row', { name: /^今天/u });
    const colourOf = (text: string): Promise<string> => row.getByText(text).first().evaluate((element) => getComputedStyle(element).color);
    expect([await colourOf('+50.00%'), await colourOf('+0.00%'), await colourOf('-50.00%')]).toEqual(['rgb(197, 48, 43)', 'rgb(197, 48, 43)', 'rgb(42, 122, 51)']);
    expect(await row.innerText()).toMatch(/▲.*▲.*▼/su);
  });

  it('turn the colours of rise and fall round', async () => {
    await open(`/dashboard_info/index${OF_SITE}`);
    const rise = page.getByText('+100.00%').first();
    await rise.waitFor();
    const colour = (): Promise<string> => rise.evaluate((element) => getComputedStyle(element).color);
    const red = await colour();
    expect(red).toBe('rgb(197, 48, 43)');
    await openSettings();
    await settings().getByText('绿升红降').click();
    await eventually(colour, (now) => now === 'rgb(42, 122, 51)');
    await page.reload();
    await rise.waitFor();
    expect(await colour()).toBe('rgb(42, 122, 51)');
  });
});

describe('back to top', () => {
  it('shows after 400 px and leads up', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await open(`/report/device${OF_SITE}`);
    await page.getByRole('cell', { name: /page-1/u }).first().waitFor();
    const button = page.getByRole('button', { name: '回到顶部' });
    expect(await button.isVisible()).toBe(false);
    await page.mouse.move(700, 300);
    await page.mouse.wheel(0, 450);
    await button.waitFor();
    await button.click();
    await page.waitForFunction(() => window.scrollY === 0);
    await button.waitFor({ state: 'hidden' });
  });
});
