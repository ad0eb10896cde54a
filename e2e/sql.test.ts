/** A statement on the screen counts what was sent; a token and a role with one site never see another; what is refused says why. */
import type { Browser, Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGENT, type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';

/** What is sent: views by address. The answers below are counted from this. */
const SENT = [['https://shop.example/tea', 4], ['https://shop.example/coffee', 2], ['https://blog.example/secret-page', 3]] as const;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let page: Page;
let open: (path: string) => Promise<void>;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: 'shop.example' }, { name: 'Blog', domain: 'blog.example' }], {}));
  for (const [url, times] of SENT) for (let i = 0; i < times; i += 1) await collect(server.url, beacon(url), { 'user-agent': AGENT });
  await eventually(() => api.post<{ total: number }>('/home/top_list', { type: 'url' }), ({ total }) => total === 9, 20_000);
  ({ page, open } = await signedIn(browser, server.url, { locale: 'en-US', acceptDownloads: true }));
});
afterAll(() => close());

const cells = async (): Promise<string[][]> => page.locator('section[aria-label=Answer] tbody tr').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
const write = async (sql: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Statement' }).fill(sql);
  await page.keyboard.press('Control+Enter');
};

describe('on the screen', () => {
  it('begins empty, with the tables beside it and examples', async () => {
    await open('/sql');
    await page.getByText('No statement was run').waitFor();
    await page.locator('summary', { hasText: 'visits' }).click();
    await page.getByText('country_code', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Views by weekday' }).click();
    await expect.poll(async () => (await cells()).map(([domain, , views]) => [domain, views])).toEqual([['blog.example', '3'], ['shop.example', '6']]);
  });

  it('counts what was sent, by Ctrl and Enter, and keeps the statement in the address', async () => {
    await write('SELECT url, count() AS views FROM visits GROUP BY url ORDER BY views DESC, url');
    const expected = SENT.toSorted((a, b) => b[1] - a[1]).map(([url, times]) => [url, String(times)]);
    await expect.poll(cells).toEqual(expected);
    await page.reload();
    await expect.poll(cells).toEqual(expected);
    expect(await page.getByRole('textbox', { name: 'Statement' }).inputValue()).toContain('GROUP BY url');
  });

  it('gives it as a file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await page.getByRole('button', { name: 'Download' }).click();
        await page.getByRole('menuitem', { name: 'CSV' }).click();
      })(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/u, '').trim().split(/\r?\n/u);
    expect(lines).toEqual(['"url","views"', ...SENT.toSorted((a, b) => b[1] - a[1]).map(([url, times]) => `"${url}",${times}`)]);
  });

  it('says what is refused, and what the store does not understand', async () => {
    await write("SELECT * FROM file('/etc/passwd')");
    await page.getByRole('alert').filter({ hasText: 'file leaves the database' }).waitFor();
    await write('SELECT * FROM numbers(10)');
    await page.getByRole('alert').filter({ hasText: 'not numbers()' }).waitFor();
    await write('SELECT nothing FROM visits');
    await page.getByRole('alert').filter({ hasText: 'Unknown expression identifier `nothing`' }).waitFor();
    await write('SELECT title FROM visits WHERE 0');
    await page.getByText('The statement found no rows').waitFor();
    const { list } = await api.get<{ list: { target: string }[] }>('/audit/list?per_page=50&action=sql.ask');
    expect(list.map(({ target }) => target)).toContain('SELECT title FROM visits WHERE 0');
    expect(list.some(({ target }) => target.includes('passwd'))).toBe(false);
  });
});

describe('by token', () => {
  const ask = async (token: string, sql: string, params: object = {}) => {
    const answer = await fetch(`${server.url}/api/sql`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify({ sql, params }) });
    return (await answer.json()) as { code: number; data: { rows?: unknown[][]; error?: string; reason?: string } };
  };
  const make = async (routes: string[], sites: string[]): Promise<string> => (await api.post<{ token: string }>('/profile/token/add', { name: 'Tool', routes, sites })).token;

  it('reads the token’s sites alone, and only with the grant', async () => {
    const token = await make(['Sql'], ['shop.example']);
    expect((await ask(token, 'SELECT url, count() AS views FROM visits GROUP BY url ORDER BY url')).data.rows).toEqual([['https://shop.example/coffee', '2'], ['https://shop.example/tea', '4']]);
    expect((await ask(token, 'SELECT count() FROM visits WHERE url LIKE {part:String} OR 1', { part: '%secret%' })).data.rows).toEqual([['6']]);
    expect(await ask(token, 'SELECT count() FROM footfall.visits')).toMatchObject({ code: 403, data: { error: 'sql.refused' } });
    expect(await ask(token, 'SELECT ip FROM visits')).toMatchObject({ code: 400, data: { error: 'sql.invalid' } });
    expect((await ask(await make(['Sql', 'visitIp'], ['shop.example']), 'SELECT count(ip) FROM visits')).data.rows).toEqual([['6']]);
    expect(await ask(await make(['visitIp'], []), 'SELECT 1')).toMatchObject({ code: 403, data: { error: 'token.scope' } });
  });
});
