import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './support/api.js';
import { openStage, type Stage, type TrackedSite } from './support/tracked.js';

let stage: Stage;
/** Of the one who asked. */
let final: TrackedSite | undefined;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const html = (title: string, head = '%TRACKER%'): string => `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body></body></html>`;

describe.concurrent('a browser on a secure page', () => {
  it('tells the rest of the record as well', async () => {
    const site = await stage.site('secure', { '/': html('Secure') });
    const { page, context, complaints } = await stage.visitor();
    await stage.visit(page, site.origin);
    const told = await page.evaluate(async () => {
      const n = navigator as unknown as {
        deviceMemory: number; connection: { effectiveType: string }; getBattery(): Promise<{ charging: boolean; level: number }>;
        userAgentData: { getHighEntropyValues(names: string[]): Promise<{ architecture: string }> };
      };
      const { charging, level } = await n.getBattery();
      const gl = document.createElement('canvas').getContext('webgl');
      const names = gl?.getExtension('WEBGL_debug_renderer_info');
      return {
        ram: n.deviceMemory, connection_type: n.connection.effectiveType, is_charging: charging ? 1 : 0, battery_level: level,
        cpu_architecture: (await n.userAgentData.getHighEntropyValues(['architecture'])).architecture,
        gpu_vendor: gl && names ? String(gl.getParameter(names.UNMASKED_VENDOR_WEBGL)) : 'no WebGL',
        gpu_renderer: gl && names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : 'no WebGL',
      };
    });
    expect(told.gpu_renderer).toContain('SwiftShader');
    const [visit] = await site.visits(1);
    expect(visit).toMatchObject(told);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe.concurrent('a browser that asks not to be tracked', () => {
  it('is refused by the server where the site respects it, whatever the page’s line says', async () => {
    const site = await stage.site('asked', { '/': html('Asked') }, { respect_dnt: 1 });
    const { page, context } = await stage.visitor({ extraHTTPHeaders: { 'Sec-GPC': '1' } });
    await page.goto(site.origin, { waitUntil: 'networkidle' });
    const { refused } = await eventually(site.ledger, ({ refused: [first] }) => first !== undefined);
    expect(refused).toEqual([{ reason: 'do_not_track', num: 1 }]);
    final = site;
    await context.close();
  });

  it.each(['Object.defineProperty(Navigator.prototype, "doNotTrack", { get: () => "1" });', 'navigator.globalPrivacyControl = true;'])('sends nothing at all where the line says so: %s', async (ask) => {
    const site = await stage.site(`silent-${ask.length}`, { '/': html('Silent', stage.tag('data-dnt')) }, { respect_dnt: 1 });
    const { page, context, complaints } = await stage.visitor();
    await context.addInitScript(ask);
    const asked: string[] = [];
    context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(site.origin, { waitUntil: 'networkidle' });
    await page.evaluate('footfall("event", "buy"); history.pushState({}, "", "/next")');
    await page.waitForTimeout(400);
    await page.close();
    expect(asked.filter((path) => path.startsWith('/t2') || path === '/collect')).toEqual([]);
    expect(asked).toContain('/t.js');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is counted where the site does not ask', async () => {
    const site = await stage.site('counted', { '/': html('Counted') });
    const { page, context } = await stage.visitor({ extraHTTPHeaders: { DNT: '1' } });
    await page.goto(site.origin);
    expect(await site.visits(1)).toHaveLength(1);
    await context.close();
  });
});

describe.concurrent('two visitors with the same device', () => {
  const prints = async (name: string, attributes: string): Promise<string[][]> => {
    const site = await stage.site(name, { '/': html('Same', stage.tag(attributes)) });
    const seen: string[][] = [];
    for (let who = 1; who <= 2; who += 1) {
      const { page, context } = await stage.visitor();
      for (let time = 0; time < 2; time += 1) await stage.visit(page, site.origin);
      seen.push((await site.visits(who * 2)).slice(-2).map(({ fingerprint }) => fingerprint));
      await context.close();
    }
    expect(seen.flat().every((print) => /^[0-9a-f]{16}$/u.test(print))).toBe(true);
    return seen;
  };

  it('are one by their fingerprint alone', async () => {
    const [first, second] = await prints('alike', '');
    expect(new Set([...(first ?? []), ...(second ?? [])]).size).toBe(1);
  });

  it('are two where the site keeps an id, each the same the next time', async () => {
    const [first, second] = await prints('apart', 'data-id');
    expect(first?.[0]).toBe(first?.[1]);
    expect(second?.[0]).toBe(second?.[1]);
    expect(first?.[0]).not.toBe(second?.[0]);
  });

  it('keep no id once the site no longer wants one, and nothing at all where it never did', async () => {
    const pages = { '/': html('With', stage.tag('data-id')) };
    const site = await stage.site('forgotten', pages);
    const { page, context } = await stage.visitor();
    const stored = () => page.evaluate(() => Object.keys(localStorage));
    await stage.visit(page, site.origin);
    expect(await stored()).toEqual(['footfall.id']);
    pages['/'] = html('Without', stage.tag());
    await stage.visit(page, site.origin);
    expect(await stored()).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });
});

describe.concurrent('the drawing in the fingerprint', () => {
  it('is read where the line says so, and only there', async () => {
    for (const [name, attributes, times] of [['drawn', 'data-canvas', 2], ['undrawn', '', 0]] as const) {
      const site = await stage.site(name, { '/': html('Drawn', stage.tag(attributes)) });
      const { page, context } = await stage.visitor();
      await context.addInitScript('window.drawn = 0; const original = HTMLCanvasElement.prototype.toDataURL; HTMLCanvasElement.prototype.toDataURL = function (...parameters) { window.drawn += 1; return original.apply(this, parameters); };');
      await stage.visit(page, site.origin);
      expect([name, await page.evaluate('window.drawn')]).toEqual([name, times]);
      await site.visits(1);
      await context.close();
    }
  });
});

describe.concurrent('campaign parameters', () => {
  it('are read and then cut where the site wants it so', async () => {
    const site = await stage.site('campaign', { '/': html('Landing') }, { strip_campaign: 1 });
    const { page, context } = await stage.visitor();
    await page.goto(`${site.origin}/?utm_source=news&page=2&gclid=abc`, { waitUntil: 'networkidle' });
    const [visit] = await site.visits(1);
    expect(visit).toMatchObject({ url: `${site.origin}/?page=2`, entry_url: `${site.origin}/?page=2` });
    await context.close();
  });
});

describe('at the end', () => {
  it('nothing of the one who asked not to be tracked was stored', async () => {
    expect(await final?.ledger()).toEqual({ received: 1, stored: 0, refused: [{ reason: 'do_not_track', num: 1 }], waiting: 0 });
  });
});
