/**
 * The console in Chromium, on a store of BENCH_SIZE visits (1 million), of its largest site: how soon after the sign-in a dashboard shows figures, and all of
 * them; how long after a key or a click the next frame is; how lists of 5,000 rows scroll; and what a dashboard left open for BENCH_MINUTES (60) of its own clock,
 * which is turned on as soon as all is drawn, takes of memory while visits come in. Medians of BENCH_ROUNDS (5).
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closed, delaysOf, heapOf, launch, openConsole, scrolled, settled, watchEvents } from './support/console-page.mjs';
import { PASSWORD, startFootfall } from './support/footfall.mjs';
import { load, median, quantile, table } from './support/measure.mjs';
import { scaleStore, SITES, workingCopy } from './support/scale-store.mjs';

const SIZE = Number(process.env.BENCH_SIZE ?? 1_000_000);
const CACHE = process.env.BENCH_FOLDER ?? join(tmpdir(), 'footfall-scale');
const MINUTES = Number(process.env.BENCH_MINUTES ?? 60);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Visits a second while the dashboard is open, and for how many seconds a minute of its clock they come. */
const RATE = 20;
const A_MINUTE = 4;
const STEP_MS = 10_000;
const DASHBOARD = `/dashboard_info/index?domain=${SITES[0]}`;
const LISTS = [['visits', `/visit/index?domain=${SITES[0]}&range=31d&per_page=5000`], ['pages', `/visitStatistics/url?domain=${SITES[0]}&range=31d&per_page=5000`]];
const SCREENS = ['/report/device', '/visit/index', '/visitStatistics/url', '/flowRate/hour', '/spider/log'];
const say = (text) => process.stderr.write(`${text}\n`);

/** From the key that signs in. @returns milliseconds {figures, all} */
async function signIn(browser, url, isFirst) {
  const { page, context } = await openConsole(browser);
  try {
    await page.goto(`${url}/login?redirect=${encodeURIComponent(DASHBOARD)}`);
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.locator('input:not([type=password])').first().fill('admin');
    const from = performance.now();
    await page.keyboard.press('Enter');
    await page.locator('section tbody td').first().waitFor();
    const figures = performance.now() - from;
    const all = (await settled(page)) - from;
    if (isFirst) say(`the dashboard has ${await page.locator('section').count()} panels`);
    return { figures, all };
  } finally {
    await context.close();
  }
}

/** Goes through screens as somebody does who works with them. @returns milliseconds of each key and click until the frame after it */
async function interactions(browser, server) {
  const { page, context } = await openConsole(browser, server);
  await watchEvents(page);
  const delays = [];
  for (const screen of [DASHBOARD, ...SCREENS.map((path) => `${path}?domain=${SITES[0]}`)]) {
    await page.goto(`${server.url}${screen}`);
    await settled(page);
    for (const selector of ['section button[aria-pressed=false], .ant-segmented-item:not(.ant-segmented-item-selected)', '.ant-radio-button-wrapper:not(.ant-radio-button-wrapper-checked)', 'th.ant-table-column-has-sorters', '.ant-pagination-next:not(.ant-pagination-disabled)', '.ant-select']) {
      const found = page.locator(selector).first();
      if (!(await found.isVisible().catch(() => false))) continue;
      await found.click({ timeout: 3_000 }).catch(() => undefined);
      await settled(page);
    }
    await page.keyboard.press('Escape');
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('Tab');
    delays.push(...(await delaysOf(page)));
  }
  await context.close();
  return delays;
}

/** A list of 5,000 rows. @returns {rows, drawn, frames}: milliseconds until it is drawn, and of frames while it scrolls from one end to the other */
async function longList(browser, server, path) {
  const { page, context } = await openConsole(browser, server);
  const from = performance.now();
  await page.goto(`${server.url}${path}`);
  await page.locator('.ant-table-tbody-virtual-holder').first().waitFor();
  const drawn = (await settled(page)) - from;
  const found = await scrolled(page);
  await context.close();
  return { drawn, ...found };
}

/** A dashboard left open. @returns {asked, heaps}: how often it asked, and what `heapOf` tells after the first minute, when all is drawn and kept for the first time, after a third of the time, and at the end */
async function leftOpen(browser, server) {
  const { page, context } = await openConsole(browser, server);
  let asked = 0;
  page.on('request', () => {
    asked += 1;
  });
  await page.clock.install();
  await page.goto(`${server.url}${DASHBOARD}`);
  await settled(page);
  const coming = load(server.port, '/collect', 4, MINUTES * A_MINUTE, RATE, SITES[0]);
  const heaps = [];
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    for (let at = 0; at < 60_000; at += STEP_MS) {
      await page.clock.runFor(STEP_MS);
      await settled(page);
    }
    if (minute === 1 || minute === Math.ceil(MINUTES / 3) || minute === MINUTES) heaps.push({ minute, ...(await heapOf(page)) });
  }
  await coming;
  await context.close();
  return { asked, heaps };
}

mkdirSync(CACHE, { recursive: true });
const copy = workingCopy((await scaleStore(CACHE, SIZE, say)).folder);
process.on('exit', () => copy.remove());
const server = await startFootfall(copy.folder);
const browser = await launch();
try {
  const signIns = [];
  for (let round = 0; round < ROUNDS; round += 1) signIns.push(await signIn(browser, server.url, round === 0));
  const delays = [];
  for (let round = 0; round < ROUNDS; round += 1) delays.push(...(await interactions(browser, server)));
  if (delays.length === 0) throw new Error('no key and no click took the 16 ms from which the browser tells them: has the console other buttons?');
  const lists = [];
  for (const [name, path] of LISTS) lists.push([name, await longList(browser, server, path)]);
  const of = (key) => median(signIns.map((one) => one[key])).toFixed(0);
  process.stdout.write(`\nthe console, ${SIZE} visits, medians of ${ROUNDS}\n${table([
    ['', 'ms'],
    ['from the sign-in to the first figures of a dashboard', of('figures')],
    ['from the sign-in to all of them', of('all')],
    [`from a key or click to the next frame, of ${delays.length}: median`, quantile(delays, 0.5).toFixed(0)],
    ['the slowest of 50 (98th percentile)', quantile(delays, 0.98).toFixed(0)],
  ])}\n\n${table([
    ['lists of 5,000', 'rows, about', 'drawn after, ms', 'frames', 'frame, ms', 'p95', 'longest'],
    ...lists.map(([name, { rows, drawn, frames }]) => [name, rows, drawn.toFixed(0), frames.length, quantile(frames, 0.5).toFixed(1), quantile(frames, 0.95).toFixed(1), Math.max(...frames).toFixed(1)]),
  ])}\n`);
  const { asked, heaps } = await leftOpen(browser, server);
  process.stdout.write(`\na dashboard left open for ${MINUTES} minutes of its clock, ${asked} requests\n${table([['after minutes', 'heap, MB', 'nodes', 'listeners'], ...heaps.map(({ minute, heap, nodes, listeners }) => [minute, heap, nodes, listeners])])}\n`);
} finally {
  await closed(browser);
  await server.stop();
}
