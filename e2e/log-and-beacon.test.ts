/** A hundred page views, of which is known beforehand what access log and tracking code each saw, through the real ways in: the log imported, the beacons collected. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AGENT, type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import { opened } from './support/files.js';
import { combinedLine, importLines } from './support/log-lines.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const MINUTE = 60_000;
const START = Math.floor(Date.now() / 1_000) * 1_000 - 180 * MINUTE;
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1)';
const LYNX = 'Lynx/2.9.2 libwww-FM/2.14';

/** One whose clock shows neither the small hours nor the last of the day: the whole story is of today. */
const zone = (): string => {
  const hour = new Date(Date.now() + 8 * 60 * MINUTE).getUTCHours();
  return hour >= 4 && hour < 23 ? 'Asia/Shanghai' : 'America/Lima';
};

type Kind = 'matched' | 'crawler' | 'blocked' | 'no_script' | 'cached';
const STORY: readonly (readonly [Kind, number])[] = [['matched', 60], ['crawler', 15], ['blocked', 10], ['no_script', 5], ['cached', 10]];

/** One view each: what the log and the tracking code saw of it. */
interface View {
  readonly kind: Kind;
  readonly at: number;
  readonly ip: string;
  readonly agent: string;
  readonly path: string;
  readonly line: boolean;
  readonly beacon: boolean;
}

/** A view a minute, kinds mixed; six have their beacon alone because the visitor turns back to a page that was asked for before, four because of their address. */
const VIEWS: readonly View[] = STORY.flatMap(([kind, num]) => Array.from({ length: num }, (_, i) => ({ kind, i })))
  .toSorted((a, b) => ((a.i * 37 + a.kind.length * 11) % 61) - ((b.i * 37 + b.kind.length * 11) % 61) || (a.kind < b.kind ? -1 : 1))
  .map(({ kind, i }, place): View => {
    const at = START + place * MINUTE;
    const of = (ip: string, agent: string, path: string, line: boolean, sent: boolean): View => ({ kind, at, ip, agent, path, line, beacon: sent });
    if (kind === 'crawler') return of('192.0.2.1', GOOGLEBOT, `/page/${i % 3}`, true, false);
    if (kind === 'blocked') return of(`198.51.100.${i + 1}`, AGENT, `/page/${i % 3}`, true, false);
    if (kind === 'no_script') return of('198.51.100.99', LYNX, '/', true, false);
    if (kind === 'cached') return i < 6 ? of(`203.0.113.${i + 1}`, AGENT, '/again', false, true) : of('2001:db8::7', AGENT, '/', false, true);
    return of(`203.0.113.${(i % 20) + 1}`, AGENT, `/page/${i % 3}?n=${i}`, true, true);
  });
/** Before and after, pairs of whose places nothing depends: what is compared begins and ends with them. The first are the first requests of those who turn back. */
const BEFORE: readonly View[] = Array.from({ length: 6 }, (_, i) => ({ kind: 'matched', at: START - (10 - i) * MINUTE, ip: `203.0.113.${i + 1}`, agent: AGENT, path: '/again', line: true, beacon: true }));
const LAST: View = { kind: 'matched', at: START + 101 * MINUTE, ip: '203.0.113.1', agent: AGENT, path: '/last', line: true, beacon: true };
const ALL: readonly View[] = [...BEFORE, ...VIEWS, LAST];
/** Beacons of the next hours, of which no log is imported: nothing may follow from them. */
const LATER = 12;

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }, { name: '空', domain: 'empty.example' }], { FOOTFALL_TRUST_PROXY: '127.0.0.1', FOOTFALL_TIMEZONE: zone() }));
  const send = (at: number, view: Pick<View, 'ip' | 'agent' | 'path'>) => collect(server.url, { ...beacon(`http://www.${SITE}${view.path}#top`), d: Date.now() - at }, { 'user-agent': view.agent, 'x-forwarded-for': view.ip });
  for (const view of ALL) if (view.beacon) await send(view.at + 1_500, view);
  for (let i = 0; i < LATER; i += 1) await send(START + (110 + i) * MINUTE, { ip: '203.0.113.3', agent: AGENT, path: `/later/${i}` });
  await importLines(api, SITE, ALL.filter(({ line }) => line).map((view) => combinedLine({ ...view, status: 200 })));
  await eventually(() => api.get<{ log: { records: number }; beacon: { records: number } }>(`/reconcile/days?domain=${SITE}`), ({ log, beacon: sent }) => log.records + sent.records === ALL.reduce((sum, view) => sum + Number(view.line) + Number(view.beacon), LATER), 30_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function open(path: string): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url));
  await page.goto(server.url + path);
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
const panel = (title: RegExp): Locator => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
const rowsOf = async (title: RegExp): Promise<string[]> => (await panel(title).locator('tbody tr:not(.ant-table-measure-row)').allInnerTexts()).map(plain);
/** Told by a plain loop over the story. */
const numOf = (kind: Kind): number => ALL.reduce((sum, view) => sum + (view.kind === kind ? 1 : 0), 0);

