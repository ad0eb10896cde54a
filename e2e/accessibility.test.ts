/** Every screen, in both themes, as people see it who use it without a mouse, without eyes, or with weak ones. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, AGENT, type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation } from './support/console.js';
import { graveColours, graveFindings } from './support/axe.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const THEMES = ['light', 'dark'] as const;

/** Each route by the name of its path, and the address it is looked at under. A route without a line here fails the last test. */
const SCREENS: Readonly<Record<string, string>> = {
  dashboard: '/dashboard',
  siteDashboard: `/dashboard_info/index?domain=${SITE}`,
  deviceReport: `/report/device?domain=${SITE}`,
  devices: '/device/index?view=device',
  deviceDetail: '/deviceDetail/index?device_model=',
  visits: `/visit/index?domain=${SITE}`,
  trajectory: `/userTrajectory/userTrajectory?domain=${SITE}&type=ip&ip=127.0.0.1`,
  visitIp: `/visitStatistics/ip?domain=${SITE}`,
  visitUrl: `/visitStatistics/url?domain=${SITE}`,
  visitEntryUrl: `/visitStatistics/entry_url?domain=${SITE}`,
  visitReferer: `/visitStatistics/referer?domain=${SITE}`,
  flowTendency: `/flowRate/tendency?domain=${SITE}`,
  flowHour: `/flowRate/hour?domain=${SITE}`,
  flowDay: `/flowRate/day?domain=${SITE}`,
  logAndBeacon: `/flowRate/log?domain=${SITE}`,
  websites: '/domainlist/index',
  spiders: '/spider/index',
  spiderLog: '/spider/log',
  aiTraffic: `/spider/ai?domain=${SITE}`,
  crawlCoverage: `/spider/coverage?domain=${SITE}`,
  sql: '/sql?sql=SELECT+url,+count()+AS+num+FROM+visits+GROUP+BY+url',
  users: '/people/users',
  roles: '/people/roles',
  audit: '/people/audit',
  alarms: '/alarms',
  schedules: '/schedules',
  status: '/status',
  profile: '/profile/index',
};
const OUTSIDE = ['/401', '/404'];
/** The other tabs of screens that have several. */
const TABS = [`/spider/coverage?domain=${SITE}&view=lifecycle`, `/visit/index?domain=${SITE}&view=suspicious`];

