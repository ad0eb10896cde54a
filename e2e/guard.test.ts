import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, type Api } from './support/api.js';
import { openInstallation, openWindow } from './support/console.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const OF_SITE = `/dashboard_info/index?domain=${SITE}`;

let server: RunningServer;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;
let token: string;
let api: Api;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: SITE }]));
});
afterAll(() => close());
beforeEach(async () => {
  context = await openWindow(browser);
  page = await context.newPage();
  token = await newToken();
});
afterEach(() => context.close());

async function newToken(): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  return data.access_token;
}

/** As the console keeps it. */
async function keepToken(): Promise<void> {
  await context.addCookies([{ name: 'Site-Token', value: encodeURIComponent(token), url: server.url }]);
}

async function openSignedIn(path: string): Promise<void> {
  await keepToken();
  await page.goto(server.url + path);
}

async function endSession(): Promise<void> {
  const ended = await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers: { authorization: token, 'content-type': 'application/json' }, body: '{}' });
  expect(ended.status).toBe(200);
}

async function enter(): Promise<void> {
  await page.getByLabel('账号').fill(ADMIN.username);
  await page.locator('input[type=password]').fill(ADMIN.password);
  await page.keyboard.press('Enter');
}

const cookie = async (): Promise<string> => (await context.cookies()).find(({ name }) => name === 'Site-Token')?.value ?? '';
const here = (): string => page.url().slice(server.url.length);
const refusal = (code: number, message: string) => (route: Route) => route.fulfill({ status: code, json: { code, message, data: null } });

describe('without a token', () => {
  it.each(['/dashboard', '/no/such/screen?x=1', '/401', '/redirect/dashboard'])('%s asks for a sign-in', async (path) => {
    await page.goto(server.url + path);
    await page.waitForURL(/\/login\?redirect=/u);
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(path);
  });

  it('/auth-redirect stores its own query, and says that the window can be closed', async () => {
    await page.goto(`${server.url}/auth-redirect?code=abc&state=1`);
    await page.getByText('您可以关闭此窗口。').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('x-admin-oauth-code'))).toBe('code=abc&state=1');
  });

  it.each(['%2F%2Fevil.example', '%2F%5Cevil.example', '%2F%09%2Fevil.example', 'https:evil.example', 'data:text/html,x', '%252F%252Fevil.example', '%2Fauth-redirect%3Fcode%3Dx'])(
    'a sign-in with redirect=%s leads home', async (target) => {
      await page.goto(`${server.url}/login?redirect=${target}`);
      await enter();
      await page.waitForURL(`${server.url}/dashboard`);
      expect(await page.evaluate(() => localStorage.getItem('x-admin-oauth-code'))).toBeNull();
    },
  );

  it('a sign-in carries the other parameters along', async () => {
    await page.goto(`${server.url}/login?redirect=${encodeURIComponent(`${OF_SITE}&range=recently#part`)}&campaign=7`);
    await enter();
    await page.waitForURL(/\/dashboard_info\/index/u);
    expect(here()).toBe(`${OF_SITE}&range=recently&campaign=7#part`);
  });
});

