import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './support/tracked.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const html = (title: string, body = '', head = '%TRACKER%'): string => `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const nothing = (name: string): string => `Object.defineProperty(window, ${JSON.stringify(name)}, { get: () => undefined });`;
const throwing = (name: string): string => `Object.defineProperty(window, ${JSON.stringify(name)}, { get: () => { throw new Error('hostile ${name}'); } });`;

/** What a page or its browser may do to everything that the tracker uses, before it comes. */
const WORLDS: Readonly<Record<string, string>> = {
  'no-storage': throwing('localStorage'),
  'no-crypto': nothing('crypto'),
  'frozen-history': `${nothing('navigation')} Object.freeze(history);`,
  'no-screen': nothing('screen'),
  'throwing-screen': throwing('screen'),
  'no-intl': throwing('Intl'),
  'no-beacon': 'navigator.sendBeacon = () => { throw new Error("hostile beacon"); };',
  'no-request': nothing('Request'),
  'prototype-js': 'Array.prototype.toJSON = function () { return "[" + this.length + "]"; };',
  'own-footfall': 'Object.defineProperty(window, "footfall", { value: 7, writable: false });',
  'odd-queue': 'window.footfall = { q: { forEach: 1 } };',
  'no-webgl': 'HTMLCanvasElement.prototype.getContext = () => { throw new Error("hostile canvas"); };',
  'no-battery': 'navigator.getBattery = () => Promise.reject(new Error("hostile battery"));',
  'no-hints': 'Object.defineProperty(navigator, "userAgentData", { get: () => { throw new Error("hostile hints"); } });',
  'no-idle': 'window.requestIdleCallback = () => { throw new Error("hostile idle"); };',
  'no-title': 'Object.defineProperty(document, "title", { get: () => { throw new Error("hostile title"); } });',
  'no-facts': 'for (const name of ["hardwareConcurrency", "maxTouchPoints", "platform", "languages", "language", "connection", "vendor"]) Object.defineProperty(navigator, name, { get: () => { throw new Error("hostile " + name); } });',
};

describe.concurrent('no error of the tracker ever reaches the page', () => {
  const every = 'data-id data-canvas data-hash data-frames data-dnt';
  it.each([
    ['', '', Object.keys(WORLDS)],
    ['with every attribute', every, ['no-storage', 'no-crypto', 'frozen-history', 'no-webgl', 'no-title', 'no-facts', 'own-footfall']],
  ])('whatever the page did to its browser, and the view is counted %s', async (_how, attributes, names) => {
    // The page does it, not the driver: what that runs in a page needs some of what is taken away here.
    const use = '<script>addEventListener("load", () => setTimeout(() => { history.pushState({}, "", location.pathname); if (typeof footfall === "function") footfall("event", "", null); }, 20));</script>';
    const pages = Object.fromEntries(names.map((name) => [`/${name}`, html(name, use, stage.tag(attributes))]));
    const site = await stage.site(`hostile-${names.length}`, pages);
    const { context, complaints } = await stage.visitor();
    for (const name of names) {
      const page = await context.newPage();
      await page.addInitScript(WORLDS[name] ?? '');
      await stage.visit(page, `${site.origin}/${name}`);
      await page.close();
    }
    expect(complaints).toEqual([]);
    const visits = await site.visits(names.length);
    expect(visits.map(({ url }) => new URL(url).pathname.slice(1)).toSorted()).toEqual(names.toSorted());
    await context.close();
  });

  it('when names in the page hide the document’s own', async () => {
    const site = await stage.site('clobbered', { '/': html('Clobbered', '<img name="title"><img name="referrer"><form name="currentScript"></form><img name="visibilityState">') });
    const { page, context, complaints } = await stage.visitor();
    await page.goto(site.origin, { waitUntil: 'networkidle' });
    const [visit] = await site.visits(1);
    expect(visit).toMatchObject({ title: '', referer: '' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['fetch that throws', 'window.fetch = () => { throw new Error("hostile fetch"); };'],
    ['fetch that gives nothing', 'window.fetch = () => undefined;'],
    ['fetch that rejects with nothing', 'window.fetch = () => Promise.reject();'],
    ['JSON that throws', 'JSON.stringify = () => { throw new Error("hostile JSON"); };'],
    ['addEventListener that throws', 'document.addEventListener = () => { throw new Error("hostile listener"); };'],
    ['an address that can’t be read', 'Object.defineProperty(window, "URL", { get: () => { throw new Error("hostile URL"); } });'],
  ])('where it can’t count: %s', async (_what, script) => {
    const { page, context, complaints } = await stage.visitor();
    const site = await stage.site(`mute-${(muted += 1)}`, { '/': html('Mute') });
    await context.addInitScript(script);
    await page.goto(site.origin, { waitUntil: 'networkidle' });
    await page.evaluate('history.pushState({}, "", "/next"); footfall("event", "buy", { tea: 1 })');
    await page.waitForTimeout(400);
    await page.goto('about:blank');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

let muted = 0;
