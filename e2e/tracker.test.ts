import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from './support/api.js';
import { holdSecondFile } from './support/second-file-held.js';
import { openStage, type Stage, type TrackedSite } from './support/tracked.js';

let stage: Stage;
/** What each site must still hold when everything else has run: nothing may come twice, however late. */
const final: { site: TrackedSite; stored: number }[] = [];
const stays = (site: TrackedSite, stored: number): void => void final.push({ site, stored });

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const html = (title: string, body = '', head = '%TRACKER%'): string => `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const pathsOf = (visits: readonly { url: string }[]): string[] => visits.map(({ url }) => new URL(url).pathname + new URL(url).search + new URL(url).hash);

describe.concurrent('a plain page', () => {
  it('is one visit with everything that the browser tells', async () => {
    const site = await stage.site('plain', { '/tea': html('Tea') });
    const { page, context, complaints } = await stage.visitor({ locale: 'es-ES', timezoneId: 'America/Lima', viewport: { width: 1200, height: 700 }, screen: { width: 1600, height: 900 }, deviceScaleFactor: 2 });
    await page.goto(`${site.origin}/tea?cup=2#leaf`, { referer: 'https://www.google.com/' });
    const [visit] = await site.visits(1);
    expect(visit).toMatchObject({
      url: `${site.origin}/tea?cup=2`, title: 'Tea', referer: 'https://www.google.com/', domain: site.domain,
      screen_width: 1600, screen_height: 900, device_pixel_ratio: 2, language: 'es-ES', timezone: 'America/Lima', max_touch_points: 0,
    });
    const told = await page.evaluate(() => [screen.availWidth, screen.availHeight, navigator.hardwareConcurrency, navigator.platform]);
    expect([visit?.['avail_width'], visit?.['avail_height'], visit?.['cpu_cores'], visit?.['platform']]).toEqual(told);
    expect(visit?.fingerprint).toMatch(/^[0-9a-f]{16}$/u);
    expect(complaints).toEqual([]);
    stays(site, 1);
    await context.close();
  });

  it('and the next one has it for its referrer, and its fingerprint', async () => {
    const site = await stage.site('walk', { '/': html('Home', '<a href="/two">two</a>'), '/two': html('Two') });
    const { page, context } = await stage.visitor();
    await stage.visit(page, site.origin);
    await page.click('a');
    const visits = await site.visits(2);
    expect(pathsOf(visits)).toEqual(['/', '/two']);
    expect(visits[0]?.fingerprint).toMatch(/^[0-9a-f]{16}$/u);
    expect(visits[1]?.fingerprint).toBe(visits[0]?.fingerprint);
    // The site itself is no referrer.
    expect(visits.map(({ referer }) => referer)).toEqual(['', '']);
    stays(site, 2);
    await context.close();
  });

  it('with the line in it twice is still one visit', async () => {
    const site = await stage.site('twice', { '/': html('Twice', '', '%TRACKER%%TRACKER%') });
    const { page, context } = await stage.visitor();
    await page.goto(site.origin, { waitUntil: 'networkidle' });
    expect(await site.visits(1)).toHaveLength(1);
    stays(site, 1);
    await context.close();
  });
});

describe.concurrent('a page for browsers without script', () => {
  const pixel = (address: string): string => `<noscript><img src="${address}/p.gif" alt="" referrerpolicy="no-referrer-when-downgrade"></noscript>`;

  it('is one visit by its picture, and one by its script where there is script', async () => {
    const site = await stage.site('noscript', { '/': html('Pixel', pixel(stage.url)) });
    const without = await stage.visitor({ javaScriptEnabled: false });
    await without.page.goto(`${site.origin}/?page=2`, { waitUntil: 'networkidle' });
    expect(pathsOf(await site.visits(1))).toEqual(['/?page=2']);
    const withScript = await stage.visitor();
    await withScript.page.goto(`${site.origin}/?page=3`, { waitUntil: 'networkidle' });
    expect(pathsOf(await site.visits(2))).toEqual(['/?page=2', '/?page=3']);
    stays(site, 2);
    await without.context.close();
    await withScript.context.close();
  });
});

