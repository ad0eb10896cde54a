/** Suspicious visitors, on a story whose answer is known: three emulated iPhones among five genuine ones, a metronome, an impossible memory, a traveller. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AGENT, type Api, beacon, collect, eventually } from './support/api.js';
import { openInstallation, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';

const SITE = 'shop.example';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
/** In Beijing. */
const NETWORK = '114.114.114';
const CHROME_FACTS = { s: [1_920, 1_080, 1_920, 1_032], p: 1, c: 8, m: 8, k: 0, o: 'Win32', l: 'zh-CN,zh', z: 'Asia/Shanghai', g: ['Google Inc. (Intel)', 'ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)'] };
const IPHONE_FACTS = { s: [390, 844, 390, 844], p: 3, c: 6, k: 5, o: 'iPhone', l: 'zh-CN,zh', z: 'Asia/Shanghai', g: ['Apple Inc.', 'Apple GPU'] };
const EMULATED = { ...IPHONE_FACTS, k: 0, g: ['Google Inc. (Google)', 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)'] };

interface Person {
  readonly name: string;
  readonly agent: string;
  readonly facts: object;
  readonly views: number;
  /** Milliseconds from one view to the next. */
  readonly step: (view: number) => number;
  readonly signs: readonly string[];
}
const reading = (view: number): number => 9_000 + ((view * 7_919) % 23) * 2_500;
const PEOPLE: readonly Person[] = [
  ...Array.from({ length: 20 }, (_, i): Person => ({ name: `reader ${i}`, agent: AGENT, facts: CHROME_FACTS, views: 2 + (i % 3), step: reading, signs: [] })),
  { name: 'long reader', agent: AGENT, facts: CHROME_FACTS, views: 16, step: reading, signs: [] },
  ...Array.from({ length: 5 }, (_, i): Person => ({ name: `iPhone ${i}`, agent: IPHONE, facts: IPHONE_FACTS, views: 3, step: reading, signs: [] })),
  ...Array.from({ length: 3 }, (_, i): Person => ({ name: `emulated ${i}`, agent: IPHONE, facts: EMULATED, views: 4, step: reading, signs: ['software_gpu', 'no_touch'] })),
  { name: 'metronome', agent: AGENT, facts: CHROME_FACTS, views: 18, step: () => 5_000, signs: ['regular_walk'] },
  { name: 'memory', agent: AGENT, facts: { ...CHROME_FACTS, m: 3 }, views: 2, step: reading, signs: ['memory'] },
  { name: 'traveller', agent: AGENT, facts: { ...CHROME_FACTS, z: 'America/New_York' }, views: 2, step: reading, signs: ['time_zone'] },
];
const PAGES = 6;
const fingerprintOf = (person: number): string => (0xabc0 + person).toString(16).padStart(16, '7');
const personAt = (name: string): number => PEOPLE.findIndex((one) => one.name === name);

let server: RunningServer;
let api: Api;
let browser: Browser;
let close: () => Promise<void>;
let context: BrowserContext;
let page: Page;
/** Every view that was sent, as it was sent. */
const sent: { readonly person: number; readonly agent: string }[] = [];

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: '商店', domain: SITE }], { FOOTFALL_TRUST_PROXY: '1' }));
  for (const [person, { agent, facts, views, step }] of PEOPLE.entries()) {
    let age = 40 * 60_000;
    for (let view = 0; view < views; view += 1) {
      const hit = { ...beacon(`https://${SITE}/page/${view % PAGES}`, { f: fingerprintOf(person) }), ...facts, d: age };
      const answer = await collect(server.url, hit, { 'user-agent': agent, 'x-forwarded-for': `${NETWORK}.${100 + person}` });
      if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`);
      sent.push({ person, agent });
      age -= step(view);
    }
  }
  await eventually(() => api.get<{ meta: { pagination: { total: number } } }>(`/report/device_logs?domain=${SITE}`), ({ meta }) => meta.pagination.total === sent.length, 30_000);
});
afterAll(() => close());
afterEach(() => context.close());

async function open(path: string): Promise<void> {
  ({ context, page } = await signedIn(browser, server.url));
  await page.goto(server.url + path);
}
const panel = (title: string | RegExp): Locator => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
const rows = (): Locator => panel('可疑访客').locator('tbody .ant-table-row');

it('the list counts them by sign, and each count shows exactly those', async () => {
  await open(`/visit/index?domain=${SITE}`);
  await page.getByText('可疑', { exact: true }).click();
  await page.waitForURL(/view=suspicious/u);
  const sure = PEOPLE.filter(({ signs }) => signs.length > 0 && !signs.includes('time_zone'));
  await panel('迹象').getByText(`${PEOPLE.length} 位访客中有 ${sure.length} 位`).waitFor();
  await expect.poll(() => rows().count()).toBe(sure.length);
  for (const sign of new Set(PEOPLE.flatMap(({ signs }) => signs))) {
    const theirs = PEOPLE.flatMap(({ signs }, person) => (signs.includes(sign) ? [person] : []));
    const count = page.getByTestId(`sign-${sign}`).getByRole('button', { name: new RegExp(`: ${theirs.length}$`, 'u') });
    await count.click();
    await page.waitForURL(new RegExp(`sign=${sign}`, 'u'));
    await expect.poll(() => rows().count()).toBe(theirs.length);
    const texts = await rows().allInnerTexts();
    for (const person of theirs) expect(texts.filter((text) => text.includes(fingerprintOf(person)))).toHaveLength(1);
    await count.click();
    await expect.poll(() => rows().count()).toBe(sure.length);
  }
});

it('the trajectory says why with the values, and one click makes a rule that is tried before it is saved', async () => {
  const emulated = personAt('emulated 1');
  await open(`/userTrajectory/userTrajectory?domain=${SITE}&type=fingerprint&fingerprint=${fingerprintOf(personAt('metronome'))}`);
  const signs = page.getByTestId('suspicions');
  const walked = sent.filter(({ person }) => person === personAt('metronome')).length;
  await signs.getByText(`${PAGES} 个页面之间的 ${walked - 1} 个间隔中，有 ${walked - 1} 个与 5秒钟相差不到十分之一。`).waitFor();
  await page.goto(`${server.url}/userTrajectory/userTrajectory?domain=${SITE}&type=fingerprint&fingerprint=${fingerprintOf(personAt('long reader'))}`);
  await page.getByText('访客信息').first().waitFor();
  expect(await signs.count()).toBe(0);
  await page.goto(`${server.url}/userTrajectory/userTrajectory?domain=${SITE}&type=fingerprint&fingerprint=${fingerprintOf(emulated)}`);
  await signs.getByText(/SwiftShader Device.*软件或虚拟机/u).waitFor();
  await signs.getByText('触点数却是 0').waitFor();

  await signs.getByRole('link', { name: '生成规则' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(IPHONE, { exact: true }).first().waitFor();
  expect(await dialog.getByLabel('蜘蛛名称').inputValue()).toBe(`可疑 ${fingerprintOf(emulated)}`);
  // The genuine iPhones have the same agent: the dry run says that they would go too.
  let people = 0;
  const visitors = new Set<number>();
  for (const { agent, person } of sent) {
    if (agent !== IPHONE) continue;
    people += 1;
    visitors.add(person);
  }
  const tried = dialog.getByTestId('dry-run');
  await tried.getByText(`${visitors.size} 位访客`).waitFor();
  expect(await tried.locator('b').first().innerText()).toBe(String(people));
  // Nothing is saved before it is said.
  const before = await api.get<{ list: { name: string }[] }>('/spider/list?search=SwiftShader');
  expect(before.list).toEqual([]);
  await dialog.getByRole('button', { name: /取\s*消/u }).click();
  await expect.poll(() => page.url()).not.toContain('new_rule');
});
