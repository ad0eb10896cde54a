/** The figures of a report: the dashboard's own questions, of one site and period, beside the period before. */
import type { TrafficCounts } from '@footfall/contract';
import type { Asked } from '../questions/asked.js';
import { compileGroups, compileUnion } from '../questions/compile.js';
import { countIn, type Row } from '../questions/counts.js';
import { comparedPeriod, instantsOf, type LocalRange } from '../questions/period.js';
import { during, everything, grouped, type Source, where } from '../questions/plan.js';
import { ranking } from '../questions/ranking.js';
import { seriesOf } from '../questions/trend.js';

export interface Line {
  /** '' for none. */
  readonly key: string;
  readonly num: number;
  readonly before: number;
}

export interface Figures {
  readonly traffic: TrafficCounts;
  readonly trafficBefore: TrafficCounts;
  readonly hits: number;
  readonly hitsBefore: number;
  /** Most first. Pages without their query, referrers by host, countries by name, crawlers by name. */
  readonly pages: readonly Line[];
  readonly referrers: readonly Line[];
  readonly countries: readonly Line[];
  readonly crawlers: readonly Line[];
}

/** Lines of each list. */
const MOST = 10;
const ALL = { country_code: '', device_type: '' } as const;

async function topOf(column: string, local: LocalRange, before: LocalRange, asked: Asked): Promise<Line[]> {
  const { list } = await ranking({ column, local, filters: ALL, page: { page: 1, per_page: MOST }, compare: 'range', compare_time: [...before] }, asked);
  return list.map(({ key, num, before: was = 0 }) => ({ key, num, before: was }));
}

const hitsIn = (local: LocalRange, asked: Asked): Source => during(everything(asked.scope, 'spider_hits'), [instantsOf(local, asked.zone)]);

async function crawlersOf(local: LocalRange, before: LocalRange, asked: Asked): Promise<Pick<Figures, 'hits' | 'hitsBefore' | 'crawlers'>> {
  const { rows } = await asked.run<Row>(compileGroups(grouped(hitsIn(local, asked), ['hits'], { keys: ['name'], order: 'hits', totals: true, page: { limit: MOST, offset: 0 } })));
  const list = rows.map((row) => ({ key: String(row['k_name']), num: countIn(row, 'm_hits') }));
  const source = hitsIn(before, asked);
  const names = list.map(({ key }) => key);
  const plans = [grouped(source, ['hits']), ...(names.length === 0 ? [] : [grouped(where(source, [{ column: 'name', operator: 'in', value: names }]), ['hits'], { keys: ['name'] })])];
  const earlier = (await asked.run<Row>(compileUnion(plans))).rows;
  const were = new Map(earlier.filter((row) => countIn(row, 'part') === 1).map((row) => [String(row['k_name']), countIn(row, 'm_hits')]));
  return { hits: countIn(rows[0], 'total'), hitsBefore: countIn(earlier.find((row) => countIn(row, 'part') === 0), 'm_hits'), crawlers: list.map((line) => ({ ...line, before: were.get(line.key) ?? 0 })) };
}

/** Asks one question after the other: a report has time, whoever looks at a screen has not. @throws FootfallError of `store.*` */
export async function figuresOf(local: LocalRange, before: LocalRange, asked: Asked): Promise<Figures> {
  const other = comparedPeriod(local, { compare: 'range', compare_time: [...before] }, asked.zone, asked.now, 'previous');
  const { total, totalBefore } = await seriesOf(local, 'day', ALL, other, asked);
  const pages = await topOf('url_path', local, before, asked);
  const referrers = await topOf('referer_host', local, before, asked);
  const countries = await topOf('country_code', local, before, asked);
  return { traffic: total, trafficBefore: totalBefore, pages, referrers, countries: countries.map((line) => ({ ...line, key: line.key === '' ? '' : asked.countryNames(line.key) })), ...(await crawlersOf(local, before, asked)) };
}
