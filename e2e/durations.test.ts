import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openInstallation, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';

/* How long things are shown, by a clock that the test turns, so that a slow machine changes nothing. */

let server: RunningServer;
let browser: Browser;
let close: () => Promise<void>;
let page: Page;
let open: (path: string) => Promise<void>;

beforeAll(async () => {
  ({ server, browser, close } = await openInstallation([{ name: 'Shop', domain: 'shop.example' }]));
  ({ page, open } = await signedIn(browser, server.url, { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] }));
  await page.clock.install();
});
beforeEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
afterAll(() => close());

/** From now on the clock stands still. */
async function stop(): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/** Opens the list of sites by a clock that then stands still: not before the list is there, for parts of the console wait by that clock. */
async function openAndStop(): Promise<void> {
  await page.clock.resume();
  await open('/domainlist/index');
  await toggle().waitFor();
  await stop();
}

/**
 * What is drawn has begun to count its time: that is done a moment after it is seen, in a turn of its own, and by a clock that
 * was turned before then it would have all its time left.
 */
const begun = (): Promise<void> =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      await new Promise((next) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', next, { once: true });
        port1.start();
        port2.postMessage('');
      });
    }
  });

/** Whether what is told over the page is there, and still stays, just before that many milliseconds; it goes just after. */
async function isToldFor(text: string, milliseconds: number): Promise<boolean> {
  const told = page.locator('.ant-message-notice').filter({ hasText: text });
  await told.waitFor();
  await begun();
  await page.clock.runFor(milliseconds - 100);
  // Nothing moves here, so what goes is gone at once.
  const stays = (await told.count()) === 1;
  await page.clock.runFor(200);
  await told.waitFor({ state: 'detached' });
  return stays;
}

const toggle = () => page.getByRole('switch').first();

it('a refused call is told for 5 seconds', async () => {
  await openAndStop();
  await page.route('**/api/website/edit', (route) => route.fulfill({ json: { code: 500, message: 'no such luck', data: null } }));
  await toggle().click();
  expect(await isToldFor('no such luck', 5_000)).toBe(true);
});

it('a call that reaches nobody is told for 5 seconds, with what to do', async () => {
  await openAndStop();
  await page.route('**/api/website/edit', (route) => route.abort('connectionrefused'));
  await toggle().click();
  expect(await isToldFor('无法连接服务器：请检查网络后重试。', 5_000)).toBe(true);
});

it('that something is copied is told for one and a half', async () => {
  await openAndStop();
  await page.getByRole('button', { name: '详情' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '复制统计代码' }).first().click();
  expect(await isToldFor('已复制', 1_500)).toBe(true);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^<script [^>]*src="[^"]+\/t\.js"[^>]*><\/script>$/u);
});

it('that a panel loads is seen for 750 ms, and its answer as soon as it is there', async () => {
  await page.clock.resume();
  await open('/dashboard_info/index?domain=shop.example');
  const trend = page.locator('section').filter({ has: page.getByRole('heading', { name: '趋势分析' }) });
  await expect.poll(() => trend.getAttribute('aria-busy')).toBe('false');
  await stop();
  const answered = page.waitForResponse('**/api/home/trend');
  await page.locator('label').filter({ hasText: /^昨天$/u }).click();
  await expect.poll(() => trend.getAttribute('aria-busy')).toBe('true');
  await (await answered).finished();
  // The answer is handed on by short timers: some steps of the clock.
  let passed = 0;
  for (; passed < 600 && (await trend.locator('[class*="_stale_"]').count()) > 0; passed += 20) await page.clock.runFor(20);
  expect(await trend.locator('[class*="_stale_"]').count()).toBe(0);
  expect(await trend.getAttribute('aria-busy')).toBe('true');
  await page.clock.runFor(700 - passed);
  expect(await trend.getAttribute('aria-busy')).toBe('true');
  await page.clock.runFor(100);
  await expect.poll(() => trend.getAttribute('aria-busy')).toBe('false');
});
