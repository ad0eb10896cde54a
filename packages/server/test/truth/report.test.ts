/** The device report's rules, order, groups and aggregates against counts by hand; and all panels under one filter against each other. */
import { AGGREGATES_OF, DIMENSIONS, endpoints, type Operator, OPERATORS_OF, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceLogRoutes } from '../../src/routes/device-logs.js';
import { deviceRoutes } from '../../src/routes/devices.js';
import { homeRoutes } from '../../src/routes/home.js';
import { listsRoutes } from '../../src/routes/lists.js';
import { reportRoutes } from '../../src/routes/report.js';
import { ask } from '../questions/ask.js';
import { traffic } from '../questions/count.js';
import type { TestEngine } from '../warehouse/start-engine.js';
import { anyOrder, byBytes, days, distinct, grouped, newestFirst, type Place, placeOf, within } from './loops.js';
import { randomFrom } from '../random.js';
import { makeRecords, SITES } from './records.js';
import { storeOf, truthDeps } from './world.js';

const { report, home, common, deviceLogs, devices } = endpoints;
const records = makeRecords();
let engine: TestEngine;
beforeAll(async () => {
  engine = await storeOf(records);
});
afterAll(() => engine.stop());

const search = (input: object) => ask(report.search, reportRoutes(truthDeps(engine)).search, { page_size: 5_000, ...input });
const idsOf = (list: readonly { readonly [key: string]: unknown }[]): unknown[] => list.map((row) => row['id']).toSorted(anyOrder);
const ids = (visits: readonly VisitRecord[]): string[] => visits.map(({ id }) => id).toSorted(anyOrder);

type Fact = string | number | null;

/** What a record says of a column; an absent number is null. */
function factOf(visit: VisitRecord, column: string): Fact {
  if (column === 'domain') return SITES.find(({ id }) => id === visit.site_id)?.domain ?? '';
  if (column === 'screen_resolution') return visit.screen_width === null || visit.screen_height === null ? '' : `${visit.screen_width}x${visit.screen_height}`;
  return visit[column as keyof VisitRecord];
}

/** An address as a number, IPv4 at its place among IPv6. */
function addressOf(ip: string): bigint {
  if (ip.includes('.')) return (0xffffn << 32n) + ip.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = '', tail = ''] = ip.split('::');
  const parts = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const zeros = Array.from({ length: 8 - parts(head).length - parts(tail).length }, () => '0');
  return [...parts(head), ...zeros, ...parts(tail)].reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
}

const COMPARE: Readonly<Record<string, (order: number) => boolean>> = { '=': (o) => o === 0, '!=': (o) => o !== 0, '>': (o) => o > 0, '<': (o) => o < 0, '>=': (o) => o >= 0, '<=': (o) => o <= 0 };

/** Whether a record passes a rule, by what the operators mean. */
function passes(visit: VisitRecord, column: string, operator: Operator, value: string, { read }: Place): boolean {
  const fact = factOf(visit, column);
  const kind = DIMENSIONS.get(column)?.kind ?? 'text';
  const isAbsent = fact === null || fact === '';
  if (value === '') return (operator === '=') === isAbsent;
  if (operator === 'like') return fact !== null && String(fact).toLowerCase().includes(value.toLowerCase());
  if (kind === 'number' || kind === 'flag') return fact === null ? operator === '!=' : (COMPARE[operator]?.(Math.sign(Number(fact) - Number(value))) ?? false);
  if (kind === 'time') return COMPARE[operator]?.(byBytes(read(visit.created_at), value)) ?? false;
  if (kind === 'address') return COMPARE[operator]?.(Number(addressOf(visit.ip) - addressOf(value) > 0n) - Number(addressOf(visit.ip) - addressOf(value) < 0n)) ?? false;
  return COMPARE[operator]?.(byBytes(String(fact), value)) ?? false;
}

