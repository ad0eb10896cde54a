import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';

interface Group {
  readonly kind: string;
  readonly message: string;
  readonly stack: string;
  readonly path: string;
  readonly version: string;
  readonly browsers: readonly string[];
  readonly num: number;
}

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([]));
});
afterAll(() => close());
beforeEach(async () => {
  let open: (path: string) => Promise<void>;
  ({ context, page, open } = await signedIn(browser, server.url));
  await open('/dashboard');
  await page.getByRole('main').waitFor();
});
afterEach(async () => {
  await context.close();
  await api.post('/client_errors/clear', {});
});

const groups = (satisfies: (list: Group[]) => boolean): Promise<Group[]> =>
  eventually(async () => (await api.get<{ list: Group[] }>('/client_errors/list')).list, satisfies, 20_000);

/** As a fault in the console's own code would come out. */
function fail(message: string): Promise<void> {
  return page.evaluate((words) => {
    setTimeout(() => {
      throw new RangeError(words);
    });
  }, message);
}

describe('errors of the console', () => {
  it('are told to the server: of handlers, promises and files; grouped, with release and browser, without query and token', async () => {
    await page.goto(`${server.url}/domainlist/index?page=1&domain=shop.example#secret`);
    await page.getByRole('main').waitFor();
    for (let times = 0; times < 3; times++) await fail('thing 7 of ann@mail.example is missing, see /a?token=abc');
    await page.evaluate(() => void Promise.reject(new Error('a promise that nobody took')));
    await page.evaluate(() => {
      const image = document.createElement('img');
      image.src = '/assets/gone-1.png';
      document.body.append(image);
    });
    const list = await groups((found) => found.length >= 3);
    const { cookie } = await page.evaluate(() => ({ cookie: document.cookie }));
    const token = decodeURIComponent(/Site-Token=([^;]*)/u.exec(cookie)?.[1] ?? 'none');
    expect(token.length).toBeGreaterThan(20);
    expect(JSON.stringify(list)).not.toContain(token);
    expect(JSON.stringify(list)).not.toContain('shop.example');
    expect(list.find(({ kind }) => kind === 'handler')).toMatchObject({
      message: 'RangeError: thing 7 of …@… is missing, see /a?…', path: '/domainlist/index', version: '0.1.0', browsers: ['Chrome 145'], num: 3,
    });
    expect(list.find(({ kind }) => kind === 'promise')?.message).toBe('Error: a promise that nobody took');
    expect(list.find(({ kind }) => kind === 'resource')?.message).toBe('Could not load img /assets/gone-1.png');
  });

  it('are told when the page is left at once', async () => {
    await fail('just before leaving');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await page.goto('about:blank');
    expect((await groups((found) => found.length > 0)).map(({ message }) => message)).toEqual(['RangeError: just before leaving']);
  });

  it('that drawing makes, too: a screen’s code that can not run leaves the shell standing', async () => {
    await context.route(/\/assets\/websites-[^/]*\.js/u, (route) => route.fulfill({ contentType: 'text/javascript', body: 'export default function Broken() { throw new RangeError("this screen can not be drawn"); }' }));
    await page.getByRole('menuitem', { name: '域名管理' }).click();
    await page.getByRole('heading', { name: '控制台的这一部分出错了' }).waitFor();
    expect(await page.getByRole('menuitem', { name: '仪表盘' }).or(page.getByRole('menuitem').first()).first().isVisible()).toBe(true);
    expect((await groups((found) => found.length > 0)).map(({ kind, message, num }) => ({ kind, message, num }))).toEqual([{ kind: 'render', message: 'RangeError: this screen can not be drawn', num: 1 }]);
  });

  it('light a badge for administrators, who read the list as text and clear it', async () => {
    await api.post('/client_errors/report', { version: '0.1.0', browser: 'Firefox 144', items: [{ kind: 'render', message: '<img src=x onerror="window.hacked=1"> broke', stack: 'at a (/assets/a.js:1:2)', path: '/dashboard' }] });
    await page.reload();
    await page.getByRole('button', { name: '错误日志：1' }).click();
    const dialog = page.getByRole('dialog', { name: '错误日志' });
    await dialog.getByText('<img src=x onerror="window.hacked=1"> broke').waitFor();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    await dialog.getByRole('button', { name: /展开/u }).click();
    await dialog.getByText('at a (/assets/a.js:1:2)').waitFor();
    await dialog.getByRole('button', { name: '清空' }).click();
    await page.locator('.ant-popconfirm, [role=tooltip]').getByRole('button', { name: '清空' }).click();
    await page.getByText('错误日志已清空').waitFor();
    await page.getByRole('button', { name: /^错误日志/u }).waitFor({ state: 'detached' });
    expect(await api.get('/client_errors/count')).toEqual({ groups: 0 });
  });

  it('of a start that failed: plain words, and one reload at most', async () => {
    await context.route(/\/assets\/zh-[^/]*\.js/u, (route) => route.fulfill({ status: 404, body: '' }));
    let loads = 0;
    // By what is asked for: a page that starts anew at once may never have been loaded whole.
    page.on('request', (request) => (loads += Number(request.isNavigationRequest())));
    await page.goto(`${server.url}/dashboard`);
    await page.getByRole('heading', { name: '控制台无法启动' }).waitFor();
    expect(loads).toBe(2);
  });
});
