/** Crawl coverage, on a story whose answer is known: what nobody visits, what nobody crawls, what a sitemap lists and nobody fetched. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AGENT, type Api, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { opened } from './support/files.js';
import { combinedLine, importLines } from './support/log-lines.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const DAY = 86_400_000;
const START = Date.now() - 9 * DAY;
const AGENTS = { Googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1)', Bingbot: 'Mozilla/5.0 (compatible; bingbot/2.0)', Baiduspider: 'Mozilla/5.0 (compatible; Baiduspider/2.0)', GPTBot: 'Mozilla/5.0 (compatible; GPTBot/1.2)', people: AGENT } as const;

/** Who, path, status, how often. */
const TOLD = [
  ['Googlebot', '/orphan', 200, 2], ['Bingbot', '/orphan', 200, 1], ['Baiduspider', '/orphan', 200, 2], ['Baiduspider', '/orphan', 301, 1],
  ['people', '/visited', 200, 4],
  ['people', '/tea', 200, 7], ['Googlebot', '/tea', 200, 4], ['Googlebot', '/tea', 404, 1], ['GPTBot', '/tea', 200, 1],
  ['Googlebot', '/list?page=2', 200, 4], ['Bingbot', '/gone', 410, 3],
] as const;
const HITS = TOLD.flatMap(([who, path, status, times], row) => Array.from({ length: times }, (_, i) => ({ who, path, status, at: START + row * 7_200_000 + i * 60_000, ip: `203.0.113.${1 + row * 10 + i}` })));
const SITEMAP = ['/tea', '/forgotten', '/list?page=2'];
const XML = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[...SITEMAP.map((path) => `https://${SITE}${path}`), 'https://elsewhere.example/'].map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }], {}));
  await importLines(api, SITE, HITS.map(({ who, ...line }) => combinedLine({ ...line, agent: AGENTS[who] })));
  await eventually(() => api.get<{ urls: { known: number } }>(`/coverage/summary?domain=${SITE}`), ({ urls }) => urls.known === 5, 30_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function open(path: string): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url));
  await page.goto(server.url + path);
}

const panel = (title: RegExp): Locator => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
const list = (): Locator => panel(/^地址/u);
/** The rows of the list: address, views, whether listed, each crawler’s last answer and times, figures. */
const rows = async (): Promise<string[]> => (await list().locator('tbody .ant-table-row').allInnerTexts()).map(plain);
const paths = async (): Promise<string[]> => (await rows()).map((row) => row.split(' ')[0] ?? '').toSorted();

const isHit = ({ who }: (typeof HITS)[number]): boolean => who !== 'people';
const all = [...new Set([...HITS.map(({ path }) => path), ...SITEMAP])];
/** What is known of an address, told by plain loops. */
function told(path: string) {
  const own = HITS.filter((hit) => hit.path === path);
  const hits = own.filter(isHit);
  return { path, pv: own.length - hits.length, hits, crawled: hits.length > 0, visited: own.length > hits.length, listed: SITEMAP.includes(path) };
}
const spentOn = ({ status, path }: (typeof HITS)[number]): string => (status >= 400 ? 'errors' : status >= 300 ? 'redirects' : path.includes('?') ? 'parameters' : 'rest');