/** A value that some records have, for each kind. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  id: [String(2n ** 63n + 17n)], created_at: ['2026-10-31 12:00:00'], ip: ['198.51.100.40', '2001:db8::1b'], ram: ['4', ''], device_pixel_ratio: ['1.1', '2.75'], cpu_cores: ['8', ''], battery_level: ['0.85'],
  is_bot: ['0'], is_charging: ['1', ''], referer_spam: ['0'], referer: ['https://www.google.com/', ''], device_model: ['小米 14', ''], domain: ['newyork.example'], screen_resolution: ['1920x1080', ''],
  url: ["https://site4.example/Page/1?q='x'&n=1#top"], os_version: ['15'], browser_name: ['Firefox', ''],
};

describe('a rule', () => {
  const place = placeOf(records, 'newyork.example');
  const all = placeOf(records, '');
  const rules = [...DIMENSIONS.keys(), 'domain'].filter((column) => column !== 'uap_result').flatMap((column) =>
    OPERATORS_OF[DIMENSIONS.get(column)?.kind ?? 'text'].flatMap((operator) =>
      (VALUES[column] ?? [DIMENSIONS.get(column)?.kind === 'number' ? '1000' : 'a']).filter((value) => value !== '' || operator === '=' || operator === '!=').map((value) => ({ column, operator, value }))));

  it.each(rules)('$column $operator $value', async ({ column, operator, value }) => {
    const of = column === 'domain' ? all : place;
    const { list, grouped: isGrouped, meta } = await search({ domain: of.domain, custom_filters: [{ column, operator, value }] });
    const expected = of.visits.filter((visit) => passes(visit, column, operator, value, of));
    expect([isGrouped, meta.pagination.total]).toEqual([false, expected.length]);
    expect(idsOf(list)).toEqual(ids(expected));
  });

  it('of text looks through the whole of its likeness', async () => {
    for (const value of ['PAGE/1', '%', '_', "q='x'", '米']) {
      const { list } = await search({ domain: place.domain, custom_filters: JSON.stringify([{ column: value === '米' ? 'device_model' : 'url', operator: 'like', value }]) });
      expect(idsOf(list)).toEqual(ids(place.visits.filter((visit) => passes(visit, value === '米' ? 'device_model' : 'url', 'like', value, place))));
    }
  });

  it('joins others: all must hold, beside the plain filters', async () => {
    const custom_filters = [{ column: 'ram', operator: '>=', value: 4 }, { column: 'url', operator: 'like', value: 'page' }, { column: 'is_charging', operator: '!=', value: true }];
    const { list } = await search({ domain: place.domain, country_code: 'US', device_type: 'mobile', created_at: ['2026-10-20 00:00:00', '2026-11-02 23:59:59'], custom_filters });
    const expected = within(place, days('2026-10-20', '2026-11-02')).filter((visit) => visit.country_code === 'US' && visit.device_type === 'mobile' && (visit.ram ?? 0) >= 4 && visit.url.toLowerCase().includes('page') && visit.is_charging !== 1);
    expect(expected.length).toBeGreaterThan(3);
    expect(idsOf(list)).toEqual(ids(expected));
    for (const [field, value] of [['ip', '198.51.100.40'], ['device_model', '小米 14'], ['browser_name', 'Safari'], ['referer', 'https://chatgpt.com/'], ['url', "https://site4.example/Page/1?q='x'&n=1#top"], ['fingerprint', 'aaaaaaaaaaaaaaa1']] as const) {
      expect(idsOf((await search({ domain: '', [field]: value })).list)).toEqual(ids(all.visits.filter((visit) => visit[field] === value)));
    }
  });
});

describe('the order', () => {
  const place = placeOf(records, 'kolkata.example');
  const order = (visits: readonly VisitRecord[], compare: (a: VisitRecord, b: VisitRecord) => number): string[] => newestFirst(visits).toSorted(compare).map(({ id }) => id);
  /** Absent numbers come last whichever way. */
  const nullsLast = (a: number | null, b: number | null, sign: 1 | -1): number => (a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b));

  it('is that of the rules, in their order, ties newest first', async () => {
    const cases: readonly (readonly [unknown, (a: VisitRecord, b: VisitRecord) => number])[] = [
      [[], () => 0],
      [{ browser_name: 'asc' }, (a, b) => byBytes(a.browser_name, b.browser_name)],
      ['{"device_type":"desc","ram":"asc"}', (a, b) => byBytes(b.device_type, a.device_type) || nullsLast(a.ram, b.ram, 1)],
      [[{ column: 'ram', direction: 'desc' }, { column: 'created_at', direction: 'asc' }], (a, b) => nullsLast(a.ram, b.ram, -1) || a.created_at - b.created_at],
      [[{ column: 'ip', direction: 'asc' }], (a, b) => Number(addressOf(a.ip) > addressOf(b.ip)) - Number(addressOf(a.ip) < addressOf(b.ip))],
    ];
    for (const [sort, compare] of cases) {
      const pages = await Promise.all([1, 2].map((page) => search({ domain: place.domain, sort, page, page_size: 40 })));
      expect(pages.flatMap(({ list }) => list.map((row) => row['id']))).toEqual(order(place.visits, compare).slice(0, 80));
    }
  });
});

