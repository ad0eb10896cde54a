import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const OF_SITE = `?domain=${SITE}`;
const NAMES = { home: '首页', site: '站点概览', report: '设备报表', websites: '域名管理' } as const;
const VISITS = 40;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;
let open: (path: string) => Promise<void>;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: SITE }]));
  for (let visit = 0; visit < VISITS; visit++) await collect(server.url, beacon(`https://${SITE}/page-${visit}`));
  const total = async () => (await api.get<{ meta: { pagination: { total: number } } }>(`/report/device_logs?domain=${SITE}`)).meta.pagination.total;
  await eventually(total, (count) => count === VISITS, 30_000);
});
afterAll(() => close());
beforeEach(async () => {
  ({ context, page, open } = await signedIn(browser, server.url, { viewport: { width: 1280, height: 600 } }));
  page.setDefaultTimeout(15_000);
});
afterEach(() => context.close());

const here = (): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
const tab = (name: keyof typeof NAMES): Locator => page.getByRole('tab', { name: NAMES[name] });
const tabs = (): Promise<string[]> => page.getByRole('tab').allInnerTexts();
const front = (): Locator => page.locator('[role=tab][aria-selected=true]');
const frontIs = (name: keyof typeof NAMES): Promise<void> => front().filter({ hasText: NAMES[name] }).waitFor();
const menu = (name: keyof typeof NAMES): Promise<void> => page.getByRole('menuitem', { name: NAMES[name] }).click();
const act = async (name: string): Promise<void> => page.getByRole('menu').getByRole('menuitem', { name, exact: true }).filter({ visible: true }).click();
const until = (expected: string[]): Promise<unknown> => eventually(tabs, (found) => JSON.stringify(found) === JSON.stringify(expected));

/** Dashboard, site, report and websites, in this order; websites in front. The others as a reload leaves them. */
async function openAll(): Promise<void> {
  const before = [
    { path: '/dashboard', search: '', hash: '', serial: 1 },
    { path: '/dashboard_info/index', search: `${OF_SITE}&range=recently`, hash: '', serial: 2 },
    { path: '/report/device', search: OF_SITE, hash: '', serial: 3 },
  ];
  await page.addInitScript((text) => {
    if (sessionStorage.getItem('console.tabs.v1') === null) sessionStorage.setItem('console.tabs.v1', text);
  }, JSON.stringify({ user: ADMIN.username, tabs: before }));
  await open('/domainlist/index');
  await until([NAMES.home, NAMES.site, NAMES.report, NAMES.websites]);
  await frontIs('websites');
}

