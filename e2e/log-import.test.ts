import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type Api, eventually } from './support/api.js';
import { openInstallation } from './support/console.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** Of ten lines seven are views, two are a crawler's and one is a picture. */
const line = (at: number) => {
  const clock = `${String(10 + Math.floor(at / 3_600)).padStart(2, '0')}:${String(Math.floor((at % 3_600) / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
  return `81.2.69.${at % 200} - - [17/May/2025:${clock} +0000] "GET /${at}${at % 10 === 9 ? '.png' : ''} HTTP/1.1" 200 12 "-" "${at % 10 >= 7 && at % 10 < 9 ? CRAWLER : PERSON}"\n`;
};
const log = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => line(from + at)).join('');

let server: RunningServer;
let browser: Browser;
let close: () => Promise<void>;
let page: Page;
let api: Api;
const folder = mkdtempSync(join(tmpdir(), 'footfall-e2e-logs-'));
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: SITE }], { FOOTFALL_TIMEZONE: 'UTC' }));
  page = await (await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })).newPage();
  await page.goto(`${server.url}/domainlist/index`);
  await page.getByRole('textbox').first().fill(ADMIN.username);
  await page.locator('input[type=password]').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Import access logs of' }).waitFor();
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const dialog = () => page.getByRole('dialog');
/** The rows of the table at the end, by label. */
async function result(): Promise<Record<string, string>> {
  await dialog().getByRole('button', { name: 'Import more' }).waitFor();
  const cells = await dialog().locator('.ant-descriptions-view tr').evaluateAll((rows) => rows.map((row) => [row.querySelector('th')?.textContent ?? '', row.querySelector('td')?.textContent ?? ''] as const));
  return Object.fromEntries(cells);
}
async function choose(files: string[], dryRun = false): Promise<void> {
  await dialog().locator('input[type=file]').setInputFiles(files);
  if (dryRun) await dialog().getByText('Only try it: store nothing').click();
}
const begin = () => dialog().getByRole('button', { name: 'Import', exact: true }).click();

describe('importing logs in the console', () => {
  it('tries, then imports several files, plain and packed, and leaves out what is stored', async () => {
    await page.getByRole('button', { name: 'Import access logs of' }).click();
    const files = [file('access.log', log(0, 6_000)), file('access.log.gz', gzipSync(log(4_000, 10_000)))];
    await choose(files, true);
    await begin();
    const expected = { 'Lines read': '12,000', Visits: '7,000', 'Spider hits': '2,000', 'File that is no page': '1,200', 'Stored already': '1,800' };
    // Of a trial each file is looked at by itself, and nothing of it is stored.
    expect(await result()).toMatchObject({ 'Lines read': '12,000', 'File that is no page': '1,200' });
    await dialog().getByText('nothing was stored').waitFor();
    await dialog().getByRole('button', { name: 'Import more' }).click();
    await dialog().getByText('Only try it: store nothing').click();
    await choose(files);
    await begin();
    expect(await result()).toEqual(expected);
    await dialog().getByText('2025-05-17 10:00:00 to 2025-05-17 12:46:38').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    expect((await eventually(() => api.get<{ stored: number }>('/ledger?minutes=60'), ({ stored }) => stored > 0)).stored).toBe(9_000);
  });

  it('takes crawlers alone where the pages have the tracker', async () => {
    await page.getByRole('button', { name: 'Import access logs of' }).click();
    await choose([file('crawlers.log', log(20_000, 20_100))]);
    await dialog().getByText('Only crawlers: people are counted by the tracker').click();
    await begin();
    expect(await result()).toEqual({ 'Lines read': '100', Visits: '0', 'Spider hits': '20', 'Person’s view, left out': '70', 'File that is no page': '10' });
    await dialog().getByRole('button', { name: 'Close' }).last().click();
  });

  it('says what does not fit, and takes a format string', async () => {
    await page.getByRole('button', { name: 'Import access logs of' }).click();
    await choose([file('rubbish.log', 'rubbish\n')]);
    await begin();
    await dialog().getByText('The layout of the log is not known').waitFor();
    await dialog().getByText('rubbish.log: none of the known log layouts fits').waitFor();
    await dialog().getByRole('button', { name: 'Import more' }).click();
    await choose([file('own.log', `2025-05-18T10:00:00+00:00|81.2.69.1|GET|/own|${PERSON}\n`)]);
    await dialog().getByRole('combobox').click();
    await page.getByText('Format string (goaccess, Apache, nginx)').click();
    await dialog().getByRole('textbox', { name: 'Format string' }).fill('$time_iso8601|$remote_addr|$request_method|$request_uri|$http_user_agent');
    await begin();
    expect(await result()).toMatchObject({ 'Lines read': '1', Visits: '1' });
    await dialog().getByRole('button', { name: 'Close' }).last().click();
  });

  it('stops when told to; what was stored stays', async () => {
    await page.getByRole('button', { name: 'Import access logs of' }).click();
    const rest = Array.from({ length: 400_000 }, (_, at) => line(at % 36_000).replace('17/May', `${String(1 + Math.floor(at / 36_000)).padStart(2, '0')}/Jun`)).join('');
    await choose([file('large.log', rest)]);
    await begin();
    await dialog().getByRole('button', { name: 'Stop' }).click();
    await dialog().getByText('Stopped. What was stored stays').waitFor();
    expect(Number((await result())['Lines read']?.replaceAll(',', ''))).toBeLessThan(400_000);
  });
});
