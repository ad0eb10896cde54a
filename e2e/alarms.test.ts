/** Alarms, on a story whose answer is known: Googlebot, who came for four weeks, has stopped coming; the shop has thirty times its usual views. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AGENT, type Api, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
const SECRET = 'a-path-that-nobody-may-see';
const NOW = Date.now();

/** Spread over the hour that ended ten minutes ago, so many weeks back. */
const inTheHour = (weeks: number, num: number): number[] => Array.from({ length: num }, (_, i) => NOW - 10 * MINUTE - weeks * WEEK - Math.floor((i * 40 * MINUTE) / num));
const item = (who: string) => (timestamp: number, i: number) => ({ type: 'pageview', id: `${who.length}-${timestamp}-${i}`, url: `https://${SITE}/tea`, ip: `203.0.113.${i % 250}`, user_agent: who, timestamp });
const VIEWS = [...inTheHour(0, 600), ...[1, 2, 3, 4].flatMap((weeks) => inTheHour(weeks, 20))].map(item(AGENT));
const HITS = [1, 2, 3, 4].flatMap((weeks) => inTheHour(weeks, 40)).map(item(GOOGLE));

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;
let hook: Server;
let address: string;
const received: { readonly test: boolean; readonly events: readonly { readonly state: string; readonly kind: string; readonly site: string; readonly subject: string; readonly value: number; readonly expected: number }[] }[] = [];

beforeAll(async () => {
  hook = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece)).on('end', () => {
      received.push(JSON.parse(body) as (typeof received)[number]);
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    hook.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }], { FOOTFALL_ALARM_PRIVATE: 'true' }));
  // The clock of the server must not look before the story is told.
  await watchFor([]);
  const { key } = await api.post<{ key: string }>('/website/key/add', { site_id: 1, name: 'test' });
  const items = [...VIEWS, ...HITS];
  for (let at = 0; at < items.length; at += 200) {
    const answer = await fetch(`${server.url}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(items.slice(at, at + 200)) });
    if (!answer.ok) throw new Error(await answer.text());
  }
  await eventually(() => api.get<{ sites: { visits: number; spider_hits: number }[] }>('/status/sizes'), ({ sites }) => sites[0]?.visits === VIEWS.length && sites[0].spider_hits === HITS.length, 30_000);
});
afterAll(async () => {
  await close();
  hook.closeAllConnections();
  hook.close();
});
afterEach(() => context.close());

/** Turns these rules on, all others off: what else the machine of a test may lack is not part of the story. */
async function watchFor(kinds: readonly string[]): Promise<void> {
  const settings = await api.get<{ rules: Record<string, { on: boolean }> }>('/alarm/settings');
  for (const [kind, rule] of Object.entries(settings.rules)) rule.on = kinds.includes(kind);
  await api.post('/alarm/settings', settings);
}

async function open(path: string): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url));
  await page.goto(server.url + path);
}

const panel = (title: string): Locator => page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const rows = (title: string): Promise<readonly string[]> => panel(title).locator('tbody .ant-table-row').allInnerTexts().then((list) => list.map((row) => row.replaceAll(/\s+/gu, ' ').trim()));
/** Counted by looking at every record: those of the last hours, so many weeks back. */
const counted = (list: readonly { readonly timestamp: number }[], hours: number, weeks: number): number => {
  let num = 0;
  for (const { timestamp } of list) if (timestamp >= NOW - hours * 60 * MINUTE - weeks * WEEK && timestamp < NOW - weeks * WEEK) num += 1;
  return num;
};

it('a channel is added, shows its host alone, and receives a test', async () => {
  await open('/alarms');
  await panel('当前告警').getByText('一切正常').waitFor();
  await page.getByRole('button', { name: '添加渠道' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('值班群');
  await dialog.getByLabel('方式').click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: 'Webhook（JSON）' }).click();
  await dialog.getByLabel('Webhook 地址').fill(`${address}/${SECRET}`);
  await dialog.getByRole('button', { name: /保\s?存/u }).click();
  await panel('通知渠道').getByText(address, { exact: true }).waitFor();
  await panel('通知渠道').getByRole('button', { name: '发送测试 值班群' }).click();
  await panel('通知渠道').getByText(/已送达$/u).waitFor();
  expect(received).toMatchObject([{ test: true, events: [] }]);
  expect((await page.content()) + JSON.stringify(await api.get('/alarm/channel/list')) + server.output()).not.toContain(SECRET);
});

it('what is wrong is found, shown everywhere, and told once', async () => {
  await watchFor(['site_silence', 'site_surge', 'crawler_silence', 'crawler_surge', 'crawler_new', 'crawler_errors']);
  await open('/alarms');
  await panel('当前告警').getByRole('button', { name: '立即检查' }).click();
  await expect.poll(() => rows('当前告警').then((list) => list.length)).toBe(2);
  const [surge, silence] = [counted(VIEWS, 1, 0), counted(HITS, 6, 0)];
  expect([surge, counted(VIEWS, 1, 1), silence, counted(HITS, 6, 1)]).toEqual([600, 20, 0, 40]);
  const list = await rows('当前告警');
  expect(list.find((row) => row.startsWith('站点激增'))).toMatch(/^站点激增 shop\.example 600，平时 20 /u);
  expect(list.find((row) => row.startsWith('蜘蛛停止抓取'))).toMatch(/^蜘蛛停止抓取 shop\.example · Googlebot 0，平时 40 /u);
  await page.getByRole('button', { name: '2 条告警正在进行' }).waitFor();
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]?.events.map(({ state, kind, site, subject, value, expected }) => [state, kind, site, subject, value, expected].join(' ')).toSorted()).toEqual([
    `began crawler_silence ${SITE} Googlebot 0 40`, `began site_surge ${SITE}  600 20`,
  ]);
  for (let i = 0; i < 3; i += 1) await api.post('/alarm/look', {});
  expect(received).toHaveLength(2);
});

it('a crawler leads to its hits; the mark of the shell leads here', async () => {
  await open('/dashboard');
  await page.getByRole('button', { name: '2 条告警正在进行' }).click();
  await page.waitForURL(/\/alarms$/u);
  await panel('当前告警').getByRole('link', { name: 'Googlebot' }).click();
  await expect.poll(() => page.url()).toMatch(/\/spider\/log\?.*name=Googlebot/u);
});

it('a rule that is turned off ends what it found', async () => {
  await open('/alarms');
  await panel('告警规则').getByRole('switch', { name: '站点激增' }).click();
  await panel('告警规则').getByRole('button', { name: /保\s?存/u }).click();
  await panel('当前告警').getByRole('button', { name: '立即检查' }).click();
  await expect.poll(() => rows('当前告警').then((list) => list.map((row) => row.split(' ')[0]))).toEqual(['蜘蛛停止抓取']);
  await page.goto(`${server.url}/alarms?kind=site_surge`);
  await expect.poll(() => rows('告警历史').then((list) => list.map((row) => [row.split(' ')[0], row.includes('进行中')]))).toEqual([['站点激增', false]]);
});
