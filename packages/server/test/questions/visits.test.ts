import { endpoints, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listsRoutes } from '../../src/routes/lists.js';
import { reportRoutes } from '../../src/routes/report.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, contextOf, depsOf } from './ask.js';
import { localText, tally } from './count.js';
import { CLOCK_CHANGES, FORBIDDEN_SITE, makeFixture, SITES, store } from './fixture.js';

const { report, common } = endpoints;
const fixture = makeFixture();
const NOW = CLOCK_CHANGES.stJohnsAutumn;
const YEAR: [string, string] = ['2026-01-01 00:00:00', '2026-12-31 23:59:59'];
let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, fixture);
});
afterAll(() => engine.stop());

const logs = (input: Parameters<typeof ask<typeof report.deviceLogs>>[2], language = 'en') =>
  ask(report.deviceLogs, reportRoutes(depsOf(engine.warehouse, NOW)).deviceLogs, input, contextOf({ language }));

/** Newest first; of one millisecond, the greater id first. */
const newestFirst = (a: VisitRecord, b: VisitRecord): number => b.created_at - a.created_at || (BigInt(b.id) > BigInt(a.id) ? 1 : -1);
const known = fixture.visits.filter((visit) => visit.site_id !== FORBIDDEN_SITE).toSorted(newestFirst);

