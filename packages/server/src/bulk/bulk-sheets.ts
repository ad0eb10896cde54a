import { BULK_COLUMNS, type BulkKind } from '@footfall/contract';
import type { Cell, Sheet } from '../exports/sheet.js';
import { atOnce } from '../exports/sheet.js';
import type { Spider } from '../metadata/spiders.js';
import type { StoredSite } from '../metadata/sites.js';

const flag = (on: boolean): number => (on ? 1 : 0);

function sheet(kind: BulkKind, rows: readonly (readonly Cell[])[]): Sheet {
  return { name: kind, titles: BULK_COLUMNS[kind].map((column) => column.replace('*', '')), total: rows.length, rows: atOnce(rows) };
}

/** The columns alone. */
export const emptySheet = (kind: BulkKind): Sheet => sheet(kind, []);

const siteCells = ({ domain, name, isStat, timeZone, aliases, subdomains, rules }: StoredSite): Cell[] => [
  domain, name, flag(isStat), timeZone ?? '', aliases.join(' '), flag(subdomains), rules.excludedAddresses.join(' '), rules.excludedPaths.join(' '), rules.excludedParameters.join(' '),
  rules.retentionDays, rules.maskAddresses ? 'partial' : 'none',
];

const exclusionCells = ({ domain, rules }: StoredSite): Cell[][] => [
  ...rules.excludedAddresses.map((value) => [domain, 'address', value]),
  ...rules.excludedPaths.map((value) => [domain, 'path', value]),
  ...rules.excludedParameters.map((value) => [domain, 'parameter', value]),
];

/** What there is, as it can be imported again. */
export function bulkSheet(kind: BulkKind, sites: readonly StoredSite[], spiders: readonly Spider[]): Sheet {
  if (kind === 'spiders') return sheet(kind, spiders.map(({ type, name, keywords, enabled }) => [type, name, keywords.join('\n'), flag(enabled)]));
  return sheet(kind, kind === 'websites' ? sites.map(siteCells) : sites.flatMap(exclusionCells));
}
