/**
 * Devices that were seen last, of a site with so many that grouping all of their visits takes seconds: whose they are is told by the newest visits, how
 * many there are by roll-ups.
 */
import { storeTime } from '../warehouse/store-time.js';
import type { Asked } from './asked.js';
import { compileGroups, compileRows } from './compile.js';
import { countIn, type Row } from './counts.js';
import { type Filter, grouped, type GroupPlan, listed, type Page, where } from './plan.js';
import { rolledValues, runValues } from './rolled.js';
import { SiteScope } from './scope.js';

/** Visits that are looked at. A page of devices that were seen before them is found in all. */
const LOOK = 2_000;
/** Times as long as roll-ups are worth asking: so many visits are grouped in the time that the statements here take (7 days of 75,000: 75 ms, 90 here). */
const LONG = 4;

export interface NewestDevices {
  /** As the plan gives them: k_fingerprint, m_pv, m_first_at, m_last_at. */
  readonly groups: readonly Row[];
  readonly total: number;
  /** Passes the latest visits of each of these devices: by when they were, which is how visits lie. */
  readonly only: Filter;
}

interface Seen {
  readonly fingerprint: string;
  readonly visitor: string;
  readonly at: number;
}

const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The devices of some newest visits, each by its last, as far as no other can have been seen later. */
function seenLast(rows: readonly Row[]): Seen[] {
  const all = rows.map((row): Seen => ({ fingerprint: String(row['r_fingerprint']), visitor: String(row['r_visitor']), at: countIn(row, 'r_created_at') }));
  const oldest = all.length < LOOK ? Number.NEGATIVE_INFINITY : (all.at(-1)?.at ?? 0);
  const last = new Map<string, Seen>();
  for (const seen of all) if (seen.at > oldest && !last.has(seen.fingerprint)) last.set(seen.fingerprint, seen);
  return [...last.values()].toSorted((a, b) => b.at - a.at || bytewise(a.fingerprint, b.fingerprint));
}

function isLong(plan: GroupPlan, { rolled, scope, now }: Asked): boolean {
  const time = rolled === null ? null : rolledValues(plan, rolled, now)?.rolled;
  if (rolled === null || !time) return false;
  return time.spans.reduce((sum, { hours }) => sum + hours, 0) >= LONG * rolled.leastHours(SiteScope.idsOf(scope)[0] ?? 0);
}

/** @param plan of devices @returns null where it is not of the last seen first, or not of a busy site, or not of its newest: then the plan tells @throws as `asked.run` */
export async function newestDevices(plan: GroupPlan, page: Page, asked: Asked): Promise<NewestDevices | null> {
  const { scope, table, time, ranges, filters, crawlers } = plan;
  const source = { scope, table, time, ranges, filters, crawlers };
  const counting = grouped(source, ['uv']);
  const [rule] = plan.sort;
  if (rule?.by !== 'last_at' || rule.direction !== 'desc' || page.offset + page.limit > LOOK || !isLong(counting, asked)) return null;
  const { rows } = await asked.run<Row>(compileRows(listed(source, ['fingerprint', 'visitor', 'created_at'], { limit: LOOK, offset: 0 }, { totals: false })));
  const seen = seenLast(rows).slice(page.offset, page.offset + page.limit);
  if (seen.length < page.limit) return null;
  const theirs = where(source, [{ column: 'visitor', operator: 'in', value: seen.map(({ visitor }) => visitor) }, { column: 'fingerprint', operator: 'in', value: seen.map(({ fingerprint }) => fingerprint) }]);
  const [figures, total] = await Promise.all([asked.run<Row>(compileGroups(grouped(theirs, [...plan.figures, 'latest_at'], { keys: plan.keys }))), runValues(asked, counting)]);
  const told = new Map(figures.rows.map((row) => [String(row['k_fingerprint']), row]));
  const groups = seen.map(({ fingerprint }) => told.get(fingerprint)).filter((row) => row !== undefined);
  const times = new Set(groups.flatMap((row) => String(row['m_latest_at']).split(',')));
  return { groups, total: countIn(total.rows[0], 'm_uv'), only: { column: 'created_at', operator: 'in', value: Array.from(times, (at) => storeTime(Number(at))) } };
}
