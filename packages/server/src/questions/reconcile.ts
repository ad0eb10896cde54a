/** The access log of a site beside its beacons: what both have, what one lacks, and why as far as the record can tell. */
import { type endpoints, type Finding, type FindingCounts, FINDINGS, FootfallError, type Output, type Parsed, RECONCILED, type ReconciledDay, type ReconciledView } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { compileRows } from './compile.js';
import { addressText, countIn, type Row } from './counts.js';
import { type Bucket, bucketsOf } from './grain.js';
import { pageOf, paginationOf } from './paging.js';
import { instantsOf, namedRange, type LocalRange, type TimeRange } from './period.js';
import { during, everything, listed, type Page, where } from './plan.js';
import { comparedSpans, inBoth, type SourceHour, type SourceHours } from './reconcile-spans.js';
import { compileFindings, compileReconciledViews, compileSourceHours, type ReconcilePlan } from './reconcile-sql.js';
import type { StoredRow } from './visit-rows.js';

type Calls = typeof endpoints.reconcile;
export type ReconcileInput = Omit<Parsed<Calls['days']>, 'domain'>;

const HOUR = 3_600_000;
const MOST_DAYS = 92;
/** Hours beyond the range that tell whether a source was quiet at its edges: more than it may be quiet for. */
const AROUND = 14 * HOUR;
/** Records that one statement lays beside each other at most, unless a single day has more: that bounds its memory. */
const AT_ONCE = 1_000_000;
const SPANS_SHOWN = 100;

export const reconcileRange = (input: Pick<ReconcileInput, 'query_time'>, asked: Asked): LocalRange => input.query_time ?? namedRange('recently', asked.zone, asked.now);

/** What is known before anything is laid beside anything. */
interface Sources {
  readonly log: SourceHours;
  readonly beacon: SourceHours;
  readonly withoutAgent: number;
}

async function sourcesOf(range: TimeRange, asked: Asked): Promise<Sources> {
  const { rows } = await asked.run<Row>(compileSourceHours(asked.scope, { from: range.from - AROUND, to: range.to + AROUND }));
  const [log, beacon] = [new Map<number, SourceHour>(), new Map<number, SourceHour>()];
  let withoutAgent = 0;
  for (const row of rows) {
    const hour = countIn(row, 'hour');
    const isAsked = hour * HOUR + HOUR > range.from && hour * HOUR < range.to;
    if (isAsked) withoutAgent += countIn(row, 'without_agent');
    const own: SourceHour = { records: countIn(row, 'records'), people: countIn(row, 'people'), first: countIn(row, 'first'), last: countIn(row, 'last') };
    if (own.records > 0) (countIn(row, 'is_log') === 1 ? log : beacon).set(hour, own);
  }
  return { log, beacon, withoutAgent };
}

/** The days in stretches of as many as one statement takes. */
function batchesOf(days: readonly Bucket[], { log, beacon }: Sources): Bucket[][] {
  const recordsOf = ({ at, end }: Bucket): number => [...log, ...beacon].reduce((sum, [hour, { records }]) => (hour * HOUR + HOUR > at && hour * HOUR < end ? sum + records : sum), 0);
  const batches: Bucket[][] = [];
  let room = 0;
  for (const day of days) {
    const records = recordsOf(day);
    if (records > room || batches.length === 0) {
      batches.push([]);
      room = AT_ONCE;
    }
    batches.at(-1)?.push(day);
    room -= records;
  }
  return batches;
}

const NOTHING = Object.fromEntries(FINDINGS.map((finding) => [finding, 0])) as FindingCounts;
const sumOf = (some: FindingCounts, others: FindingCounts): FindingCounts => Object.fromEntries(FINDINGS.map((finding) => [finding, some[finding] + others[finding]])) as FindingCounts;

/** A range laid beside itself: its days with their figures, and how to ask for the views behind them. */
export interface Reconciled {
  readonly range: LocalRange;
  readonly days: readonly ReconciledDay[];
  readonly total: Omit<ReconciledDay, 'day'>;
  readonly sources: Sources;
  readonly spans: readonly TimeRange[];
  readonly plans: readonly ReconcilePlan[];
  /** The days of each plan. */
  readonly daysOf: ReadonlyMap<ReconcilePlan, readonly ReconciledDay[]>;
}

