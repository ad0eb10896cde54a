/** What the specification says of the domains' screen, and of the one filter of a site's dashboard, to the letter. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, type Api, signIn } from './support/api.js';
import { launchBrowser } from './support/browser.js';
import { type RunningServer, startServer } from './support/server.js';
import { login } from './support/session.js';

const SITE = 'shop.example';

let server: RunningServer;
let api: Api;
let token: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  server = await startServer({ env: { FOOTFALL_ADMIN_PASSWORD: ADMIN.password } });
  api = await signIn(server.url);
  await api.post('/website/add', { name: '商店', domain: SITE });
  ({ token } = await login(server.url, ADMIN.username, ADMIN.password));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'Site-Token', value: token, url: server.url, sameSite: 'Lax' }]);
  page = await context.newPage();
});
afterEach(() => context.close());

const row = (text: string) => page.getByRole('row', { name: new RegExp(text, 'u') });
const query = (): URLSearchParams => new URL(page.url()).searchParams;

describe('the domains', () => {
  it('are added, changed, looked at and deleted in dialogs, each with its message', async () => {
    await page.goto(`${server.url}/domainlist/index`);
    await page.getByRole('button', { name: '添加' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('名称').fill('博客');
    await dialog.getByLabel('域名').fill('blog.example');
    await page.keyboard.press('Enter');
    await page.getByText('创建成功').waitFor();
    await dialog.waitFor({ state: 'hidden' });

    await row('blog.example').getByRole('button', { name: '编辑' }).click();
    await dialog.getByLabel('名称').fill('园地');
    await dialog.getByRole('button', { name: '保存' }).click();
    await page.getByText('更新成功').waitFor();
    await row('园地').waitFor();

    await row('blog.example').getByRole('button', { name: '详情' }).click();
    await dialog.getByText('站点详情').waitFor();
    expect(await dialog.getByLabel('域名').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: '保存' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await row('blog.example').getByRole('button', { name: '删除' }).click();
    await dialog.getByRole('button', { name: '删除' }).click();
    await page.getByText('删除成功').waitFor();
    await row('blog.example').waitFor({ state: 'detached' });
  });

  it('are counted or not by a switch that saves at once, and goes back when that fails', async () => {
    await page.goto(`${server.url}/domainlist/index`);
    const toggle = page.getByRole('switch', { name: `统计 ${SITE}` });
    await toggle.click();
    await page.getByText('状态更新成功！').waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('false');
    await page.reload();
    expect(await toggle.getAttribute('aria-checked')).toBe('false');

    await page.route('**/api/website/edit', (route) => route.fulfill({ status: 500, json: { code: 500, message: 'no', data: null } }));
    await toggle.click();
    await page.locator('.ant-message-error').waitFor();
    await page.waitForFunction(() => document.querySelector('[role=switch]')?.getAttribute('aria-checked') === 'false');
    await page.unroute('**/api/website/edit');
    await toggle.click();
    await page.waitForFunction(() => document.querySelector('[role=switch]')?.getAttribute('aria-checked') === 'true');
  });

  it('are found by domain and by being counted; reset takes both off and shows 10', async () => {
    await page.goto(`${server.url}/domainlist/index?q=nothing&is_stat=0`);
    await page.getByText('没有匹配的站点').waitFor();
    await page.getByRole('button', { name: '重置' }).click();
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await row(SITE).waitFor();
    expect([query().get('q'), query().get('is_stat')]).toEqual([null, null]);
    expect(query().get('per_page')).toBe('10');
  });
});

describe('the filter of a site’s dashboard', () => {
  /** The panels that were asked for anew, by path, each with the start of its range. */
  function asked(): Map<string, string> {
    const found = new Map<string, string>();
    page.on('request', (request) => {
      const body: unknown = request.postDataJSON();
      if (typeof body === 'object' && body !== null && 'query_time' in body && Array.isArray(body.query_time)) found.set(new URL(request.url()).pathname, String(body.query_time[0]));
    });
    return found;
  }

  it('gives its range to every panel, and reset takes it off', async () => {
    await page.goto(`${server.url}/dashboard_info/index?domain=${SITE}`, { waitUntil: 'networkidle' });
    const panels = asked();
    await page.locator('label').filter({ hasText: /^最近七天$/u }).click();
    await page.waitForURL(/range=recently/u);
    await expect.poll(() => panels.size, { timeout: 15_000 }).toBeGreaterThan(2);
    const starts = new Set(panels.values());
    expect(starts.size).toBe(1);
    expect([...starts][0]).toMatch(/^\d{4}-\d\d-\d\d 00:00:00$/u);
    await page.getByRole('button', { name: '重置' }).click();
    await page.waitForURL((url) => !url.searchParams.has('range'));
    expect(query().get('domain')).toBe(SITE);
  });

  it('stands below the domain, which is red', async () => {
    await page.goto(`${server.url}/dashboard_info/index?domain=${SITE}`, { waitUntil: 'networkidle' });
    const colour = await page.locator('header').getByText(SITE).first().evaluate((element) => getComputedStyle(element).color);
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/gu) ?? []).map(Number);
    expect(red).toBeGreaterThan(150);
    expect(Math.max(green, blue)).toBeLessThan(100);
  });
});
