import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, AGENT, type Api, eventually, signIn } from './support/api.js';
import { launchBrowser } from './support/browser.js';
import { type PageServer, servePages } from './support/pages.js';
import { type RunningServer, startServer } from './support/server.js';

const SITE = 'plain.example';
interface Visit {
  readonly url: string;
  readonly source?: string;
  readonly language: string;
}

let server: RunningServer;
let site: PageServer;
let browser: Browser;
let api: Api;
const pages: Record<string, string> = {};

beforeAll(async () => {
  server = await startServer({ env: { FOOTFALL_ADMIN_PASSWORD: ADMIN.password } });
  site = await servePages(pages);
  browser = await launchBrowser({ [SITE]: site.address });
  api = await signIn(server.url);
  await api.post('/website/add', { name: 'Plain', domain: SITE });
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await server.stop();
});

const visits = async (): Promise<Visit[]> => (await api.get<{ list: Visit[] }>(`/report/device_logs?domain=${SITE}`)).list;

describe('a page without script', () => {
  it('is counted by the very line that the console gives, with its whole address; with script the line does nothing', async () => {
    // The line is copied out of the console, as an operator would.
    const operator = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
    await operator.goto(server.url);
    await operator.getByLabel('User name').fill(ADMIN.username);
    await operator.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
    await operator.keyboard.press('Enter');
    await operator.waitForURL(`${server.url}/dashboard`);
    await operator.goto(`${server.url}/domainlist/index`, { waitUntil: 'networkidle' });
    const line = (await operator.locator('code').filter({ hasText: '<noscript>' }).first().innerText()).trim();
    await operator.close();
    pages['/tea'] = `<!doctype html><html lang="en"><head><title>Tea</title></head><body><p>Tea</p>${line}</body></html>`;

    const withScript = await browser.newContext({ userAgent: AGENT });
    const first = await withScript.newPage();
    await first.goto(`http://${SITE}/tea?from=script`, { waitUntil: 'networkidle' });
    await withScript.close();

    const without = await browser.newContext({ userAgent: AGENT, javaScriptEnabled: false, locale: 'de-CH' });
    const page = await without.newPage();
    const answered = page.waitForResponse((response) => response.url().includes('/p.gif'));
    await page.goto(`http://${SITE}/tea?sort=price`, { waitUntil: 'networkidle' });
    const picture = await answered;
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/gif']);
    await without.close();

    const list = await eventually(visits, (found) => found.length > 0, 10_000);
    expect(list.map(({ url }) => url)).toEqual([`http://${SITE}/tea?sort=price`]);
    expect(list[0]).toMatchObject({ language: 'de-CH' });
  });
});
