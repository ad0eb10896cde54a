/** What is kept when a process ends is true in the next one, or not used. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@footfall/contract';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { homeRoutes } from '../../src/routes/home.js';
import { suspiciousRoutes } from '../../src/routes/suspicious.js';
import { AddressList } from '../../src/warehouse/rolled/address-list.js';
import { HourSet } from '../../src/warehouse/rolled/hour-set.js';
import { keptLists, type KeptLists } from '../../src/warehouse/rolled/kept-lists.js';
import { forgetKept, keptOverStarts } from '../../src/warehouse/rolled/kept-over-starts.js';
import { MemberSeries, NOBODY } from '../../src/warehouse/rolled/member-series.js';
import { SiteMembers } from '../../src/warehouse/rolled/site-members.js';
import type { Touched } from '../../src/warehouse/rolled/touched.js';
import { ask, depsOf, directoryOf } from '../questions/ask.js';
import { randomFrom } from '../random.js';
import { listening } from './listening.js';
import { countsIn, listOf } from './listed.js';
import { alone, openWorld } from './open-world.js';
import { NOW, visitorOf } from './world.js';

const HOUR = 3_600_000;
const SILENT = pino({ level: 'silent' });
const { world, engine } = openWorld(randomFrom(41));

/** Lists of a process, and what it hands on; `store` is what the store's mark is. */
function processOf(dataFolder: string, { build = 'a', store = '1' } = {}) {
  const underWay: Touched[] = [];
  const lists = keptLists(() => underWay);
  return { lists, underWay, ...keptOverStarts({ lists, dataFolder, build: Promise.resolve(build), store: () => Promise.resolve(store), log: SILENT }) };
}

function fill({ counts, addresses, periods, suspects, series, sites }: KeptLists): void {
  counts.read([1, 2], 'url').keep({ before: 20, counts: listOf(new Map([['/a', 3], ['/中', 1]])) });
  counts.read([3], 'url').keep({ before: 10, counts: null });
  addresses.read([1], 'ip').keep({ before: 20, counts: AddressList.of(Buffer.from('00000000000000000000ffff0102030407000000434e', 'hex')) });
  periods.read([1], 'day').keep({ before: 20, counts: { rows: [{ m_pv: '3', c0: null }], size: 1 } });
  suspects.read([1], 'who').keep({ before: 20, counts: { rows: [{ apart: ['UTC CN'], mark: 'x' }], size: 1 } });
  series.read([1], 'today').keep({ before: 20, counts: new MemberSeries(20 * HOUR, new Map([[0, { pv: 1, uv: 1, ip: 1, referer_num: 0 }]]), NOBODY) });
  sites.read([1], 'sites').keep({ before: 20, counts: new SiteMembers(new Map([[1, { ...NOBODY, pv: 4, last: 5, engines: new Map([['Baidu', 2]]) }]])) });
}

const NONE = { url: null, ip: undefined, day: undefined, who: undefined, today: undefined, pv: undefined, tooMany: null };

function toldBy({ counts, addresses, periods, suspects, series, sites }: KeptLists) {
  const url = counts.read([1, 2], 'url').kept?.counts;
  return {
    url: url === null || url === undefined ? null : countsIn(url),
    ip: addresses.read([1], 'ip').kept?.counts?.firstWith(AddressList.of(Buffer.alloc(0)), 5).map(({ num, country }) => [num, country]),
    day: periods.read([1], 'day').kept?.counts?.rows,
    who: suspects.read([1], 'who').kept?.counts?.rows,
    today: series.read([1], 'today').kept?.counts?.buckets.get(0)?.pv,
    pv: sites.read([1], 'sites').kept?.counts?.sites.get(1)?.engines.get('Baidu'),
    tooMany: counts.read([3], 'url').kept,
  };
}

