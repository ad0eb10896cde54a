import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN, signIn } from './support/api.js';
import { launchBrowser } from './support/browser.js';
import { signedIn } from './support/console.js';
import { type RunningServer, startServer } from './support/server.js';

/* How long things are shown, by a clock that the test turns, so that a slow machine changes nothing. */

let server: RunningServer;
let browser: Browser;
let page: Page;
let open: (path: string) => Promise<void>;

beforeAll(async () => {
  server = await startServer({ env: { FOOTFALL_ADMIN_PASSWORD: ADMIN.password } });
  const api = await signIn(server.url);
  await api.post('/website/add', { name: 'Shop', domain: 'shop.example' });
  browser = await launchBrowser();
  ({ page, open } = await signedIn(browser, server.url, { reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } }));
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

it('a refused call is told for 5 seconds', async () => {
  await open('/domainlist/index');
  const toggle = page.getByRole('switch').first();
  await toggle.waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.route('**/api/website/**', (route) => (route.request().method() === 'POST' ? route.fulfill({ json: { code: 500, message: 'no such luck', data: null } }) : route.continue()));
  await toggle.click();
  const told = page.locator('.ant-message-notice');
  await told.waitFor();
  const goes = page.locator('.ant-message-fade-leave');
  await page.clock.runFor(4_900);
  expect(await told.count()).toBe(1);
  expect(await goes.count()).toBe(0);
  await page.clock.runFor(200);
  await goes.waitFor();
});