describe('with a token', () => {
  it('that the server refuses: it is forgotten, the reason is said, the sign-in leads back', async () => {
    await context.route('**/api/auth/me', refusal(500, 'Something failed on the server'));
    await openSignedIn(OF_SITE);
    await page.waitForURL(/\/login\?redirect=/u);
    await page.getByText('Something failed on the server').waitFor();
    expect(await cookie()).toBe('');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(OF_SITE);
  });

  it('that has ended: the sign-in, without a dialog', async () => {
    await endSession();
    await openSignedIn(OF_SITE);
    await page.waitForURL(/\/login\?redirect=/u);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await cookie()).toBe('');
  });

  it('and a user without roles: refused as a whole', async () => {
    await context.route('**/api/auth/me', (route) => route.fulfill({ json: { code: 200, message: 'ok', data: { id: 1, username: 'x', roles: [] } } }));
    await openSignedIn('/dashboard');
    await page.waitForURL(/\/login\?redirect=/u);
    expect(await cookie()).toBe('');
  });

  it('and a role that grants one screen: its menu, and 401 for another that there is', async () => {
    await context.route('**/api/auth/me', async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { data: object };
      await route.fulfill({ json: { ...rest, data: { ...data, roles: ['viewer'], routes: ['reportDevice'] } } });
    });
    await openSignedIn(`/report/device?domain=${SITE}`);
    await page.getByRole('menuitem', { name: '设备报表' }).waitFor();
    expect(await page.getByRole('menuitem', { name: '站点概览' }).count()).toBe(0);
    await page.goto(server.url + OF_SITE);
    await page.waitForURL(`${server.url}/401`);
    await page.getByRole('heading', { name: '您没有权限访问此页面' }).waitFor();
    await page.getByRole('link', { name: '返回首页' }).click();
    await page.waitForURL(`${server.url}/dashboard`);
  });

  it('and roles that grant nothing: the pages that say so are open all the same', async () => {
    const me = await api.get<object>('/auth/me');
    await context.route('**/api/auth/me', (route) => route.fulfill({ json: { code: 200, message: 'ok', data: { ...me, roles: ['viewer'], routes: [] } } }));
    await openSignedIn('/404');
    await page.getByRole('heading', { name: '页面不存在' }).waitFor();
    await page.goto(`${server.url}/401`);
    await page.getByRole('heading', { name: '您没有权限访问此页面' }).waitFor();
    await page.goto(`${server.url}/redirect/profile/index?tab=security`);
    await page.waitForURL(`${server.url}/profile/index?tab=security`);
    await page.goto(`${server.url}/redirect${OF_SITE}`);
    await page.waitForURL(`${server.url}/401`);
    expect(await cookie()).not.toBe('');
  });

  it('and nobody there to answer: the token stays, and the page goes on by itself', async () => {
    await context.route('**/api/auth/me', (route) => route.abort());
    await openSignedIn(OF_SITE);
    await page.getByRole('heading', { name: '无法连接服务器' }).waitFor();
    expect(await cookie()).not.toBe('');
    await context.unroute('**/api/auth/me');
    await page.getByRole('heading', { name: '趋势分析' }).waitFor();
    expect(here()).toBe(OF_SITE);
  });

  it('/login leads home, an unknown path to /404, whose title follows the language', async () => {
    await openSignedIn('/login');
    await page.waitForURL(`${server.url}/dashboard`);
    await page.goto(`${server.url}/no/such/screen`);
    await page.waitForURL(`${server.url}/404`);
    await page.waitForFunction(() => document.title.startsWith('页面不存在'));
    await page.goto(`${server.url}${OF_SITE}`);
    await page.waitForFunction(() => document.title.startsWith('站点概览'));
    const kept = page.waitForResponse('**/api/profile/preferences');
    await page.getByRole('button', { name: /中文/u }).click();
    await page.getByRole('menuitem', { name: /English/u }).click();
    await page.waitForFunction(() => document.title === 'Site dashboard - Footfall');
    await kept;
    // The language goes with the user, into the tests that follow.
    await api.post('/profile/preferences', { language: '' });
    expect(here()).toBe(OF_SITE);
  });

  it('a screen has one path, however it is written', async () => {
    await openSignedIn(`/Dashboard_Info/Index/?domain=${SITE}`);
    await page.getByRole('heading', { name: '趋势分析' }).waitFor();
    expect(here()).toBe(OF_SITE);
  });

  it.each([
    [`/redirect${OF_SITE}&range=recently`, `${OF_SITE}&range=recently`],
    ['/redirect/dashboard', '/dashboard'],
    ['/redirect/', '/dashboard'],
    ['/redirect//evil.example/', '/dashboard'],
    ['/redirect/no/such', '/404'],
  ])('%s comes back as %s, without a step in the history', async (path, target) => {
    await openSignedIn('/domainlist/index');
    await page.getByRole('main').waitFor();
    const steps = await page.evaluate(() => history.length);
    await page.goto(server.url + path);
    await page.waitForURL(server.url + target);
    expect(await page.evaluate(() => history.length)).toBe(steps + 1);
    // The browser may bring the page before back without loading it. Not at once: what is evaluated ends before its page goes.
    await page.evaluate(() => void setTimeout(() => history.back()));
    await page.waitForURL(`${server.url}/domainlist/index`, { waitUntil: 'commit' });
  });

  it('/401 goes back one step, home from a fresh tab or with noGoBack', async () => {
    await openSignedIn('/401');
    await page.getByRole('button', { name: '返回' }).click();
    await page.waitForURL(`${server.url}/dashboard`);
    await page.goto(`${server.url}/401?noGoBack=true`);
    await page.getByRole('button', { name: '返回' }).click();
    await page.waitForURL(`${server.url}/dashboard`);
    await page.getByRole('link', { name: 'Shop' }).first().click();
    await page.getByRole('heading', { name: '趋势分析' }).waitFor();
    expect(here()).toContain(OF_SITE);
  });

  it('that another tab takes away: the next navigation asks for a sign-in', async () => {
    await openSignedIn('/dashboard');
    await page.getByRole('link', { name: 'Shop' }).first().waitFor();
    await context.clearCookies({ name: 'Site-Token' });
    await page.getByRole('link', { name: 'Shop' }).first().click();
    await page.waitForURL(/\/login\?redirect=/u);
    expect(new URL(page.url()).searchParams.get('redirect')).toContain(OF_SITE);
  });
});

