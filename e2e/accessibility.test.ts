/** Every screen, in both themes, as people see it who use it without a mouse, without eyes, or with weak ones. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, AGENT, beacon, collect, eventually, signIn } from './support/api.js';
import { graveFindings } from './support/axe.js';
import { launchBrowser } from './support/browser.js';
import { type RunningServer, startServer } from './support/server.js';

const SITE = 'shop.example';
const THEMES = ['light', 'dark'] as const;

/** Each route by the name of its path, and the address it is looked at under. A route without a line here fails the last test. */
const SCREENS: Readonly<Record<string, string>> = {
  dashboard: '/dashboard',
  siteDashboard: `/dashboard_info/index?domain=${SITE}`,
  deviceReport: `/report/device?domain=${SITE}`,
  websites: '/domainlist/index',
};
const OUTSIDE = ['/401', '/404'];

const source = (path: string): string => readFileSync(fileURLToPath(new URL(`../packages/console/src/${path}`, import.meta.url)), 'utf8');

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  server = await startServer({ env: { FOOTFALL_ADMIN_PASSWORD: ADMIN.password } });
  const api = await signIn(server.url);
  await api.post('/website/add', { name: 'Shop', domain: SITE });
  await api.post('/website/add', { name: 'Silent', domain: 'silent.example', is_stat: 0 });
  for (const [path, agent] of [['/', AGENT], ['/tea', AGENT.replace('Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7')], ['/', 'Mozilla/5.0 (compatible; Googlebot/2.1)']]) {
    await collect(server.url, beacon(`http://${SITE}${path}`, { r: 'https://www.baidu.com/' }), { 'user-agent': agent ?? '' });
  }
  await eventually(() => api.get<{ list: unknown[] }>(`/report/device_logs?domain=${SITE}`), ({ list }) => list.length === 2, 15_000);
  browser = await launchBrowser();
  context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  await page.goto(server.url);
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.locator('input[type=password]').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.url}/dashboard`);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function look(path: string, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.goto(server.url + path, { waitUntil: 'networkidle' });
}

describe.each(THEMES)('in the %s theme', (theme) => {
  it.each([...Object.values(SCREENS), ...OUTSIDE])('%s has no grave finding', async (path) => {
    await look(path, theme);
    expect(await graveFindings(page)).toEqual([]);
  });
});

it('looks at every route there is', () => {
  const routes = [...source('app/routes.ts').matchAll(/\bpath: PATHS\.(\w+)/gu)].map(([, name = '']) => name);
  expect(routes.length).toBeGreaterThan(3);
  expect(Object.keys(SCREENS).toSorted()).toEqual(routes.toSorted());
});
