/** A visitor's way: sessions, the newest first, each with its pages, how long each was looked at, and what had changed since the session before. */
import type { endpoints, Output, Parsed, TrajectorySession, TrajectoryVisit, VisitRow } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { compileGroups, compileRows } from './compile.js';
import { countIn, type Row } from './counts.js';
import { pageOf, paginationOf } from './paging.js';
import { allTime } from './period.js';
import { grouped, listed, where, type Source } from './plan.js';
import { domainsOf, VISIT_COLUMNS, visitRowOf, type StoredRow } from './visit-rows.js';
import { visitorWhereabouts } from './visitor.js';

type Trajectory = typeof endpoints.deviceLogs.userTrajectory;

/** Pages of a session that are shown. */
const SHOWN = 500;
const CHANGING = ['ip', 'fingerprint', 'country_code', 'device_type', 'device_model', 'os_name', 'os_version', 'browser_name', 'browser_version', 'screen_resolution'] as const;
const COLUMNS: readonly string[] = [...VISIT_COLUMNS, 'session_id'];

type Facts = VisitRow & Readonly<Record<string, string | number>>;

interface View {
  readonly at: number;
  readonly row: Facts;
}

/** Sessions that share a page: a session is of one site, so that its number alone is not quite its name. */
const keyOf = (row: Row | StoredRow, prefix: 'k' | 'r'): string => `${row[`${prefix}_site_id`] ?? ''}/${row[`${prefix}_session_id`] ?? ''}`;

/** The first pages of some sessions, by session, oldest first. */
async function pagesOf(source: Source, groups: readonly Row[], asked: Asked): Promise<ReadonlyMap<string, readonly View[]>> {
  const pages = new Map<string, View[]>();
  if (groups.length === 0) return pages;
  const domains = domainsOf(asked);
  const of = where(source, [{ column: 'session_id', operator: 'in', value: groups.map((row) => String(row['k_session_id'])) }]);
  const plan = listed(of, COLUMNS, null, { sort: [{ by: 'created_at', direction: 'asc' }, { by: 'id', direction: 'asc' }], each: { column: 'session_id', limit: SHOWN } });
  const { rows } = await asked.run<StoredRow>(compileRows(plan));
  for (const row of rows) {
    const key = keyOf(row, 'r');
    const view = { at: Number(row['r_created_at']), row: visitRowOf(row, asked, domains) as Facts };
    const known = pages.get(key);
    if (known === undefined) pages.set(key, [view]);
    else known.push(view);
  }
  return pages;
}

/** A page's dwell is the time until the next one; nobody knows how long the last was looked at. */
function visitsOf(views: readonly View[]): TrajectoryVisit[] {
  return views.map(({ at, row }, i) => {
    const next = views[i + 1];
    const { id, created_at, url, title, referer, ip, fingerprint, user_agent } = row;
    return { id, created_at, at, url, title: String(title ?? ''), referer, ip, fingerprint, user_agent, dwell: next === undefined ? null : Math.round((next.at - at) / 1_000) };
  });
}

function sessionOf(group: Row, views: readonly View[], older: readonly View[] | undefined, asked: Asked): TrajectorySession[] {
  const [first] = views;
  const last = views.at(-1);
  // Erased between the two questions.
  if (first === undefined || last === undefined) return [];
  const { row } = first;
  const before = older?.at(-1)?.row;
  const [from, to] = [countIn(group, 'm_first_at'), countIn(group, 'm_last_at')];
  const text = (column: string): string => String(row[column] ?? '');
  return [{
    session_id: String(group['k_session_id']),
    domain: row.domain,
    started_at: asked.zone.text(from),
    ended_at: asked.zone.text(to),
    duration: Math.round((to - from) / 1_000),
    entry_url: row.entry_url,
    referer: row.referer,
    channel: text('channel'),
    referer_name: text('referer_name'),
    country: row.country,
    country_code: row.country_code,
    device_type: row.device_type,
    device_model: row.device_model,
    os_name: row.os_name,
    browser_name: row.browser_name,
    ip: row.ip,
    fingerprint: row.fingerprint,
    changes: before === undefined ? [] : CHANGING.filter((fact) => String(before[fact] ?? '') !== text(fact)),
    pv: countIn(group, 'm_pv'),
    visits: visitsOf(views),
  }];
}

/** A page of a visitor's sessions. @throws FootfallError `request.invalid` */
export async function trajectory(input: Parsed<Trajectory>, asked: Asked): Promise<Output<Trajectory>> {
  const source = await visitorWhereabouts(input, asked);
  const page = pageOf(input);
  const plan = grouped(source, ['pv', 'first_at', 'last_at'], { keys: ['site_id', 'session_id'], sort: [{ by: 'last_at', direction: 'desc' }], order: 'pv', totals: true });
  // One more than the page: the last session is compared with the one before it.
  const { rows } = await asked.run<Row>(compileGroups({ ...plan, page: { ...page, limit: page.limit + 1 } }));
  const carrier = rows[0] ?? (page.offset > 0 ? (await asked.run<Row>(compileGroups({ ...plan, page: { limit: 1, offset: 0 } }))).rows[0] : undefined);
  const pages = await pagesOf(source, rows, asked);
  const views = rows.map((row) => pages.get(keyOf(row, 'k')) ?? []);
  return {
    list: rows.slice(0, page.limit).flatMap((row, i) => sessionOf(row, views[i] ?? [], views[i + 1], asked)),
    total: countIn(carrier, 'total'),
    meta: paginationOf(input, countIn(carrier, 'groups')),
    cut: cutOf(asked, input.query_time ?? allTime(asked.zone, asked.now)),
  };
}