const source = (path: string): string => readFileSync(fileURLToPath(new URL(`../packages/console/src/${path}`, import.meta.url)), 'utf8');

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: SITE }, { name: 'Silent', domain: 'silent.example', is_stat: 0 }]));
  for (const [path, agent] of [['/', AGENT], ['/tea', AGENT.replace('Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7')], ['/', 'Mozilla/5.0 (compatible; Googlebot/2.1)']]) {
    await collect(server.url, beacon(`http://${SITE}${path}`, { r: 'https://www.baidu.com/' }), { 'user-agent': agent ?? '' });
  }
  await eventually(() => api.get<{ list: unknown[] }>(`/report/device_logs?domain=${SITE}`), ({ list }) => list.length === 2, 15_000);
  context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.goto(server.url);
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.locator('input[type=password]').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.url}/dashboard`);
});
afterAll(() => close());

async function look(path: string, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.goto(server.url + path, { waitUntil: 'networkidle' });
}

/** Turns the open screen dark, as it follows the system, and waits until all of it is. */
async function darken(): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => document.documentElement.style.colorScheme === 'dark');
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition && animation.playState === 'running'));
}

/** What the reader of a screen hears of the element in focus. */
const focused = (): Promise<string> => page.evaluate(() => (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim());

/** Goes on by the tabulator until an element of that name has the focus. */
async function tabTo(name: RegExp): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (let presses = 0; presses < 250; presses++) {
    if (name.test(await focused())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`not reached by the tabulator: ${String(name)}; the focus is on ${await focused()}`);
}

describe('a screen', () => {
  it.each([...Object.values(SCREENS), ...TABS, ...OUTSIDE])('%s has no grave finding in either theme', async (path) => {
    await look(path, 'light');
    expect(await graveFindings(page)).toEqual([]);
    await darken();
    expect(await graveColours(page)).toEqual([]);
  });
});

describe('what opens over a screen', () => {
  it.each(THEMES)('has no grave finding in the %s theme', async (theme) => {
    await look('/domainlist/index', theme);
    const row = page.getByRole('row', { name: new RegExp(SITE, 'u') });
    await row.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await focused()).toContain('Details');
    await look(`/report/device?domain=${SITE}`, theme);
    await page.getByRole('button', { name: /^Show the details/u }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await graveFindings(page)).toEqual([]);
  });

  it('has none on a phone, nor have settings and menu search', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/dashboard', '/domainlist/index', '/profile/index?tab=security']) {
      await look(path, 'light');
      expect([path, await graveFindings(page)]).toEqual([path, []]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await look('/people/audit', 'light');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Settings');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Screen or site' }).waitFor();
    expect(await graveFindings(page)).toEqual([]);
  });

  it.each(THEMES)('nor has a button while it is at work in the %s theme', async (theme) => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/sql', async (route) => {
      await held;
      await route.continue();
    });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto(`${server.url}/sql?sql=SELECT+1`);
    await page.locator('.ant-btn-loading').waitFor();
    expect(await graveFindings(page)).toEqual([]);
    answer();
    await page.locator('.ant-btn-loading').waitFor({ state: 'hidden' });
    await page.unroute('**/api/sql');
  });

  it.each(THEMES)('and the sign-in have none in the %s theme', async (theme) => {
    const stranger = await browser.newContext({ locale: 'zh-CN', viewport: { width: 390, height: 844 }, colorScheme: theme, reducedMotion: 'reduce' });
    const tab = await stranger.newPage();
    await tab.goto(`${server.url}/login`, { waitUntil: 'networkidle' });
    expect(await graveFindings(tab)).toEqual([]);
    await stranger.close();
  });
});

it('can be walked by keyboard alone: sign-in, dashboard, site, report, filter, details, and back', async () => {
  const walker = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page = await walker.newPage();
  await page.goto(server.url);
  await page.locator('input:focus').waitFor();
  await page.keyboard.type(ADMIN.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.url}/dashboard`);
  await page.getByRole('link', { name: 'Shop' }).first().waitFor();

  // The first stop of the page leads past the menu.
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  const outlined = (): Promise<string> => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
  await tabTo(/^ID$/u);
  expect(await outlined()).toBe('solid');
  await tabTo(/^(?:Shop|Open the dashboard of shop\.example)$/u);
  expect(await outlined()).not.toBe('none');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard_info\/index\?domain=shop\.example/u);

  await page.getByRole('link', { name: /^Show the visits:.*tea/u }).first().waitFor();
  await tabTo(/^Show the visits: http:\/\/shop\.example\/tea/u);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/report\/device\?.*tea/u);

  await tabTo(/^Add a rule$/u);
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Filter rule 1' }).waitFor();
  await page.getByRole('textbox', { name: 'IP', exact: true }).focus();
  await page.keyboard.type('127.0.0.1');
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]ip=127\.0\.0\.1/u);
  // The row that is not whole is still there, and was not sent.
  await page.getByText('Rows that are not complete and not sent: 1').waitFor();
  expect(new URL(page.url()).searchParams.has('rules')).toBe(false);

  await tabTo(/^Show the details of the visit/u);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('.ant-drawer') !== null);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await focused()).toMatch(/^Show the details of the visit/u);
  // To close the details was a step, and so was to open them.
  await page.goBack();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  await page.goBack();
  await page.waitForFunction(() => !new URL(location.href).searchParams.has('ip'));
  await walker.close();
});

it('looks at every route there is', () => {
  const routes = [...source('app/routes.ts').matchAll(/\bpath: PATHS\.(\w+)/gu)].map(([, name = '']) => name);
  expect(routes.length).toBeGreaterThan(3);
  expect(Object.keys(SCREENS).toSorted()).toEqual(routes.toSorted());
});
