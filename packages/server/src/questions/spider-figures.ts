/** Figures of crawlers' hits: by type, over time, by address asked for, by status. */
import type { endpoints, Output, Parsed } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { compileGroups, compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { bucketsOf, chooseGrain } from './grain.js';
import { pageOf, paginationOf } from './paging.js';
import { instantsOf, type TimeRange } from './period.js';
import { during, everything, grouped, judged, where, type GroupPlan } from './plan.js';
import { hitRange, hitsOf, type HitInput } from './spider-hits.js';

type Spiders = typeof endpoints.spiders;

const EVERY_HIT: Omit<HitInput, 'query_time'> = { type: '', ip: '', user_agent: '', name: '', url: '', address: '', operator: '', authenticity: '', status: '' };

const most = <T extends { value: number; name: string }>(a: T, b: T): number => b.value - a.value || (a.name < b.name ? -1 : 1);

/** Hits by type, most first. */
export async function spiderStatistics(input: Parsed<Spiders['statistics']>, asked: Asked): Promise<Output<Spiders['statistics']>> {
  const asks: HitInput = { ...EVERY_HIT, ...(input.query_time === undefined ? {} : { query_time: input.query_time }) };
  const { rows } = await asked.run<Row>(compileGroups(grouped(hitsOf(asks, asked), ['hits'], { keys: ['type'] })));
  const list = rows.map((row) => ({ name: String(row['k_type']), value: countIn(row, 'm_hits') })).toSorted(most);
  return { list, total: list.reduce((sum, { value }) => sum + value, 0), cut: cutOf(asked, hitRange(asks, asked)) };
}

/** Hits by type and hour or day; no hour and no day of the range is left out. */
export async function spiderTrend(input: Parsed<Spiders['trend']>, asked: Asked): Promise<Output<Spiders['trend']>> {
  const local = hitRange(input, asked);
  const grain = chooseGrain(input.grain, local);
  const buckets = bucketsOf(instantsOf(local, asked.zone), grain, asked.zone);
  const { rows } = await asked.run<Row>(compileGroups(grouped(hitsOf(input, asked), ['hits'], { keys: ['type'], cuts: [buckets.map(({ at }) => at)] })));
  const places = new Map(buckets.map(({ at }, i) => [at, i]));
  const types = new Map<string, number[]>();
  for (const row of rows) {
    const name = String(row['k_type']);
    const values = types.get(name) ?? buckets.map(() => 0);
    types.set(name, values);
    const place = places.get(countIn(row, 'c0'));
    if (place !== undefined) values[place] = countIn(row, 'm_hits');
  }
  const list = [...types].map(([type, values]) => ({ type, total: values.reduce((sum, value) => sum + value, 0), values }));
  return {
    grain,
    keys: buckets.map(({ key }) => key),
    types: list.toSorted((a, b) => b.total - a.total || (a.type < b.type ? -1 : 1)),
    total: list.reduce((sum, { total }) => sum + total, 0),
    cut: cutOf(asked, local),
  };
}

/** The addresses asked for most. @throws FootfallError `request.invalid` */
export async function spiderTopUrls(input: Parsed<Spiders['topUrls']>, asked: Asked): Promise<Output<Spiders['topUrls']>> {
  const plan = grouped(hitsOf(input, asked), ['hits', 'bytes', 'last_at'], { keys: ['url'], order: 'hits', totals: true, page: pageOf(input) });
  const { rows } = await asked.run<Row>(compileGroups(plan));
  // Each row carries the totals; a page behind the last has none to carry them.
  const [carrier] = rows.length === 0 && input.page > 1 ? (await asked.run<Row>(compileGroups({ ...plan, page: { limit: 1, offset: 0 } }))).rows : rows;
  return {
    list: rows.map((row) => ({ key: String(row['k_url']), num: countIn(row, 'm_hits'), bytes: countIn(row, 'm_bytes'), last_at: asked.zone.text(countIn(row, 'm_last_at')) })),
    total: countIn(carrier, 'total'),
    meta: paginationOf(input, countIn(carrier, 'groups')),
    cut: cutOf(asked, hitRange(input, asked)),
  };
}

/** Hits and bytes by status, most first. */
export async function spiderStatuses(input: Parsed<Spiders['statuses']>, asked: Asked): Promise<Output<Spiders['statuses']>> {
  const { rows } = await asked.run<Readonly<Record<string, string | number | null>>>(compileGroups(grouped(hitsOf(input, asked), ['hits', 'bytes'], { keys: ['status'] })));
  const list = rows.map((row) => ({ status: row['k_status'] === null ? null : Number(row['k_status']), num: Number(row['m_hits']), bytes: Number(row['m_bytes']) }));
  return {
    list: list.toSorted((a, b) => b.num - a.num || (a.status ?? 0) - (b.status ?? 0)),
    total: list.reduce((sum, { num }) => sum + num, 0),
    bytes: list.reduce((sum, { bytes }) => sum + bytes, 0),
    cut: cutOf(asked, hitRange(input, asked)),
  };
}

/** Hits of a rule on the sites that may be seen; `lastAt` milliseconds UTC, null when none came within the 7 days. */
export interface Activity {
  readonly day: number;
  readonly week: number;
  /** Of `week`. */
  readonly forged: number;
  readonly lastAt: number | null;
}

const DAY = 86_400_000;

function activityPlan(range: TimeRange, asked: Asked): GroupPlan {
  return grouped(during(everything(asked.scope, 'spider_hits'), [range]), ['hits', 'last_at'], { keys: ['spider_id'] });
}

function forgedPlan(range: TimeRange, asked: Asked): GroupPlan {
  const names = asked.crawlers.groups.flatMap(({ crawlers }) => crawlers);
  const source = where(judged(during(everything(asked.scope, 'spider_hits'), [range]), asked.crawlers), [{ column: 'name', operator: 'in', value: names }, { column: 'authenticity', value: 'forged' }]);
  return grouped(source, ['hits'], { keys: ['spider_id'] });
}

/** Hits of the last 24 hours and 7 days, by rule; 0 is the generic detector. */
export async function spiderActivity(asked: Asked): Promise<Map<number, Activity>> {
  const week = { from: asked.now - 7 * DAY, to: asked.now + 1 };
  const { rows } = await asked.run<Row>(compileUnion([activityPlan(week, asked), activityPlan({ from: asked.now - DAY, to: week.to }, asked), forgedPlan(week, asked)]));
  const hitsOfPart = (part: number) => new Map(rows.filter((row) => countIn(row, 'part') === part).map((row) => [countIn(row, 'k_spider_id'), countIn(row, 'm_hits')]));
  const [days, forged] = [hitsOfPart(1), hitsOfPart(2)];
  return new Map(rows.filter((row) => countIn(row, 'part') === 0).map((row) => {
    const id = countIn(row, 'k_spider_id');
    return [id, { day: days.get(id) ?? 0, week: countIn(row, 'm_hits'), forged: forged.get(id) ?? 0, lastAt: countIn(row, 'm_last_at') }];
  }));
}