it('a sitemap is given as a file, and says what it left out; what is none is refused in words', async () => {
  await open(`/spider/coverage?domain=${SITE}`);
  const files = panel(/^站点地图/u);
  await files.getByText('还没有站点地图').waitFor();
  await files.getByRole('searchbox', { name: '站点地图地址' }).fill('https://elsewhere.example/sitemap.xml');
  await files.getByRole('button', { name: '读取' }).click();
  await files.getByText('这不是该站点的地址').waitFor();
  await files.locator('input[type=file]').setInputFiles({ name: 'sitemap.xml', mimeType: 'text/xml', buffer: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') });
  await files.getByText('无法读取该文件').waitFor();
  await files.locator('input[type=file]').setInputFiles({ name: 'sitemap.xml', mimeType: 'text/xml', buffer: Buffer.from(XML) });
  await files.getByText('3 个地址 · 1 个不属于该站点').waitFor();
  await expect.poll(paths).toContain('/forgotten');
});

it('counts the known addresses as the records do, and each count leads to its addresses', async () => {
  await open(`/spider/coverage?domain=${SITE}`);
  const known = all.map(told);
  const counts: readonly (readonly [string, (row: ReturnType<typeof told>) => boolean])[] = [
    ['全部', () => true], ['有人访问过', ({ visited }) => visited], ['蜘蛛抓取过', ({ crawled }) => crawled], ['在站点地图中', ({ listed }) => listed],
    ['在站点地图中，从未抓取', ({ listed, crawled }) => listed && !crawled], ['有人访问，从未抓取', ({ visited, crawled }) => visited && !crawled], ['抓取过，从未有人访问', ({ visited, crawled }) => crawled && !visited],
  ];
  for (const [name, passes] of counts) {
    const expected = known.filter((row) => passes(row));
    await panel(/^已知地址/u).getByRole('button', { name: `${name}: ${expected.length}`, exact: true }).click();
    await expect.poll(paths).toEqual(expected.map(({ path }) => path).toSorted());
  }
  expect(known.filter(({ crawled, visited }) => crawled && !visited).map(({ path }) => path)).toContain('/orphan');
});

it('shows for each crawler the last request, its answer and how often; or that there never was one', async () => {
  await open(`/spider/coverage?domain=${SITE}&crawlers=Googlebot,Bingbot,Baiduspider`);
  await expect.poll(async () => (await rows()).length).toBe(all.length);
  const found = await rows();
  for (const { path, pv, hits, listed } of all.map(told)) {
    const row = found.find((text) => text.startsWith(`${path} `)) ?? '';
    expect(row).toMatch(new RegExp(`^\\S+ ${pv} ${hits.length} ${listed ? '是' : '否'} `, 'u'));
    const cells = (['Googlebot', 'Bingbot', 'Baiduspider'] as const).map((name) => {
      const own = hits.filter(({ who }) => who === name);
      const last = own.toSorted((a, b) => b.at - a.at)[0];
      return last === undefined ? '从未' : `${last.status} ?× ${own.length}`;
    });
    expect(row).toMatch(new RegExp(cells.map((cell) => cell.replace('×', '×\\s?')).join('.*'), 'u'));
    const spent = ['errors', 'redirects', 'parameters'].map((kind) => hits.filter((hit) => spentOn(hit) === kind).length);
    expect(row.endsWith(` ${spent.join(' ')}`)).toBe(true);
  }
  // Most views by people first.
  expect(found.slice(0, 2).map((row) => row.split(' ')[0])).toEqual(['/tea', '/visited']);
  await page.getByRole('combobox', { name: '从未抓取' }).click();
  await page.locator('.ant-select-item-option[title=Baiduspider]').click();
  await expect.poll(paths).toEqual(all.filter((path) => !HITS.some((hit) => hit.path === path && hit.who === 'Baiduspider')).toSorted());
});

it('says what crawlers spent, and shows those that only got errors', async () => {
  await open(`/spider/coverage?domain=${SITE}`);
  const hits = HITS.filter(isHit);
  const spent = (kind: string): number => hits.filter((hit) => spentOn(hit) === kind).length;
  await expect.poll(() => panel(/^抓取花费/u).locator('div[role=img]').getAttribute('aria-label')).toContain(`正常页面 ${spent('rest')}, 带参数 ${spent('parameters')}, 跳转 ${spent('redirects')}, 错误 ${spent('errors')}, 合计 ${hits.length}`);
  const share = (kind: string): string => `${((spent(kind) / hits.length) * 100).toFixed(2)}%`;
  await expect.poll(async () => plain(await panel(/^蜘蛛/u).locator('tbody tr').last().innerText())).toBe(`所有蜘蛛 ${hits.length} ${['errors', 'redirects', 'parameters'].map((kind) => `${spent(kind)} ${share(kind)}`).join(' ')}`);
  await page.goto(`${server.url}/spider/coverage?domain=${SITE}&only=errors`);
  await expect.poll(paths).toEqual(['/gone']);
});

it('is taken along as a file of all rows', async () => {
  await open(`/spider/coverage?domain=${SITE}&crawlers=Googlebot`);
  await expect.poll(async () => (await rows()).length).toBe(all.length);
  for (const format of ['CSV', 'Excel（XLSX）']) {
    const coming = page.waitForEvent('download');
    await list().getByRole('button', { name: '下载', exact: true }).click();
    await page.getByRole('menuitem', { name: format, exact: true }).click();
    const { cells } = await opened(await coming);
    expect(cells).toHaveLength(all.length + 1);
    expect(cells[0]).toContain('Googlebot: 最近抓取');
  }
});
