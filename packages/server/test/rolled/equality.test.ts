/** What roll-ups say is what the visits say, whatever became of them. */
import process from 'node:process';
import { endpoints, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { homeRoutes } from '../../src/routes/home.js';
import { deviceRoutes } from '../../src/routes/devices.js';
import { listsRoutes } from '../../src/routes/lists.js';
import { reportRoutes } from '../../src/routes/report.js';
import { openConnection } from '../../src/warehouse/connection.js';
import { ask, depsOf, directoryOf } from '../questions/ask.js';
import { localText, tally, traffic } from '../questions/count.js';
import { IS_SHARDED, ON_SERVERS, SHARES_FILES, startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { randomFrom } from '../random.js';
import { DAYS, DAYS_BY_VALUE, NOW, visitorOf, World, ZONE_OF } from './world.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONES = ['Asia/Shanghai', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'UTC'];
/** More of everything, for a long run, which looks at both sites after each change. */
const ROUNDS = Number(process.env['ROLLED_ROUNDS'] ?? 1);
const IS_LONG = ROUNDS > 1;
let engine: TestEngine;
let world: World;
const random = randomFrom(7);
const nth = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const text = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** How many of the questions were answered from roll-ups, and of those from days or months. */
interface Counted {
  rolled: number;
  spans: number;
  /** Of those, how many were given what was counted of the rest beforehand, and how often numbers were looked up for it. */
  given: number;
  lookups: number;
  /** Statements. */
  run: number;
  /** Lists that were answered from what was kept alone, and trends. */
  kept: number;
  periods: number;
  /** Questions that were asked a second time and not of the store. */
  again: number;
  /** Statements about times that run still, beside what is kept of their hours. */
  series: number;
  /** Those that were answered from what is added up by value. */
  values: number;
  /** Devices that were found among the newest visits. */
  newest: number;
}

const NONE: Counted = { rolled: 0, spans: 0, given: 0, lookups: 0, run: 0, kept: 0, periods: 0, again: 0, series: 0, values: 0, newest: 0 };

const STEADY: [string, string] = [`${text(NOW - DAYS * DAY).slice(0, 10)} 00:00:00`, `${text(NOW - 2 * DAY).slice(0, 10)} 23:59:59`];

/** What the screens ask, over random ranges. */
function questions(zone: string, counted: Counted) {
  const directory = directoryOf([1, 2].map((id) => ({ id, name: `Site ${String(id)}`, domain: `site${String(id)}.example`, timeZone: zone })));
  const { warehouse } = world;
  const plain: QuestionStore = { query: (...given) => warehouse.query(...given), stream: (...given) => warehouse.stream(...given) };
  const withRolled: QuestionStore = {
    ...plain,
    rolled: warehouse.rolled,
    query: (sql, ...given) => {
      counted.run += 1;
      if (sql.includes('rolled_')) counted.rolled += 1;
      if (sql.includes('rolled_spans')) counted.spans += 1;
      if (sql.includes('rolled_values')) counted.values += 1;
      if (sql.includes('kind = 3')) counted.newest += 1;
      if (sql.includes('bitmapBuild(array')) counted.given += 1;
      if (sql.includes("'all' AS bucket")) counted.series += 1;
      if (sql.includes('max(number)') && !sql.includes('rolled_')) counted.lookups += 1;
      return warehouse.query(sql, ...given);
    },
  };
  const routesOf = (store: QuestionStore) => {
    const deps = depsOf(store, NOW, { directory, visitorOf });
    return { ...homeRoutes(deps), ...listsRoutes(deps), ...deviceRoutes(deps), ...reportRoutes(deps) };
  };
  return [routesOf(withRolled), routesOf(plain), routesOf({ ...withRolled, answers: warehouse.answers })] as const;
}

type Routes = ReturnType<typeof questions>[0];

/** The same questions at each look: what an earlier one was answered must not be told any more once anything has changed. */
async function checkAnswers(domain: string, counted: Counted, plain: Routes, answering: Routes): Promise<void> {
  const asked: readonly ((routes: Routes) => Promise<unknown>)[] = [
    (routes) => ask(endpoints.home.summary, routes.summary, { domain }),
    (routes) => ask(endpoints.home.visitTotal, routes.visitTotal, { domain }),
    (routes) => ask(endpoints.home.trend, routes.trend, { domain, query_time: STEADY }),
    (routes) => ask(endpoints.home.topList, routes.topList, { domain, type: 'ip' }),
    (routes) => ask(endpoints.home.topList, routes.topList, { domain, type: 'entry_url', query_time: STEADY, compare: 'previous' }),
    (routes) => ask(endpoints.home.census, routes.census, { domain, query_type: 'every_hour' }),
  ];
  for (const one of asked) {
    const counts = await one(plain);
    expect(await one(answering)).toEqual(counts);
    const { run } = counted;
    expect(await one(answering)).toEqual(counts);
    if (counted.run === run) counted.again += 1;
  }
}

const YESTERDAY: [string, string] = [`${text(NOW - DAY).slice(0, 10)} 00:00:00`, `${text(NOW - DAY).slice(0, 10)} 23:59:59`];

/** Whole days that are over, and such beside today, each twice and at each look: a period that is kept is told again unless anything of it has changed. */
async function checkPeriods(domain: string, counted: Counted, keeping: Routes, counting: Routes): Promise<void> {
  for (const input of [{ domain, query_time: STEADY, compare: 'previous' as const }, { domain, compare: 'previous' as const }, { domain, query_type: 'day' as const, device_type: 'desktop' }, { domain, query_type: 'day' as const, query_time: STEADY, device_type: 'mobile' }]) {
    const trend = await ask(endpoints.home.trend, counting.trend, input);
    for (let i = 0; i < 2; i += 1) {
      const { run } = counted;
      expect({ input, ...(await ask(endpoints.home.trend, keeping.trend, input)) }).toEqual({ input, ...trend });
      if (counted.run === run) counted.periods += 1;
    }
  }
  for (const input of [{ domain }, { domain, query_time: YESTERDAY }, { domain, query_time: STEADY }, { domain, device_type: 'mobile' }]) {
    const summary = await ask(endpoints.home.summary, counting.summary, input);
    for (let i = 0; i < 2; i += 1) expect({ input, ...(await ask(endpoints.home.summary, keeping.summary, input)) }).toEqual({ input, ...summary });
  }
}

/** Countries and device models, of all time, of days and of ragged ranges, with filters that they have and such as they have not: against visits and loops over them. */
async function checkValues(own: readonly VisitRecord[], { domain, zone, ranges }: { domain: string; zone: string; ranges: readonly ([string, string] | undefined)[] }, rolled: Routes, plain: Routes): Promise<void> {
  const date = localText(zone);
  for (const query_time of ranges) {
    const within = own.filter(({ created_at: at }) => query_time === undefined || (date(at) >= query_time[0] && date(at) <= query_time[1]));
    for (const country_code of [undefined, nth(own)?.country_code]) {
      const input = { domain, query_time, country_code };
      const totals = await ask(endpoints.common.userTotalList, rolled.userTotalList, input);
      expect({ zone, input, ...totals }).toEqual({ zone, input, ...(await ask(endpoints.common.userTotalList, plain.userTotalList, input)) });
      if (country_code === undefined) expect({ input, ...totals.total }).toEqual({ input, ...traffic(within) });
    }
    for (const more of [{ sort: JSON.stringify({ last_seen: nth(['asc', 'desc']) }) }, nth([{}, { device_model: nth(['SM-a1', '中', '"']) }, { os_name: 'Other' }, { platform: nth(own)?.platform }])]) {
      const input = { domain, query_time, per_page: 3, page: nth([1, 1, 2, 40]), ...more };
      const models = await ask(endpoints.devices.models, rolled.models, input);
      expect({ zone, input, ...models }).toEqual({ zone, input, ...(await ask(endpoints.devices.models, plain.models, input)) });
    }
    const input = { domain, query_time, per_page: nth([3, 20]), page: nth([1, 1, 2]), sort: nth([undefined, JSON.stringify({ last_seen: 'desc' }), JSON.stringify({ num: 'desc' })]) };
    const devices = await ask(endpoints.devices.full, rolled.full, input);
    expect({ zone, input, ...devices }).toEqual({ zone, input, ...(await ask(endpoints.devices.full, plain.full, input)) });
    expect(devices.total).toBe(new Set(within.map(({ fingerprint }) => fingerprint).filter((one) => one !== '')).size);
    const { list } = await ask(endpoints.devices.models, rolled.models, { domain, query_time, per_page: 200 });
    for (const { device_model: model, os_name: system, gpu_renderer: chip, num, uv, user_agent: agent } of list.slice(0, 5)) {
      const visits = within.filter((visit) => visit.device_model === model && visit.os_name === system && visit.gpu_renderer === chip);
      const newest = visits.reduce<VisitRecord | undefined>((last, visit) => (last === undefined || visit.created_at > last.created_at || (visit.created_at === last.created_at && BigInt(visit.id) > BigInt(last.id)) ? visit : last), undefined);
      expect({ num, uv, agent }).toEqual({ num: visits.length, uv: new Set(visits.map(({ visitor }) => visitor)).size, agent: newest?.user_agent });
    }
  }
}

/** Countries of some visits, those of most first, by a plain loop. */
function countriesOf(visits: readonly VisitRecord[]): string[] {
  const counts = new Map<string, number>();
  for (const { country_code: code } of visits) if (code !== '') counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([code]) => code);
}

/** Lists and pies, each twice, so that what was kept by the first asking is used by the second; the whole lists are held to a loop as well. */
async function checkLists(own: readonly VisitRecord[], { domain, zone, ranges, counted }: { domain: string; zone: string; ranges: readonly ([string, string] | undefined)[]; counted: Counted }, rolled: Routes, plain: Routes): Promise<void> {
  const date = localText(zone);
  const noteKept = async <T>(work: () => Promise<T>): Promise<T> => {
    const { run } = counted;
    const answer = await work();
    if (counted.run === run) counted.kept += 1;
    return answer;
  };
  for (const query_time of ranges) {
    const within = query_time === undefined ? null : own.filter(({ created_at: at }) => date(at) >= query_time[0] && date(at) <= query_time[1]);
    for (const type of ['url', 'entry_url', 'referer', 'ip'] as const) {
      for (const sort of [{}, { key: 'desc' as const }, { num: 'asc' as const }]) {
        const input = { domain, query_time, type, sort, compare: nth([undefined, 'previous' as const]), per_page: nth([3, 10, 200]), page: nth([1, 1, 2, 9]) };
        const list = await ask(endpoints.home.topList, plain.topList, input);
        for (let i = 0; i < 2; i += 1) expect({ zone, input, ...(await ask(endpoints.home.topList, rolled.topList, input)) }).toEqual({ zone, input, ...list });
        if (within === null) continue;
        const all = await ask(endpoints.home.topList, rolled.topList, { ...input, sort: {}, page: 1, per_page: 5_000 });
        expect(new Map(all.list.map(({ key, num }) => [key, num]))).toEqual(new Map(tally(within.map((visit) => visit[type]))));
      }
    }
    for (const input of [{ domain, query_time, type: 'browser' as const, country_code: nth(own)?.country_code }, { domain, query_time, type: 'country' as const }, { domain: '', query_time, type: 'country' as const }]) {
      const pie = await ask(endpoints.home.pie, plain.pie, input);
      for (let i = 0; i < 2; i += 1) expect({ zone, input, ...(await noteKept(() => ask(endpoints.home.pie, rolled.pie, input))) }).toEqual({ zone, input, ...pie });
    }
  }
}

/** @returns how many of the questions were answered from roll-ups */
async function check(counted: Counted = { ...NONE }, siteIds: readonly number[] = [1, 2]): Promise<number> {
  for (const siteId of siteIds) {
    const zone = random() < 0.5 ? (ZONE_OF[siteId] ?? 'UTC') : nth(ZONES);
    const [rolled, plain] = questions(zone, counted);
    const domain = `site${String(siteId)}.example`;
    const from = NOW - Math.floor(random() * DAYS * DAY);
    const ragged: [string, string] = [text(from), text(from + Math.floor(random() * 10 * DAY))];
    const whole: [string, string] = [`${text(from).slice(0, 10)} 00:00:00`, `${text(from + Math.floor(random() * 9) * DAY).slice(0, 10)} 23:59:59`];
    const own = world.visits.filter((visit) => visit.site_id === siteId);
    for (const query_time of [ragged, whole]) {
      for (const query_type of ['hour', 'day'] as const) {
        const input = { domain, query_time, query_type };
        const trend = await ask(endpoints.home.trend, rolled.trend, input);
        expect({ zone, input, ...trend }).toEqual({ zone, input, ...(await ask(endpoints.home.trend, plain.trend, input)) });
        const ends = [...trend.now.slice(1).map(({ at }) => at), Number.POSITIVE_INFINITY];
        // Inner points: those at the ends count in part.
        trend.now.forEach(({ at, pv, uv, ip }, i) => {
          if (i === 0 || i === trend.now.length - 1) return;
          expect({ pv, uv, ip }).toEqual(traffic(own.filter((visit) => visit.created_at >= at && visit.created_at < (ends[i] ?? 0))));
        });
      }
    }
    const siteZone = ZONE_OF[siteId] ?? 'UTC';
    // As dashboards ask it: until now, and as much of the days before. Twice, as numbers that were looked up are used again.
    const [until, plainUntil] = questions(siteZone, counted);
    for (const days of [6, 6, 12, 12]) {
      const input = { domain, query_time: [`${text(NOW - days * DAY).slice(0, 10)} 00:00:00`, `${text(NOW).slice(0, 10)} 23:59:59`] as [string, string], compare: 'previous' as const };
      expect({ input, ...(await ask(endpoints.home.trend, until.trend, input)) }).toEqual({ input, ...(await ask(endpoints.home.trend, plainUntil.trend, input)) });
    }
    for (const input of [{ domain, query_type: 'every_hour' as const }, { domain, query_type: 'every_day' as const }]) {
      const census = await ask(endpoints.home.census, rolled.census, input);
      expect({ zone, ...census }).toEqual({ zone, ...(await ask(endpoints.home.census, plain.census, input)) });
      expect(census.total).toEqual(traffic(own));
    }
    const total = await ask(endpoints.home.visitTotal, rolled.visitTotal, { domain });
    expect({ zone, ...total }).toEqual({ zone, ...(await ask(endpoints.home.visitTotal, plain.visitTotal, { domain })) });
    expect(total.history_total).toBe(traffic(own).uv);
    for (const of of [own, world.visits]) {
      const input = { domain: of === own ? domain : '' };
      const [fromVisits, known] = [await ask(endpoints.common.countryList, plain.countryList, input), await ask(endpoints.common.countryList, rolled.countryList, input)];
      expect(known.map((row) => row.country_code)).toEqual(countriesOf(of));
      expect(known).toEqual(fromVisits);
    }
    for (const input of [{ domain, per_page: 3 }, { domain, query_time: whole, per_page: 2, page: nth([1, 2, 50]) }]) {
      expect({ input, ...(await ask(endpoints.report.deviceLogs, rolled.deviceLogs, input)) }).toEqual({ input, ...(await ask(endpoints.report.deviceLogs, plain.deviceLogs, input)) });
    }
    const logs = await ask(endpoints.report.deviceLogs, rolled.deviceLogs, { domain, per_page: 3 });
    const newest = own.toSorted((a, b) => b.created_at - a.created_at || Number(BigInt(b.id) - BigInt(a.id))).slice(0, 3);
    expect([logs.meta.pagination.total, logs.list.map(({ id }) => id)]).toEqual([own.length, newest.map(({ id }) => id)]);
    await checkLists(own, { domain, zone, ranges: [undefined, ragged, whole], counted }, rolled, plain);
    await checkValues(own, { domain, zone, ranges: [nth([ragged, whole])] }, rolled, plain);
    await checkValues(own, { domain, zone: siteZone, ranges: [undefined, nth([STEADY, [STEADY[0], `${text(NOW).slice(0, 10)} 23:59:59`]])] }, until, plainUntil);
    // The same range each time: what an earlier look has kept of it is used unless it was taken away.
    const [keeping, counting, answering] = questions('UTC', counted);
    await checkAnswers(domain, counted, counting, answering);
    await checkLists(own, { domain, zone: 'UTC', ranges: [STEADY], counted }, keeping, counting);
    await checkPeriods(domain, counted, keeping, counting);
    for (const input of [{ domain }, { domain, query_time: whole }]) {
      expect({ zone, ...(await ask(endpoints.home.summary, rolled.summary, input)) }).toEqual({ zone, ...(await ask(endpoints.home.summary, plain.summary, input)) });
    }
  }
  return counted.rolled;
}

/** As `check`, after one of many changes: of either site unless the run is a long one. */
const checkEither = (): Promise<number> => check({ ...NONE }, IS_LONG ? [1, 2] : [nth([1, 2])]);

async function again(): Promise<void> {
  const until = performance.now() + 15_000;
  while (!(await world.warehouse.ping())) {
    if (performance.now() > until) throw new Error('the engine did not come back');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const LABEL = { spiderId: 1, type: 'search_engine', name: 'Taken' };
let run = 0;

/** Moves the visits of an agent to a crawler, and sometimes back. */
async function applyRule(back: boolean): Promise<void> {
  const { moves } = world.warehouse;
  const agent = nth(world.visits).user_agent;
  run += 1;
  await moves.stage(String(run), LABEL, new Map([[agent, 'Agent']]), NOW + DAY);
  await moves.move(String(run), LABEL);
  const all = world.visits;
  world.visits = all.filter((visit) => visit.user_agent !== agent);
  if (back) {
    await checkEither();
    await moves.restore(String(run));
    world.visits = all;
  }
  await moves.forget(String(run));
}

async function erase(type: 'ip' | 'fingerprint'): Promise<void> {
  const victim = nth(world.visits.filter((visit) => visit[type] !== ''));
  const value = victim[type];
  await world.warehouse.eraseVisitor({ siteIds: [1, 2], type, value, visitor: type === 'fingerprint' ? victim.visitor : null });
  world.visits = world.visits.filter((visit) => visit[type] !== value);
  const number = type === 'fingerprint' ? `visitor_numbers WHERE visitor = ${victim.visitor}` : `address_numbers WHERE ip = toIPv6('${value}')`;
  expect(await world.rowsOf(number)).toBe(0);
}

/** Gives a visit another session, as the repair of sessions does. */
async function fixSession(): Promise<void> {
  const { site_id: siteId, visitor, created_at: at } = nth(world.visits);
  const fix = { siteId, visitor, at, sessionId: '77', entryUrl: `https://site.example/fixed/${String(Math.floor(random() * 3))}` };
  await world.warehouse.fixSessions([fix]);
  world.visits = world.visits.map((visit) => (visit.site_id === siteId && visit.visitor === visitor && visit.created_at === at ? { ...visit, session_id: fix.sessionId, entry_url: fix.entryUrl } : visit));
}

beforeAll(async () => {
  engine = await startEngine();
  if (!SHARES_FILES || IS_SHARDED || ON_SERVERS) return;
  world = new World(engine, random);
  for (const siteId of [1, 2]) for (let i = 0; i < 3; i += 1) await world.store(world.many(3_000, siteId));
});
afterAll(async () => {
  await world?.warehouse.close();
  await engine.stop();
});

describe.skipIf(!SHARES_FILES || IS_SHARDED || ON_SERVERS)('figures of roll-ups', () => {
  it('are those of the visits, and are used once hours are rolled up', async () => {
    expect(await check()).toBe(0);
    await world.job.run();
    const counted = { ...NONE };
    expect(await check(counted)).toBeGreaterThan(4);
    expect(counted.spans).toBeGreaterThan(1);
    expect(counted.given).toBeGreaterThan(6);
    expect(counted.lookups).toBeGreaterThan(0);
    expect(counted.lookups).toBeLessThan(counted.given);
    expect(counted.kept).toBeGreaterThan(1);
    expect(counted.periods).toBeGreaterThan(3);
    expect(counted.again).toBeGreaterThan(8);
    expect(counted.series).toBeGreaterThan(8);
    expect(counted.values).toBeGreaterThan(8);
    expect(counted.newest).toBeGreaterThan(0);
    await world.reopen();
    expect(await check()).toBeGreaterThan(4);
    // Whole days of the site's zone, one of 25 hours among them, October, which has that hour more in Berlin, and September since the first visit.
    expect(await world.rowsOf('rolled_spans WHERE site_id = 2 AND hours = 25')).toBe(1);
    expect(await world.rowsOf('rolled_spans WHERE site_id = 1 AND hours = 744')).toBe(1);
    expect(await world.rowsOf('rolled_spans WHERE site_id = 2 AND hours = 745')).toBe(1);
    expect(await world.rowsOf('rolled_spans WHERE hours > 25')).toBe(4);
    // The same by value, and the running day's hours until it is over. Ten days of Berlin's were 241 hours.
    expect(await world.rowsOf('rolled_values WHERE kind = 0 AND hours BETWEEN 26 AND 745')).toBe(4);
    // All of them as one.
    expect(await world.rowsOf('rolled_values WHERE kind = 0 AND hours > 745')).toBe(2);
    const days = (siteId: number): Promise<number> => world.rowsOf(`rolled_values WHERE kind = 0 AND site_id = ${String(siteId)} AND hours BETWEEN 2 AND 25 AND first >= ${String(Date.UTC(2026, 9, 1) / HOUR - 12)}`);
    expect([await days(1), await days(2)]).toEqual([DAYS_BY_VALUE, DAYS_BY_VALUE - 1]);
    expect(await world.rowsOf('rolled_values WHERE kind = 0 AND site_id = 1 AND hours = 1')).toBe(17);
    const { rows } = await engine.warehouse.query<{ num: string; pv: string }>('SELECT count() AS num, sum(pv) AS pv FROM rolled_hours WHERE site_id = 1', {});
    expect(Number(rows[0]?.pv)).toBe(world.visits.filter((visit) => visit.site_id === 1 && visit.created_at < Math.floor(NOW / HOUR) * HOUR).length);
    // A slow machine takes two minutes for it.
  }, 300_000);

  it('stay so after whatever changes visits, rolled up anew or not, and in a process that opens the store later', async () => {
    const changes: readonly (readonly [string, () => Promise<void>])[] = [
      ['late visits', () => world.store(world.many(40))],
      ['late visits of one day', () => world.store(world.many(30, 2, NOW - 5 * DAY, NOW - 4 * DAY))],
      ['late visits of today', () => world.store(world.many(30, 1, NOW - 9 * HOUR, NOW))],
      ['visits older than all', () => world.store(world.many(20, 1, NOW - (DAYS + 3) * DAY, NOW - DAYS * DAY))],
      ['an address erased', () => erase('ip')],
      ['a visitor erased', () => erase('fingerprint')],
      ['a session given another entry page', fixSession],
      ['a rule', () => applyRule(false)],
      ['a rule and its end', () => applyRule(true)],
      ['what is old expires', async () => {
        const before = NOW - Math.floor((DAYS - 2) * DAY - random() * DAY);
        await world.warehouse.removeExpired([{ siteId: 1, before }]);
        world.visits = world.visits.filter((visit) => visit.site_id !== 1 || visit.created_at >= before);
      }],
      ['another process', () => world.reopen()],
      ['rolled up', () => world.job.run()],
    ];
    let used = 0;
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const [what, change] of changes.toSorted(() => random() - 0.5)) {
        await change();
        if (random() < 0.5) await world.job.run();
        used += await checkEither().catch((error: unknown) => {
          throw new Error(`after ${what}`, { cause: error });
        });
      }
    }
    expect(used).toBeGreaterThan(10 * ROUNDS);
  }, 600_000);

  it('stay so when the numbers of visitors and addresses are put together', async () => {
    const { rolled } = world.warehouse;
    const { warehouse } = engine;
    const connection = openConnection(engine.supervisor, 'footfall', engine.log);
    const merges = (what: 'STOP' | 'START'): Promise<unknown> => connection.client().command({ query: `SYSTEM ${what} MERGES visitor_numbers` });
    // Or the engine may put them together by itself before they are looked at.
    await merges('STOP');
    for (let i = 0; i < 3; i += 1) {
      await world.store(Array.from({ length: 30 }, () => {
        const visitor = 2n ** 61n + BigInt(Math.floor(random() * 1e9));
        return { ...world.make(1, NOW - DAY, NOW), visitor: String(visitor), fingerprint: visitor.toString(16) };
      }));
      await world.job.run();
    }
    const partsOf = async (): Promise<number> => Number((await warehouse.query<{ num: string }>("SELECT count() AS num FROM system.parts WHERE active AND database = 'footfall' AND table = 'visitor_numbers' AND partition = '1'", {})).rows[0]?.num);
    expect(await partsOf()).toBeGreaterThan(1);
    const scattered = await rolled?.rows.scattered(1);
    expect(scattered).toContainEqual({ table: 'visitor_numbers', siteId: 1 });
    await merges('START');
    for (const numbers of scattered ?? []) await rolled?.rows.merge(numbers);
    expect([await partsOf(), await rolled?.rows.scattered(1)]).toEqual([1, []]);
    await connection.close();
    expect(await check()).toBeGreaterThan(4);
  }, 120_000);

  it('stay so while visits come in and hours are rolled up at once', async () => {
    for (let i = 0; i < ROUNDS; i += 1) {
      await world.store(world.many(80));
      const coming = async (): Promise<void> => {
        for (let batch = 0; batch < 10; batch += 1) await world.store(world.many(20, 1 + (batch % 2)));
      };
      await Promise.all([world.job.run(), coming()]);
      await check();
    }
    await world.job.run();
    expect(await check()).toBeGreaterThan(4);
  }, 600_000);

  it('come from one state of the visits, though a statement reads them several times', async () => {
    const stop = new AbortController();
    const coming = (async (): Promise<void> => {
      while (!stop.signal.aborted) await world.store(world.many(5));
    })();
    // As the statements have them: a count of the whole table would be taken from what the table knows of itself.
    const rows = 'site_id = 1 AND created_at > 0';
    const readings = `SELECT countIf(id > 0) AS num FROM visits WHERE ${rows} UNION ALL SELECT sum(a.n) FROM (SELECT id FROM visits WHERE ${rows}) AS s ANY LEFT JOIN (SELECT id, 1 AS n FROM visits WHERE ${rows}) AS a ON s.id = a.id`;
    try {
      for (let i = 0; i < 8; i += 1) {
        const { rows: counts } = await world.warehouse.query<{ num: string }>(`SELECT toUInt64(num) AS num FROM (${readings}) SETTINGS merge_tree_storage_snapshot_sleep_ms = 60`, {});
        expect(new Set(counts.map((row) => row.num)).size).toBe(1);
      }
    } finally {
      stop.abort();
      await coming;
    }
  }, 120_000);

  it('stay so when the engine is killed in the middle of a step, or of a change', async () => {
    for (let i = 0; i < 2 * ROUNDS; i += 1) {
      await world.store(world.many(60));
      const late = world.many(50);
      const working = [world.job.run(), i % 2 === 0 ? world.store(late) : Promise.resolve()];
      await new Promise((resolve) => setTimeout(resolve, 30 + random() * 250));
      process.kill(engine.supervisor.pid() ?? 0, 'SIGKILL');
      const outcomes = await Promise.allSettled(working);
      await again();
      if (i % 2 === 0 && outcomes[1]?.status === 'rejected') await world.storeAgain(late);
      if (random() < 0.5) await world.reopen();
      await checkEither();
      await world.job.run();
      expect(await checkEither()).toBeGreaterThan(0);
    }
  }, 600_000);

  it('are gone with their site', async () => {
    let records = 0;
    for (const table of ['visits', 'spider_hits', 'moved_visits', 'moved_spider_hits']) records += await world.rowsOf(`${table} WHERE site_id = 2`);
    expect(await world.warehouse.eraseSite(2)).toBe(records);
    world.visits = world.visits.filter((visit) => visit.site_id !== 2);
    for (const table of ['rolled_hours', 'rolled_spans', 'rolled_values', 'visitor_numbers', 'address_numbers']) expect(await world.rowsOf(`${table} WHERE site_id = 2`)).toBe(0);
    await check();
    await world.job.run();
    expect(await check()).toBeGreaterThan(0);
  }, 120_000);
});