describe.each([...SITES.map(({ domain }) => domain), ''])('groups of %j', (domain) => {
  const place = placeOf(records, domain);
  const range = days('2026-10-25', '2026-11-02');
  const visits = within(place, range);
  const created_at: [string, string] = [...range];

  it('by columns, counted as panels count', async () => {
    const { list, columns, grouped: isGrouped, meta } = await search({ domain, created_at, group_by: 'country_code,device_type' });
    const expected = [...grouped(visits, (visit) => `${visit.country_code}|${visit.device_type}`)].map(([key, own]) => [key, traffic(own)]);
    expect([isGrouped, meta.pagination.total, columns.map(({ key }) => key)]).toEqual([true, expected.length, ['country_code', 'device_type', 'pv', 'uv', 'ip']]);
    expect(list.map(({ country_code: code, device_type: type, pv, uv, ip }) => [`${code}|${type}`, { pv, uv, ip }]).toSorted(anyOrder)).toEqual(expected.toSorted(anyOrder));
    expect(list.map(({ pv }) => Number(pv))).toEqual(list.map(({ pv }) => Number(pv)).toSorted((a, b) => b - a));
  });

  it('by site, by numbers that may be absent, by hour and by day', async () => {
    for (const [group, keyOf] of [
      ['domain', (visit: VisitRecord) => String(factOf(visit, 'domain'))], ['ram', (visit: VisitRecord) => String(visit.ram ?? '')],
      ['day', (visit: VisitRecord) => place.read(visit.created_at).slice(0, 10)], ['ip', (visit: VisitRecord) => visit.ip],
    ] as const) {
      const { list } = await search({ domain, created_at, group_by: [group], aggregates: { views: 'count(*)' } });
      expect(list.map((row) => [String(row[group]), row['views']]).toSorted(anyOrder)).toEqual([...grouped(visits, keyOf)].map(([key, own]) => [key, own.length]).toSorted(anyOrder));
    }
    const { list } = await search({ domain, created_at, group_by: ['hour'], sort: { hour: 'asc' } });
    const hours = grouped(visits, (visit) => `${place.read(visit.created_at).slice(0, 13)}:00:00`);
    expect([...grouped(list, (row) => String(row['hour']))].map(([hour, rows]) => [hour, rows.reduce((sum, row) => sum + Number(row['pv']), 0)])).toEqual([...hours].map(([hour, own]) => [hour, own.length] as const).toSorted(([a], [b]) => byBytes(a, b)));
  });

  it('have every function of every kind of column', async () => {
    const present = (own: readonly VisitRecord[], column: string): string[] => own.map((visit) => factOf(visit, column)).filter((fact) => fact !== null && fact !== '').map(String);
    const numbers = (own: readonly VisitRecord[], column: string): number[] => present(own, column).map(Number).toSorted((a, b) => a - b);
    const median = (sorted: readonly number[]): number => ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
    const none = <T>(list: readonly unknown[], value: T): T | null => (list.length === 0 ? null : value);
    const aggregates = {
      'all 所有': 'count(*)', models: 'distinct(device_model)', with_model: 'count(device_model)', people: 'distinct(visitor)', visits: 'distinct(session_id)', ips: 'distinct(ip)',
      n: 'count(ram)', kinds: 'distinct(ram)', low: 'min(ram)', high: 'max(ram)', sum: 'sum(ram)', mean: 'avg(ram)', middle: 'median(ram)', first: 'min(created_at)', last: 'max(created_at)', charging: 'sum(is_charging)',
    };
    const { list } = await search({ domain, created_at, group_by: ['browser_name'], aggregates: JSON.stringify(aggregates), sort: { middle: 'desc', browser_name: 'asc' } });
    const groups = [...grouped(visits, (visit) => visit.browser_name)];
    const expected = groups.map(([browser_name, own]) => {
      const ram = numbers(own, 'ram');
      const sum = ram.reduce((total, one) => total + one, 0);
      const times = own.map(({ created_at: at }) => place.read(at)).toSorted();
      return {
        browser_name, 'all 所有': own.length, models: distinct(present(own, 'device_model')), with_model: present(own, 'device_model').length, people: distinct(own.map(({ visitor }) => visitor)), visits: distinct(own.map(({ session_id: id }) => id)),
        ips: distinct(own.map(({ ip }) => ip)), n: ram.length, kinds: distinct(ram.map(String)), low: none(ram, ram[0]), high: none(ram, ram.at(-1)), sum: none(ram, sum), mean: none(ram, sum / ram.length), middle: none(ram, median(ram)),
        first: times[0], last: times.at(-1), charging: none(present(own, 'is_charging'), numbers(own, 'is_charging').reduce((total, one) => total + one, 0)),
      };
    });
    expect(list).toEqual(expected.toSorted((a, b) => (b.middle ?? -1) - (a.middle ?? -1) || byBytes(a.browser_name, b.browser_name)));
    const whole = await search({ domain, created_at, aggregates: { people: 'distinct(visitor)', seen: 'count(*)' } });
    expect([whole.list, whole.meta.pagination.total]).toEqual([[{ people: distinct(visits.map(({ visitor }) => visitor)), seen: visits.length }], 1]);
  });
});

