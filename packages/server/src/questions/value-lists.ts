import type { endpoints, Output, Parsed } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { addressText, countIn, type Row } from './counts.js';
import { columnOf } from './columns.js';
import type { Counts } from '../warehouse/rolled/kept-counts.js';
import { ALWAYS, instantsOf, type TimeRange } from './period.js';
import { during, everything, grouped, where, type Filter } from './plan.js';
import { SiteScope } from './scope.js';

const HOUR = 3_600_000;
/** After the end of an hour: what comes later of it has what is kept counted anew. */
const OVER_MS = 5 * 60_000;
/** Times that visits may come in late while they are counted, before all are counted at once. */
const TRIES = 3;

type Listed = 'country_code' | 'browser_name' | 'device_type' | 'os_name' | 'platform';

function summed(a: Counts, b: Counts): Counts {
  const sum = new Map(a);
  for (const [value, num] of b) sum.set(value, (sum.get(value) ?? 0) + num);
  return sum;
}

/** Visits of all time by value; those of hours that are over are counted once, as long as nothing changes them. */
async function countsOf(column: Listed, asked: Asked): Promise<Counts> {
  const count = async (range: TimeRange): Promise<Counts> => {
    const { rows } = await asked.run<Row>(compileGroups(grouped(during(everything(asked.scope), [range]), ['pv'], { keys: [column] })));
    return new Map(rows.map((row) => [String(row[`k_${column}`]), countIn(row, 'm_pv')]));
  };
  for (let i = 0; asked.rolled !== null && i < TRIES; i += 1) {
    const reading = asked.rolled.counts.read(SiteScope.idsOf(asked.scope), column);
    let { before, counts } = reading.kept ?? { before: ALWAYS.from / HOUR, counts: new Map<string, number>() };
    const over = Math.floor((asked.now - OVER_MS) / HOUR);
    if (before < over) {
      counts = summed(counts, await count({ from: before * HOUR, to: over * HOUR }));
      before = over;
      reading.keep({ before, counts });
    }
    const all = summed(counts, await count({ from: before * HOUR, to: ALWAYS.to }));
    if (reading.isTrue(before)) return all;
  }
  return count(ALWAYS);
}

/** Known values of a column that pickers offer, over all time, most visits first. */
export async function valuesOf(column: Listed, asked: Asked): Promise<string[]> {
  const known = [...(await countsOf(column, asked))].filter(([value]) => value !== '');
  return known.toSorted(([a, x], [b, y]) => y - x || Buffer.compare(Buffer.from(a), Buffer.from(b))).map(([value]) => value);
}

type FieldValues = typeof endpoints.common.fieldValues;

/** Values that an editor offers at once. */
const OFFERED = 50;

/** Values of any column, most visits first, as a filter rule takes them; absent is ''. Instants are not offered. */
export async function fieldValues({ column, search, query_time: local }: Parsed<FieldValues>, asked: Asked): Promise<Output<FieldValues>> {
  if (column === 'domain') return sitesByVisits(search, asked);
  const { kind } = columnOf('visits', column);
  if (kind === 'time' || kind === 'id') return [];
  const contains: Filter[] = search === '' ? [] : [{ column, operator: 'like', value: search }];
  const source = everything(asked.scope);
  const ranged = where(local === undefined ? source : during(source, [instantsOf(local, asked.zone)]), contains);
  const plan = grouped(ranged, ['pv'], { keys: [column], order: 'pv', page: { limit: OFFERED, offset: 0 } });
  const { rows } = await asked.run<Row>(compileGroups(plan));
  return rows.map((row) => {
    const value = String(row[`k_${column}`] ?? '');
    return { value: kind === 'address' ? addressText(value) : value, num: countIn(row, 'm_pv') };
  });
}

async function sitesByVisits(search: string, asked: Asked): Promise<Output<FieldValues>> {
  const { rows } = await asked.run<Row>(compileGroups(grouped(everything(asked.scope), ['pv'], { keys: ['site_id'], order: 'pv' })));
  const domains = new Map(asked.sites.map((site) => [site.id, site.domain]));
  return rows
    .map((row) => ({ value: domains.get(countIn(row, 'k_site_id')) ?? '', num: countIn(row, 'm_pv') }))
    .filter(({ value }) => value.includes(search.toLowerCase()))
    .slice(0, OFFERED);
}