describe('device logs', () => {
  it('are of all time without a range, newest first, thirty on a page', async () => {
    const read = localText('America/St_Johns');
    const all = known.filter((visit) => visit.site_id === 3 && read(visit.created_at) <= '2026-11-01 23:59:59');
    const { list, meta, cut } = await logs({ domain: 'harbour.example' });
    expect(list.map((row) => row.id)).toEqual(all.slice(0, 30).map((visit) => visit.id));
    expect(meta.pagination.total).toBe(all.length);
    expect(cut.from).toBe('1970-01-01 00:00:00');
  });

  it('are of the range that is given', async () => {
    const read = localText('America/St_Johns');
    const today = known.filter((visit) => visit.site_id === 3 && read(visit.created_at).startsWith('2026-11-01'));
    const { list, meta, cut } = await logs({ domain: 'harbour.example', query_time: ['2026-11-01 00:00:00', '2026-11-01 23:59:59'] });
    expect(list.map((row) => row.id)).toEqual(today.slice(0, 30).map((visit) => visit.id));
    expect(meta.pagination).toEqual({ total: today.length, current_page: 1, page: 1, per_page: 30 });
    expect(cut.from).toBe('2026-11-01 00:00:00');
    expect(today.length).toBeGreaterThan(30);
  });

  it.each(['', 'shop.example'])('of %j are each on exactly one page, in a stable order', async (domain) => {
    const all = known.filter((visit) => domain === '' || visit.site_id === 1);
    const ids: string[] = [];
    const pages = Math.ceil(all.length / 500);
    for (let page = 1; page <= pages + 1; page += 1) {
      const answer = await logs({ domain, query_time: YEAR, page, per_page: 500 });
      expect(answer.meta.pagination.total).toBe(all.length);
      ids.push(...answer.list.map((row) => row.id));
    }
    expect(ids).toEqual(all.map((visit) => visit.id));
  });

  it('show every fact of a visit in the words of the specification', async () => {
    const visit = known.find((each) => each.site_id === 5 && each.country_code === 'NP' && each.ip.startsWith('198.51'));
    const { list } = await logs({ domain: 'hills.example', query_time: YEAR, url: visit?.url, ip: visit?.ip, per_page: 5_000 }, 'ja');
    const row = list.find((each) => each.id === visit?.id);
    expect(row).toEqual({
      id: visit?.id, created_at: localText('Asia/Kathmandu')(visit?.created_at ?? 0), ip: visit?.ip, country_code: 'NP', country: 'ネパール', region: '', city: '',
      domain: 'hills.example', url: visit?.url, title: '', entry_url: visit?.entry_url, referer: visit?.referer, referer_host: visit?.referer_host, channel: visit?.channel,
      referer_name: visit?.referer_name, search_term: '', utm_source: '', utm_medium: '', utm_campaign: '', user_agent: visit?.user_agent, platform: 'Win32', cpu_cores: '',
      cpu_architecture: '', device_type: visit?.device_type, device_vendor: '', device_model: '', os_name: 'Windows', os_version: '10', browser_name: visit?.browser_name,
      browser_version: '130', engine_name: 'Blink', engine_version: '130', language: 'zh-CN', languages: 'zh-CN,en', ram: '', screen_width: '', screen_height: '',
      avail_width: '', avail_height: '', screen_resolution: '', device_pixel_ratio: '', max_touch_points: '', timezone: '', gpu_vendor: '', gpu_renderer: '',
      uap_result: expect.stringContaining('"os":{"name":"Windows"') as string, is_bot: 0, is_charging: '', battery_level: '', connection_type: '', fingerprint: visit?.fingerprint,
      isp: '', utm_term: '', utm_content: '', click_id_type: '', click_id: '', referer_spam: 0, bot_reason: '',
    });
  });

  const SAMPLE = known.find((visit) => visit.site_id === 1 && visit.referer !== '' && visit.browser_name !== '') as VisitRecord;
  it.each([
    ['country_code', 'CN'],
    ['device_type', 'tablet'],
    ['browser_name', 'Firefox'],
    ['url', SAMPLE.url],
    ['entry_url', SAMPLE.entry_url],
    ['referer', SAMPLE.referer],
    ['ip', SAMPLE.ip],
    ['ip', '2001:0db8:0000::0005'],
  ] as const)('are filtered by %s %s', async (field, value) => {
    const expected = known.filter((visit) => visit.site_id === 1 && (visit[field] === value || (field === 'ip' && visit.ip === '2001:db8::5' && value.startsWith('2001'))));
    const { list, meta } = await logs({ domain: 'shop.example', query_time: YEAR, [field]: value, per_page: 5_000 });
    expect(list.map((row) => row.id)).toEqual(expected.map((visit) => visit.id));
    expect(meta.pagination.total).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(0);
  });

  it.each(['not an address', '1.2.3', '1.2.3.4.5', 'fe80::1%eth0', "'"])('find nothing for the address %j, and say so without an error', async (ip) => {
    expect(await logs({ query_time: YEAR, ip })).toMatchObject({ list: [], meta: { pagination: { total: 0 } } });
  });

  it('never show a site that the user may not see', async () => {
    const { list } = await logs({ query_time: YEAR, per_page: 5_000 });
    expect(new Set(list.map((row) => row.domain))).toEqual(new Set(SITES.slice(0, 6).map((site) => site.domain)));
    expect(fixture.visits.some((visit) => visit.site_id === FORBIDDEN_SITE)).toBe(true);
  });

  it('can not be leafed through without end', async () => {
    await expect(logs({ query_time: YEAR, page: 1_000_000, per_page: 5_000 })).rejects.toMatchObject({ errorName: 'request.invalid' });
  });

  it('stop when the asker goes away', async () => {
    const abort = new AbortController();
    abort.abort(new Error('gone'));
    const handler = reportRoutes(depsOf(engine.warehouse, NOW)).deviceLogs;
    await expect(ask(report.deviceLogs, handler, {}, contextOf({ signal: abort.signal }))).rejects.toThrow('gone');
  });
});

describe('value lists', () => {
  const lists = () => listsRoutes(depsOf(engine.warehouse, NOW));
  const values = (site: number, field: 'country_code' | 'browser_name' | 'device_type'): string[] =>
    tally(known.filter((visit) => visit.site_id === site).map((visit) => visit[field])).map(([value]) => value).filter((value) => value !== '');

  it('hold what was seen, most first, nothing unknown', async () => {
    expect(await ask(common.browserList, lists().browserList, { domain: 'blog.example' })).toEqual(values(2, 'browser_name'));
    expect(await ask(common.deviceList, lists().deviceList, { domain: 'blog.example' })).toEqual(values(2, 'device_type'));
    const countries = await ask(common.countryList, lists().countryList, { domain: 'blog.example' }, contextOf({ language: 'zh' }));
    expect(countries.map((each) => each.country_code)).toEqual(values(2, 'country_code'));
    expect(countries.find((each) => each.country_code === 'AU')?.country).toBe('澳大利亚');
  });

  it('are empty where nobody came', async () => {
    expect(await ask(common.browserList, lists().browserList, { domain: 'silent.example' })).toEqual([]);
  });
});
