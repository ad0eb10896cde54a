import type { endpoints, Output, Parsed } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { addressText, countIn, type Row } from './counts.js';
import { columnOf } from './columns.js';
import { keptGroups } from './kept-groups.js';
import { valuesListing } from './kept-values.js';
import { ALWAYS, instantsOf } from './period.js';
import { during, everything, grouped, where, type Filter, type Source } from './plan.js';

type Listed = 'country_code' | 'browser_name' | 'device_type' | 'os_name' | 'platform';

/** Known values of a column that pickers offer, over all time, most visits first. */
export async function valuesOf(column: Listed, asked: Asked): Promise<string[]> {
  const source = during(everything(asked.scope), [ALWAYS]);
  const [kept] = (await keptGroups([source], valuesListing(column), asked)) ?? [];
  const all = kept?.over.firstWith(kept.since, kept.over.sizeWith(kept.since)) ?? (await countedOf(source, column, asked));
  return all.map(({ value }) => value).filter((value) => value !== '');
}

async function countedOf(source: Source, column: Listed, asked: Asked): Promise<{ readonly value: string }[]> {
  const { rows } = await asked.run<Row>(compileGroups(grouped(source, ['pv'], { keys: [column], order: 'pv' })));
  return rows.map((row) => ({ value: String(row[`k_${column}`]) }));
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
