/** A token made in the profile reads the same figures as the screen, of its site alone, until it is revoked. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AGENT, type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: 'shop.example' }, { name: 'Blog', domain: 'blog.example' }], {}));
  for (const [url, times] of [['https://shop.example/tea', 3], ['https://blog.example/', 2]] as const) {
    for (let i = 0; i < times; i += 1) await collect(server.url, beacon(url), { 'user-agent': AGENT });
  }
  await eventually(() => api.post<{ total: number }>('/home/top_list', { type: 'url' }), ({ total }) => total === 5, 20_000);
});
afterAll(() => close());

it('is made, used, and revoked', async () => {
  const { page, open, context } = await signedIn(browser, server.url, { locale: 'en-US' });
  await open('/profile/index?tab=tokens');
  await page.getByLabel('Name of a new token').fill('Weekly report');
  await page.getByRole('combobox', { name: 'Screens' }).fill('Pages');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Sites' }).fill('shop');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'shop.example' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const token = await page.locator('.ant-alert code').innerText();
  expect(token).toMatch(/^fft_[\w-]{43}$/u);

  const ask = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/api${path}`, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { code: number; data: { total?: number; error?: string; list?: { key: string; num: number }[] } };
  };
  expect((await ask('/home/top_list', { type: 'url' })).data).toMatchObject({ total: 3, list: [{ key: 'https://shop.example/tea', num: 3 }] });
  expect((await ask('/home/top_list', { type: 'url', domain: 'blog.example' })).data.error).toBe('site.unknown');
  expect((await ask('/spider/log')).data.error).toBe('token.scope');
  expect((await ask('/user/list')).data.error).toBe('token.scope');

  await page.reload();
  await page.getByText(/Last used/u).waitFor();
  await page.getByRole('button', { name: 'Revoke Weekly report' }).click();
  await page.locator('.ant-modal-confirm .ant-btn-dangerous').click();
  await page.getByText(/^Revoked \d/u).waitFor();
  expect((await ask('/home/top_list', { type: 'url' })).code).toBe(401);
  await page.goto(`${server.url}/people/audit`);
  for (const what of ['API token made', 'API token revoked']) await page.getByText(what).first().waitFor();
  await context.close();
});
