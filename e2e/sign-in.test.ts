import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMIN, signIn } from './support/api.js';
import { openInstallation, openWindow } from './support/console.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';

let server: RunningServer;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, browser, close } = await openInstallation([{ name: 'Shop', domain: SITE }]));
});
afterAll(() => close());
beforeEach(async () => {
  context = await openWindow(browser);
  page = await context.newPage();
});
afterEach(() => context.close());

async function enter(password = ADMIN.password): Promise<void> {
  await page.getByLabel('账号').fill(ADMIN.username);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
}

async function open(path: string): Promise<void> {
  await page.goto(server.url + path);
}

async function openSignedIn(path: string): Promise<void> {
  await open(path);
  await enter();
  await page.waitForURL((url) => !url.pathname.includes('login'));
}

const here = (): URL => new URL(page.url());

describe('the guard', () => {
  it('asks for a sign-in anywhere, and goes on to the path and query that were wanted', async () => {
    await open(`/dashboard_info/index?domain=${SITE}&range=recently`);
    await page.waitForURL(/\/login\?/u);
    expect(here().searchParams.get('redirect')).toBe(`/dashboard_info/index?domain=${SITE}&range=recently`);
    await enter();
    await page.waitForURL(/\/dashboard_info\/index/u);
    expect(here().searchParams.get('domain')).toBe(SITE);
  });

  it.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])('never follows %s', async (target) => {
    await open(`/login?redirect=${encodeURIComponent(target)}`);
    await enter();
    await page.waitForURL(`${server.url}/dashboard`);
    expect(here().origin).toBe(server.url);
  });

  it('keeps the token in the cookie Site-Token, and the sign-in away while there is one', async () => {
    await openSignedIn('/');
    const cookie = (await context.cookies()).find(({ name }) => name === 'Site-Token');
    expect(cookie).toMatchObject({ sameSite: 'Lax', path: '/' });
    await open('/login');
    await page.waitForURL(`${server.url}/dashboard`);
  });

  it('sends an unknown path to /404, whose link leads home', async () => {
    await openSignedIn('/no/such/screen');
    await page.waitForURL(`${server.url}/404`);
    await page.getByRole('link', { name: '返回首页' }).click();
    await page.waitForURL(`${server.url}/dashboard`);
    expect(here().pathname).toBe('/dashboard');
  });

  it('says once that the session has ended, however many panels find out, and leads back after signing in', async () => {
    await openSignedIn(`/dashboard_info/index?domain=${SITE}`);
    await page.getByRole('heading', { name: '趋势分析' }).waitFor();
    const token = (await context.cookies()).find(({ name }) => name === 'Site-Token')?.value ?? '';
    const ended = await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers: { authorization: decodeURIComponent(token), 'content-type': 'application/json' }, body: '{}' });
    expect(ended.status).toBe(200);
    // Not a click with the mouse: a panel that refreshes itself may have found out before, and the dialog lies over everything.
    await page.locator('label').filter({ hasText: /^昨天$/u }).dispatchEvent('click');
    const dialog = page.getByRole('dialog').filter({ hasText: '确认退出' });
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain('您已退出，您可以选择取消以留在此页面，或重新登录');
    await page.waitForTimeout(800);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await dialog.getByRole('button', { name: '重新登录' }).click();
    await page.waitForURL(/\/login\?redirect=/u);
    await enter();
    await page.waitForURL(/\/dashboard_info\/index/u);
  });
});