const ALL = { url: new Map([['/a', 3], ['/中', 1]]), ip: [[7, 'CN']], day: [{ m_pv: '3', c0: null }], who: [{ apart: ['UTC CN'], mark: 'x' }], today: 1, pv: 2, tooMany: { siteIds: [3], before: 10, counts: null } };

const folderOf = (): Promise<string> => mkdtemp(join(tmpdir(), 'footfall-kept-'));

async function handedOn(before: Parameters<typeof processOf>[1] = {}, later: Parameters<typeof processOf>[1] = {}) {
  const folder = await folderOf();
  const first = processOf(folder, before);
  fill(first.lists);
  await first.write();
  return { folder, first, next: processOf(folder, later) };
}

it('is there in the next process, once', async () => {
  const { folder, next } = await handedOn();
  await (await next.take()).read;
  expect(toldBy(next.lists)).toEqual(ALL);
  expect(await readdir(folder)).toEqual([]);
  const third = processOf(folder);
  await (await third.take()).read;
  expect(toldBy(third.lists)).toEqual(NONE);
});

it('is handed on by a process that ends as soon as it has begun', async () => {
  const { folder, next } = await handedOn();
  await next.take();
  await next.write();
  const third = processOf(folder);
  await (await third.take()).read;
  expect(toldBy(third.lists)).toEqual(ALL);
});

it.each([[{ build: 'b' }], [{ store: '2' }]])('is not used where %j is another, nor left there', async (later) => {
  const { folder, next } = await handedOn({}, later);
  await (await next.take()).read;
  expect(toldBy(next.lists)).toEqual(NONE);
  expect(existsSync(join(folder, 'kept-lists'))).toBe(false);
});

it('is not used of what was touched since the process began, nor over what it counted itself', async () => {
  const { next } = await handedOn();
  next.lists.addresses.touch(new Map([[1, HourSet.of([19.5])]]));
  next.lists.periods.touch(new Map([[1, HourSet.of([20])]]));
  next.underWay.push(new Map([[2, 'all']]));
  next.lists.suspects.read([1], 'who').keep({ before: 21, counts: { rows: ['own'], size: 1 } });
  await (await next.take()).read;
  expect(toldBy(next.lists)).toEqual({ ...ALL, url: null, ip: undefined, who: ['own'] });
});

it('is not written of what is being changed, and nothing is where nothing is kept', async () => {
  const folder = await folderOf();
  const first = processOf(folder);
  await first.write();
  expect(await readdir(folder)).toEqual([]);
  fill(first.lists);
  first.underWay.push(new Map([[1, HourSet.of([19])]]));
  await first.write();
  const next = processOf(folder);
  await (await next.take()).read;
  expect(toldBy(next.lists)).toEqual({ ...NONE, tooMany: ALL.tooMany });
});

it('is not used, and its file is let go of, where the store or the build can not be told', async () => {
  const { next, folder } = await handedOn();
  const unknown = () => Promise.reject(new Error('away'));
  const build = unknown();
  build.catch(() => undefined);
  for (const parts of [{ build: Promise.resolve('a'), store: unknown }, { build, store: () => Promise.resolve('1') }]) {
    fill(next.lists);
    await next.write();
    const { lists } = processOf(folder);
    const told: unknown[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => told.push(line) });
    await (await keptOverStarts({ lists, dataFolder: folder, ...parts, log }).take()).read;
    expect([toldBy(lists), await readdir(folder), told]).toEqual([NONE, [], [expect.stringContaining('can not be used')]]);
  }
});

it('leaves out what would come back as something else', async () => {
  const folder = await folderOf();
  const first = processOf(folder);
  first.lists.periods.read([1], 'day').keep({ before: 20, counts: { rows: [Symbol('one of its own')], size: 1 } });
  first.lists.periods.read([2], 'day').keep({ before: 20, counts: { rows: [new Date(0)], size: 1 } });
  first.lists.suspects.read([1], 'who').keep({ before: 20, counts: { rows: ['text'], size: 1 } });
  await first.write();
  const next = processOf(folder);
  await (await next.take()).read;
  expect(toldBy(next.lists)).toEqual({ ...NONE, who: ['text'] });
  expect(next.lists.periods.read([2], 'day').kept).toBeNull();
});