it('the columns are told with what rules may do with them', async () => {
  const fields = await ask(common.reportDeviceFields, listsRoutes(truthDeps(engine)).reportDeviceFields, {});
  expect(fields.map(({ column }) => column)).toEqual([...DIMENSIONS.keys(), 'domain']);
  expect(fields.filter(({ shown }) => !shown).map(({ column }) => column)).toEqual(expect.arrayContaining(['country_code', 'user_agent', 'gpu_renderer', 'uap_result', 'is_bot', 'is_charging', 'battery_level']));
  expect(fields.find(({ column }) => column === 'ram')).toMatchObject({ kind: 'number', operators: [...OPERATORS_OF.number], aggregates: [...AGGREGATES_OF.number], groupable: true });
  await expect(ask(common.reportDeviceFields, listsRoutes(truthDeps(engine)).reportDeviceFields, { domain: 'nobody.example' })).rejects.toMatchObject({ errorName: 'site.unknown' });
});

it('every function of the catalogue is one that the store knows', async () => {
  for (const { id, kind } of DIMENSIONS.values()) {
    const aggregates = Object.fromEntries(AGGREGATES_OF[kind].map((fn) => [`a_${fn}`, `${fn}(${id})`]));
    expect((await search({ aggregates })).list).toHaveLength(1);
  }
});

describe('panels under one filter', () => {
  const random = randomFrom(7_007);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const day = (): string => `2026-${pick(['10-2', '10-3', '11-0'])}${pick(['0', '1', '2'])}`.replace('11-00', '11-01').replace('10-32', '10-31');
  const clock = (): string => `${String(Math.floor(random() * 24)).padStart(2, '0')}:${String(Math.floor(random() * 60)).padStart(2, '0')}:${String(Math.floor(random() * 60)).padStart(2, '0')}`;
  const filters = Array.from({ length: 30 }, () => {
    const [from = '', to = ''] = [`${day()} ${clock()}`, `${day()} ${clock()}`].toSorted();
    return { domain: pick([...SITES.map(({ domain }) => domain), '', '']), query_time: [from, to] as [string, string], country_code: pick(['', '', 'CN', 'US', 'ZW']), device_type: pick(['', '', 'mobile', 'desktop']) };
  });

  it.each(filters)('$domain $query_time $country_code $device_type agree to the unit', async (filter) => {
    const deps = truthDeps(engine);
    const routes = homeRoutes(deps);
    const place = placeOf(records, filter.domain);
    const own = within(place, filter.query_time).filter((visit) => (filter.country_code === '' || visit.country_code === filter.country_code) && (filter.device_type === '' || visit.device_type === filter.device_type));
    const { pv, uv, ip } = traffic(own);
    const { query_time, ...rest } = filter;
    const rules = [{ column: 'country_code', value: filter.country_code }, { column: 'device_type', value: filter.device_type }].filter(({ value }) => value !== '').map((rule) => ({ ...rule, operator: '=' }));
    const [trend, log, users, addresses, models, rows, groups] = await Promise.all([
      ask(home.trend, routes.trend, filter),
      ask(home.log, routes.log, filter),
      filter.device_type === '' ? ask(common.userTotalList, listsRoutes(deps).userTotalList, filter) : null,
      ask(deviceLogs.userList, deviceLogRoutes(deps).userList, filter),
      filter.country_code === '' ? ask(devices.models, deviceRoutes(deps).models, { ...filter, per_page: 5_000 }) : null,
      search({ ...rest, created_at: query_time, page_size: 1 }),
      search({ domain: filter.domain, created_at: query_time, custom_filters: rules, group_by: ['browser_name'] }),
    ]);
    const totals = await Promise.all((['referer', 'url', 'entry_url', 'ip'] as const).map(async (type) => (await ask(home.topList, routes.topList, { ...filter, type })).total));
    const pies = await Promise.all((['browser', 'country'] as const).map(async (type) => (await ask(home.pie, routes.pie, { ...filter, type })).list.reduce((sum, { value }) => sum + value, 0)));
    expect([trend.total.now, log.total]).toEqual([{ pv, uv, ip }, { pv, uv, ip }]);
    expect([...totals, ...pies, addresses.total, rows.meta.pagination.total]).toEqual(Array.from({ length: 8 }, () => pv));
    expect(addresses.meta.pagination.total).toBe(ip);
    expect([trend.now, log.list].map((points) => points.reduce((sum, point) => sum + point.pv, 0))).toEqual([pv, pv]);
    expect(groups.list.reduce((sum, row) => sum + Number(row['pv']), 0)).toBe(pv);
    expect([users?.total ?? { ip, uv, pv }, models?.list.reduce((sum, { num }) => sum + num, 0) ?? pv]).toEqual([{ ip, uv, pv }, pv]);
  });
});
