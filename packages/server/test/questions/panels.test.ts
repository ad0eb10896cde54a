import { endpoints, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homeRoutes } from '../../src/routes/home.js';
import { reportRoutes } from '../../src/routes/report.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, contextOf, depsOf, INSTALLATION_ZONE } from './ask.js';
import { localText, tally, traffic } from './count.js';
import { CLOCK_CHANGES, makeFixture, SITES, store } from './fixture.js';

const { home, report } = endpoints;
const fixture = makeFixture();
const NOW = CLOCK_CHANGES.berlinAutumn + 3 * 3_600_000;
let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, fixture);
});
afterAll(() => engine.stop());

const routes = () => homeRoutes(depsOf(engine.warehouse, NOW));
const LAST = '23:59:59';

interface Case {
  readonly title: string;
  readonly domain: string;
  readonly range: [string, string];
  readonly filter: { readonly country_code?: string; readonly device_type?: string };
  /** What the filter means, in terms of records. */
  readonly passes: (visit: VisitRecord) => boolean;
}

/** The filters that every panel shares, each over one site, over all of them, and over days of 25 hours. */
const FILTERS: readonly Pick<Case, 'title' | 'filter' | 'passes'>[] = [
  { title: 'no filter', filter: {}, passes: () => true },
  { title: 'country', filter: { country_code: 'DE' }, passes: (visit) => visit.country_code === 'DE' },
  { title: 'device type', filter: { device_type: 'mobile' }, passes: (visit) => visit.device_type === 'mobile' },
  { title: 'country and device type', filter: { country_code: 'CN', device_type: 'desktop' }, passes: (visit) => visit.country_code === 'CN' && visit.device_type === 'desktop' },
  { title: 'a country that nobody came from', filter: { country_code: 'ZW' }, passes: () => false },
];
const PLACES: readonly Pick<Case, 'domain' | 'range'>[] = [
  { domain: 'blog.example', range: ['2026-10-25 00:00:00', `2026-10-25 ${LAST}`] },
  { domain: 'hills.example', range: ['2026-10-24 12:30:00', '2026-10-25 09:00:00'] },
  { domain: 'harbour.example', range: ['2026-03-01 00:00:00', `2026-11-05 ${LAST}`] },
  { domain: '', range: ['2026-10-24 00:00:00', `2026-10-26 ${LAST}`] },
];
const CASES: readonly Case[] = PLACES.flatMap((place) => FILTERS.map((filter) => ({ ...place, ...filter, title: `${place.domain || 'all sites'}, ${filter.title}` })));

function zoneOf(domain: string): string {
  return SITES.find((site) => site.domain === domain)?.timeZone ?? INSTALLATION_ZONE;
}

/** The visits that a panel speaks of, picked by hand. */
function visitsOf({ domain, range, passes }: Pick<Case, 'domain' | 'range' | 'passes'>): VisitRecord[] {
  const sites = new Set<number>(SITES.filter((site) => domain === '' || site.domain === domain).map((site) => site.id));
  const read = localText(zoneOf(domain));
  return fixture.visits.filter((visit) => sites.has(visit.site_id) && passes(visit) && read(visit.created_at) >= range[0] && read(visit.created_at) <= range[1]);
}

