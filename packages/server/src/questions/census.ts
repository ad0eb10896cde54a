/** By hour of the day over three months, or by day of the month over all time. Source: specification 2, sections 2 and 9. */
import type { endpoints, Output, Parsed } from '@footfall/contract';
import { groupBy } from '../group-by.js';
import { cutOf, type Asked } from './asked.js';
import { compileRows } from './compile.js';
import { countIn, trafficIn, type Row } from './counts.js';
import { bucketsOf, type Bucket } from './grain.js';
import { instantsOf, namedRange, type LocalRange } from './period.js';
import { censusPlan, countedCensus, keptCensus } from './kept-census.js';
import { during, everything, listed, matching } from './plan.js';
import { addDays } from './zone.js';

type Census = typeof endpoints.home.census;
type Mean = Output<Census>['list'][number]['mean'];

/** Source: specification 1, section 9: three months are 90 days. */
const DAYS = 90;
const FIGURES = ['pv', 'uv', 'ip'] as const;
/** What may pass as a day of all time: further back nobody was counted. */
const MAX_DAYS = 36_600;

interface Part {
  readonly bucket: Bucket;
  readonly figures: Mean;
}

/** Means over what has begun: a running hour counts as far as it has come, one to come not at all. */
function meanOf(parts: readonly Part[], times: number): Mean {
  const mean = (figure: keyof Mean): number => (times === 0 ? 0 : Math.round((parts.reduce((sum, part) => sum + part.figures[figure], 0) / times) * 100) / 100);
  return { pv: mean('pv'), uv: mean('uv'), ip: mean('ip') };
}

const hourOf = (bucket: Bucket): number => Number(bucket.key.slice(11, 13));
const dayOf = (bucket: Bucket): number => Number(bucket.key.slice(8, 10));
/** 1 Monday to 7 Sunday. */
const weekdayOf = (bucket: Bucket): number => new Date(`${bucket.key.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;

/** The range of a census: by hour the last 90 days, today with them; by day everything since the first visit. */
async function rangeOf(input: Parsed<Census>, asked: Asked): Promise<LocalRange> {
  const { zone, now } = asked;
  const [, end] = namedRange('today', zone, now);
  if (input.query_type === 'every_hour') return [`${addDays(end, 1 - DAYS)} 00:00:00`, end];
  const filters = { country_code: input.country_code, device_type: input.device_type };
  // In the order in which visits of a site lie, so that a few are read of any number.
  const { rows } = await asked.run<Row>(compileRows(listed(matching(everything(asked.scope), filters), ['created_at'], { limit: 1, offset: 0 }, { sort: [{ by: 'created_at', direction: 'asc' }], totals: false })));
  const first = rows[0] === undefined ? now : countIn(rows[0], 'r_created_at');
  const since = zone.text(Math.min(now, Math.max(first, now - MAX_DAYS * 86_400_000)));
  return [`${since.slice(0, 10)} 00:00:00`, end];
}

/** Figures by hour or by day, however often each has been, with the mean of one. */
export async function census(input: Parsed<Census>, asked: Asked): Promise<Output<Census>> {
  const { zone, now } = asked;
  const byHour = input.query_type === 'every_hour';
  const local = await rangeOf(input, asked);
  const range = instantsOf(local, zone);
  const buckets = bucketsOf(range, byHour ? 'hour' : 'day', zone);
  const labelOf = byHour ? hourOf : dayOf;
  const source = matching(during(everything(asked.scope), [range]), { country_code: input.country_code, device_type: input.device_type });
  // From one reading: each bucket, those with one label together, and all. Where a roll-up summed it leaves 0, so labels begin at 1.
  const time = { edges: buckets.map(({ at }) => at), labels: buckets.map((bucket) => labelOf(bucket) + 1), end: range.to };
  const plan = censusPlan(source, FIGURES, time);
  // Who was there on days of one number is not kept by filter, as it is of hours.
  const isKept = byHour || source.filters.length === 0;
  const rows = (isKept ? await keptCensus(plan, time, asked) : null) ?? (await countedCensus(plan, asked));
  const whole = new Map(rows.filter((row) => countIn(row, 'c0') !== 0 && countIn(row, 'c1') === 0).map((row) => [countIn(row, 'c0') - 1, row]));
  const single = new Map(rows.filter((row) => countIn(row, 'c1') !== 0).map((row) => [countIn(row, 'c1'), row]));
  const parts = buckets.filter(({ at }) => at <= now).map((bucket): Part => ({ bucket, figures: trafficIn(single.get(bucket.at)) }));
  const labels = byHour ? Array.from({ length: 24 }, (_, hour) => hour) : Array.from({ length: 31 }, (_, day) => day + 1);
  return {
    list: labels.map((label) => {
      const own = parts.filter(({ bucket }) => labelOf(bucket) === label);
      // An hour that the clocks repeat is one hour of its day.
      const times = new Set(own.map(({ bucket }) => bucket.key.slice(0, 10))).size;
      return { key: String(label).padStart(2, '0'), ...trafficIn(whole.get(label)), times, mean: meanOf(own, times) };
    }),
    total: trafficIn(rows.find((row) => countIn(row, 'c0') === 0)),
    heat: byHour ? heatOf(parts) : [],
    cut: cutOf(asked, local),
  };
}

function heatOf(parts: readonly Part[]): Output<Census>['heat'] {
  const cells = groupBy(parts, ({ bucket }) => `${weekdayOf(bucket)} ${hourOf(bucket)}`);
  return Array.from({ length: 7 * 24 }, (_, i) => {
    const [weekday, hour] = [Math.floor(i / 24) + 1, i % 24];
    const own = cells.get(`${weekday} ${hour}`) ?? [];
    return { weekday, hour, ...meanOf(own, new Set(own.map(({ bucket }) => bucket.key.slice(0, 10))).size) };
  });
}
