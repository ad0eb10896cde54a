/** What the specification says of the domains' screen, and of the one filter of a site's dashboard, to the letter. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, beacon, collect } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { zipBomb } from './support/files.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }]));
});
afterAll(() => close());
beforeEach(async () => {
  ({ context, page } = await signedIn(browser, server.url));
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
    const confirm = dialog.getByRole('button', { name: '删除' });
    await dialog.getByLabel('请输入 blog.example 以确认').fill('blog');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByText('彻底删除').click();
    await dialog.getByText('无法恢复').waitFor();
    await dialog.getByLabel('请输入 blog.example 以确认').fill('blog.example');
    await confirm.click();
    await page.getByText('删除成功').waitFor();
    await row('blog.example').waitFor({ state: 'detached' });
  });

  it('say which line of a list can not be read, and show domains as people write them', async () => {
    await api.post('/website/add', { name: '文字', domain: '例子.中国' });
    await page.goto(`${server.url}/domainlist/index`);
    await row('例子.中国').getByRole('button', { name: '编辑' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('别名').fill('例子.example');
    await dialog.getByRole('tab', { name: '排除' }).click();
    await dialog.getByLabel('排除的 IP 与网段').fill('192.0.2.0/24\n10.0.0.0/99');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('第 2 行无法识别：10.0.0.0/99').waitFor();
    await dialog.getByLabel('排除的 IP 与网段').fill('192.0.2.0/24\n127.0.0.1');
    await dialog.getByRole('tab', { name: '成员' }).click();
    await dialog.getByText('可查看该站点的用户（1）').waitFor();
    await dialog.getByRole('tab', { name: '隐私与保留' }).click();
    await dialog.getByLabel('保留期限').fill('90');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'hidden' });

    // What is left out is told, with its reason, to whoever waits for the first visit.
    await collect(server.url, beacon('https://xn--fsqu00a.xn--fiqs8s/'));
    await row('例子.中国').getByRole('button', { name: '详情' }).click();
    await dialog.getByText('正在等待第一次访问').waitFor();
    await dialog.getByText('地址在排除名单中').waitFor();
    await dialog.getByText('90天').or(dialog.getByText('90 天')).first().waitFor();
    await api.post('/website/edit', { id: (await api.get<{ list: { id: number }[] }>('/website/list?domain=%E4%BE%8B')).list[0]?.id, excluded_addresses: [] });
    await collect(server.url, beacon('https://xn--fsqu00a.xn--fiqs8s/welcome'));
    await dialog.getByText('/welcome').waitFor();
    await dialog.getByText('最新访问').waitFor();
    expect(await dialog.getByText('正在等待第一次访问').count()).toBe(0);
  });

  it('are imported from a table that is looked at first, and taken back', async () => {
    await page.goto(`${server.url}/domainlist/index`);
    await page.getByRole('button', { name: '批量导入' }).click();
    const dialog = page.getByRole('dialog', { name: '批量导入与导出' });
    const files = dialog.locator('input[type=file]');
    const table = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await files.setInputFiles([table('a.csv', 'x'), table('b.csv', 'x')]);
    await page.getByText('一次仅支持上传一个文件！').waitFor();
    await files.setInputFiles(table('a.pdf', 'x'));
    await page.getByText('仅支持上传后缀为 .xlsx、.xls、.csv 的文件').waitFor();
    await files.setInputFiles(table('a.csv', 'x'.repeat(1_048_577)));
    await page.getByText('请不要上传大于 1m 的文件。').waitFor();
    // A workbook that is none, and one that would unpack to more than is taken, are refused by the server, which stays up.
    for (const buffer of [Buffer.from('domain,name\n'), zipBomb('xl/worksheets/sheet1.xml', 64_000_000)]) {
      await files.setInputFiles({ name: 'a.xlsx', mimeType: 'application/octet-stream', buffer });
      await dialog.getByText('无法将该文件读作表格').waitFor();
      await dialog.getByRole('button', { name: '换一个文件' }).click();
    }

    const hostile = '"<img src=x onerror=""document.title=\'hit\'"">"';
    await files.setInputFiles(table('sites.csv', `domain,name\nimported.example,${hostile}\nnot a domain,X\n`));
    await dialog.getByText('新增 1，修改 0，不变 0，错误 1').waitFor();
    expect(await dialog.getByRole('button', { name: '导入', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: '换一个文件' }).click();
    await files.setInputFiles(table('sites.csv', `domain,name\nimported.example,${hostile}\n`));
    await dialog.getByText('新增 1，修改 0，不变 0，错误 0').waitFor();
    await dialog.locator('.ant-modal-footer').getByRole('button').last().click();
    await page.getByText('导入完成：新增 1，修改 0').waitFor();
    await row('imported.example').waitFor();
    expect(await page.title()).not.toBe('hit');
    await dialog.getByRole('button', { name: '撤销' }).click();
    await page.getByRole('dialog', { name: '撤销导入 sites.csv？' }).getByRole('button', { name: '撤销' }).click();
    await page.getByText('导入已撤销').waitFor();
    await row('imported.example').waitFor({ state: 'detached' });
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
