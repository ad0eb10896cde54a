import { DIMENSIONS, type VisitRow } from '@footfall/contract';
import type { Asked } from './asked.js';
import { addressText } from './counts.js';

export type StoredRow = Readonly<Record<string, string | number | null>>;

/** Everything that is known of a visit. */
export const VISIT_COLUMNS: readonly string[] = ['site_id', ...DIMENSIONS.keys()];

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