describe('a tab', () => {
  it('is there for each screen once, with the query it had last', async () => {
    await open(`/dashboard_info/index${OF_SITE}&range=recently`);
    await menu('report');
    await frontIs('report');
    await menu('home');
    await menu('websites');
    await until([NAMES.home, NAMES.site, NAMES.report, NAMES.websites]);
    await frontIs('websites');
    await tab('site').click();
    await frontIs('site');
    expect(here()).toBe(`/dashboard_info/index${OF_SITE}&range=recently`);
    await page.locator('label').filter({ hasText: /^昨天$/u }).click();
    await page.waitForURL(/range=yesterday/u);
    await tab('websites').click();
    await frontIs('websites');
    await tab('site').click();
    await page.waitForURL(/range=yesterday/u);
    expect(await tabs()).toHaveLength(4);
  });

  it('keeps what was typed, the screen itself, and how far it was scrolled', async () => {
    await openAll();
    await page.getByRole('searchbox', { name: '域名', exact: true }).fill('half a wo');
    await tab('report').click();
    await frontIs('report');
    await page.getByRole('cell', { name: `https://${SITE}/page-1`, exact: false }).first().waitFor();
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, 350);
    await page.waitForFunction(() => window.scrollY === 350);
    await page.locator('main').evaluate((main) => main.querySelector('section:not([style*="none"])')?.setAttribute('data-seen', 'yes'));
    await tab('websites').click();
    await page.waitForFunction(() => window.scrollY === 0);
    expect(await page.getByRole('searchbox', { name: '域名', exact: true }).inputValue()).toBe('half a wo');
    await tab('report').click();
    await page.waitForFunction(() => window.scrollY === 350);
    expect(await page.locator('[data-seen]').count()).toBe(1);
  });

  it('behind the front one asks nothing, and asks at once when it is in front again', async () => {
    await page.clock.install();
    await open(`/dashboard_info/index${OF_SITE}`);
    // The chart is drawn last, by a script of its own; the network is idle before that is asked for, too.
    await page.getByRole('img').locator('svg text').first().waitFor();
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const askedFor = (path: string): Promise<unknown> => eventually(() => Promise.resolve(asked), (paths) => paths.includes(path), 15_000);
    await page.clock.fastForward(65_000);
    await askedFor('/api/home/trend');
    await menu('report');
    await frontIs('report');
    // What is still on its way when the clock is turned has waited too long by it, and fails.
    await page.getByRole('cell', { name: `https://${SITE}/page-`, exact: false }).first().waitFor();
    await page.waitForLoadState('networkidle');
    asked.length = 0;
    await page.clock.fastForward(125_000);
    // What is always in front asks as ever.
    await askedFor('/api/client_errors/count');
    expect(asked.filter((path) => path.startsWith('/api/home/'))).toEqual([]);
    await tab('site').click();
    await askedFor('/api/home/trend');
  });

  it('behind the front one titles nothing', async () => {
    await open(`/dashboard_info/index${OF_SITE}`);
    await page.getByRole('heading', { name: '趋势分析' }).waitFor();
    await menu('report');
    await frontIs('report');
    await page.getByRole('button', { name: /中文/u }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.waitForFunction(() => document.title === 'Device report - Footfall');
    await page.getByRole('tab', { name: 'Site dashboard' }).click();
    await page.waitForFunction(() => document.title === 'Site dashboard - Footfall');
    // The choice follows the user to the other tests, as soon as the server has it.
    const kept = page.waitForResponse((response) => response.url().endsWith('/api/profile/preferences'));
    await page.getByRole('button', { name: /English/u }).click();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await page.waitForFunction((title) => document.title.startsWith(title), NAMES.site);
    expect((await kept).ok()).toBe(true);
  });

  it('is remembered over a reload with its query, by this browser tab only, and forgotten on signing out', async () => {
    await openAll();
    // What openAll lays down comes back by itself; that this one is gone does not.
    await tab('report').click({ button: 'middle' });
    await until([NAMES.home, NAMES.site, NAMES.websites]);
    await page.reload();
    await until([NAMES.home, NAMES.site, NAMES.websites]);
    const other = await context.newPage();
    await other.goto(`${server.url}/domainlist/index`);
    await other.getByRole('tab', { name: NAMES.websites }).waitFor();
    expect(await other.getByRole('tab').allInnerTexts()).toEqual([NAMES.home, NAMES.websites]);
    await other.close();
    await tab('site').click();
    await page.waitForURL((url) => url.search === `${OF_SITE}&range=recently`);
    await page.getByRole('button', { name: /^账号/u }).click();
    await act('退出登录');
    await page.waitForURL(/\/login\?redirect=/u);
    expect(await page.evaluate(() => sessionStorage.getItem('console.tabs.v1'))).toBeNull();
  });
});

describe('closing', () => {
  it('goes to the neighbour; what was open there is gone', async () => {
    await openAll();
    await page.getByRole('searchbox', { name: '域名', exact: true }).fill('typed');
    await tab('websites').locator('span[aria-hidden=true]').first().click();
    await frontIs('report');
    await until([NAMES.home, NAMES.site, NAMES.report]);
    expect(here()).toBe(`/report/device${OF_SITE}`);
    await tab('site').click({ button: 'middle' });
    await until([NAMES.home, NAMES.report]);
    await frontIs('report');
    await menu('home');
    await menu('websites');
    expect(await page.getByRole('searchbox', { name: '域名', exact: true }).inputValue()).toBe('');
  });

  it('is never done to a pinned tab', async () => {
    await openAll();
    await tab('home').click({ button: 'middle' });
    await tab('home').focus();
    await page.keyboard.press('Delete');
    await tab('home').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭其他', exact: true }).waitFor();
    expect(await page.getByRole('menuitem', { name: '关闭', exact: true }).count()).toBe(0);
    expect(await tabs()).toHaveLength(4);
  });

  it.each<[string, keyof typeof NAMES, (keyof typeof NAMES)[], keyof typeof NAMES]>([
    ['关闭', 'report', ['home', 'site', 'websites'], 'websites'],
    ['关闭其他', 'site', ['home', 'site'], 'site'],
    ['关闭左侧', 'report', ['home', 'report', 'websites'], 'websites'],
    ['关闭右侧', 'site', ['home', 'site'], 'site'],
    ['关闭所有', 'site', ['home'], 'home'],
  ])('by the context menu: %s, on %s', async (command, on, left, shown) => {
    await openAll();
    await tab(on).click({ button: 'right' });
    await act(command);
    await until(left.map((name) => NAMES[name]));
    await frontIs(shown);
    expect(await tabs()).toHaveLength(left.length);
  });
});

