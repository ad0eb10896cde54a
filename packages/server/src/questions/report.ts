/** The device report: visits, or groups of them, under an operator's own rules. Source: specification 1, section 7. */
import { AGGREGATES_OF, COUNTED_ONLY, DIMENSIONS, type endpoints, FootfallError, type Output, type Parsed, type ReportColumn, type ReportRow } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { aliasOf, columnOf } from './columns.js';
import { compileCount, compileGroups, compileRows } from './compile.js';
import { addressText, countIn, type Row } from './counts.js';
import { bucketsOf, chooseGrain } from './grain.js';
import { pageOf, paginationOf } from './paging.js';
import { allTime, instantsOf, mergeRanges } from './period.js';
import { during, everything, grouped, listed, matching, where, type GroupPlan, type RowPlan, type Sort, type Source } from './plan.js';
import { timeGroups } from './report-time.js';
import { filtersOfRule, fingerprintIs } from './rules.js';
import { domainsOf, VISIT_COLUMNS, visitRowOf, type StoredRow } from './visit-rows.js';

type Search = typeof endpoints.report.search;
export type ReportInput = Omit<Parsed<Search>, 'page' | 'page_size' | 'domain'>;

/** What a group is counted by when nothing is said. */
const DEFAULT_AGGREGATES = [['pv', 'pv'], ['uv', 'uv'], ['ip', 'ip']] as const;

const isTimeGroup = (key: string): key is 'hour' | 'day' => key === 'hour' || key === 'day';

function invalid(path: string, message: string): FootfallError {
  return new FootfallError('request.invalid', { fields: [{ path, message }] });
}

/** Column of the plan behind a column of the report. */
const stored = (column: string): string => (column === 'domain' ? 'site_id' : column);

function sourceOf(input: ReportInput, asked: Asked): Source {
  const local = input.created_at ?? allTime(asked.zone, asked.now);
  const filters = input.custom_filters.flatMap((rule, i) => filtersOfRule(rule, `custom_filters.${i}`, asked));
  const plain = input.ip === undefined || input.ip.trim() === '' ? [] : filtersOfRule({ column: 'ip', operator: '=', value: input.ip }, 'ip', asked);
  const { country_code, device_type, device_model, browser_name, referer, url, entry_url, fingerprint } = input;
  const source = matching(during(everything(asked.scope), mergeRanges([instantsOf(local, asked.zone)])), { country_code, device_type, device_model, browser_name, referer, url, entry_url });
  return where(source, [...fingerprintIs(fingerprint ?? '', asked), ...plain, ...filters]);
}

/** Rules of the order, in theirs. */
function sortRules({ sort }: ReportInput): { column: string; direction: 'asc' | 'desc' }[] {
  return Array.isArray(sort) ? sort : Object.entries(sort).map(([column, direction]) => ({ column, direction }));
}

/** A rule that names the same again says nothing more. */
function once(sorts: readonly Sort[]): Sort[] {
  return sorts.filter(({ by }, i) => sorts.findIndex((other) => other.by === by) === i);
}

/** A named figure, and the catalogue's. */
type NamedFigure = readonly [name: string, figure: string];

function figuresOf({ aggregates, group_by: groups }: ReportInput): NamedFigure[] {
  const named = Object.entries(aggregates);
  for (const [name, call] of named) {
    const path = `aggregates.${name}`;
    const [, fn = '', column = ''] = /^(\w+)\((.+)\)$/u.exec(call) ?? [];
    const isCounted = fn === 'distinct' && (COUNTED_ONLY as readonly string[]).includes(column);
    if (call === 'count(*)' || isCounted) continue;
    const dimension = DIMENSIONS.get(column);
    if (dimension === undefined) throw invalid(path, column === '*' ? `only count takes *, ${fn} takes a column` : `there is no column ${column}`);
    if (!AGGREGATES_OF[dimension.kind].some((known) => known === fn)) throw invalid(path, `${column} can be taken by ${AGGREGATES_OF[dimension.kind].join(', ')}`);
  }
  for (const name of Object.keys(aggregates)) {
    if (groups.includes(name)) throw invalid(`aggregates.${name}`, 'a group has that name: choose another');
  }
  return named.length > 0 ? named : [...DEFAULT_AGGREGATES];
}

/** Whether a report is of groups. */
export function isGrouped({ group_by: groups, aggregates }: ReportInput): boolean {
  return groups.length > 0 || Object.keys(aggregates).length > 0;
}

/** The report's rows, before their page is chosen. @throws FootfallError `request.invalid` */
export function reportRowPlan(input: ReportInput, asked: Asked): RowPlan {
  const sort = once(
    sortRules(input).map(({ column, direction }, i) => {
      if (column !== 'domain' && !DIMENSIONS.has(column)) throw invalid(`sort.${i}`, `there is no column ${column}`);
      return { by: stored(column), direction };
    }),
  );
  return listed(sourceOf(input, asked), VISIT_COLUMNS, null, { sort });
}

export interface GroupReport {
  readonly plan: GroupPlan;
  readonly groups: readonly string[];
  readonly figures: readonly NamedFigure[];
}

