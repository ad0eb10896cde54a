import { DIMENSIONS, type VisitRow } from '@footfall/contract';
import type { Asked } from './asked.js';
import { addressText } from './counts.js';

export type StoredRow = Readonly<Record<string, string | number | null>>;

/** Everything that is known of a visit. */
export const VISIT_COLUMNS: readonly string[] = ['site_id', ...DIMENSIONS.keys()];

/** Columns of the store that a column of a list is made of; the others are their own. */
export const STORED_COLUMN: Readonly<Record<string, string>> = { country: 'country_code', domain: 'site_id' };

/** How lists show what is stored in a column; what is not named here is shown as it is stored, absent as ''. */
function shownAs(column: string, asked: Asked, domains: ReadonlyMap<number, string>): ((value: string | number) => string | number) | null {
  if (column === 'created_at') return (at) => asked.zone.text(Number(at));
  if (column === 'ip') return (ip) => addressText(String(ip));
  if (column === 'country') return (code) => asked.countryNames(String(code));
  if (column === 'domain') return (site) => domains.get(Number(site)) ?? '';
  return null;
}

/** A column of a list as a function of the value that is stored; for many rows. */
export function visitCell(column: string, asked: Asked, domains: ReadonlyMap<number, string>): (value: string | number | null) => string | number {
  const show = shownAs(column, asked, domains);
  return show === null ? (value) => value ?? '' : (value) => show(value ?? '');
}

export function domainsOf(asked: Asked): ReadonlyMap<number, string> {
  return new Map(asked.sites.map((site) => [site.id, site.domain]));
}

/** A stored row as lists show it: an absent fact is '', times are local text. Source: specification 1, section 3. */
export function visitRowOf(row: StoredRow, asked: Asked, domains: ReadonlyMap<number, string>): VisitRow {
  const facts = Object.fromEntries(VISIT_COLUMNS.map((column) => [column, row[`r_${column}`] ?? '']));
  const countryCode = String(row['r_country_code']);
  const { site_id: _site, ...visit } = facts;
  return {
    ...visit,
    id: String(row['r_id']),
    created_at: asked.zone.text(Number(row['r_created_at'])),
    ip: addressText(String(row['r_ip'])),
    country_code: countryCode,
    country: asked.countryNames(countryCode),
    domain: domains.get(Number(row['r_site_id'])) ?? '',
  } as VisitRow;
}
