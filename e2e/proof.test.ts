/** A figure known in advance opens its proof: by keyboard, down to the single rows, in SQL that gives the same, and with what changed since. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AGENT, type Api, eventually } from './support/api.js';
import { graveFindings } from './support/axe.js';
import { openInstallation, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const DAY = 86_400_000;
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

interface View {
  readonly id: string;
  readonly timestamp: number;
  readonly path: string;
  readonly ip: string;
  readonly agent: string;
}

/** Yesterday's lie so far back that they are in what is compared with, which goes up to as many tens of seconds as it is now, whenever it is asked. */
const BEFORE_NOW = 30_000;
/** Twelve page views of five people today, seven of three yesterday, and six requests by a crawler. */
const views: View[] = [
  ...Array.from({ length: 12 }, (_, i) => ({ id: `today-${i}`, timestamp: Date.now() - i * 1_000, path: i % 3 === 0 ? '/coffee' : '/tea', ip: `203.0.113.${i % 5}`, agent: AGENT })),
  ...Array.from({ length: 7 }, (_, i) => ({ id: `yesterday-${i}`, timestamp: Date.now() - DAY - BEFORE_NOW - i * 1_000, path: '/tea', ip: `203.0.113.${i % 3}`, agent: AGENT })),
  ...Array.from({ length: 6 }, (_, i) => ({ id: `crawled-${i}`, timestamp: Date.now() - i * 1_000, path: '/tea', ip: '192.0.2.9', agent: GOOGLEBOT })),
];
const today = views.filter(({ id }) => id.startsWith('today'));
const ofTea = today.filter(({ path }) => path === '/tea').length;
const people = new Set(today.map(({ ip }) => ip)).size;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let key: string;
let context: BrowserContext;
let page: Page;

async function send(list: readonly View[]): Promise<void> {
  const body = JSON.stringify(list.map(({ id, timestamp, path, ip, agent }) => ({ type: 'pageview', id, timestamp, url: `https://${SITE}${path}`, ip, user_agent: agent })));
  const answer = await fetch(`${server.url}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body });
  if (!answer.ok) throw new Error(await answer.text());
}
const stored = (pv: number) => eventually(() => api.post<{ list: { pv: number; spider: number }[] }>('/home/summary', { domain: SITE }), ({ list }) => list.at(-1)?.pv === pv && list.at(-1)?.spider === 6, 20_000);

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }]));
  ({ key } = await api.post<{ key: string }>('/website/key/add', { site_id: 1, name: 'test' }));
  await send(views);
  await stored(today.length);
});
afterAll(() => close());
afterEach(() => context.close());

async function open(path: string): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url));
  await page.goto(server.url + path);
}

const proofOf = (title: string): Locator => page.getByRole('button', { name: `凭据 ${title}`, exact: true });
const dialog = (): Locator => page.getByRole('dialog');
const part = (name: string): Locator => dialog().getByRole('region', { name });

it('opens by keyboard, says what was counted, and lists as many rows as the figure says', async () => {
  await open(`/dashboard_info/index?domain=${SITE}`);
  await proofOf('今日流量').focus();
  await page.keyboard.press('Enter');
  await dialog().getByText('与屏幕上的数字完全一致').waitFor();
  const visits = part('访客的页面浏览 · 按组统计').first();
  const last = visits.getByRole('row').filter({ has: page.getByRole('button', { pressed: true }) });
  expect((await last.innerText()).replaceAll(/\s+/gu, ' ')).toContain(` ${today.length} ${people} ${people} `);
  await visits.getByText(`${today.length} 条记录`).waitFor();
  await visits.getByText('与数字一致').waitFor();
  expect(await graveFindings(page)).toEqual([]);

  const sql = await dialog().locator('pre').first().innerText();
  const { rows, columns } = await api.post<{ rows: (string | number)[][]; columns: { name: string }[] }>('/sql', { sql });
  const at = (name: string): number => columns.findIndex((column) => column.name === name);
  const told = rows.filter((row) => Number(row[at('part')]) === 0).map((row) => [Number(row[at('m_pv')]), Number(row[at('m_uv')])]);
  expect(told.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([[7, 3], [today.length, people]]);

  await visits.getByRole('link', { name: '打开列表' }).click();
  await page.waitForURL(/\/report\/device\?/u);
  await expect.poll(() => page.locator('tbody .ant-table-row:visible').count()).toBe(today.length);
});

it('follows the chosen group to its rows, of people and of crawlers', async () => {
  await open(`/dashboard_info/index?domain=${SITE}`);
  await proofOf('受访页面 Top 10').click();
  await dialog().getByRole('button', { name: `查看记录: https://${SITE}/tea`, exact: true }).first().click();
  await dialog().getByText(`${ofTea} 条记录`).waitFor();
  await dialog().getByRole('link', { name: '打开列表' }).first().click();
  await page.waitForURL(/\/report\/device\?.*rules=/u);
  await expect.poll(() => page.locator('tbody .ant-table-row:visible').count()).toBe(ofTea);

  await page.goto(`${server.url}/spider/log?domain=${SITE}`);
  await proofOf('按类型统计').click();
  await dialog().getByText('6 条记录').first().waitFor();
  await dialog().getByRole('link', { name: '打开列表' }).first().click();
  await expect.poll(() => page.locator('tbody .ant-table-row:visible').count()).toBe(6);
});

it('says which figures are others than on the screen, and why', async () => {
  await open(`/dashboard_info/index?domain=${SITE}`);
  await proofOf('今日流量').waitFor();
  await page.getByRole('button', { name: '暂停自动刷新' }).click();
  await send([{ id: 'late', timestamp: Date.now(), path: '/tea', ip: '203.0.113.77', agent: AGENT }]);
  await stored(today.length + 1);
  await proofOf('今日流量').click();
  await expect.poll(() => dialog().innerText()).toContain(`list.1.pv: ${today.length} → ${today.length + 1}`);
});