/** @throws FootfallError `request.invalid` for a range of too many days */
export async function reconciled(input: ReconcileInput, asked: Asked): Promise<Reconciled> {
  const local = reconcileRange(input, asked);
  const range = instantsOf(local, asked.zone);
  const days = bucketsOf(range, 'day', asked.zone);
  if (days.length > MOST_DAYS) throw new FootfallError('request.invalid', { fields: [{ path: 'query_time', message: `choose a range of at most ${MOST_DAYS} days` }] });
  const sources = await sourcesOf(range, asked);
  const spans = inBoth(comparedSpans(sources.log, sources.beacon, asked.completeTo ?? asked.now), [range]);
  const daysOf = new Map<ReconcilePlan, readonly ReconciledDay[]>();
  // One after the other: a statement that lays a day's views side by side takes what memory a question may.
  for (const batch of batchesOf(days, sources)) {
    const plan: ReconcilePlan = { scope: asked.scope, days: batch, range, spans };
    const { rows } = await asked.run<Row>(compileFindings(plan));
    daysOf.set(plan, batch.map((day) => dayOf(day, rows.filter((row) => countIn(row, 'day') === day.at), spans)));
  }
  const list = [...daysOf.values()].flat();
  const total = list.reduce<Omit<ReconciledDay, 'day'>>(
    (sum, day) => ({ compared: sum.compared + day.compared, findings: sumOf(sum.findings, day.findings), outside: { log: sum.outside.log + day.outside.log, beacon: sum.outside.beacon + day.outside.beacon } }),
    { compared: 0, findings: NOTHING, outside: { log: 0, beacon: 0 } },
  );
  return { range: local, days: list, total, sources, spans, plans: [...daysOf.keys()], daysOf };
}

function dayOf({ key, at, end }: Bucket, rows: readonly Row[], spans: readonly TimeRange[]): ReconciledDay {
  const num = new Map(rows.map((row) => [String(row['found']), countIn(row, 'num')]));
  const compared = inBoth(spans, [{ from: at, to: end }]).reduce((sum, span) => sum + span.to - span.from, 0);
  return {
    day: key.slice(0, 10),
    compared: Math.round(compared / 1_000),
    findings: Object.fromEntries(FINDINGS.map((finding) => [finding, num.get(finding) ?? 0])) as FindingCounts,
    outside: { log: num.get('log') ?? 0, beacon: num.get('beacon') ?? 0 },
  };
}

function sourceThere(hours: SourceHours, range: TimeRange, asked: Asked): Output<Calls['days']>['log'] {
  const own = [...hours].filter(([hour]) => hour * HOUR + HOUR > range.from && hour * HOUR < range.to).map(([, one]) => one);
  const time = (at: number): string => (Number.isFinite(at) ? asked.zone.text(at) : '');
  return { records: own.reduce((sum, { records }) => sum + records, 0), first_at: time(Math.min(...own.map(({ first }) => first))), last_at: time(Math.max(...own.map(({ last }) => last))) };
}

/** Day by day. @throws FootfallError `request.invalid` */
export async function reconcileDays(input: ReconcileInput, asked: Asked): Promise<Output<Calls['days']>> {
  const { range, days, total, sources, spans } = await reconciled(input, asked);
  const instants = instantsOf(range, asked.zone);
  return {
    list: [...days],
    total,
    log: sourceThere(sources.log, instants, asked),
    beacon: sourceThere(sources.beacon, instants, asked),
    without_agent: sources.withoutAgent,
    spans: spans.slice(0, SPANS_SHOWN).map(({ from, to }) => ({ from: asked.zone.text(from), to: asked.zone.text(to - 1) })),
    cut: cutOf(asked, range),
  };
}

/** The findings that are meant by a category, by one of them, or by ''. */
export function findingsOf(finding: Parsed<Calls['views']>['finding']): readonly Finding[] {
  if (finding === '') return FINDINGS;
  return finding in RECONCILED ? RECONCILED[finding as keyof typeof RECONCILED] : FINDINGS.filter((one) => one === finding);
}

export const countOf = (days: readonly ReconciledDay[], findings: readonly Finding[]): number => days.reduce((sum, day) => findings.reduce((part, finding) => part + day.findings[finding], sum), 0);

