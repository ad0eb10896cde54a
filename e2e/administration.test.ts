/** What administrators look after: the server's state, a second factor, what a visitor may ask for. */
import { readFileSync } from 'node:fs';
import type { ProcessStatus } from '@footfall/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, openWindow, signedIn } from './support/console.js';
import { oneTimeCode } from './support/one-time-code.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const IP = '127.0.0.1';

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: SITE }]));
  for (const path of ['/', '/tea', '/pay']) await collect(server.url, beacon(`https://${SITE}${path}`));
  for (let times = 0; times < 2; times += 1) await collect(server.url, beacon('https://nowhere.example/'));
  await eventually(() => api.get<{ stored: number; refused: unknown[] }>('/ledger'), ({ stored, refused }) => stored === 3 && refused.length === 1, 20_000);
});
afterAll(() => close());
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

async function openAs(locale: string, path: string): Promise<Page> {
  const { context, page, open } = await signedIn(browser, server.url, { locale });
  contexts.push(context);
  await open(path);
  return page;
}

describe('the server status', () => {
  it('says what came in and was refused, what waits and what each site has; its state is in the address', async () => {
    const page = await openAs('en-US', '/status');
    await page.getByRole('heading', { name: 'Server status' }).waitFor();
    await page.getByText('Complete up to').waitFor();
    await page.getByText('Takes visits').waitFor();
    await page.getByRole('img', { name: /Received per minute: Received 5, Refused 2/u }).waitFor();
    const reasons = page.getByRole('row', { name: /Another host than the site/u });
    await reasons.getByText('40.00%').waitFor();
    await page.getByRole('row', { name: new RegExp(`^${SITE} 3 0 0 `, 'u') }).waitFor();
    await page.getByText('No question was slow').waitFor();
    await page.getByText('6 hours').click();
    await page.waitForURL(/\/status\?minutes=360$/u);
    await page.goBack();
    await page.waitForURL(/\/status$/u);
    await page.getByRole('link', { name: SITE }).click();
    await page.waitForURL(/\/dashboard_info\/index\?domain=shop\.example/u);
    expect(await page.title()).toContain('Site dashboard');
  });

  it('of several processes names each with the worst that is known of it, and of a cluster how many servers answer', async () => {
    const { context, page, open } = await signedIn(browser, server.url, { locale: 'en-US' });
    contexts.push(context);
    const well = { silent: false, taking: true, failing_since: null, seen_at: '2026-11-23 00:50:01', complete_up_to: '2026-11-23 00:50:00', waiting_records: 0 };
    const processes: readonly ProcessStatus[] = [
      { ...well, name: 'one', role: 'collect' },
      { ...well, name: 'two', role: 'collect', silent: true, waiting_records: 128_123, seen_at: '2026-11-22 23:12:44' },
      { ...well, name: 'three', role: 'collect', taking: false },
      { ...well, name: 'four', role: 'console', failing_since: '2026-11-23 00:40:00' },
    ];
    // One machine has neither: what the server says where it has both is a matter of its own tests.
    await page.route('**/api/status/overview', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, processes, replicas: { total: 4, reached: 3, behind: 95, read_only: 0 } } } });
    });
    await open('/status');
    const table = page.getByRole('table').filter({ hasText: 'two' });
    await table.waitFor();
    expect(await table.getByRole('row').allInnerTexts()).toEqual([
      'Process\tState\tRole\tComplete up to\tWaiting in the journal',
      'one\tRuns\tCollects\t2026-11-23 00:50:00\t0',
      'two\tNot heard of since 2026-11-22 23:12:44\tCollects\t2026-11-23 00:50:00\t128,123',
      'three\tNo room on disk\tCollects\t2026-11-23 00:50:00\t0',
      'four\tTakes nothing since 2026-11-23 00:40:00\tServes the console\t2026-11-23 00:50:00\t0',
    ]);
    expect(await page.getByText('3 of 4').isVisible()).toBe(true);
    expect(await page.getByText('One is 1m 35s behind').isVisible()).toBe(true);
  });

  it('speaks Chinese', async () => {
    const page = await openAs('zh-CN', '/status?minutes=1440');
    await page.getByRole('heading', { name: '服务器状态' }).waitFor();
    await page.getByText('数据完整至').waitFor();
    await page.getByRole('img', { name: /每分钟接收量.*已接收 5.*已拒绝 2/u }).waitFor();
    expect(await page.title()).toContain('服务器状态');
  });
});

describe('a visitor', () => {
  it('is exported whole and erased, from the screen of the way it went', async () => {
    const page = await openAs('en-US', `/userTrajectory/userTrajectory?domain=${SITE}&type=ip&ip=${IP}`);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export all data' }).click();
    const lines = readFileSync(await (await saving).path(), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { table: string; row: { url: string } });
    expect(lines.map(({ table, row }) => `${table} ${row.url}`).toSorted()).toEqual(['/', '/pay', '/tea'].map((path) => `visits https://${SITE}${path}`));
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/are removed from shop\.example for good/u).waitFor();
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await page.getByText('Removed rows: 3').waitFor();
    await page.getByText('No visits found').waitFor();
    const { list } = await api.get<{ list: { action: string; target: string }[] }>('/audit/list?action=visitor.erase&action=visitor.export&action=visitor.view');
    expect(list[0]).toMatchObject({ action: 'visitor.erase', target: SITE });
    expect(JSON.stringify(list.map(({ target }) => target))).not.toContain(IP);
  });
});

describe('a second factor', () => {
  it('is turned on with an app, asked for at the sign-in, and turned off again', async () => {
    const page = await openAs('en-US', '/profile/index?tab=security');
    await page.getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=password]').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('img', { name: /Picture for the app/u }).waitFor();
    const secret = (await dialog.locator('code').innerText()).trim();
    await dialog.getByLabel('Code').fill('000000');
    await dialog.getByRole('button', { name: 'Confirm and turn on' }).click();
    await dialog.getByText('The code is wrong').waitFor();
    await dialog.getByLabel('Code').fill(oneTimeCode(secret));
    await dialog.getByRole('button', { name: 'Confirm and turn on' }).click();
    await dialog.getByText('These codes are shown once').waitFor();
    const codes = await dialog.getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('Recovery codes left: 10').waitFor();

    const context = await openWindow(browser, { locale: 'en-US' });
    contexts.push(context);
    const login = await context.newPage();
    await login.goto(`${server.url}/login`);
    await login.getByLabel('User name').fill(ADMIN.username);
    await login.locator('input[type=password]').fill(ADMIN.password);
    await login.keyboard.press('Enter');
    await login.getByLabel('Code').fill('111111');
    await login.keyboard.press('Enter');
    await login.getByText('The code is wrong').waitFor();
    await login.getByLabel('Code').fill(codes[0]?.toLowerCase() ?? '');
    await login.keyboard.press('Enter');
    await login.waitForURL(/\/dashboard/u);

    await login.goto(`${server.url}/profile/index?tab=security`);
    await login.getByText('Recovery codes left: 9').waitFor();
    await login.getByRole('button', { name: 'Turn off' }).click();
    await login.getByRole('dialog').locator('input[type=password]').fill(ADMIN.password);
    await login.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await login.getByText('The second factor is off').waitFor();
    await login.getByRole('button', { name: 'Turn on' }).waitFor();
  });
});
