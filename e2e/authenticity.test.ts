/** Genuine or forged, on a story whose answer is known: of 1,000 Googlebot hits 200 did not come from Google. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Api, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const AHREFS = 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)';

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-e2e-'));
  mkdirSync(join(folder, 'geo'));
  writeFileSync(join(folder, 'geo/networks.tsv'), '203.0.113.1\t203.0.113.30\t64500\tZZ\tExample Hosting\n203.0.113.31\t203.0.113.99\t64501\tZZ\tOther Cloud\n');
  const opened = await openInstallation([{ name: '商店', domain: SITE }], { FOOTFALL_DATA: folder });
  ({ server, api, browser } = opened);
  close = async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const { key } = await api.post<{ key: string }>('/website/key/add', { site_id: 1, name: 'test' });
  const hit = (id: string, agent: string, ip: string) => ({ type: 'pageview', id, url: `https://${SITE}/tea`, ip, user_agent: agent });
  const items = [
    ...Array.from({ length: 800 }, (_, i) => hit(`g${i}`, GOOGLE, `66.249.66.${1 + (i % 250)}`)),
    ...Array.from({ length: 200 }, (_, i) => hit(`f${i}`, GOOGLE, `203.0.113.${1 + (i % 40)}`)),
    ...Array.from({ length: 30 }, (_, i) => hit(`a${i}`, AHREFS, `203.0.113.${1 + i}`)),
  ];
  for (let at = 0; at < items.length; at += 100) {
    const answer = await fetch(`${server.url}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(items.slice(at, at + 100)) });
    if (!answer.ok) throw new Error(await answer.text());
  }
  await eventually(() => api.get<{ total: number }>('/spider/statistics'), ({ total }) => total === 1_030, 30_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function open(path: string): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url));
  await page.goto(server.url + path);
}

const panel = (title: string | RegExp): Locator => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
const verdicts = (): Locator => panel(/^真伪/u);

it('the log says how many were forged, and shows exactly those', async () => {
  await open(`/spider/log?domain=${SITE}`);
  await verdicts().getByText('1,000 次 Googlebot 访问中有 200 次是伪造的').waitFor();
  expect((await verdicts().locator('tbody').first().innerText()).replaceAll(/\s+/gu, ' ').trim()).toBe('Googlebot 1,000 800 200 0 20.00%');
  // Thirty of the forty addresses are of one network, five hits each.
  expect((await verdicts().locator('tbody').last().innerText()).replaceAll(/\s+/gu, ' ').trim()).toBe('AS64500 Example Hosting 30 150 75.00% AS64501 Other Cloud 10 50 25.00%');
  await verdicts().getByRole('button', { name: 'Googlebot: 伪造 200' }).click();
  await page.waitForURL(/authenticity=forged/u);
  await expect.poll(() => panel('蜘蛛日志').locator('.ant-pagination-total-text').innerText()).toContain('200');
  const rows = panel('蜘蛛日志').locator('tbody .ant-table-row');
  expect((await rows.allInnerTexts()).every((row) => row.includes('203.0.113.') && row.includes('伪造'))).toBe(true);
  expect(await rows.first().getByTitle(/不在运营方公布的任何网段内（googlebot，\d{4}-\d{2}-\d{2}）/u).count()).toBe(1);
  await page.goto(`${server.url}/spider/log?domain=${SITE}&q=Ahrefs`);
  await expect.poll(() => rows.first().innerText()).toContain('无法判定');
});

it('gives the forty addresses as four programs read them', async () => {
  await open(`/spider/log?domain=${SITE}`);
  await verdicts().getByRole('button', { name: '封禁列表' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('40 个地址，共 200 次伪造访问。').waitFor();
  for (const [name, line] of [['nginx', 'deny 203.0.113.40;'], ['Caddy', 'remote_ip 203.0.113.40'], ['Apache', 'Require not ip 203.0.113.40'], ['iptables', 'iptables -A INPUT -s 203.0.113.40 -j DROP']] as const) {
    await dialog.getByText(name, { exact: true }).click();
    await expect.poll(() => dialog.locator('textarea').inputValue()).toContain(line);
    const text = await dialog.locator('textarea').inputValue();
    expect(new Set(text.match(/203\.0\.113\.\d+/gu)).size).toBe(40);
    expect(text).not.toContain('66.249');
  }
});

it('the list of spiders knows it beside the hits', async () => {
  await open(`/spider/index?domain=${SITE}&sort=forged_7d`);
  const first = page.locator('tbody .ant-table-row:visible').first();
  await expect.poll(() => first.innerText()).toContain('Googlebot');
  expect((await first.innerText()).replaceAll(/\s+/gu, ' ')).toMatch(/1,000 1,000 ?伪造 200 /u);
});
