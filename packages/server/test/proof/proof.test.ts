/** Each question's proof: its statements give the same again as plain text, and its rows are those that loops over the records find. */
import { type EventRecord, PROVABLE_QUESTIONS, type ProvenFilter, type ProvenGroup, type ProvenPart, type ProvenPeriod, type SpiderHitRecord, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userOf } from '../../src/http/handler.js';
import { CRAWLER_LISTS } from '../../src/questions/crawler-lists.js';
import { createCrawlerRanges } from '../../src/questions/crawler-ranges.js';
import { everything, grouped } from '../../src/questions/plan.js';
import { partOf } from '../../src/questions/proven-part.js';
import { SiteScope } from '../../src/questions/scope.js';
import { createZones } from '../../src/questions/zone.js';
import { sqlRoutes } from '../../src/routes/sql.js';
import { contextOf, depsOf, directoryOf } from '../questions/ask.js';
import { fill, makeWorldRecords } from '../spider-history/world.js';
import { filledIn } from '../../src/warehouse/filled-in.js';
import { byBytes } from '../truth/loops.js';
import { NOW, SITES } from '../truth/records.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { randomFrom } from '../random.js';
import { type Proof, type ProofWorld, proofWorld, type StoredRows } from './world.js';

const DAY = 86_400_000;
const ROUNDS = 2;
const records = makeWorldRecords();
const random = randomFrom(9);
const nth = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
let engine: TestEngine;
let world: ProofWorld;
beforeAll(async () => {
  engine = await startEngine();
  await fill(engine, records);
  world = proofWorld(engine, SITES, NOW);
}, 120_000);
afterAll(() => engine.stop());

type Kept = VisitRecord | SpiderHitRecord | EventRecord;

const text = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const time = (): [string, string] => {
  const from = NOW - Math.floor(random() * 19 * DAY);
  return [text(from), text(from + Math.floor(random() * 8 * DAY))];
};
const url = nth(records.visits).url;
const ip = nth(records.visits).ip;

/** What each question is asked with, at random. */
const MORE: Readonly<Record<string, () => object>> = {
  'home.top_list': () => ({ type: nth(['url', 'referer', 'entry_url', 'ip']), search: nth(['', 'e']), compare: nth([undefined, 'previous']) }),
  'home.pie': () => ({ type: nth(['browser', 'country']) }),
  'home.census': () => ({ query_type: nth(['every_day', 'every_hour']) }),
  'home.log': () => ({ query_type: nth(['hour', 'day']) }),
  'report.search': () => ({ created_at: time(), custom_filters: [{ column: 'url', operator: nth(['=', '!=', 'like']), value: url }, { column: 'ram', operator: '=', value: '' }], group_by: nth([[], ['country_code'], ['day']]) }),
  'report.device_logs': () => ({ url }),
  'device_logs.user_trajectory': () => ({ type: 'ip', ip }),
  'report.visit_info': () => ({ type: 'ip', ip, domain: '', query_time: undefined }),
  'suspicious.visitor': () => ({ type: 'ip', ip, domain: '', query_time: undefined }),
  'spider.log': () => ({ status: nth(['', '404']), url: nth(['', 'example/3']) }),
  'spider.top_urls': () => ({ name: 'Deep' }),
};
/** They know no such fields; nothing is refused for it. */
const inputOf = (question: string): object => ({
  domain: nth(['', ...SITES.map(({ domain }) => domain)]), query_time: time(), country_code: nth(['', '', 'CN']), device_type: nth(['', '', 'mobile']),
  ...(question.startsWith('home.') || !(question in MORE) ? {} : { device_type: '' }), ...MORE[question]?.(),
});

const inAnyOrder = (rows: StoredRows): string[] => rows.map((row) => Object.entries(row).map(([name, value]) => `${name}=${String(value)}`).toSorted(byBytes).join(' ')).toSorted(byBytes);