describe('refreshing', () => {
  it('draws the screen anew and asks anew, with the same query and no step in the history', async () => {
    await openAll();
    await page.getByRole('searchbox', { name: '域名', exact: true }).fill('typed');
    const steps = await page.evaluate(() => history.length);
    const asked = page.waitForRequest((request) => request.url().includes('/api/website/list'));
    await tab('websites').click({ button: 'right' });
    await act('刷新');
    await asked;
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main input[type=search]')?.value === '');
    expect([here(), await page.evaluate(() => history.length)]).toEqual(['/domainlist/index', steps]);
  });

  it('by /redirect keeps path and query, and the other tabs alive', async () => {
    await openAll();
    await page.getByRole('searchbox', { name: '域名', exact: true }).fill('typed');
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/redirect/report/device${OF_SITE}&range=recently`);
    await frontIs('report');
    await page.waitForURL((url) => url.pathname + url.search === `/report/device${OF_SITE}&range=recently`);
    await tab('websites').click();
    expect(await page.getByRole('searchbox', { name: '域名', exact: true }).inputValue()).toBe('typed');
  });
});

describe('by keyboard', () => {
  const focused = (): Promise<string> => page.evaluate(() => (document.activeElement?.getAttribute('role') === 'tab' ? (document.activeElement.textContent ?? '') : ''));

  it('arrows move, Enter opens, Delete closes and stays in the strip', async () => {
    await openAll();
    expect(await page.locator('[role=tab][tabindex="0"]').allInnerTexts()).toEqual([NAMES.websites]);
    await tab('websites').focus();
    await page.keyboard.press('ArrowLeft');
    expect([await focused(), here()]).toEqual([NAMES.report, '/domainlist/index']);
    await page.keyboard.press('Home');
    expect(await focused()).toBe(NAMES.home);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await frontIs('site');
    await page.keyboard.press('Delete');
    await until([NAMES.home, NAMES.report, NAMES.websites]);
    await frontIs('report');
    expect(await focused()).toBe(NAMES.report);
  });

  it.each(['Shift+F10', 'ContextMenu'])('%s opens the menu, Escape leads back to the tab', async (key) => {
    await openAll();
    await tab('report').focus();
    await page.keyboard.press(key);
    await page.locator('[role=menuitem]:focus').getByText('刷新').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'tab');
    expect(await focused()).toBe(NAMES.report);
    await page.keyboard.press(key);
    await page.locator('[role=menuitem]:focus').getByText('刷新').waitFor();
    for (const command of ['关闭', '关闭其他']) {
      await page.keyboard.press('ArrowDown');
      await page.locator('[role=menuitem]:focus').getByText(command, { exact: true }).waitFor();
    }
    await page.keyboard.press('Enter');
    await until([NAMES.home, NAMES.report]);
  });
});

describe('a strip with more tabs than fit', () => {
  const inside = (): Promise<boolean> =>
    front().evaluate((element) => {
      const [own, strip] = [element.getBoundingClientRect(), (element.parentElement ?? element).getBoundingClientRect()];
      return own.left >= strip.left && own.right <= strip.right;
    });

  it('shows the front one, and the wheel moves it sideways without moving the screen', async () => {
    await openAll();
    await page.setViewportSize({ width: 300, height: 600 });
    // The strip has another place then.
    await page.getByRole('button', { name: '打开菜单' }).waitFor();
    await tab('home').focus();
    await page.keyboard.press('Enter');
    await frontIs('home');
    await eventually(inside, (is) => is);
    await tab('websites').focus();
    await page.keyboard.press('Enter');
    await frontIs('websites');
    await eventually(inside, (is) => is);
    const strip = page.getByRole('tablist');
    await strip.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }));
    await strip.hover({ position: { x: 20, y: 15 } });
    await page.mouse.wheel(0, 60);
    await eventually(() => strip.evaluate((element) => element.scrollLeft), (left) => left > 20);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});
