/** The flow rate, rankings and panels over a change of clocks, in four zones, against counts by hand. */
import { endpoints, type TrendPoint, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceLogRoutes } from '../../src/routes/device-logs.js';
import { flowRoutes } from '../../src/routes/flow.js';
import { homeRoutes } from '../../src/routes/home.js';
import { listsRoutes } from '../../src/routes/lists.js';
import { ask, contextOf } from '../questions/ask.js';
import { tally, traffic } from '../questions/count.js';
import type { TestEngine } from '../warehouse/start-engine.js';
import { anyOrder, dateAfter, days, grouped, labels, type Place, placeOf, rounded, type Text, today, within } from './loops.js';
import { makeRecords, NOW, SITES } from './records.js';
import { storeOf, truthDeps } from './world.js';

const { home, deviceLogs, flow, common } = endpoints;
const records = makeRecords();
let engine: TestEngine;
let routes: ReturnType<typeof homeRoutes>;
beforeAll(async () => {
  engine = await storeOf(records);
  routes = homeRoutes(truthDeps(engine));
});
afterAll(() => engine.stop());

/** Points against the visits of a range: one for every label of the clock, each with its own visits. */
function expectPoints(points: readonly TrendPoint[], place: Place, range: Text, length: 10 | 13): void {
  const own = grouped(within(place, range), (visit) => (length === 13 ? `${place.read(visit.created_at).slice(0, 13)}:00:00` : `${place.read(visit.created_at).slice(0, 10)} 00:00:00`));
  expect([...new Set(points.map(({ key }) => key))]).toEqual(labels(place, range, length));
  const byKey = grouped(points, ({ key }) => key);
  for (const [key, same] of byKey) {
    const visits = own.get(key) ?? [];
    expect([key, same.reduce((sum, { pv }) => sum + pv, 0)]).toEqual([key, visits.length]);
    // An hour that the clocks repeat has two points under one label, whose visitors do not add up.
    const [only] = same.length === 1 ? same : [{ ...traffic(visits) }];
    expect([key, only?.uv, only?.ip]).toEqual([key, traffic(visits).uv, traffic(visits).ip]);
  }
  expect(points.map(({ at, state }) => [state, at <= NOW])).toEqual(points.map(({ state }) => [state, state !== 'future']));
}

/** Visits of the day before up to the time that it is now. */
function soFar(place: Place, day: string): VisitRecord[] {
  const cut = `${day} ${place.read(NOW).slice(11)}`;
  return place.visits.filter((visit) => place.read(visit.created_at) >= `${day} 00:00:00` && place.read(visit.created_at) < cut);
}