describe.each(CASES)('$title', (each) => {
  const expected = visitsOf(each);
  const input = { domain: each.domain, query_time: each.range, ...each.filter };

  it('summary: a row for each day, adding up to the visits counted by hand', async () => {
    const { list } = await ask(home.summary, routes().summary, input);
    const read = localText(zoneOf(each.domain));
    const dates = [...new Set(list.map((row) => row.key.slice(0, 10)))];
    expect(dates).toHaveLength(list.length);
    for (const row of list) {
      const day = expected.filter((visit) => read(visit.created_at).slice(0, 10) === row.key.slice(0, 10));
      const engines = tally(day.filter((visit) => visit.channel === 'search').map((visit) => visit.referer_name));
      expect({ pv: row.pv, uv: row.uv, ip: row.ip }).toEqual(traffic(day));
      expect(row.referer.map(({ referer, num }) => [referer, num])).toEqual(engines);
      expect(row.referer_num).toBe(engines.reduce((sum, [, num]) => sum + num, 0));
    }
    expect(list.reduce((sum, row) => sum + row.pv, 0)).toBe(expected.length);
  });

  it('every panel says the same, to the unit', async () => {
    const trend = await ask(home.trend, routes().trend, input);
    const pies = await Promise.all((['browser', 'country'] as const).map((type) => ask(home.pie, routes().pie, { ...input, type })));
    const tops = await Promise.all((['referer', 'url', 'entry_url', 'ip'] as const).map((type) => ask(home.topList, routes().topList, { ...input, type })));
    const logs = await ask(report.deviceLogs, reportRoutes(depsOf(engine.warehouse, NOW)).deviceLogs, input);
    expect(trend.total.now).toEqual(traffic(expected));
    expect(trend.now.reduce((sum, point) => sum + point.pv, 0)).toBe(expected.length);
    expect([...pies, ...tops].map((panel) => panel.total)).toEqual(Array.from({ length: 6 }, () => expected.length));
    expect(logs.meta.pagination.total).toBe(expected.length);
  });

  it.each(['referer', 'url', 'entry_url', 'ip'] as const)('top list of %s', async (type) => {
    const { list, meta } = await ask(home.topList, routes().topList, { ...input, type, per_page: 5_000 });
    const counted = tally(expected.map((visit) => visit[type]));
    expect(meta.pagination.total).toBe(counted.length);
    // Ties of addresses are ordered as numbers, all others as text.
    const shown = list.map((row) => [row.key, row.num] as const);
    expect(shown.map(([, num]) => num)).toEqual(counted.map(([, num]) => num));
    expect(type === 'ip' ? shown.toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)) : shown).toEqual(counted);
  });

  it.each([['browser', 'browser_name'], ['country', 'country_code']] as const)('pie of %s', async (type, field) => {
    const { list } = await ask(home.pie, routes().pie, { ...input, type });
    expect(list.map((slice) => [slice.key, slice.value])).toEqual(tally(expected.map((visit) => visit[field])));
  });
});

describe('summary', () => {
  const DOMAIN = 'blog.example';
  const own = fixture.visits.filter((visit) => visit.site_id === 2);
  const hits = fixture.hits.filter((hit) => hit.site_id === 2);
  const read = localText('Europe/Berlin');

  it('is of yesterday and today, unless asked otherwise', async () => {
    const { list, cut } = await ask(home.summary, routes().summary, { domain: DOMAIN });
    expect(list.map((row) => row.key)).toEqual(['2026-10-24 00:00:00', '2026-10-25 00:00:00']);
    expect(cut).toEqual({ time_zone: 'Europe/Berlin', from: '2026-10-24 00:00:00', to: '2026-10-25 23:59:59', complete_to: null });
    for (const row of list) {
      expect(row).toMatchObject(traffic(own.filter((visit) => read(visit.created_at).startsWith(row.key.slice(0, 10)))));
      expect(row.spider).toBe(hits.filter((hit) => read(hit.created_at).startsWith(row.key.slice(0, 10))).length);
      expect(row.spider).toBeGreaterThan(3);
    }
  });

  it('has yesterday up to the time of day that it is now, whatever range is asked for', async () => {
    const upTo = `2026-10-24 ${read(NOW).slice(11)}`;
    const inside = (at: number): boolean => read(at).startsWith('2026-10-24') && read(at) < upTo;
    const expected = own.filter((visit) => inside(visit.created_at));
    for (const query_time of [undefined, ['2026-10-25 10:00:00', '2026-10-25 12:00:00'], ['2026-10-24 13:00:00', '2026-10-24 18:00:00'], ['2026-04-01 00:00:00', '2026-04-09 00:00:00']] as ([string, string] | undefined)[]) {
      const answer = await ask(home.summary, routes().summary, { domain: DOMAIN, query_time });
      expect(answer.yesterday_same_time).toEqual({
        ...traffic(expected),
        spider: hits.filter((hit) => inside(hit.created_at)).length,
        referer_num: expected.filter((visit) => visit.channel === 'search').length,
        referer: tally(expected.filter((visit) => visit.channel === 'search').map((visit) => visit.referer_name)).map(([referer, num]) => ({ referer, num })),
      });
    }
    expect(expected.length).toBeGreaterThan(10);
  });

  it('counts crawlers of a country under that filter, and knows no device of theirs', async () => {
    const { list } = await ask(home.summary, routes().summary, { domain: DOMAIN, country_code: 'DE', device_type: 'mobile' });
    const today = hits.filter((hit) => hit.country_code === 'DE' && read(hit.created_at).startsWith('2026-10-25'));
    expect(list[1]?.spider).toBe(today.length);
  });

  it('says up to when it is complete, in the zone of the site', async () => {
    const handlers = homeRoutes(depsOf(engine.warehouse, NOW, { completeTo: () => Date.UTC(2026, 9, 25, 11, 59, 30, 500) }));
    expect((await ask(home.summary, handlers.summary, { domain: 'hills.example' })).cut.complete_to).toBe('2026-10-25 17:44:30');
  });
});