describe('the sign-in form', () => {
  it('says on leaving a field what is wrong with it', async () => {
    await open('/login');
    await page.getByLabel('账号').focus();
    await page.locator('input[type=password]').fill('abc');
    await page.getByText('请输入正确的账号').waitFor();
    await page.getByLabel('账号').focus();
    await page.getByText('密码不能少于6位数').waitFor();
    expect(here().pathname).toBe('/login');
  });

  it('answers a wrong password in place, without a dialog, and lets the right one in', async () => {
    await open('/login');
    await enter('not-the-password');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.locator('input[type=password]').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/dashboard`);
  });

  it('shows and hides the password, and warns of caps lock only while it is on', async () => {
    await open('/login');
    await page.locator('input[type=password]').fill('secret-one');
    await page.getByRole('button', { name: '显示密码' }).click();
    expect(await page.getByRole('textbox', { name: '密码' }).getAttribute('type')).toBe('text');
    const warning = page.getByText('大写锁定已打开');
    expect(await warning.count()).toBe(0);
    const press = (on: boolean) =>
      page.getByRole('textbox', { name: '密码' }).evaluate((field, modifierCapsLock) => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock })), on);
    await press(true);
    await warning.waitFor();
    await press(false);
    await warning.waitFor({ state: 'detached' });
    await press(true);
    await warning.waitFor();
    await page.getByLabel('账号').focus();
    await warning.waitFor({ state: 'detached' });
  });

  it('can be done with the keyboard alone, on to the dashboard of a site', async () => {
    await open('/login');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(ADMIN.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/dashboard`);
    await page.getByRole('link', { name: 'Shop' }).first().waitFor();
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.textContent ?? '')).trim() === 'Shop') break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dashboard_info\/index\?domain=shop\.example/u);
    expect(here().searchParams.get('domain')).toBe(SITE);
  });
});

describe('the shell', () => {
  it('has its menu of languages under the keys: arrows, Enter, Escape and Tab leave the focus where one expects it', async () => {
    await open('/login');
    const button = page.getByRole('button', { name: /中文|English/u });
    const entries = page.getByRole('menuitem').filter({ visible: true });
    const focused = (element: Locator): Promise<void> => vi.waitFor(async () => expect(await element.evaluate((node) => node === document.activeElement)).toBe(true), 15_000);
    await button.focus();
    await page.keyboard.press('Enter');
    await focused(entries.first());
    await page.keyboard.press('Escape');
    await focused(button);
    await page.keyboard.press('Enter');
    await focused(entries.first());
    await page.keyboard.press('ArrowDown');
    await focused(entries.nth(1));
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.lang.startsWith('en'));
    await focused(button);
    await entries.first().waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await focused(entries.first());
    await page.keyboard.press('Tab');
    await entries.first().waitFor({ state: 'hidden' });
    await focused(page.locator('input').first());
  });

  it('changes language at once, and remembers it', async () => {
    await openSignedIn('/dashboard');
    const kept = page.waitForResponse('**/api/profile/preferences');
    await page.getByRole('button', { name: /中文/u }).click();
    await page.getByRole('menuitem', { name: /Español/u }).click();
    await page.waitForFunction(() => document.documentElement.lang.startsWith('es'));
    expect((await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('es');
    await kept;
    await page.reload();
    await page.waitForFunction(() => document.documentElement.lang.startsWith('es'));
    // The language goes with the user, into the tests that follow.
    await (await signIn(server.url)).post('/profile/preferences', { language: '' });
  });

  it('has a drawer below 992 px, closed by choosing', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openSignedIn('/dashboard');
    const websites = page.getByRole('menuitem', { name: '域名管理' });
    expect(await websites.isVisible()).toBe(false);
    await page.getByRole('button', { name: '打开菜单' }).click();
    await websites.click();
    await page.waitForURL(/\/domainlist\/index/u);
    await websites.waitFor({ state: 'hidden' });
  });

  it.each([390, 1440])('never scrolls sideways at %i px', async (width) => {
    await page.setViewportSize({ width, height: 844 });
    await openSignedIn('/dashboard');
    for (const path of ['/dashboard', `/dashboard_info/index?domain=${SITE}`, `/report/device?domain=${SITE}`, '/domainlist/index']) {
      await page.goto(server.url + path, { waitUntil: 'networkidle' });
      const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      expect([path, content]).toEqual([path, window]);
    }
  });
});

describe('a wrong password too often', () => {
  it('has to wait, and is told how long', async () => {
    await open('/login');
    for (let tries = 0; tries < 12; tries++) {
      if ((await page.getByText(/秒/u).count()) > 0) break;
      await enter(`wrong-password-${tries}`);
      await page.waitForTimeout(250);
    }
    expect(await page.getByRole('alert').innerText()).toMatch(/\d+ ?秒/u);
    expect(await page.getByRole('button', { name: '登录' }).isDisabled()).toBe(true);
  });
});