/** What a row says of a column that filters and groups of these questions name. */
function factOf(row: Kept, column: string): string {
  if (column === 'domain') return SITES.find(({ id }) => id === row.site_id)?.domain ?? '';
  const fact: unknown = new Map<string, unknown>(Object.entries(row)).get(column);
  return typeof fact === 'string' || typeof fact === 'number' ? String(fact) : '';
}
const TESTS: Readonly<Record<string, (fact: string, values: readonly string[]) => boolean>> = {
  '=': (fact, [value]) => fact === value, '!=': (fact, [value]) => fact !== value, like: (fact, [value = '']) => fact.toLowerCase().includes(value.toLowerCase()),
  in: (fact, values) => values.includes(fact), present: (fact) => fact !== '', absent: (fact) => fact === '',
};
const during = (at: number, periods: readonly ProvenPeriod[] | null): boolean => periods === null || periods.some(({ utc_from, utc_to }) => at >= Date.parse(utc_from) && at < Date.parse(utc_to));
/** Filters that need more than the record: left to the tests of what they are made of. */
const judges = ({ column, values, num }: ProvenFilter): boolean => column === 'authenticity' || num > values.length;

const TABLES: Readonly<Record<string, readonly Kept[]>> = { visits: records.visits, spider_hits: records.hits, events: records.events };

function rowsOf({ table, sites, periods, filters }: ProvenPart): Kept[] {
  return (TABLES[table] ?? []).filter((row) => sites.includes(factOf(row, 'domain')) && during(row.created_at, periods) && filters.every(({ column, operator, values }) => TESTS[operator]?.(factOf(row, column), values) ?? false));
}

const distinct = (rows: readonly Kept[], column: string): number => new Set(rows.map((row) => factOf(row, column))).size;
const COUNTS: Readonly<Record<string, (rows: readonly Kept[]) => number>> = {
  rows: (rows) => rows.length, pv: (rows) => rows.length, hits: (rows) => rows.length, events: (rows) => rows.length,
  uv: (rows) => distinct(rows, 'visitor'), ip: (rows) => distinct(rows, 'ip'), sessions: (rows) => distinct(rows, 'session_id'),
  referer_num: (rows) => rows.filter((row) => factOf(row, 'channel') === 'search').length, visitors: (rows) => distinct(rows.filter((row) => factOf(row, 'visitor') !== '0'), 'visitor'),
};
const counted = (rows: readonly Kept[], figures: Readonly<Record<string, number>>): Record<string, number> => Object.fromEntries(Object.entries(figures).map(([figure, told]) => [figure, COUNTS[figure]?.(rows) ?? told]));

function groupRows(rows: readonly Kept[], { keys, periods }: ProvenGroup): Kept[] {
  return rows.filter((row) => during(row.created_at, periods) && Object.entries(keys).every(([column, value]) => factOf(row, column) === value));
}

/** @returns how many figures were counted by hand */
function checkByHand({ statements }: Proof): number {
  let checked = 0;
  for (const part of statements.flatMap(({ parts }) => parts).filter(({ filters, table, counted: again }) => again !== null && table in TABLES && !filters.some(judges))) {
    const rows = rowsOf(part);
    expect([part.filters, part.counted]).toEqual([part.filters, counted(rows, part.counted ?? {})]);
    for (const group of part.groups.filter(({ keys }) => Object.keys(keys).every((column) => column in (rows[0] ?? {}) || column === 'domain'))) {
      expect([group, group.figures]).toEqual([group, counted(groupRows(rows, group), group.figures)]);
      checked += Object.keys(group.figures).filter((figure) => figure in COUNTS).length;
    }
    checked += Object.keys(part.counted ?? {}).length;
  }
  return checked;
}

/** But the list of rules, of which none is here. */
const ASKED = PROVABLE_QUESTIONS.filter((question) => question !== 'spider.list');

