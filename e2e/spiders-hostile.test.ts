/** What a hostile agent does in the log, the list, the rule lab, the popover and every file: nothing. It is text, and the screens keep their shape. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AGENT, type Api, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { opened } from './support/files.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const MARKUP = '<img src=x onerror="window.hacked=1"> bot';
const BIDI = 'bot \u202E\u2066 gnp.exe \u200F crawler';
const LONG = `bot ${'x'.repeat(8_000)}`;
const FORMULA = '=cmd|\'/c calc\'!A1 bot';
const HOSTILE = [MARKUP, BIDI, LONG, FORMULA];
/** An agent is kept up to here. */
const KEPT = 1_024;
/** Two lines of text and what is around them. */
const HIGHEST_ROW = 90;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: MARKUP, domain: SITE }], {}));
  const { key } = await api.post<{ key: string }>('/website/key/add', { site_id: 1, name: 'test' });
  const view = (id: string, agent: string, referrer: string) => ({ type: 'pageview', id, url: `https://${SITE}/hostile?q=${encodeURIComponent(agent.slice(0, 200))}`, ip: '198.51.100.7', user_agent: agent, referrer });
  const items = [...HOSTILE.map((agent, at) => view(`h${at}`, agent, agent)), view('p', AGENT, `https://www.baidu.com/s?wd=${MARKUP}`)];
  const answer = await fetch(`${server.url}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(items) });
  if (!answer.ok) throw new Error(await answer.text());
  const names = [`${MARKUP} qzq`, `${BIDI} qzq`, `${'x'.repeat(96)} qzq`, `${FORMULA} qzq`];
  for (const name of names) await api.post('/spider/add', { type: name.slice(0, 64), name, keyword: [name, 'z'.repeat(200), `${name} 2`, `${name} 3`], status: 1 });
  await eventually(() => api.get<{ total: number }>('/spider/statistics'), ({ total }) => total === 4, 20_000);
});
afterAll(() => close());
beforeEach(async () => {
  ({ context, page } = await signedIn(browser, server.url, { locale: 'en-US' }));
  page.setDefaultTimeout(15_000);
});
afterEach(() => context.close());

/** Nothing has run, nothing is markup, and nothing is wider than the window. */
async function expectHarmless(): Promise<void> {
  expect(await page.evaluate(() => ['hacked' in window, document.querySelector('img[src="x"]') !== null])).toEqual([false, false]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

const rows = () => page.locator('tbody .ant-table-row:visible');
const untilRows = (num: number) => eventually(() => rows().count(), (count) => count === num, 15_000);

/** Rows are as wide as each other, and none is higher than two lines make it. */
async function expectShape(): Promise<void> {
  const sizes = await rows().evaluateAll((list) => list.map((row) => row.getBoundingClientRect()).map(({ width, height }) => [Math.round(width), Math.round(height)]));
  expect(new Set(sizes.map(([width]) => width)).size).toBe(1);
  expect(Math.max(...sizes.map(([, height]) => height ?? 0))).toBeLessThan(HIGHEST_ROW);
  await expectHarmless();
}

/** No cell of a file would run, and what was dangerous is still there to be read. */
async function expectDefused(format: 'CSV' | 'Excel'): Promise<void> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: format }).click();
  const cells = (await opened(await coming)).cells.flat();
  expect(cells.filter((cell) => /^\s*[=+\-@\t]/u.test(cell))).toEqual([]);
  expect(cells.some((cell) => cell.startsWith("'=cmd|"))).toBe(true);
  expect(cells.some((cell) => cell.startsWith('<img src=x onerror="window.hacked=1">'))).toBe(true);
}

describe('a hostile agent', () => {
  it('is text in the log, turns no line around, and runs in no file', async () => {
    await page.goto(`${server.url}/spider/log?domain=${SITE}&url=hostile`);
    await untilRows(4);
    await expectShape();
    const shown = await rows().locator('span[title]').evaluateAll((list) => list.map((one) => one.getAttribute('title')));
    for (const agent of HOSTILE) expect([agent.slice(0, 40), shown.includes(agent.slice(0, KEPT))]).toEqual([agent.slice(0, 40), true]);
    // Direction signs count for nothing where every letter is told to follow the one before it.
    const agentText = rows().filter({ hasText: 'gnp.exe' }).locator('span[title*="gnp.exe"] > *').first();
    expect(await agentText.evaluate((part) => [getComputedStyle(part).unicodeBidi, getComputedStyle(part).direction])).toEqual(['bidi-override', 'ltr']);
    await page.getByPlaceholder('Search user agents').fill('<img src=x');
    await page.keyboard.press('Enter');
    await untilRows(1);
    expect(await rows().first().locator('mark').first().innerText()).toBe('<img src=x');
    await page.goBack();
    await untilRows(4);
    await expectDefused('CSV');
    await expectDefused('Excel');
  });

  it('is text as a rule’s name, type and keyword in the list, and runs in no file', async () => {
    await page.goto(`${server.url}/spider/index?domain=${SITE}&q=qzq`);
    await untilRows(4);
    await expectShape();
    const texts = await rows().allInnerTexts();
    for (const part of ['<img src=x onerror="window.hacked=1"> bot qzq', '=cmd|', 'gnp.exe']) expect([part, texts.some((text) => text.includes(part))]).toEqual([part, true]);
    await expectDefused('CSV');
    await expectDefused('Excel');
    await rows().filter({ hasText: '<img' }).getByRole('button', { name: 'Edit' }).click();
    expect(await page.getByRole('dialog').getByLabel('Name', { exact: true }).inputValue()).toBe(`${MARKUP} qzq`);
    await expectHarmless();
  });

  it('is text in the rule lab: in the verdict, and among the samples of a rule on history', async () => {
    await page.goto(`${server.url}/spider/index?domain=${SITE}&q=qzq`);
    await untilRows(4);
    await page.getByRole('button', { name: 'Rule lab' }).click();
    const drawer = page.getByRole('dialog');
    const fits = () => drawer.locator('.ant-drawer-body').evaluate((body) => body.scrollWidth - body.clientWidth);
    for (const agent of HOSTILE) {
      await page.getByPlaceholder('Paste a user agent').fill(`${agent} qzq`);
      await drawer.getByRole('button', { name: 'Test', exact: true }).click();
      await drawer.getByTestId('verdict').locator(`span[title^=${JSON.stringify(agent.slice(0, 20))}]`).first().waitFor();
      expect(await fits()).toBeLessThanOrEqual(0);
    }
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    const { id } = await api.post<{ id: number }>('/spider/add', { type: 'other', name: 'qzq all', keyword: ['bot'], status: 1 });
    await page.goto(`${server.url}/spider/index?domain=${SITE}&q=qzq%20all`);
    await untilRows(1);
    await rows().first().getByRole('button', { name: 'Test' }).click();
    await drawer.getByTestId('dry-run').waitFor();
    const samples = await drawer.locator('tbody span[title]').evaluateAll((list) => list.map((one) => one.getAttribute('title')));
    for (const agent of HOSTILE) expect([agent.slice(0, 40), samples.includes(agent.slice(0, KEPT))]).toEqual([agent.slice(0, 40), true]);
    expect(await fits()).toBeLessThanOrEqual(0);
    await expectHarmless();
    await api.post('/spider/bulk', { ids: [id], action: 'remove' });
  });

  it('is nothing in the popover of search engines, which names engines alone', async () => {
    await page.goto(`${server.url}/dashboard`);
    await page.locator('.ant-table').getByRole('row').filter({ hasText: SITE }).getByRole('button', { name: /^1/u }).first().focus();
    const popover = page.locator('.ant-popover:visible').filter({ hasText: 'Baidu' });
    await popover.waitFor();
    expect(await popover.locator('tbody').innerText()).toMatch(/^Baidu\s+1$/u);
    await expectHarmless();
  });
});