describe('visit total', () => {
  it.each(['blog.example', 'shop.example', 'harbour.example', ''].flatMap((domain) => FILTERS.map((filter) => ({ domain, ...filter }))))('of $domain counts visitors by when they were first seen: $title', async ({ domain, filter, passes }) => {
    const sites = new Set<number>(SITES.filter((site) => domain === '' || site.domain === domain).map((site) => site.id));
    const read = localText(zoneOf(domain));
    const today = read(NOW).slice(0, 10);
    const yesterday = `${today.slice(0, 8)}${String(Number(today.slice(8)) - 1).padStart(2, '0')}`;
    const first = new Map<string, string>();
    const dates = new Map<string, Set<string>>();
    for (const visit of fixture.visits.filter((each) => sites.has(each.site_id))) {
      const at = read(visit.created_at);
      if (at < (first.get(visit.visitor) ?? '9')) first.set(visit.visitor, at);
      // Whom the filter leaves out may have come before all the same.
      if (!passes(visit)) continue;
      dates.set(visit.visitor, (dates.get(visit.visitor) ?? new Set()).add(at.slice(0, 10)));
    }
    const seen = (date: string, isNew: boolean): number =>
      [...dates].filter(([visitor, all]) => all.has(date) && first.get(visitor)?.startsWith(date) === isNew).length;
    const answer = await ask(home.visitTotal, routes().visitTotal, { domain, ...filter });
    expect(answer).toEqual({
      history_total: dates.size,
      today_new: seen(today, true),
      today_old: seen(today, false),
      yesterday_new: seen(yesterday, true),
      yesterday_old: seen(yesterday, false),
    });
    const { list } = await ask(home.summary, routes().summary, { domain, ...filter });
    expect([answer.yesterday_new + answer.yesterday_old, answer.today_new + answer.today_old]).toEqual(list.map((row) => row.uv));
    const isFiltered = Object.keys(filter).length > 0;
    expect(isFiltered || answer.today_new * answer.today_old > 0).toBe(true);
  });

  it('is all zero where nobody came', async () => {
    expect(await ask(home.visitTotal, routes().visitTotal, { domain: 'silent.example' })).toEqual({ history_total: 0, today_new: 0, today_old: 0, yesterday_new: 0, yesterday_old: 0 });
  });
});

describe('top list', () => {
  const input = { domain: 'shop.example', query_time: ['2026-03-01 00:00:00', '2026-11-30 23:59:59'] as [string, string], type: 'url' as const };

  it('is paged, each row on one page', async () => {
    const whole = (await ask(home.topList, routes().topList, { ...input, per_page: 5_000 })).list;
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => ask(home.topList, routes().topList, { ...input, page, per_page: 7 })));
    expect(pages.flatMap((page) => page.list)).toEqual(whole);
    expect(pages.map((page) => [page.list.length, page.meta.pagination.total, page.total])).toEqual([7, 7, 7, 7, 2, 0].map((length) => [length, 30, pages[0]?.total]));
    expect(whole).toHaveLength(30);
  });

  it('shows ten rows when not asked otherwise', async () => {
    expect((await ask(home.topList, routes().topList, input)).list).toHaveLength(10);
  });

  it('names the country of an address in the language asked for, and writes IPv4 as people do', async () => {
    const { list } = await ask(home.topList, routes().topList, { ...input, type: 'ip', per_page: 5_000 }, contextOf({ language: 'zh' }));
    const german = list.filter((row) => row.country_code === 'DE');
    expect(german.length).toBeGreaterThan(10);
    expect(new Set(german.map((row) => row.country))).toEqual(new Set(['德国']));
    expect(list.filter((row) => row.country_code === '').every((row) => row.country === '')).toBe(true);
    expect(list.every((row) => /^(\d+\.\d+\.\d+\.\d+|2001:db8::[0-9a-f]*)$/u.test(row.key))).toBe(true);
  });
});

describe('pie', () => {
  it('names countries in the language asked for; the key is what a filter takes', async () => {
    const { list } = await ask(home.pie, routes().pie, { type: 'country', query_time: ['2026-03-01 00:00:00', '2026-11-30 23:59:59'] }, contextOf({ language: 'es' }));
    expect(list.find((slice) => slice.key === 'DE')?.name).toBe('Alemania');
  });

  it('is empty when there is nothing', async () => {
    expect(await ask(home.pie, routes().pie, { type: 'browser', domain: 'silent.example' })).toMatchObject({ list: [], total: 0 });
  });
});