describe('signing in and out', () => {
  it('keeps the token in its cookie, and forgets token, answers and tabs with the end', async () => {
    await page.goto(`${server.url}/login`);
    await enter();
    await page.getByRole('link', { name: 'Shop' }).first().waitFor();
    const kept = decodeURIComponent(await cookie());
    const me = () => fetch(`${server.url}/api/auth/me`, { headers: { authorization: kept } });
    expect((await me()).status).toBe(200);
    const ended = page.waitForResponse('**/api/auth/logout');
    await page.getByRole('button', { name: /^账号/u }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.waitForURL(/\/login\?redirect=%2Fdashboard$/u);
    await ended;
    expect([await cookie(), await page.evaluate(() => sessionStorage.length), (await me()).status]).toEqual(['', 0, 401]);
    // Whoever comes next is asked for anew, in the same page.
    const asked = page.waitForRequest('**/api/auth/me');
    await enter();
    await asked;
    await page.waitForURL(`${server.url}/dashboard`);
  });
});

describe('a session that ends', () => {
  it('raises one dialog for many calls; cancelled, it leaves the page and comes again with the next navigation only', async () => {
    await openSignedIn(OF_SITE);
    await page.getByRole('heading', { name: '趋势分析' }).waitFor();
    await endSession();
    let refused = 0;
    page.on('response', (response) => (refused += response.status() === 401 ? 1 : 0));
    const ask = () => page.locator('label').filter({ hasText: /^(?:昨天|今天)$/u }).nth(refused === 0 ? 1 : 0).dispatchEvent('click');
    await ask();
    const dialog = page.getByRole('dialog').filter({ hasText: '确认退出' });
    await dialog.waitFor();
    await expect.poll(() => refused).toBeGreaterThan(2);
    expect(await page.getByRole('dialog').count()).toBe(1);
    // Beside the dialog, the message that every refused call has; once as well.
    expect(await page.locator('.ant-message-notice').allInnerTexts()).toEqual(['您尚未登录：请登录后重试。']);
    await dialog.getByRole('button', { name: '取消' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(here()).toContain(OF_SITE);
    expect(await cookie()).not.toBe('');
  });
});

describe('a panel that fails', () => {
  it('says so in its place with another try, and the others stay; an empty one says that it is empty', async () => {
    await context.route('**/api/home/pie', refusal(500, 'no pie today'));
    await openSignedIn(OF_SITE);
    const panel = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
    const failed = panel('浏览器').getByRole('alert');
    await failed.getByText('no pie today').waitFor();
    await panel('今日流量').getByRole('table').waitFor();
    expect(await panel('今日流量').getByRole('alert').count()).toBe(0);
    await context.unroute('**/api/home/pie');
    await failed.getByRole('button', { name: '重试' }).click();
    await failed.waitFor({ state: 'detached' });
    await panel('浏览器').getByText('此时间范围内没有访问').waitFor();
  });
});

describe('the network', () => {
  it('gone: says so, keeps what is shown, and goes on by itself', async () => {
    await openSignedIn(OF_SITE);
    await page.getByRole('heading', { name: '趋势分析' }).waitFor();
    await context.setOffline(true);
    await page.getByText('您已离线：').waitFor();
    expect(await page.getByRole('heading', { name: '趋势分析' }).isVisible()).toBe(true);
    const asked = page.waitForResponse((response) => response.url().includes('/api/home/') && response.ok());
    await context.setOffline(false);
    await page.getByText('您已离线：').waitFor({ state: 'hidden' });
    await asked;
  });
});

describe('a part of the console that is missing', () => {
  /** How often the page was loaded. */
  const loads = (): { count: number } => {
    const seen = { count: 0 };
    page.on('load', () => (seen.count += 1));
    return seen;
  };

  it('a screen: one reload, then a clear page, never a loop', async () => {
    await openSignedIn('/dashboard');
    await page.getByRole('link', { name: 'Shop' }).first().waitFor();
    await context.route(/\/assets\/device-report-[^/]*\.js/u, (route) => route.fulfill({ status: 404, body: '' }));
    const seen = loads();
    await page.goto(`${server.url}/report/device?domain=${SITE}`);
    await page.getByRole('heading', { name: '服务器上的控制台已更新' }).waitFor();
    expect(seen.count).toBe(2);
    await page.getByRole('button', { name: '刷新页面' }).click();
    await page.getByRole('heading', { name: '服务器上的控制台已更新' }).waitFor();
    expect(seen.count).toBe(3);
  });

  it('mended by the reload: nothing is seen of it', async () => {
    await openSignedIn('/dashboard');
    let broken = true;
    await context.route(/\/assets\/device-report-[^/]*\.js/u, (route) => {
      const fails = broken;
      broken = false;
      return fails ? route.fulfill({ status: 404, body: '' }) : route.continue();
    });
    await page.goto(`${server.url}/report/device?domain=${SITE}`);
    await page.getByRole('heading', { name: '访问明细' }).waitFor();
    expect(here()).toBe(`/report/device?domain=${SITE}`);
  });

  it('of one panel: the others stay', async () => {
    await context.route(/\/assets\/chart-[^/]*\.js/u, (route) => route.fulfill({ status: 404, body: '' }));
    await openSignedIn(OF_SITE);
    await page.getByText('服务器上的控制台已更新').first().waitFor();
    expect(await page.getByRole('heading', { name: '今日流量' }).isVisible()).toBe(true);
  });
});