it('harms nobody where it can not be written, or was written by something else', async () => {
  const lost = processOf(join(await folderOf(), 'no', 'folder'));
  fill(lost.lists);
  await lost.write();
  const folder = await folderOf();
  await writeFile(join(folder, 'kept-lists'), 'something else altogether');
  const next = processOf(folder);
  await (await next.take()).read;
  expect([toldBy(next.lists), await readdir(folder)]).toEqual([NONE, []]);
  await writeFile(join(folder, 'kept-lists'), '');
  await forgetKept(folder);
  expect(await readdir(folder)).toEqual([]);
});

it.runIf(alone)('answers as counting does after a start, without counting again; not after visits that came late or while no server had the store, nor in another build', async () => {
  await world().store(world().many(4_000));
  await world().job.run();
  const asked: string[] = [];
  const directory = directoryOf([1].map((id) => ({ id, name: 'Site', domain: 'site.example', timeZone: 'Asia/Shanghai' })));
  const ranged = { domain: 'site.example', query_time: ['2026-10-05 00:00:00', '2026-11-04 23:59:59'] as [string, string] };
  const answers = async (isKeeping: boolean) => {
    const { warehouse } = world();
    const deps = depsOf(listening(warehouse, isKeeping ? { rolled: warehouse.rolled } : {}, (sql) => asked.push(sql)), NOW, { directory, visitorOf });
    const { topList, pie, census, trend } = homeRoutes(deps);
    const from = asked.length;
    const told = [
      await ask(endpoints.home.topList, topList, { ...ranged, type: 'ip' }), await ask(endpoints.home.topList, topList, { ...ranged, type: 'url' }), await ask(endpoints.home.pie, pie, { ...ranged, type: 'country' }),
      await ask(endpoints.home.census, census, { domain: 'site.example', query_type: 'every_hour' }), await ask(endpoints.home.trend, trend, { ...ranged, compare: 'previous' }),
      await ask(endpoints.suspicious.list, suspiciousRoutes(deps).list, { ...ranged, per_page: 50 }),
    ];
    return { told, statements: asked.slice(from) };
  };
  const first = await answers(true);
  const known = await answers(true);
  expect(known.statements.length).toBeLessThan(first.statements.length);
  await world().reopen();
  // Tells which hours are busy.
  await world().job.run();
  const after = await answers(true);
  // Numbers are looked up anew, each once.
  const kinds = (statements: readonly string[]): string[] => statements.filter((sql) => !sql.includes('max(number)')).map((sql) => sql.slice(0, 70)).toSorted();
  expect(kinds(after.statements)).toEqual(kinds(known.statements));
  expect(after.told).toEqual((await answers(false)).told);
  // Late, in the next process.
  await world().store(world().many(200, 1, NOW - 20 * 24 * HOUR, NOW));
  expect((await answers(true)).told).toEqual((await answers(false)).told);
  // While no server has the store: by whatever does not tell of it.
  const { engine: { warehouse } } = world();
  await world().reopen(async () => {
    const late = world().many(150, 1, NOW - 20 * 24 * HOUR, NOW);
    const silent = world().warehouse;
    world().warehouse = warehouse;
    await world().store(late);
    world().warehouse = silent;
  });
  expect((await answers(true)).told).toEqual((await answers(false)).told);
  await world().reopen(() => Promise.resolve(), 'another build');
  const anew = await answers(true);
  expect(anew.told).toEqual((await answers(false)).told);
  expect(anew.statements.length).toBeGreaterThan(known.statements.length);
  expect(await engine().warehouse.storeMark()).toMatch(/^(?:(?:^|, )[\d.]+ 2026\d\d \d+)+$/u);
}, 120_000);
