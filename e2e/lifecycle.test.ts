/** From published to visited, on a story whose dates are known beforehand. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AGENT, type Api, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { opened } from './support/files.js';
import { combinedLine, importLines } from './support/log-lines.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const HOUR = 3_600_000;
const START = Math.floor(Date.now() / HOUR) * HOUR - 12 * 24 * HOUR;
const AGENTS = { Googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1)', Bingbot: 'Mozilla/5.0 (compatible; bingbot/2.0)', people: AGENT } as const;

/** Path, hours after its publication, who, from where. A later one of the same kind must change nothing. */
const TOLD = [
  ['/a', 2, 'Googlebot', ''], ['/a', 5, 'Bingbot', ''], ['/a', 9, 'Googlebot', ''], ['/a', 26, 'people', 'https://www.baidu.com/s?wd=a'], ['/a', 8, 'people', ''], ['/a', 30, 'people', 'https://www.google.com/'],
  ['/b', 4, 'Googlebot', ''], ['/b', 50, 'people', 'https://www.google.com/'],
  ['/c', 10, 'Googlebot', ''], ['/c', 20, 'Bingbot', ''],
] as const;
const PUBLISHED = ['/a', '/b', '/c', '/d'];
const publishedAt = (path: string): number => START + PUBLISHED.indexOf(path) * 24 * HOUR;
const XML = `<urlset>${PUBLISHED.map((path) => `<url><loc>https://${SITE}${path}</loc><lastmod>${new Date(publishedAt(path)).toISOString()}</lastmod></url>`).join('')}</urlset>`;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }], {}));
  await importLines(api, SITE, TOLD.map(([path, hours, who, referrer], i) => combinedLine({ at: publishedAt(path) + hours * HOUR, ip: `203.0.113.${i + 1}`, path, status: 200, agent: AGENTS[who], ...(referrer === '' ? {} : { referrer }) })).toSorted());
  await api.post('/coverage/sitemap_upload', { domain: SITE, files: [{ name: 'sitemap.xml', data: Buffer.from(XML).toString('base64') }] });
  await eventually(() => api.get<{ urls: { known: number; crawled: number } }>(`/coverage/summary?domain=${SITE}`), ({ urls }) => urls.known === 4 && urls.crawled === 3, 30_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function open(path: string): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url));
  await page.goto(server.url + path);
}

const panel = (title: RegExp): Locator => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
const rows = async (): Promise<string[]> => (await panel(/^新出现的地址/u).locator('tbody .ant-table-row').allInnerTexts()).map(plain);

/** Hours until somebody came to an address first, told by plain loops; undefined: nobody did. */
function firstOf(path: string, isOne: (who: string, referrer: string) => boolean): number | undefined {
  let least: number | undefined;
  for (const [at, hours, who, referrer] of TOLD) if (at === path && isOne(who, referrer) && (least === undefined || hours < least)) least = hours;
  return least;
}
function hoursText(hours: number): string {
  const two = (larger: string, smaller: string): string => (smaller.startsWith('0') ? larger : `${larger} ${smaller}`);
  return hours >= 24 ? two(`${Math.floor(hours / 24)}天`, `${Math.floor(hours % 24)}小时`) : two(`${Math.floor(hours)}小时`, `${(hours % 1) * 60}分钟`);
}
const middle = (list: readonly number[]): number => {
  const ordered = list.toSorted((a, b) => a - b);
  return ((ordered[Math.floor((ordered.length - 1) / 2)] ?? 0) + (ordered[Math.floor(ordered.length / 2)] ?? 0)) / 2;
};
const hoursIn = (text: string): number => Number(/(\d+)天/u.exec(text)?.[1] ?? 0) * 24 + Number(/(\d+)小时/u.exec(text)?.[1] ?? 0) + Number(/(\d+)分/u.exec(text)?.[1] ?? 0) / 60;

it('says of each address what came first, and when', async () => {
  await open(`/spider/coverage?domain=${SITE}`);
  await page.getByText('从发布到访问').first().click();
  await page.waitForURL(/view=lifecycle/u);
  await expect.poll(async () => (await rows()).map((row) => row.split(' ')[0])).toEqual(['/d', '/c', '/b', '/a']);
  for (const row of await rows()) {
    const path = row.split(' ')[0] ?? '';
    const steps = [firstOf(path, (who) => who !== 'people'), firstOf(path, (who) => who === 'Googlebot'), firstOf(path, (who) => who === 'Bingbot'), firstOf(path, (_, referrer) => referrer !== ''), firstOf(path, (who) => who === 'people')];
    const found = [...row.matchAll(/\+([^·]*?)(?: · \S+)? \d{4}-|尚未/gu)].map(([text, took]) => (text === '尚未' ? undefined : hoursIn(took ?? '')));
    expect([path, found]).toEqual([path, steps]);
  }
  expect((await rows()).at(-1)).toContain('· Baidu');
  await page.getByRole('combobox', { name: '尚未发生' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: '没有访客' }).click();
  await expect.poll(async () => (await rows()).map((row) => row.split(' ')[0])).toEqual(['/d', '/c']);
});

it('the medians are those of the story', async () => {
  await open(`/spider/coverage?domain=${SITE}&view=lifecycle`);
  const shown = async (): Promise<string[]> => (await panel(/^所需时间/u).locator('tbody tr').allInnerTexts()).map(plain);
  const kinds: readonly (readonly [string, (who: string, referrer: string) => boolean])[] = [
    ['首次抓取', (who) => who !== 'people'], ['Googlebot 抓取', (who) => who === 'Googlebot'], ['Bingbot 抓取', (who) => who === 'Bingbot'],
    ['首次搜索来访', (_, referrer) => referrer !== ''], ['Google 搜索来访', (_, referrer) => referrer.includes('google')], ['Baidu 搜索来访', (_, referrer) => referrer.includes('baidu')],
    ['首位访客', (who) => who === 'people'],
  ];
  const expected = kinds.map(([name, isOne]) => {
    const took = PUBLISHED.flatMap((path) => firstOf(path, isOne) ?? []);
    return `${name} ${hoursText(middle(took))} ${took.length} ${PUBLISHED.length} ${((took.length / PUBLISHED.length) * 100).toFixed(2)}%`;
  });
  await expect.poll(async () => (await shown()).toSorted()).toEqual(expected.toSorted());
});

it('both are taken along as files', async () => {
  await open(`/spider/coverage?domain=${SITE}&view=lifecycle`);
  for (const [title, length] of [[/^所需时间/u, 8], [/^新出现的地址/u, 5]] as const) {
    await panel(title).locator('tbody tr').last().waitFor();
    const coming = page.waitForEvent('download');
    await panel(title).getByRole('button', { name: '下载', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await opened(await coming)).cells).toHaveLength(length);
  }
});