describe.concurrent('a page that is closed at once', () => {
  it('is counted before anything slow was known', async () => {
    const held = await holdSecondFile(stage.url);
    const site = await stage.site('closed', { '/': html('Closed', '', `<script defer src="${held.address}/t.js"></script>`) });
    const { page, context } = await stage.visitor();
    await page.goto(site.origin, { waitUntil: 'commit' });
    await held.wanted;
    await page.close();
    const [visit] = await site.visits(1);
    expect(visit).toMatchObject({ title: 'Closed', platform: expect.stringMatching(/./u), fingerprint: '' });
    stays(site, 1);
    await context.close();
    await held.close();
  });

  it('is counted when it is left for another page', async () => {
    const site = await stage.site('left', { '/': html('Left'), '/away': html('Away', '', '') });
    const { page, context } = await stage.visitor();
    await context.route('**/t2.js*', () => new Promise(() => undefined));
    const counting = page.waitForRequest('**/t2.js*');
    await page.goto(site.origin, { waitUntil: 'commit' });
    await counting;
    await page.goto(`${site.origin}/away`);
    expect(pathsOf(await site.visits(1))).toEqual(['/']);
    stays(site, 1);
    await context.close();
  });

  it('is counted in any case when the second file is blocked', async () => {
    const site = await stage.site('blocked', { '/': html('Blocked') });
    const { page, context, complaints } = await stage.visitor();
    await context.route('**/t2.js*', (route) => route.abort());
    await page.goto(site.origin);
    const [visit] = await site.visits(1);
    expect(visit).toMatchObject({ title: 'Blocked', fingerprint: '' });
    expect(complaints).toEqual([]);
    stays(site, 1);
    await context.close();
  });
});

describe.concurrent('a single-page application', () => {
  const app = html('Start', '<script>const go = (how, path, title) => { history[how]({}, "", path); setTimeout(() => { document.title = title; }, 50); };</script>');
  /** Moves through the application; gives its visits and what it complained of. */
  const walk = async (site: TrackedSite, prepare = '') => {
    const { page, context, complaints } = await stage.visitor();
    if (prepare !== '') await context.addInitScript(prepare);
    await stage.visit(page, `${site.origin}/`);
    const pause = () => page.waitForTimeout(800);
    await page.evaluate('go("pushState", "/a", "A")');
    await pause();
    await page.evaluate('go("replaceState", "/b?page=2", "B")');
    await pause();
    // The same address again, and a part of the page: no view.
    await page.evaluate('go("pushState", "/b?page=2", "B"); location.hash = "part";');
    await pause();
    // Moves at once, and soon after, as redirects make them: where they end is the view.
    await page.evaluate('go("pushState", "/c", "C"); go("replaceState", "/cc", "CC"); setTimeout(() => go("replaceState", "/d", "D"), 5)');
    await pause();
    await page.goBack();
    await pause();
    expect(await page.evaluate(() => `${location.pathname}${location.search}`)).toBe('/b?page=2');
    const visits = await site.visits(5);
    stays(site, 5);
    await context.close();
    return {
      paths: pathsOf(visits),
      titles: visits.slice(0, 4).map(({ title }) => title),
      visitors: new Set(visits.map(({ fingerprint }) => fingerprint)).size,
      complaints,
    };
  };

  const walked = { paths: ['/', '/a', '/b?page=2', '/d', '/b?page=2'], titles: ['Start', 'A', 'B', 'D'], visitors: 1, complaints: [] };

  it('is a visit for each address that it shows', async () => {
    const found = await walk(await stage.site('spa', { '/': app }));
    expect(found).toEqual(walked);
  });

  it('is counted alike by a browser without the Navigation API', async () => {
    const found = await walk(await stage.site('spa-old', { '/': app }), 'delete window.navigation; Object.defineProperty(window, "navigation", { value: undefined });');
    expect(found).toEqual(walked);
  });

  it('has the title that follows the move, also when the wait for the second file ends in between', async () => {
    const site = await stage.site('spa-late', { '/': app });
    const { page, context } = await stage.visitor();
    // By what is due when, not by how fast the machine is: the move 50 ms before the tracker's patience ends, its title 100 ms after.
    await context.addInitScript(() => {
      const later = window.setTimeout.bind(window);
      const move = (): void => {
        later(() => history.pushState({}, '', '/late'), 2_950);
        later(() => (document.title = 'Late'), 3_100);
      };
      Object.assign(window, { setTimeout: (work: () => void, wait?: number) => (wait === 3_000 && move(), later(work, wait)) });
    });
    await stage.visit(page, `${site.origin}/`);
    const visits = await site.visits(2);
    expect(visits.map(({ title }) => title)).toEqual(['Start', 'Late']);
    stays(site, 2);
    await context.close();
  });

  it('that routes by the hash is counted so when the line says it', async () => {
    const page1 = html('Hash', '', stage.tag('data-hash'));
    for (const [name, page_] of [['hash-on', page1], ['hash-off', html('Hash')]] as const) {
      const site = await stage.site(name, { '/': page_ });
      const { page, context } = await stage.visitor();
      await stage.visit(page, `${site.origin}/#/one`);
      await page.evaluate(() => (location.hash = '#/two'));
      await page.waitForTimeout(400);
      const on = name === 'hash-on';
      expect(pathsOf(await site.visits(on ? 2 : 1))).toEqual(on ? ['/#/one', '/#/two'] : ['/']);
      stays(site, on ? 2 : 1);
      await context.close();
    }
  });
});

