import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { median } from './measure.mjs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

const folders = [];
/** A profile folder of its own, with preferences when some are given. */
function profile(preferences) {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-fingerprint-'));
  folders.push(folder);
  if (preferences) {
    mkdirSync(join(folder, 'Default'));
    writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  }
  return folder;
}

export const launching = () => ({ executablePath: PLACES.find((path) => existsSync(path)), args: ARGS });
const openProfile = (folder, options = {}) => chromium.launchPersistentContext(folder, { ...launching(), viewport: null, ...options });

/** Lets the browser take another agent, as an update would give it. */
async function update(page, cdp) {
  const { agent, brands } = await page.evaluate(() => ({ agent: navigator.userAgent, brands: navigator.userAgentData.brands }));
  const newer = (text) => text.replaceAll(/\d+(?=\.0\.0\.0)/gu, (major) => String(Number(major) + 3));
  await cdp.send('Emulation.setUserAgentOverride', {
    userAgent: newer(agent),
    userAgentMetadata: { brands: brands.map(({ brand, version }) => ({ brand, version: String(Number(version) + 3) })), fullVersion: '199.0.1.2', platform: 'Linux', platformVersion: '7.1.0', architecture: 'x86', model: '', mobile: false },
  });
}

const phone = (cdp, turned) =>
  cdp.send('Emulation.setDeviceMetricsOverride', {
    width: turned ? 844 : 390, height: turned ? 390 : 844, screenWidth: turned ? 844 : 390, screenHeight: turned ? 390 : 844, deviceScaleFactor: 3, mobile: true,
    screenOrientation: turned ? { type: 'landscapePrimary', angle: 90 } : { type: 'portraitPrimary', angle: 0 },
  });

/** Reads the fingerprint through all that happens to a browser. Each is compared with the one of the same browser before. */
export async function openBrowsers(url) {
  const times = [];
  const stable = [];
  const different = [];
  const read = async (page, canvas = false) => {
    await page.goto(url);
    await page.waitForFunction('window.loaded');
    const { f, ms } = await page.evaluate((drawn) => window.read(drawn), canvas);
    times.push(ms);
    return f;
  };
  const note = (list, what, f, before) => list.push({ what, f, same: f === before });
  /** With a page of a fresh browser of the same machine, perhaps set up otherwise. */
  const inFresh = async (use, options, preferences) => {
    const context = await openProfile(profile(preferences), options);
    try {
      const page = context.pages()[0] ?? (await context.newPage());
      return await use(page, await context.newCDPSession(page), context);
    } finally {
      await context.close();
    }
  };

  const home = profile();
  const context = await openProfile(home);
  const page = context.pages()[0] ?? (await context.newPage());
  const cdp = await context.newCDPSession(page);
  const first = await read(page);
  note(stable, 'first seen', first, first);
  note(stable, 'reloaded', await read(page), first);
  note(stable, 'another tab', await read(await context.newPage()), first);
  const { windowId } = await cdp.send('Browser.getWindowForTarget');
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: { width: 700, height: 500 } });
  note(stable, 'smaller window', await read(page), first);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  note(stable, 'site data cleared', await read(page), first);
  const drawn = await read(page, true);
  note(stable, 'with canvas, reloaded', await read(page, true), drawn);
  await update(page, cdp);
  note(stable, 'browser updated', await read(page), first);
  await context.close();

  const again = await openProfile(home);
  note(stable, 'browser started anew', await read(again.pages()[0] ?? (await again.newPage())), first);
  await again.close();

  const browser = await chromium.launch(launching());
  const hidden = await browser.newContext({ viewport: null });
  note(stable, 'private window', await read(await hidden.newPage()), first);
  await browser.close();

  for (const zoom of [0.5, 0.9, 1.1, 1.25, 1.5, 2]) {
    const zoomed = await inFresh(async (p) => [await read(p), await p.evaluate(() => devicePixelRatio)], {}, { partition: { default_zoom_level: { x: Math.log(zoom) / Math.log(1.2) } } });
    note(stable, `zoom ${Math.round(zoom * 100)} % (pixel ratio ${zoomed[1].toFixed(2)})`, zoomed[0], first);
  }
  await inFresh(async (p, c) => {
    await phone(c, false);
    const upright = await read(p);
    await phone(c, true);
    note(stable, 'phone turned', await read(p), upright);
    note(different, 'a phone', upright, first);
  });
  await inFresh(async (p, c) => {
    await read(p);
    const { userAgent, userAgentMetadata } = await p.evaluate(async () => ({
      userAgent: navigator.userAgent,
      userAgentMetadata: { ...(await navigator.userAgentData.getHighEntropyValues(['architecture', 'model', 'platform', 'platformVersion', 'fullVersionList'])), fullVersion: '' },
    }));
    for (const acceptLanguage of ['de-DE,en-US', 'en-US,de-DE', 'en-US']) {
      await c.send('Emulation.setUserAgentOverride', { userAgent, userAgentMetadata, acceptLanguage });
      note(stable, `languages ${acceptLanguage}`, await read(p), first);
    }
  });

  await inFresh(async (p) => note(different, 'another time zone', await read(p), first), { timezoneId: 'Asia/Kathmandu' });
  await inFresh(async (p) => note(different, 'another language of the browser', await read(p), first), { locale: 'ja-JP' });
  await inFresh(async (p) => note(different, 'another screen', await read(p), first), { viewport: { width: 1000, height: 700 }, screen: { width: 1707, height: 1067 } });
  await inFresh(async (p, c) => {
    await c.send('Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: 24 });
    note(different, 'more cores', await read(p), first);
  });
  note(different, 'with canvas', drawn, first);

  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  return { stable, different, took: median(times) };
}
