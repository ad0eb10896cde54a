/** Which zones and countries of visits do not go together. */
import type { Asked } from './asked.js';
import { compileGroups } from './compile.js';
import type { Row } from './counts.js';
import { grouped, where, type Source } from './plan.js';
import { createZoneCountries, type ZoneCountries } from './zone-countries.js';

/** Pairs of zone and country that are looked at: those with most views. */
const MOST_PAIRS = 5_000;

let known: { readonly year: number; readonly zones: ZoneCountries } | undefined;

/** The year whose clocks count. */
export const clocksOfYear = (now: number): number => new Date(now).getUTCFullYear();

/** Made once a year: it reads a few hundred clocks. */
function zoneCountries(now: number): ZoneCountries {
  const year = clocksOfYear(now);
  if (known?.year !== year) known = { year, zones: createZoneCountries(year) };
  return known.zones;
}

export interface ZonesApart {
  /** As `zone country`. */
  readonly apart: readonly string[];
  /** Whether all pairs were looked at. */
  readonly isWhole: boolean;
}

/** Of the pairs that occur in some visits. */
export async function zonesApartIn(source: Source, asked: Asked): Promise<ZonesApart> {
  const zones = zoneCountries(asked.now);
  const told = where(source, [{ column: 'timezone', operator: 'present', value: '' }, { column: 'country_code', operator: 'present', value: '' }]);
  const { rows } = await asked.run<Row>(compileGroups(grouped(told, ['pv'], { keys: ['timezone', 'country_code'], order: 'pv', page: { limit: MOST_PAIRS, offset: 0 } })));
  const pairs = rows.map((row) => [String(row['k_timezone']), String(row['k_country_code'])] as const);
  return { apart: pairs.filter(([zone, country]) => zones.areApart(zone, country)).map((pair) => pair.join(' ')), isWhole: rows.length < MOST_PAIRS };
}
