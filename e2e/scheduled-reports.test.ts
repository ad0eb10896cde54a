/** A scheduled report on a story whose answer is known: yesterday's figures of a site, made on the screen, caught by a mail server, looked at as a mail program draws it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AGENT, type Api, eventually } from './support/api.js';
import { graveFindings } from './support/axe.js';
import { openInstallation, signedIn } from './support/console.js';
import { type MailServer, partOf, startMailServer } from './support/mail-server.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let server: RunningServer;
let api: Api;
let browser: Browser;
let mail: MailServer;
let close: () => Promise<void>;
/** Noon of yesterday by the server's clock, milliseconds UTC. */
let noon: number;

beforeAll(async () => {
  [{ server, api, browser, close }, mail] = await Promise.all([openInstallation([{ name: 'Tea & Cups', domain: SITE }], { FOOTFALL_ALARM_PRIVATE: 'true' }), startMailServer()]);
  const { list } = await api.get<{ list: { time_zone: string }[] }>('/website/list');
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: list[0]?.time_zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(Date.now());
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  noon = Date.now() - (hours * 60 + minutes) * 60_000 - 12 * 3_600_000;
  const view = (id: string, days: number, path: string, who: number, agent = AGENT) => ({ type: 'pageview', id, timestamp: noon - days * 86_400_000 + who * 1_000, url: `https://${SITE}${path}`, ip: `192.0.2.${who}`, user_agent: agent });
  const items = [
    ...Array.from({ length: 6 }, (_, i) => view(`y-${i}`, 0, i < 4 ? '/tea' : '/cup', i)),
    ...Array.from({ length: 4 }, (_, i) => view(`b-${i}`, 1, '/tea', i)),
    ...Array.from({ length: 3 }, (_, i) => view(`g-${i}`, 0, '/tea', 50 + i, GOOGLE)),
  ];
  const { key } = await api.post<{ key: string }>('/website/key/add', { site_id: 1, name: 'test' });
  const answer = await fetch(`${server.url}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(items) });
  if (!answer.ok) throw new Error(await answer.text());
  await eventually(() => api.get<{ sites: { visits: number; spider_hits: number }[] }>('/status/sizes'), ({ sites }) => sites[0]?.visits === 10 && sites[0].spider_hits === 3, 30_000);
});
afterAll(async () => {
  await close();
  await mail.close();
});

it('is made on its screen, sent at once, and seen in the list', async () => {
  const { page, open, context } = await signedIn(browser, server.url, { locale: 'en-US' });
  await open('/schedules');
  await page.getByText('No report goes out by e-mail yet').waitFor();
  await page.getByRole('button', { name: 'Add a report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Morning figures');
  await dialog.getByRole('combobox', { name: 'Sites' }).fill('shop');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: SITE }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('combobox', { name: 'How often' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'Every day' }).click();
  await dialog.getByLabel('To', { exact: true }).fill('boss@shop.example');
  await dialog.getByLabel('Mail server', { exact: true }).last().fill(`smtp://127.0.0.1:${mail.port}`);
  await dialog.getByLabel('From', { exact: true }).fill('Footfall <footfall@stats.example>');
  expect(await graveFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Every day at 08:00/u).waitFor();
  expect(mail.received).toEqual([]);

  await page.getByRole('button', { name: 'Send now Morning figures' }).click();
  await page.getByText(/^Last: .*: Sent$/u).waitFor();
  expect(mail.received).toHaveLength(1);
  const text = partOf(mail.received[0] ?? '', 'text/plain').replaceAll('\r\n', '\n');
  for (const line of ['Page views (PV): 6 (Before 4, +50.0%)', 'Visitors (UV): 6 (Before 4, +50.0%)', 'Crawler hits: 3 (Before 0, new)', `https://${SITE}/tea: 4 (Before 4, 0.0%)`, `https://${SITE}/cup: 2 (Before 0, new)`, 'Googlebot: 3 (Before 0, new)']) expect(text).toContain(line);
  expect(text).not.toMatch(/192\.0\.2\./u);

  // As a mail program draws it: no request of its own, nothing wider than a telephone.
  const reader = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const letter = await reader.newPage();
  const asked: string[] = [];
  letter.on('request', (request) => asked.push(request.url()));
  await letter.setContent(partOf(mail.received[0] ?? '', 'text/html'));
  expect((await letter.getByRole('heading', { level: 2 }).innerText()).replaceAll(/\s+/gu, ' ')).toBe(`Tea & Cups ${SITE}`);
  expect(await letter.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(asked).toEqual([]);
  await reader.close();

  await page.goto(`${server.url}/people/audit`);
  for (const what of ['Scheduled report added', 'Scheduled report sent by hand']) await page.getByText(what).first().waitFor();
  await page.goto(`${server.url}/schedules`);
  await page.getByRole('button', { name: 'Remove Morning figures' }).click();
  await page.locator('.ant-modal-confirm .ant-btn-dangerous').click();
  await page.getByText('No report goes out by e-mail yet').waitFor();
  await context.close();
});
