/** The console in a browser: signed in, and what can be seen of it from outside. */
import { chromium } from 'playwright-core';
import { launching } from './fingerprint-browsers.mjs';

const SIZE = { width: 1440, height: 900 };
/** Nothing is asked for so long, and nothing is busy: all is drawn. */
const QUIET_MS = 150;

export const launch = () => chromium.launch(launching());
export const closed = (browser) => browser.close();

/** A window of its own. @param server whose administrator is signed in there; nobody without one */
export async function openConsole(browser, server) {
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-US' });
  if (server !== undefined) await context.addCookies([{ name: 'Site-Token', value: server.token, url: server.url }]);
  const page = await context.newPage();
  page.asking = 0;
  const isCall = (request) => request.url().includes('/api/');
  const ended = (request) => {
    if (isCall(request)) page.asking -= 1;
  };
  page.on('request', (request) => {
    if (isCall(request)) page.asking += 1;
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return { page, context };
}

/** Resolves when nothing was asked and nothing was busy for a moment. @returns when that moment began, as performance.now() */
export async function settled(page, most = 15_000) {
  const until = performance.now() + most;
  let since = performance.now();
  while (performance.now() - since < QUIET_MS) {
    if (performance.now() > until) throw new Error(`${page.url()} is busy after ${most} ms`);
    if (page.asking > 0 || (await page.locator('section[aria-busy=true]').count()) > 0) since = performance.now();
    await new Promise((done) => setTimeout(done, 10));
  }
  return since;
}

/** Notes the keys and clicks of every page that is opened from now on, as the browser's Event Timing tells them. */
export const watchEvents = (page) => page.addInitScript(() => {
  const seen = (globalThis.benchEvents = []);
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId > 0) seen.push([interactionId, duration]);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
});

/** Of the page that is open. @returns milliseconds until the next frame, of each key or click with 16 or more; what belongs to one (pressed, let go) counts once, as its longest part */
export const delaysOf = (page) => page.evaluate(() => {
  const longest = new Map();
  for (const [id, duration] of globalThis.benchEvents) longest.set(id, Math.max(duration, longest.get(id) ?? 0));
  return [...longest.values()];
});

/** Scrolls the long list from its beginning to its end. @returns {rows, frames}: rows that it has, and milliseconds of each frame */
export function scrolled(page) {
  return page.evaluate(async () => {
    const holder = document.querySelector('.ant-table-tbody-virtual-holder');
    const height = holder.firstElementChild.getBoundingClientRect().height;
    const row = document.querySelector('.ant-table-tbody-virtual-holder .ant-table-row').getBoundingClientRect().height;
    const frames = [];
    let last = performance.now();
    for (let i = 1; i <= 240; i += 1) {
      holder.dispatchEvent(new WheelEvent('wheel', { deltaY: height / 240, bubbles: true, cancelable: true }));
      await new Promise((done) => requestAnimationFrame(done));
      const now = performance.now();
      frames.push(now - last);
      last = now;
    }
    return { rows: Math.round(height / row), frames };
  });
}

/** What the page holds once what it let go is gone. @returns megabytes, nodes of the document, and listeners */
export async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  await session.detach();
  return { heap: (of('JSHeapUsedSize') / 1e6).toFixed(1), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}
