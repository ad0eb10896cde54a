/** Lists of a dashboard, of what is not over: one statement tells all of them. */
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../src/questions/asked.js';
import type { CompiledQuery } from '../../src/questions/compile.js';
import { keptGroups } from '../../src/questions/kept-groups.js';
import { panelListing } from '../../src/questions/kept-panels.js';
import { findKept } from '../../src/questions/kept-ranking.js';
import { everything, grouped, type GroupPlan } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';
import { RolledHours } from '../../src/warehouse/rolled/rolled-hours.js';
import type { RolledRows } from '../../src/warehouse/rolled/rolled-rows.js';
import { SITES } from '../questions/fixture.js';
import { askedOf } from './asked-of.js';
import { countsIn, inOrder, keyOf, recordOf, recordsOf } from './listed.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 20, 12, 30);
const [RUNNING, YESTERDAY] = [NOW - 30 * 60_000, NOW - 24 * HOUR];
const COLUMNS = ['url', 'referer', 'entry_url', 'browser_name', 'country_code'] as const;

type View = readonly [at: number, ...values: string[]];
const VIEWS: readonly View[] = [
  [RUNNING - HOUR, '/over', 'a.example', '/', 'Chrome', 'CN'],
  [RUNNING + 1, '/one', '', '/', 'Chrome', 'CN'], [RUNNING + 2, '/two', '', '/', 'Firefox', 'CN'], [NOW - 5_000, '/one', 'b.example', '/one', 'Chrome', ''],
];

const instantOf = (text: unknown): number => Date.parse(`${String(text).replace(' ', 'T')}Z`);

/** Answers as the store would, part by part, column by column, from the instants of its parameters. */
function asking(views: readonly View[] = VIEWS) {
  const kept = new RolledHours({ read: () => Promise.resolve(new Map()) } as Partial<RolledRows> as RolledRows, () => NOW);
  const queries: CompiledQuery[] = [];
  const rowOf = (part: number, column: number, own: readonly View[], byMoment: boolean) => {
    const counts = new Map<string, number>();
    for (const view of own) counts.set(String(view[column + 1]), (counts.get(String(view[column + 1])) ?? 0) + 1);
    const records = byMoment ? own.map((view) => recordOf(String(view[column + 1]), 1, Buffer.from(Uint32Array.of(Math.floor(view[0] / 10_000)).buffer))) : [...counts].map(([value, num]) => recordOf(value, num));
    return { part, column, records: inOrder(records).toString('base64url'), keys: Buffer.concat([...counts.keys()].map(keyOf)).toString('base64url'), texts: [...counts.keys()], known: 1 };
  };
  const run = (query: CompiledQuery) => {
    queries.push(query);
    const rows = query.sql.split('UNION ALL').flatMap((sql, part) => {
      const [from, to] = [instantOf(query.params[`p${String(part)}_from0`]), instantOf(query.params[`p${String(part)}_to0`])];
      const own = views.filter(([at]) => at >= from && at < to);
      const isTogether = sql.includes('GROUPING SETS');
      const only = COLUMNS.findIndex((column) => sql.includes(`toString(${column})`));
      if (own.length === 0) return [];
      return isTogether ? COLUMNS.map((_, column) => rowOf(part, column, own, sql.includes('g_moment'))) : [{ ...rowOf(part, only, own, sql.includes('g_moment')), column: 0 }];
    });
    return Promise.resolve({ rows, statistics: { elapsed: 0, rows_read: 0 } });
  };
  const askedAt = (now: number): Asked => askedOf({ kept, now, run });
  const sourceUntil = (to: number, from: number) => ({ ...everything(SiteScope.of(SITES.slice(0, 1))), ranges: [{ from, to }] });
  /** What is listed of today, beside yesterday so far if that is asked for. */
  const asked = async (column: (typeof COLUMNS)[number], now: number, until: number, isCompared = false) => {
    const listing = panelListing(column);
    if (listing === null) throw new Error(`${column} is no panel's`);
    const sources = [sourceUntil(until, RUNNING - 2 * HOUR), ...(isCompared ? [sourceUntil(now - 24 * HOUR, RUNNING - 26 * HOUR)] : [])];
    const groups = await keptGroups(sources, listing, askedAt(now));
    return groups?.map(({ over, since }) => ({ over: Object.fromEntries(countsIn(over) ?? []), since: Object.fromEntries(countsIn(since) ?? []) })) ?? null;
  };
  const today = (column: (typeof COLUMNS)[number], now = NOW, isCompared = false) => asked(column, now, now, isCompared);
  const ranked = (column: string, page: GroupPlan['page']) => grouped(sourceUntil(NOW, RUNNING - HOUR), ['pv'], { keys: [column], totals: true, order: 'pv', page });
  return { asked, today, queries, askedAt, ranked };
}

/** Statements about hours that run, or are cut. */
const together = (queries: readonly CompiledQuery[]): string[] => queries.filter(({ sql }) => sql.includes('GROUPING SETS')).map((query) => JSON.stringify(query));

