/** The state of a whole server, as administrators and a monitoring read it. */
import { allEndpoints, endpoints, type Output } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOTH, FOREIGN, type Installation, openInstallation, OWN } from '../grants/installation.js';

const { status } = endpoints;
let installation: Installation;
beforeAll(async () => {
  installation = await openInstallation(true);
}, 120_000);
afterAll(() => installation.close());

async function ask<E extends (typeof status)[keyof typeof status]>(endpoint: E, input: object = {}): Promise<Output<E>> {
  const { status: code, body } = await installation.ask('boss', endpoint, input);
  expect([code, body.slice(0, 300)]).toEqual([200, body.slice(0, 300)]);
  return endpoint.output.parse((JSON.parse(body) as { data: unknown }).data) as Output<E>;
}

describe('the status', () => {
  it('says how the parts are', async () => {
    const now = await ask(status.overview);
    // Noon UTC, in the installation's zone.
    expect(now).toMatchObject({ time_zone: 'Asia/Shanghai', now: '2026-11-20 20:00:00', started_at: '2026-11-20 20:00:00', stores: { visits: 'ok', metadata: 'ok' } });
    expect(now).toMatchObject({ complete_up_to: '2026-11-20 20:00:00', lag: 0, replicas: null });
    // Where processes may share the metadata store each is on the list, itself too.
    const running = { role: 'all', silent: false, taking: true, waiting_records: 0, failing_since: null };
    expect(now.processes).toMatchObject(process.env['FOOTFALL_TEST_METADATA'] === 'postgres' ? [running] : []);
    expect(now.journal).toMatchObject({ taking: true, waiting_records: 0, complete_up_to: '2026-11-20 20:00:00', lag: 0, failing_since: null, dead_rows: 0 });
    expect(now.journal.stored_rows).toBeGreaterThan(50);
    expect(now.disk.free).toBeGreaterThan(0);
    expect(now.disk.total).toBeGreaterThan(now.disk.free);
    expect(now.process.memory).toBeGreaterThan(10_000_000);
  });

  it('counts what came in by minute, over all sites and what belongs to none', async () => {
    // 10 of the granted site, 50 of the other, one batch with a key that nobody has.
    const read = await ask(status.wayIn, { minutes: 3 });
    expect(read.minutes.map(({ at, received }) => [at, received > 0])).toEqual([['2026-11-20 19:58:00', false], ['2026-11-20 19:59:00', false], ['2026-11-20 20:00:00', true]]);
    expect(read.reasons).toEqual([{ reason: 'bad_url', num: 2 }, { reason: 'bad_key', num: 1 }]);
    expect(read.refused).toBe(3);
    const { sites } = await ask(status.sizes);
    const stored = sites.reduce((sum, site) => sum + site.visits + site.spider_hits + site.events, 0);
    expect(read.received).toBe(stored + read.refused);
  });

  it('counts what each site has', async () => {
    const { sites, bytes } = await ask(status.sizes);
    expect(sites.map(({ domain, visits, spider_hits: hits, events }) => ({ domain, visits, hits, events }))).toEqual([
      { domain: FOREIGN.domain, visits: 41, hits: 5, events: 3 },
      { domain: OWN.domain, visits: 7, hits: 1, events: 1 },
    ]);
    expect(bytes).toBe(sites.reduce((sum, site) => sum + site.bytes, 0));
    expect(bytes).toBeGreaterThan(0);
  });

  it('knows no slow question that nobody asked', async () => {
    expect(await ask(status.slow)).toEqual({ threshold: 1_000, list: [] });
    const { status: code, body } = await installation.ask('boss', status.plan, { id: 'nothing' });
    expect([code, (JSON.parse(body) as { data: unknown }).data]).toEqual([404, { error: 'status.question_unknown' }]);
  });

  it('is for administrators alone', () => {
    expect(allEndpoints().filter(({ id }) => id.startsWith('status.')).map(({ access }) => access)).toEqual(['admin', 'admin', 'admin', 'admin', 'admin']);
  });
});

describe('the health that strangers may ask for', () => {
  it.each(['/healthz', '/readyz'])('%s holds no figure', async (path) => {
    const answer = await fetch(`${installation.address}${path}`);
    expect(await answer.json()).toEqual({ status: 'ok', version: '0.1.0', stores: { visits: 'ok', metadata: 'ok' } });
  });
});

describe('the metrics', () => {
  const read = async (token: string) => {
    const answer = await fetch(`${installation.address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return { code: answer.status, text: await answer.text() };
  };

  it('are refused without the token', async () => {
    expect((await fetch(`${installation.address}/metrics`)).status).toBe(401);
    expect((await read('wrong')).code).toBe(401);
  });

  it('are what Prometheus reads, and add up', async () => {
    const { code, text } = await read(installation.metricsToken);
    expect(code).toBe(200);
    const samples = new Map<string, number>();
    const lines = text.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('#') && !/^# (?:HELP|TYPE) footfall_[a-z0-9_]+ .+$/u.test(line))).toEqual([]);
    for (const line of lines.filter((one) => !one.startsWith('#'))) {
      const [, name = '', value = ''] = /^(footfall_[a-z0-9_]+(?:\{[a-z]+="[^"\\\n]*"(?:,[a-z]+="[^"\\\n]*")*\})?) (\d+(?:\.\d+)?)$/u.exec(line) ?? [];
      expect([line, samples.has(name), name === '']).toEqual([line, false, false]);
      samples.set(name, Number(value));
    }
    expect(samples.get('footfall_received_total')).toBe(61);
    expect(samples.get('footfall_refused_total{reason="bad_url"}')).toBe(2);
    expect(samples.get('footfall_refused_total{reason="bad_key"}')).toBe(1);
    expect(samples.get('footfall_journal_waiting_records')).toBe(0);
    expect(samples.get('footfall_store_up{store="visits"}')).toBe(1);
    expect(samples.get('footfall_sites')).toBe(2);
    // Nothing of anybody: no site, address or page.
    expect(text).not.toMatch(/example|\d+\.\d+\.\d+\.\d+/u);
    expect(text).not.toContain(BOTH.ip);
  });
});