it('says of a hundred views what the log and the tracking code saw of each', async () => {
  expect(STORY.map(([kind, num]) => [kind, num])).toEqual(STORY.map(([kind]) => [kind, VIEWS.filter((view) => view.kind === kind).length]));
  await open(`/flowRate/log?domain=${SITE}`);
  const share = (num: number): string => `${((num / ALL.length) * 100).toFixed(2)}%`;
  const expected: readonly (readonly [string, number])[] = [
    ['一致', numOf('matched')], ['蜘蛛', numOf('crawler')],
    ['脚本被拦截或未上报', numOf('blocked')], ['该访客当天没有任何上报', 10], ['该页面当天没有任何上报', 0], ['只缺这一次上报', 0],
    ['无脚本', numOf('no_script')], ['图片代替脚本', 0], ['不支持脚本的浏览器', 5],
    ['缓存或不在日志', numOf('cached')], ['当天请求过的页面', 6], ['日志当天没有该访客', 4], ['日志当天没有该页面', 0], ['只缺这一次请求', 0],
  ];
  await expect.poll(async () => (await rowsOf(/^差异原因/u)).map((row) => row.split(' ').slice(0, 3).join(' '))).toEqual(expected.map(([name, num]) => `${name} ${num} ${share(num)}`));
  const both = numOf('matched');
  const words = plain(await panel(/^每日对账/u).innerText());
  expect(words).toContain(`日志有 ${ALL.filter(({ line }) => line).length} 次页面请求，脚本上报 ${ALL.filter((view) => view.beacon).length} 次，其中 ${both} 次是同一次浏览`);
  expect(words).toContain(`日志 0 次，上报 ${LATER} 次`);
  const total = plain(await panel(/^每日对账/u).locator('tfoot tr').innerText());
  expect(total.split(' ').slice(1, 6).map(Number)).toEqual(STORY.map(([kind]) => numOf(kind)));

  // The views behind a figure, and the way to the visitor.
  await panel(/^差异原因/u).getByRole('button', { name: '日志当天没有该访客' }).click();
  await expect.poll(async () => (await rowsOf(/^浏览记录/u)).filter((row) => row.includes('2001:db8::7')).length).toBe(4);
  expect(await rowsOf(/^浏览记录/u)).toHaveLength(4);
  expect(await panel(/^浏览记录/u).getByRole('link', { name: '2001:db8::7' }).first().getAttribute('href')).toContain('/userTrajectory/userTrajectory?');
});

it('both tables are taken along as files, and a site without both is told what is missing', async () => {
  await open(`/flowRate/log?domain=${SITE}`);
  for (const [title, length] of [[/^每日对账/u, 8], [/^浏览记录/u, ALL.length + 1]] as const) {
    await panel(title).locator('tbody tr').last().waitFor();
    const coming = page.waitForEvent('download');
    await panel(title).getByRole('button', { name: '下载', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await opened(await coming)).cells).toHaveLength(length);
  }
  await page.goto(`${server.url}/flowRate/log?domain=empty.example`);
  await page.getByText('这段时间既没有日志也没有脚本上报').first().waitFor();
  await collect(server.url, beacon('https://empty.example/'));
  await eventually(() => api.get<{ beacon: { records: number } }>('/reconcile/days?domain=empty.example'), ({ beacon: sent }) => sent.records === 1, 30_000);
  await page.reload();
  await page.getByText('这段时间没有访问日志').first().waitFor();
});