/** Pages of a list over several plans, the newest plan first: the part of each that is on the page. */
export function* pagesOf({ plans, daysOf }: Reconciled, findings: readonly Finding[], { limit, offset }: Page): Generator<{ readonly plan: ReconcilePlan; readonly page: Page }> {
  let [skip, left] = [offset, limit];
  for (const plan of plans.toReversed()) {
    const there = countOf(daysOf.get(plan) ?? [], findings);
    const taken = Math.min(left, Math.max(0, there - skip));
    if (taken > 0) yield { plan, page: { limit: taken, offset: skip } };
    left -= taken;
    skip = Math.max(0, skip - there);
  }
}

const VISIT_FACTS = ['id', 'url', 'ip', 'user_agent', 'browser_name', 'os_name', 'fingerprint'] as const;
const HIT_FACTS = ['id', 'url', 'ip', 'user_agent', 'name'] as const;
/** Milliseconds around the views of a page in which their records are looked up. */
const NEAR = 2 * 60_000;

/** Rows of compileReconciledViews, close to each other in time, with what is stored of them. */
export async function withFacts(rows: readonly Row[], asked: Asked): Promise<ReconciledView[]> {
  if (rows.length === 0) return [];
  const times = rows.map((row) => countIn(row, 'at'));
  const near = { from: Math.min(...times) - NEAR, to: Math.max(...times) + NEAR };
  const idsOf = (isWanted: (row: Row) => boolean): string[] => rows.filter(isWanted).flatMap((row) => [String(row['line_id']), String(row['beacon_id'])]).filter((id) => id !== '0');
  const isCrawler = (row: Row): boolean => row['finding'] === 'crawler';
  const stored = async (table: 'visits' | 'spider_hits', columns: readonly string[], ids: readonly string[]): Promise<ReadonlyMap<string, StoredRow>> => {
    if (ids.length === 0) return new Map();
    const found = await asked.run<StoredRow>(compileRows(listed(where(during(everything(asked.scope, table), [near]), [{ column: 'id', operator: 'in', value: ids }]), columns, null)));
    return new Map(found.rows.map((row) => [String(row['r_id']), row]));
  };
  const [visits, hits] = await Promise.all([stored('visits', VISIT_FACTS, idsOf((row) => !isCrawler(row))), stored('spider_hits', HIT_FACTS, idsOf(isCrawler))]);
  return rows.map((row) => viewOf(row, isCrawler(row) ? hits : visits, visits, asked));
}

function viewOf(row: Row, records: ReadonlyMap<string, StoredRow>, visits: ReadonlyMap<string, StoredRow>, asked: Asked): ReconciledView {
  const [line, beacon] = [String(row['line_id']), String(row['beacon_id'])];
  const id = line === '0' ? beacon : line;
  const own = records.get(id);
  const text = (column: string, of: StoredRow | undefined = own): string => String(of?.[`r_${column}`] ?? '');
  return {
    id,
    at: asked.zone.text(countIn(row, 'at')),
    finding: String(row['finding']) as Finding,
    late: line === '0' || beacon === '0' ? null : (countIn(row, 'beacon_at') - countIn(row, 'at')) / 1_000,
    url: text('url'),
    ip: addressText(text('ip')),
    user_agent: text('user_agent'),
    browser_name: text('browser_name'),
    os_name: text('os_name'),
    fingerprint: text('fingerprint', visits.get(beacon)),
    spider: text('name'),
  };
}

/** A page of the views behind the figures. @throws FootfallError `request.invalid` */
export async function reconcileViews(input: Omit<Parsed<Calls['views']>, 'domain'>, asked: Asked): Promise<Output<Calls['views']>> {
  const page = pageOf(input);
  const findings = findingsOf(input.finding);
  const all = await reconciled(input, asked);
  const list: ReconciledView[] = [];
  for (const part of pagesOf(all, findings, page)) {
    list.push(...(await withFacts((await asked.run<Row>(compileReconciledViews(part.plan, findings, part.page))).rows, asked)));
  }
  return { list, meta: paginationOf(input, countOf(all.days, findings)), cut: cutOf(asked, all.range) };
}
