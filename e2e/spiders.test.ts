/** The spider list, the rule lab and the log as an operator walks them, in Chinese and in English; and what a hostile agent does there, which is nothing. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AGENT, type Api, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { opened } from './support/files.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const LUMO = 'Lumo/1.0 reader';
const MARKUP = '<img src=x onerror="window.hacked=1"> bot';
const BIDI = 'bot \u202E\u2066 gnp.exe \u200F crawler';
const LONG = `bot ${'x'.repeat(8_000)}`;
const FORMULA = '=cmd|\'/c calc\'!A1 bot';
const HOSTILE = [MARKUP, BIDI, LONG, FORMULA];

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }], {}));
  const { key } = await api.post<{ key: string }>('/website/key/add', { site_id: 1, name: 'test' });
  const view = (id: string, agent: string, path: string, ip: string) => ({ type: 'pageview', id, url: `https://${SITE}${path}`, ip, user_agent: agent });
  const items = [
    ...Array.from({ length: 12 }, (_, at) => view(`g${at}`, GOOGLE, `/g/${at % 3}`, '66.249.66.1')),
    ...HOSTILE.map((agent, at) => view(`h${at}`, agent, '/hostile', '198.51.100.7')),
    ...Array.from({ length: 5 }, (_, at) => view(`l${at}`, LUMO, '/lumo', `203.0.113.${at}`)),
    ...Array.from({ length: 3 }, (_, at) => view(`p${at}`, AGENT, '/people', `203.0.113.${at}`)),
  ];
  const answer = await fetch(`${server.url}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(items) });
  if (!answer.ok) throw new Error(await answer.text());
  await eventually(() => api.get<{ total: number }>('/spider/statistics'), ({ total }) => total === 16, 20_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function open(path: string, locale: 'zh-CN' | 'en-US' = 'zh-CN'): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url, { locale }));
  await page.goto(server.url + path);
}

const parameter = (name: string): string | null => new URL(page.url()).searchParams.get(name);
const rows = () => page.locator('tbody .ant-table-row:visible');
const untilRows = (num: number) => eventually(() => rows().count(), (count) => count === num);
const hacked = () => page.evaluate(() => 'hacked' in window);

async function download(button: string, format: string) {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return opened(await coming);
}

describe('the spider log', () => {
  it('is narrowed by pie table, names and search, undone, reloaded from the address and downloaded', async () => {
    await open(`/spider/log?domain=${SITE}`);
    await untilRows(16);
    const types = page.locator('section', { hasText: '按类型统计' }).first();
    expect(await types.locator('tfoot').innerText()).toMatch(/合计\s+16\s+100\.00%/u);
    await types.getByRole('button', { name: /搜索引擎/u }).click();
    await untilRows(12);
    expect(parameter('type')).toBe('search_engine');
    expect(await types.locator('tfoot').innerText()).toMatch(/16/u);
    await page.reload();
    await untilRows(12);
    await page.goBack();
    await untilRows(16);
    await page.getByPlaceholder('模糊搜索用户代理').fill('GOOGLEbot');
    await page.keyboard.press('Enter');
    await untilRows(12);
    expect(await rows().first().locator('mark').allInnerTexts()).toEqual(['Googlebot']);
    const file = await download('下载', 'CSV');
    expect(file.cells).toHaveLength(13);
    await page.locator('label', { hasText: '前天' }).click();
    await eventually(() => rows().count(), (count) => count === 0);
    expect(parameter('range')).toBe('before_yesterday');
  });

  it('shows hostile agents as text, keeps its columns, and defuses the file', async () => {
    await open(`/spider/log?domain=${SITE}&url=hostile`, 'en-US');
    await untilRows(4);
    const texts = await rows().allInnerTexts();
    expect(texts.some((text) => text.includes('<img src=x'))).toBe(true);
    const widths = await rows().evaluateAll((list) => list.map((row) => [Math.round(row.getBoundingClientRect().width), Math.round(row.getBoundingClientRect().height)]));
    expect(new Set(widths.map(([width]) => width)).size).toBe(1);
    expect(Math.max(...widths.map(([, height]) => height ?? 0))).toBeLessThan(90);
    expect(await page.locator('main img[src="x"]').count()).toBe(0);
    const { cells } = await download('Download', 'CSV');
    expect(cells.flat().filter((cell) => /^[=+\-@\t]/u.test(cell))).toEqual([]);
    expect(cells.flat().some((cell) => cell.includes('=cmd|'))).toBe(true);
    expect(await hacked()).toBe(false);
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
    await dialog.locator('button[type="submit"]').click();
    await dialog.waitFor({ state: 'hidden' });

    await page.getByPlaceholder('名称或关键词').fill('Lumo/');
    await page.keyboard.press('Enter');
    await untilRows(1);
    expect(await rows().first().innerText()).toContain('own type');
    const toggle = rows().first().getByRole('switch');
    await toggle.click();
    await page.getByText('状态更新成功！').first().waitFor();
    await eventually(() => toggle.getAttribute('aria-checked'), (checked) => checked === 'false');
    await page.route('**/api/spider/edit', (route) => route.abort());
    await toggle.click();
    await eventually(() => toggle.getAttribute('aria-checked'), (checked) => checked === 'false');
    await page.unroute('**/api/spider/edit');
    await toggle.click();
    await eventually(() => toggle.getAttribute('aria-checked'), (checked) => checked === 'true');

    const pv = async () => (await api.get<{ list: { today: { pv: number; spider: number } }[] }>('/website/list_statistics')).list[0]?.today;
    expect(await pv()).toMatchObject({ pv: 8, spider: 16 });
    await rows().first().getByRole('button', { name: '测试' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByTestId('dry-run').waitFor();
    await drawer.getByRole('button', { name: '回溯应用' }).click();
    const question = page.locator('.ant-modal-confirm');
    await question.getByRole('button', { name: '回溯应用' }).click();
    await drawer.getByText('已应用').first().waitFor();
    expect(await pv()).toMatchObject({ pv: 3, spider: 21 });
    // It is kept: another visit of the screen can undo it.
    await page.reload();
    await page.getByRole('button', { name: '规则实验室' }).click();
    await drawer.getByRole('button', { name: '撤销' }).click();
    await drawer.getByText('已撤销').first().waitFor();
    expect(await pv()).toMatchObject({ pv: 8, spider: 16 });
    expect(await hacked()).toBe(false);
  });

  it('says which rule takes an agent, in English, and shows a hostile one as text', async () => {
    await open(`/spider/index?domain=${SITE}`, 'en-US');
    await page.getByRole('button', { name: 'Rule lab' }).click();
    await page.getByPlaceholder('Paste a user agent').fill(`${MARKUP} ${GOOGLE}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Test' }).click();
    const verdict = page.getByTestId('verdict');
    expect(await verdict.innerText()).toMatch(/Googlebot.* wins with the keyword/u);
    expect(await verdict.locator('mark').first().innerText()).toMatch(/Googlebot/iu);
    expect(await hacked()).toBe(false);
  });
});