/** The report's groups, before their page is chosen: most page views, or the first aggregate's most, first. @throws FootfallError `request.invalid` */
export function reportGroupPlan(input: ReportInput, asked: Asked): GroupReport {
  const { zone } = asked;
  const groups = [...new Set(input.group_by)];
  const figures = figuresOf(input);
  const keys = groups.filter((group) => !isTimeGroup(group)).map(stored);
  const times = groups.filter(isTimeGroup);
  const cuts = times.map((grain) => {
    const local = input.created_at;
    if (local === undefined) throw invalid('created_at', `groups by ${grain} need a time range`);
    if (chooseGrain(grain, local) !== grain) throw invalid('created_at', 'groups by hour need a time range of at most three months');
    return bucketsOf(instantsOf(local, zone), grain, zone).map(({ at }) => at);
  });
  const by = (name: string, i: number): string => {
    if (isTimeGroup(name) && times.includes(name)) return `c${times.indexOf(name)}`;
    const figure = figures.find(([alias]) => alias === name)?.[1];
    if (figure !== undefined) return figure;
    if (groups.includes(name)) return stored(name);
    throw invalid(`sort.${i}`, `the groups have no ${name}`);
  };
  const sort = once(sortRules(input).map(({ column, direction }, i) => ({ by: by(column, i), direction })));
  const [first] = figures;
  const order = sort.length === 0 && first !== undefined ? [{ by: first[1], direction: 'desc' as const }] : sort;
  const plan = grouped(sourceOf(input, asked), [...new Set(figures.map(([, figure]) => figure))], { keys, cuts, sort: keys.length + cuts.length === 0 ? [] : order, totals: true });
  return { plan, groups, figures };
}

/** What a group's row says of one of its columns. */
function groupValue(group: string, row: Row, times: readonly string[], asked: Asked, domains: ReadonlyMap<number, string>): string | number {
  const { zone } = asked;
  if (isTimeGroup(group)) {
    const text = zone.text(countIn(row, `c${times.indexOf(group)}`));
    return group === 'day' ? text.slice(0, 10) : text;
  }
  const value = row[`k_${stored(group)}`] ?? '';
  if (group === 'domain') return domains.get(Number(value)) ?? '';
  const { kind } = columnOf('visits', group);
  if (kind === 'address') return addressText(String(value));
  if (kind === 'time') return zone.text(Number(value));
  return kind === 'text' || kind === 'id' ? String(value) : value;
}

/** What a group's row says of one of its aggregates; null where there was nothing to take. */
function figureValue(figure: string, alias: string, row: Row, asked: Asked): string | number | null {
  const value = row[alias] ?? null;
  if (value === null) return null;
  const isTime = /^(?:min|max)\(created_at\)$/u.test(figure);
  return isTime ? asked.zone.text(Number(value)) : Number(value);
}

export function groupRowOf(row: Row, { groups, figures }: GroupReport, asked: Asked, domains: ReadonlyMap<number, string>): ReportRow {
  const times = groups.filter(isTimeGroup);
  const shown: [string, string | number | null][] = groups.map((group) => [group, groupValue(group, row, times, asked, domains)]);
  const country = groups.includes('country_code') ? [['country', asked.countryNames(String(row['k_country_code']))] as [string, string]] : [];
  return Object.fromEntries([...shown, ...country, ...figures.map(([name, figure]): [string, string | number | null] => [name, figureValue(figure, `m_${aliasOf(figure)}`, row, asked)])]);
}

/** The columns of the answer, in its order. */
export function columnsOf(input: ReportInput): ReportColumn[] {
  if (!isGrouped(input)) return [...DIMENSIONS.keys(), 'country', 'domain'].map((key) => ({ key, kind: 'column' }));
  return [...[...new Set(input.group_by)].map((key) => ({ key, kind: 'column' as const })), ...figuresOf(input).map(([key]) => ({ key, kind: 'aggregate' as const }))];
}

/** A page of the report. @throws FootfallError `request.invalid` */
export async function report(input: Parsed<Search>, asked: Asked): Promise<Output<Search>> {
  const paging = { page: input.page, per_page: input.page_size };
  const page = pageOf(paging);
  const domains = domainsOf(asked);
  const cut = cutOf(asked, input.created_at ?? allTime(asked.zone, asked.now));
  const columns = columnsOf(input);
  if (!isGrouped(input)) {
    const plan: RowPlan = { ...reportRowPlan(input, asked), page, totals: true };
    const { rows, statistics } = await asked.run<StoredRow>(compileRows(plan));
    // Each row carries the total; a page behind the last has none to carry it.
    const total = rows[0]?.['total'] ?? (page.offset > 0 ? countIn((await asked.run<Row>(compileCount(plan))).rows[0], 'total') : 0);
    return { list: rows.map((row) => visitRowOf(row, asked, domains) as ReportRow), columns, grouped: false, meta: paginationOf(paging, Number(total)), took: tookOf(statistics.elapsed), cut };
  }
  const groups = reportGroupPlan(input, asked);
  const timed = await timeGroups(groups.plan, asked);
  if (timed !== null) {
    const list = timed.rows.slice(page.offset, page.offset + page.limit).map((row) => groupRowOf(row, groups, asked, domains));
    return { list, columns, grouped: true, meta: paginationOf(paging, timed.rows.length), took: tookOf(timed.seconds), cut };
  }
  const { rows, statistics } = await asked.run<Row>(compileGroups({ ...groups.plan, page }));
  const carrier = rows[0] ?? (page.offset > 0 ? (await asked.run<Row>(compileGroups({ ...groups.plan, page: { limit: 1, offset: 0 } }))).rows[0] : undefined);
  return { list: rows.map((row) => groupRowOf(row, groups, asked, domains)), columns, grouped: true, meta: paginationOf(paging, countIn(carrier, 'groups')), took: tookOf(statistics.elapsed), cut };
}

/** Whole milliseconds. */
const tookOf = (seconds: number): number => Math.round(seconds * 1_000);
