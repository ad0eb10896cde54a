/** AI in one page, on a story whose answer is known: who took what, who sent whom back, both ways down to the single rows. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AGENT, type Api, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { opened } from './support/files.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const bot = (token: string): string => `Mozilla/5.0 (compatible; ${token})`;
/** Agent or referrer, path, how often. */
const TAKEN = [[bot('GPTBot/1.2'), '/tea', 12], [bot('GPTBot/1.2'), '/coffee?cup=2', 3], [bot('OAI-SearchBot/1.0'), '/tea', 4], [bot('ClaudeBot/1.0'), '/tea', 6], [bot('Googlebot/2.1'), '/tea', 9]] as const;
const SENT = [['https://chatgpt.com/', '/tea?utm_source=chatgpt.com', 5], ['https://www.perplexity.ai/', '/coffee', 2], ['https://www.baidu.com/s?wd=tea', '/tea', 7]] as const;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }], {}));
  const { key } = await api.post<{ key: string }>('/website/key/add', { site_id: 1, name: 'test' });
  const views = (list: readonly (readonly [string, string, number])[], sent: boolean) => list.flatMap(([who, path, times], at) =>
    Array.from({ length: times }, (_, i) => ({ type: 'pageview', id: `${sent ? 's' : 't'}${at}-${i}`, url: `https://${SITE}${path}`, ip: `203.0.113.${i}`, user_agent: sent ? AGENT : who, ...(sent ? { referrer: who } : {}) })));
  const answer = await fetch(`${server.url}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify([...views(TAKEN, false), ...views(SENT, true)]) });
  if (!answer.ok) throw new Error(await answer.text());
  await eventually(() => api.get<{ total: { taken: number; sent: number } }>('/ai/operators'), ({ total }) => total.taken === 25 && total.sent === 7, 20_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function open(path: string): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url));
  await page.goto(server.url + path);
}

const panel = (title: string): Locator => page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const lines = (title: string): Promise<readonly string[]> => panel(title).locator('tbody .ant-table-row').allInnerTexts().then((rows) => rows.map((row) => row.replaceAll(/\s+/gu, ' ').trim()));

it('names who takes and who sends, in figures that were counted beforehand', async () => {
  await open(`/spider/ai?domain=${SITE}&compare=off`);
  await expect.poll(() => lines('运营方')).toEqual(['OpenAI 15 4 0 19 5 3.8 : 1', 'Anthropic 6 0 0 6 0 —', 'Perplexity 0 0 0 0 2 0 : 1']);
  expect((await panel('运营方').locator('tfoot').innerText()).replaceAll(/\s+/gu, ' ')).toContain('21 4 0 25 7 3.57 : 1');
  await expect.poll(() => panel('抓取趋势').locator('[role=img]').getAttribute('aria-label')).toMatch(/AI 训练 21, AI 搜索 4.*合计 25/u);
  await expect.poll(() => panel('带来访问趋势').locator('[role=img]').getAttribute('aria-label')).toMatch(/ChatGPT 5, Perplexity 2.*合计 7/u);
  expect(await lines('页面')).toEqual([expect.stringMatching(/tea 18 4 0 22 5$/u), expect.stringMatching(/coffee 3 0 0 3 2$/u)]);
});

it('narrows to an operator, opens a page to its addresses, and leads to the hits and to the visits', async () => {
  await open(`/spider/ai?domain=${SITE}&compare=off`);
  await panel('运营方').getByRole('button', { name: /OpenAI/u }).last().click();
  await expect.poll(() => lines('页面')).toEqual([expect.stringMatching(/tea 12 4 0 16 5$/u), expect.stringMatching(/coffee 3 0 0 3 0$/u)]);
  await panel('页面').getByRole('button', { name: /coffee/u }).click();
  await expect.poll(() => lines('页面')).toEqual([expect.stringMatching(/cup=2 3 0 0 3 0$/u)]);
  await panel('页面').getByRole('link', { name: '3', exact: true }).first().click();
  await page.waitForURL(/\/spider\/log\?/u);
  await expect.poll(() => page.locator('tbody .ant-table-row:visible').count()).toBe(3);

  await page.goto(`${server.url}/spider/ai?domain=${SITE}&compare=off`);
  await panel('运营方').getByRole('row', { name: /OpenAI/u }).getByRole('link', { name: '19', exact: true }).click();
  await page.waitForURL(/operator=OpenAI/u);
  await expect.poll(() => page.locator('tbody .ant-table-row:visible').count()).toBe(19);

  await page.goto(`${server.url}/spider/ai?domain=${SITE}&compare=off`);
  await panel('运营方').getByRole('row', { name: /OpenAI/u }).locator('.ant-table-row-expand-icon').click();
  expect(await panel('运营方').getByRole('list', { name: '蜘蛛' }).innerText()).toMatch(/GPTBot\s+AI 训练\s+15[\s\S]+OAI-SearchBot\s+AI 搜索\s+4/u);
  await panel('运营方').getByRole('list', { name: '助手' }).getByRole('link', { name: 'ChatGPT' }).click();
  await page.waitForURL(/\/report\/device\?/u);
  await expect.poll(() => page.locator('tbody .ant-table-row:visible').count()).toBe(5);

  await page.goto(`${server.url}/spider/ai?domain=${SITE}&compare=off&fold=address`);
  await panel('页面').getByRole('row', { name: /chatgpt/u }).getByRole('link', { name: '5', exact: true }).click();
  await page.waitForURL(/\/report\/device\?/u);
  await expect.poll(() => page.locator('tbody .ant-table-row:visible').count()).toBe(5);
});

it('is taken along as files', async () => {
  await open(`/spider/ai?domain=${SITE}&compare=off`);
  for (const [title, rows] of [['运营方', 4], ['页面', 3]] as const) {
    await expect.poll(() => lines(title)).not.toEqual([]);
    const coming = page.waitForEvent('download');
    await panel(title).getByRole('button', { name: '下载', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await opened(await coming)).cells).toHaveLength(rows);
  }
});