describe('the back/forward cache', () => {
  it('shows a page again, which is a visit again', async () => {
    const site = await stage.site('bfcache', { '/': html('One', '<a href="/two">two</a><script>addEventListener("pageshow", (event) => fetch(`/shown?cached=${event.persisted}`));</script>'), '/two': html('Two') });
    const { page, context } = await stage.visitor();
    await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
    await page.click('a');
    await page.waitForURL('**/two');
    await page.waitForLoadState('networkidle');
    // The driver loses sight of a page that comes out of the cache: the page itself must say that it did.
    page.evaluate(() => history.back()).catch(() => undefined);
    await eventually(async () => stage.asked(site.domain), (asked) => asked.includes('/shown?cached=true'), 20_000);
    expect(pathsOf(await site.visits(3))).toEqual(['/', '/two', '/']);
    stays(site, 3);
    await context.close();
  });
});

describe('a page that the browser renders ahead', () => {
  it('is a visit when the visitor comes to it, and not before', async () => {
    const rules = '<script type="speculationrules">{"prerender":[{"source":"list","urls":["/next","/never"],"eagerness":"immediate"}]}</script>';
    const follow = '<script>addEventListener("message", () => undefined); const wait = () => fetch("/go").then((answer) => (answer.ok ? location.assign("/next") : setTimeout(wait, 100))); wait();</script>';
    const seen = '<script>fetch(`/ahead?${document.prerendering}`); document.addEventListener("prerenderingchange", () => fetch("/activated"));</script>';
    const pages: Record<string, string> = { '/': html('Start', follow, `${rules}%TRACKER%`), '/next': html('Next', seen), '/never': html('Never', seen) };
    const site = await stage.site('ahead', pages);
    onTestFinished(stage.openUndriven(site.origin));
    // Both were run ahead, with their trackers, and only then does the visitor go on.
    await eventually(async () => stage.asked(site.domain).filter((path) => path === '/ahead?true'), ({ length }) => length === 2, 20_000);
    expect(pathsOf(await site.visits(1))).toEqual(['/']);
    pages['/go'] = 'now';
    await eventually(async () => stage.asked(site.domain), (asked) => asked.includes('/activated'), 20_000);
    const visits = await site.visits(2);
    expect(visits.map(({ title }) => title)).toEqual(['Start', 'Next']);
    stays(site, 2);
  });
});

describe.concurrent('a frame', () => {
  it('is not counted beside the page that holds it, unless its line says so', async () => {
    const site = await stage.site('frames', {
      '/': html('Outer', '<iframe src="/inner"></iframe><iframe src="/counted"></iframe>'),
      '/inner': html('Inner', '<script>addEventListener("load", () => footfall("event", "nothing"))</script>'),
      '/counted': html('Counted', '', stage.tag('data-frames')),
    });
    const { page, context, complaints } = await stage.visitor();
    await page.goto(site.origin, { waitUntil: 'networkidle' });
    expect(pathsOf(await site.visits(2)).toSorted()).toEqual(['/', '/counted']);
    expect(complaints).toEqual([]);
    stays(site, 2);
    await context.close();
  });
});

describe('at the end', () => {
  it('nothing came twice', async () => {
    expect(final.length).toBeGreaterThan(9);
    for (const { site, stored } of final) expect([site.domain, await site.ledger()]).toEqual([site.domain, { received: stored, stored, refused: [], waiting: 0 }]);
  });
});