describe('lists of a dashboard', () => {
  it('are each told from the same statement, word for word', async () => {
    const { today, queries } = asking();
    const told = await Promise.all(COLUMNS.map((column) => today(column)));
    expect(told.map((lists) => lists?.[0]?.since)).toEqual([{ '/one': 2, '/two': 1 }, { '': 2, 'b.example': 1 }, { '/': 2, '/one': 1 }, { Chrome: 2, Firefox: 1 }, { CN: 2, '': 1 }]);
    expect(told.map((lists) => lists?.[0]?.over)).toEqual([{ '/over': 1 }, { 'a.example': 1 }, { '/': 1 }, { Chrome: 1 }, { CN: 1 }]);
    expect(together(queries)).toHaveLength(COLUMNS.length);
    expect(new Set(together(queries)).size).toBe(1);
  });

  it('have moments of yesterday kept together', async () => {
    const views: View[] = [...VIEWS, [YESTERDAY - 60_000, '/before', '', '/', 'Edge', 'DE'], [YESTERDAY + 60_000, '/after', '', '/', 'Opera', 'FR']];
    const { today, queries } = asking(views);
    expect((await today('url', NOW, true))?.[1]?.since).toEqual({ '/before': 1 });
    expect((await today('country_code', NOW, true))?.[1]?.since).toEqual({ DE: 1 });
    expect((await today('country_code', NOW + 120_000, true))?.[1]?.since).toEqual({ DE: 1, FR: 1 });
    expect(together(queries).map((query) => query.split('UNION ALL').length)).toEqual([2, 1, 1]);
  });

  it('have what came up to a moment ago of a busy hour kept together, however they were asked for', async () => {
    const busy = Array.from({ length: 2_000 }, (_, i): View => [RUNNING + i * 500, `/${String(i % 30)}`, '', '/', 'Chrome', 'CN']);
    const { today, queries } = asking(busy);
    const sumOf = (lists: Awaited<ReturnType<typeof today>>): number => Object.values(lists?.[0]?.since ?? {}).reduce((sum, num) => sum + num, 0);
    for (const [at, column] of (['url', 'country_code', 'browser_name', 'url'] as const).entries()) expect(sumOf(await today(column, NOW + at * 10_000))).toBe(2_000);
    const begins = queries.filter(({ sql }) => sql.includes('GROUPING SETS')).map(({ params }) => String(params['p0_from0']).slice(11, 19));
    expect(begins).toEqual(['12:00:00', '12:00:00', '12:30:00', '12:30:00']);
    const few = asking(busy.slice(1));
    for (const at of [0, 1, 2]) await few.today('url', NOW + at * 10_000);
    expect(few.queries.filter(({ sql }) => sql.includes('GROUPING SETS')).map(({ params }) => String(params['p0_from0']).slice(11, 19))).toEqual(['12:00:00', '12:00:00', '12:00:00']);
  });

  it('are told from the same statement when what is kept of a busy hour goes on, milliseconds apart', async () => {
    const busy = Array.from({ length: 2_000 }, (_, i): View => [RUNNING + i * 500, `/${String(i % 30)}`, '', '/', 'Chrome', 'CN']);
    const { asked, queries } = asking(busy);
    // Today goes until tonight, and not until now.
    const panels = (now: number) => Promise.all(COLUMNS.map((column, i) => asked(column, now + i * 7, NOW + 6 * HOUR)));
    await panels(NOW);
    for (const later of [10_000, 60_000, 115_000]) {
      const before = queries.length;
      const told = await panels(NOW + later);
      expect(told.map((lists) => Object.values(lists?.[0]?.since ?? {}).reduce((sum, num) => sum + num, 0))).toEqual(COLUMNS.map(() => 2_000));
      expect([later, new Set(together(queries.slice(before))).size]).toEqual([later, 1]);
    }
  });

  it('are counted each by itself where together they are too long', async () => {
    const { askedAt, ranked } = asking();
    const queries: string[] = [];
    const run = ({ sql }: CompiledQuery) => {
      queries.push(sql);
      const urls = { part: 0, column: 0, records: recordsOf(300_001).toString('base64url'), keys: '', texts: [], known: 2 };
      const rows = sql.includes('GROUPING SETS') ? [urls] : [{ ...urls, records: recordOf('CN', 9).toString('base64url'), keys: keyOf('CN').toString('base64url'), texts: ['CN'], known: 1 }];
      return Promise.resolve({ rows, statistics: { elapsed: 0, rows_read: 0 } });
    };
    const plan = ranked('country_code', { limit: 10, offset: 0 });
    const found = await findKept(plan, null, askedOf({ ...askedAt(NOW), run }));
    expect(found?.rows).toEqual([{ k_country_code: 'CN', m_pv: 18, total: 18, groups: 1 }]);
    expect(queries.map((sql) => sql.includes('GROUPING SETS'))).toEqual([false, true, false]);
  });

  it('are asked for together by panels, which show ten rows or all, and not by a list that is looked at alone', async () => {
    for (const [page, isTogether] of [[{ limit: 10, offset: 0 }, true], [null, true], [{ limit: 20, offset: 0 }, false], [{ limit: 10, offset: 10 }, false]] as const) {
      const { askedAt, ranked, queries } = asking();
      await findKept(ranked('browser_name', page), null, askedAt(NOW));
      expect(together(queries)).toHaveLength(isTogether ? 1 : 0);
    }
  });

  it('are of the columns that dashboards show and of no others', () => {
    expect(panelListing('os_name')).toBeNull();
    expect(panelListing('ip')).toBeNull();
  });
});