describe.each([...SITES.map(({ domain }) => domain), ''])('%j', (domain) => {
  const place = placeOf(records, domain);
  const day = today(place);
  const yesterday = dateAfter(day, -1);
  /** Ten days, the change of clocks in their midst. */
  const span = days('2026-10-24', '2026-11-02');
  const past = days('2026-10-29', '2026-11-01');

  it('has visits to speak of', () => {
    expect(within(place, span).length).toBeGreaterThan(40);
    expect(within(place, days(day, day)).length).toBeGreaterThan(5);
    expect(soFar(place, yesterday).length).toBeGreaterThan(2);
  });

  it('trend of today: by hour, compared with yesterday up to the same time', async () => {
    const answer = await ask(home.trend, routes.trend, { domain, time_range: 'today' });
    expectPoints(answer.now, place, days(day, day), 13);
    expectPoints(answer.before, place, days(yesterday, yesterday), 13);
    expect(answer.total).toEqual({ now: traffic(within(place, days(day, day))), before: traffic(within(place, days(yesterday, yesterday))), before_so_far: traffic(soFar(place, yesterday)) });
    expect(answer.compared).toEqual({ mode: 'previous', from: `${yesterday} 00:00:00`, to: `${yesterday} ${place.read(NOW).slice(11)}`, until_now: true });
    expect(answer.now.filter(({ state }) => state === 'now')).toHaveLength(1);
  });

  it('trend of a past range: compared with the days before, last week, and a chosen range', async () => {
    const others: readonly (readonly [object, Text, string])[] = [
      [{}, days('2026-10-25', '2026-10-28'), 'previous'],
      [{ compare: 'week' }, days('2026-10-22', '2026-10-25'), 'week'],
      [{ compare: 'range', compare_time: days('2026-10-20', '2026-10-31') }, days('2026-10-20', '2026-10-31'), 'range'],
    ];
    for (const [input, other, mode] of others) {
      const answer = await ask(home.trend, routes.trend, { domain, query_time: [...past], query_type: 'hour', ...input });
      expectPoints(answer.now, place, past, 13);
      expectPoints(answer.before, place, other, 13);
      const before = traffic(within(place, other));
      expect(answer.total).toEqual({ now: traffic(within(place, past)), before, before_so_far: before });
      expect(answer.compared).toEqual({ mode, from: other[0], to: other[1], until_now: false });
    }
  });

  it('seven days: compared with as much of the seven before', async () => {
    const answer = await ask(home.trend, routes.trend, { domain, time_range: 'recently' });
    const [now, before] = [days(dateAfter(day, -6), day), days(dateAfter(day, -13), dateAfter(day, -7))];
    expectPoints(answer.now, place, now, 10);
    expectPoints(answer.before, place, before, 10);
    const cut = `${dateAfter(day, -7)} ${place.read(NOW).slice(11)}`;
    expect(answer.total.before_so_far).toEqual(traffic(within(place, before).filter((visit) => place.read(visit.created_at) < cut)));
    expect(answer.compared).toMatchObject({ until_now: true, to: cut });
  });

  it('the last 24 hours, and the last 31 days', async () => {
    const running = `${place.read(NOW).slice(0, 13)}:59:59`;
    const first = `${place.read(NOW - 23 * 3_600_000).slice(0, 13)}:00:00`;
    for (const answer of [await ask(home.log, routes.log, { domain }), await ask(flow.recently, flowRoutes(truthDeps(engine)).recently, { domain })]) {
      expect(answer.list).toHaveLength(24);
      expectPoints(answer.list, place, [first, running], 13);
      expect(answer.total).toEqual(traffic(within(place, [first, running])));
      expect([answer.before, answer.total_before, answer.compared]).toEqual([[], null, null]);
    }
    const month = days(dateAfter(day, -30), day);
    const answer = await ask(home.log, routes.log, { domain, query_type: 'day', compare: 'previous' });
    expect(answer.list).toHaveLength(31);
    expectPoints(answer.list, place, month, 10);
    const before = days(dateAfter(day, -61), dateAfter(day, -31));
    expectPoints(answer.before, place, before, 10);
    expect(answer.total_before).toEqual(traffic(within(place, before).filter((visit) => place.read(visit.created_at) < `${dateAfter(day, -31)} ${place.read(NOW).slice(11)}`)));
  });

  it('by hour of the day, over three months', async () => {
    const range = days(dateAfter(day, -89), day);
    const answer = await ask(home.census, routes.census, { domain, query_type: 'every_hour' });
    const visits = within(place, range);
    expect(answer.total).toEqual(traffic(visits));
    const hours = labels(place, range, 13).filter((label) => label <= place.read(NOW));
    expect(answer.list.map(({ key }) => key)).toEqual(Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')));
    for (const row of answer.list) {
      const own = visits.filter((visit) => place.read(visit.created_at).slice(11, 13) === row.key);
      const times = hours.filter((label) => label.slice(11, 13) === row.key).length;
      expect(row).toMatchObject({ ...traffic(own), times, mean: { pv: rounded(own.length / times) } });
    }
    for (const cell of answer.heat) {
      const isCell = (text: string): boolean => Number(text.slice(11, 13)) === cell.hour && (new Date(`${text.slice(0, 10)}T12:00:00Z`).getUTCDay() || 7) === cell.weekday;
      const times = hours.filter(isCell).length;
      expect(cell.pv).toBe(rounded(visits.filter((visit) => isCell(place.read(visit.created_at))).length / times));
    }
    expect(answer.heat).toHaveLength(168);
  });

  it('by day of the month, over all time', async () => {
    const answer = await ask(home.census, routes.census, { domain, query_type: 'every_day' });
    const texts = place.visits.map((visit) => place.read(visit.created_at)).toSorted();
    const dates: string[] = [];
    for (let date = String(texts[0]).slice(0, 10); date <= day; date = dateAfter(date, 1)) dates.push(date);
    expect(answer.total).toEqual(traffic(place.visits));
    expect(answer.list).toHaveLength(31);
    for (const row of answer.list) {
      const own = place.visits.filter((visit) => place.read(visit.created_at).slice(8, 10) === row.key);
      const times = dates.filter((date) => date.slice(8) === row.key).length;
      const each = [...grouped(own, (visit) => place.read(visit.created_at).slice(0, 10)).values()].map(traffic);
      const mean = (figure: 'pv' | 'uv' | 'ip'): number => (times === 0 ? 0 : rounded(each.reduce((sum, one) => sum + one[figure], 0) / times));
      expect(row).toEqual({ key: row.key, ...traffic(own), times, mean: { pv: mean('pv'), uv: mean('uv'), ip: mean('ip') } });
    }
  });

  const FOLDS = [
    ['url', '', (visit: VisitRecord) => visit.url], ['url', 'path', (visit: VisitRecord) => visit.url.split(/[?#]/u)[0] ?? ''],
    ['entry_url', '', (visit: VisitRecord) => visit.entry_url], ['entry_url', 'path', (visit: VisitRecord) => visit.entry_url.split(/[?#]/u)[0] ?? ''],
    ['referer', '', (visit: VisitRecord) => visit.referer], ['referer', 'host', (visit: VisitRecord) => visit.referer_host],
    ['ip', '', (visit: VisitRecord) => visit.ip],
  ] as const;

  it.each(FOLDS)('ranking of %s, folded by %j: with last week’s, searched, sorted and paged', async (type, fold, keyOf) => {
    const input = { domain, type, fold, query_time: [...past] as [string, string], compare: 'week' as const, per_page: 5_000 };
    const answer = await ask(home.topList, routes.topList, input);
    const counted = tally(within(place, past).map(keyOf));
    const before = new Map(tally(within(place, days('2026-10-22', '2026-10-25')).map(keyOf)));
    expect(answer.list.map(({ key, num, before: then }) => [key, num, then]).toSorted(anyOrder)).toEqual(counted.map(([key, num]) => [key, num, before.get(key) ?? 0]).toSorted(anyOrder));
    expect(answer.list.map(({ num }) => num)).toEqual(counted.map(([, num]) => num));
    expect([answer.total, answer.total_before, answer.meta.pagination.total]).toEqual([within(place, past).length, [...before.values()].reduce((sum, num) => sum + num, 0), counted.length]);
    const search = type === 'ip' ? '.10' : 'AGE/1';
    const found = await ask(home.topList, routes.topList, { ...input, search, sort: { key: 'asc' } });
    const matching = counted.filter(([key]) => key.toLowerCase().includes(search.toLowerCase()));
    expect(found.list.map(({ key }) => key).toSorted()).toEqual(matching.map(([key]) => key).toSorted());
    // Addresses are ordered as numbers, all others as text.
    const shown = found.list.map(({ key }) => key);
    expect(type === 'ip' ? shown.toSorted() : shown).toEqual(matching.map(([key]) => key).toSorted());
    expect(found.total).toBe(matching.reduce((sum, [, num]) => sum + num, 0));
    const pages = await Promise.all([1, 2].map((page) => ask(home.topList, routes.topList, { ...input, sort: '{"num":"asc"}', page, per_page: 3 })));
    expect(pages.flatMap(({ list }) => list.map(({ num }) => num))).toEqual(counted.map(([, num]) => num).toReversed().slice(0, 6));
  });

  it('addresses: as the ranking, with countries, sorted by them', async () => {
    const handlers = deviceLogRoutes(truthDeps(engine));
    const answer = await ask(deviceLogs.userList, handlers.userList, { domain, query_time: [...span], per_page: 5_000, sort: { country: 'desc' } }, contextOf({ language: 'zh' }));
    const counted = grouped(within(place, span), ({ ip }) => ip);
    expect(answer.list.map(({ key, num }) => [key, num]).toSorted(anyOrder)).toEqual([...counted].map(([ip, visits]) => [ip, visits.length]).toSorted(anyOrder));
    const codes = answer.list.map(({ country_code: code }) => code);
    expect(codes).toEqual(codes.toSorted().toReversed());
    for (const row of answer.list) expect(counted.get(row.key)?.some((visit) => visit.country_code === row.country_code)).toBe(true);
    expect(answer.list.find(({ country_code: code }) => code === 'DE')?.country).toBe('德国');
    expect([answer.total, answer.total_before, answer.meta.pagination.total]).toEqual([within(place, span).length, null, counted.size]);
  });

  it('pies, compared', async () => {
    for (const [type, field] of [['browser', 'browser_name'], ['country', 'country_code']] as const) {
      const answer = await ask(home.pie, routes.pie, { domain, type, query_time: [...past], compare: 'previous' });
      const before = new Map(tally(within(place, days('2026-10-25', '2026-10-28')).map((visit) => visit[field])));
      expect(answer.list.map(({ key, value, before: then }) => [key, value, then])).toEqual(tally(within(place, past).map((visit) => visit[field])).map(([key, num]) => [key, num, before.get(key) ?? 0]));
      expect([answer.total, answer.total_before]).toEqual([within(place, past).length, within(place, days('2026-10-25', '2026-10-28')).length]);
    }
  });

  it('visitors by country, and the values that pickers offer', async () => {
    const lists = listsRoutes(truthDeps(engine));
    const answer = await ask(common.userTotalList, lists.userTotalList, { domain, query_time: [...span] });
    const visits = within(place, span);
    expect(answer.total).toEqual(traffic(visits));
    const countries = grouped(visits, (visit) => visit.country_code);
    expect(answer.list.map(({ country_code: code, pv, uv, ip, last_seen: last }) => [code, { pv, uv, ip }, last]).toSorted(anyOrder)).toEqual(
      [...countries].map(([code, own]) => [code, traffic(own), own.map((visit) => place.read(visit.created_at)).toSorted(anyOrder).at(-1)]).toSorted(anyOrder),
    );
    const known = (field: keyof VisitRecord) => tally(place.visits.map((visit) => String(visit[field])).filter((value) => value !== '')).map(([value]) => value);
    expect(await ask(common.osNameList, lists.osNameList, { domain })).toEqual(known('os_name'));
    expect(await ask(common.platformList, lists.platformList, { domain })).toEqual(known('platform'));
    const ram = await ask(common.fieldValues, lists.fieldValues, { domain, column: 'ram', query_time: [...span] });
    expect(ram.map(({ value, num }) => [value, num]).toSorted(anyOrder)).toEqual(tally(visits.map((visit) => String(visit.ram ?? ''))).map((one) => [...one]).toSorted(anyOrder));
    const pages = await ask(common.fieldValues, lists.fieldValues, { domain, column: 'url', search: 'ENTRY/1' });
    expect(pages).toEqual(tally(place.visits.map(({ url }) => url).filter((url) => url.toLowerCase().includes('entry/1'))).slice(0, 50).map(([value, num]) => ({ value, num })));
  });

  it('who is there now', async () => {
    const answer = await ask(flow.live, flowRoutes(truthDeps(engine)).live, { domain });
    const present = place.visits.filter((visit) => visit.created_at >= NOW - 5 * 60_000 && visit.created_at <= NOW);
    expect([answer.visitors, answer.pv]).toEqual([traffic(present).uv, present.length]);
    expect(answer.sites.map(({ id, visitors, pv }) => [id, visitors, pv]).toSorted(anyOrder)).toEqual([...grouped(present, (visit) => visit.site_id)].map(([id, own]) => [id, traffic(own).uv, own.length]).toSorted(anyOrder));
    expect(answer.minutes).toHaveLength(30);
    for (const { at, key, pv, uv } of answer.minutes) {
      const own = place.visits.filter((visit) => visit.created_at >= at && visit.created_at < at + 60_000 && visit.created_at <= NOW);
      expect([key, pv, uv]).toEqual([place.read(at), own.length, traffic(own).uv]);
    }
  });
});