describe.each(ASKED)('%s', (question) => {
  it('is answered by statements that give the same as plain text, over the rows that loops find', async () => {
    let checked = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const input = inputOf(question);
      const proof = await world.open(question, input);
      expect([question, proof.exact, proof.statements.length > 0]).toEqual([question, true, true]);
      for (const { sql, parts } of proof.statements) {
        expect(sql).not.toMatch(/\{\w+:|\buniq\(|uniqCombined|SAMPLE/u);
        expect(world.told.has(sql)).toBe(true);
        expect(inAnyOrder(await world.run(sql))).toEqual(inAnyOrder(world.told.get(sql) ?? []));
        expect(parts.length).toBeGreaterThan(0);
      }
      checked += checkByHand(proof);
    }
    // Verdicts have loops of their own.
    expect(checked).toBeGreaterThan(question === 'spider.authenticity' ? -1 : 0);
  });
});

it('says of all sites together that it is of no site alone', () => {
  const plan = grouped(everything(SiteScope.of(SITES)), ['pv', 'uv'], { keys: ['site_id'], rollup: true });
  const rows = [['0', '12', '7'], ...SITES.map(({ id }) => [String(id), '4', '3'])].map(([site = '', pv = '', uv = '']) => ({ k_site_id: site, m_pv: pv, m_uv: uv }));
  const { groups } = partOf({ as: 'groups', plan }, rows, { sites: SITES, zone: createZones()('UTC') });
  expect(groups.map(({ keys, figures }) => ({ keys, figures }))).toEqual([
    { keys: {}, figures: { pv: 12, uv: 7 } },
    ...SITES.map(({ domain }) => ({ keys: { domain }, figures: { pv: 4, uv: 3 } })),
  ]);
});

it('says of a statement that the SQL screen takes it, and there it gives the same', async () => {
  const sql = sqlRoutes({ ...depsOf(engine.warehouse, NOW, { directory: directoryOf(SITES) }), statements: engine.warehouse.statements, audit: { record: () => Promise.resolve() } });
  const taken: string[] = [];
  const administrator = contextOf({ user: { ...userOf(contextOf()), grants: { isAdmin: true, routes: ['Sql', 'reportDevice', 'visitIp', 'userTrajectory', 'SpiderLog'], sites: 'all' } } });
  for (const question of ['home.summary', 'home.trend', 'home.top_list', 'home.pie', 'spider.statistics', 'report.search', 'coverage.urls']) {
    const { statements } = await world.open(question, { ...inputOf(question), authenticity: '' }, administrator);
    for (const statement of statements.filter(({ in_sql: inSql }) => inSql)) {
      const { rows, columns } = await sql.ask({ sql: statement.sql, params: {} }, administrator);
      expect(inAnyOrder(rows.map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i]]))))).toEqual(inAnyOrder(world.told.get(statement.sql) ?? []));
    }
    if (statements.every(({ in_sql: inSql }) => inSql)) taken.push(question);
  }
  expect(taken).toEqual(expect.arrayContaining(['home.summary', 'home.trend', 'home.top_list', 'home.pie', 'spider.statistics', 'report.search']));
});

it('holds back addresses that hits of other sites brought, from who does not see those', async () => {
  const looked = createCrawlerRanges(CRAWLER_LISTS, new Map([['203.0.113.77', { state: 'confirmed', host: 'crawl-203-0-113-77.googlebot.com' }]]));
  const proofs = proofWorld(engine, SITES, NOW, engine.warehouse, { crawlers: () => looked });
  const one = contextOf({ user: { ...userOf(contextOf()), grants: { isAdmin: false, routes: ['SpiderLog', 'Sql'], sites: [1] } } });
  const [[given], [seen]] = [(await proofs.open('spider.log', { authenticity: 'forged' }, one)).statements, (await proofs.open('spider.log', { authenticity: 'forged' })).statements];
  expect([given?.withheld.length, given?.in_sql, given?.rows_read, given?.sql.includes('cb00:714d'), given?.sql.includes('CAST')]).toEqual([2, false, null, false, true]);
  expect([seen?.withheld, seen?.sql.includes('cb00:714d')]).toEqual([[], true]);
});

it.each(["it's", 'back\\slash', "\\'; DROP TABLE visits; --", 'two\nlines\tand\ra tab', '{site:UInt32}', 'nul \0 and bell \u0007 and \u0085', '小米 “14” 🕷', '%s $1 $& \\x41'])('writes a value as it is: %j', async (value) => {
  const { rows } = await engine.warehouse.query<{ one: string; many: string[] }>(filledIn('SELECT {v:String} AS one, {l:Array(String)} AS many', { v: value, l: [value, ''] }), {});
  expect(rows).toEqual([{ one: value, many: [value, ''] }]);
});
