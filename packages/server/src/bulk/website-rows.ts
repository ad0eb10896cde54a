import { EXCLUSION_KINDS } from '@footfall/contract';
import type { Kysely } from 'kysely';
import { nameGiven, rulesGiven, zoneGiven } from '../http/site-given.js';
import { comparableHost, parseDomain } from '../metadata/host.js';
import type { MetadataTables } from '../metadata/schema.js';
import { insertSite, readSites, updateSite } from '../metadata/site-rows.js';
import { NO_RULES } from '../metadata/site-rules.js';
import type { NewSite, StoredSite } from '../metadata/sites.js';
import { flagIn, listIn, type RowCells, textIn, wrongCell } from './row-cells.js';
import type { Applied } from './changes.js';

type Db = Kysely<MetadataTables>;

const LONGEST_NAME = 100;
const LONGEST_DOMAIN = 253;
const MOST_DAYS = 36_500;

/** The live site whose domain this is; one that has it as an alias is another's. */
async function siteOfDomain(db: Db, typed: string): Promise<StoredSite | undefined> {
  const host = comparableHost(parseDomain(typed) ?? typed);
  const claim = await db.selectFrom('site_hosts').select('site_id').where('host', '=', host).where('is_alias', '=', 0).executeTakeFirst();
  return claim === undefined ? undefined : (await readSites(db, claim.site_id))[0];
}

function daysIn(cells: RowCells): number | undefined {
  const typed = cells.get('retention_days');
  if (typed === undefined || typed === '') return typed === undefined ? undefined : 0;
  const days = /^\d{1,5}$/u.test(typed) ? Number(typed) : Number.NaN;
  return days <= MOST_DAYS ? days : wrongCell('retention_days', `must be a whole number of 0 to ${MOST_DAYS}; 0 is for ever`);
}

function maskIn(cells: RowCells): 'none' | 'partial' | undefined {
  const typed = cells.get('address_mask')?.toLowerCase();
  if (typed === undefined) return undefined;
  if (typed === '' || typed === 'none') return 'none';
  return typed === 'partial' ? 'partial' : wrongCell('address_mask', 'must be none or partial');
}

/** Registers the site of a row, or changes the one of its domain; a column that the file does not have changes nothing. */
export async function applyWebsite(db: Db, cells: RowCells, now: number): Promise<Applied> {
  const domain = textIn(cells, 'domain', LONGEST_DOMAIN);
  const name = nameGiven(textIn(cells, 'name', LONGEST_NAME));
  const before = await siteOfDomain(db, domain);
  const zone = cells.get('time_zone');
  const [aliases, subdomains, isStat] = [listIn(cells, 'aliases', ',;|'), flagIn(cells, 'subdomains', false), flagIn(cells, 'is_stat', true)];
  const change: Partial<NewSite> = {
    name,
    rules: rulesGiven(before?.rules ?? NO_RULES, {
      excluded_addresses: listIn(cells, 'excluded_addresses', ',;|'), excluded_paths: listIn(cells, 'excluded_paths'), excluded_parameters: listIn(cells, 'excluded_parameters', ',;|'),
      retention_days: daysIn(cells), address_mask: maskIn(cells),
    }),
    ...(zone === undefined ? {} : { timeZone: zoneGiven(zone) }),
    ...(aliases === undefined ? {} : { aliases }),
    ...(subdomains === undefined ? {} : { subdomains }),
    ...(isStat === undefined ? {} : { isStat }),
  };
  if (before === undefined) {
    const added = await insertSite(db, { isStat: true, timeZone: null, ...change, name, domain }, now);
    return { outcome: 'add', label: added.domain, change: { entity: 'site', id: added.id, before: null, after: siteSnapshot(added) } };
  }
  const after = await updateSite(db, before.id, change);
  if (after === undefined || JSON.stringify(siteSnapshot(before)) === JSON.stringify(siteSnapshot(after))) return { outcome: 'same', label: before.domain };
  return { outcome: 'edit', label: before.domain, change: { entity: 'site', id: before.id, before: siteSnapshot(before), after: siteSnapshot(after) } };
}

const LISTS = { address: 'excluded_addresses', path: 'excluded_paths', parameter: 'excluded_parameters' } as const satisfies Record<(typeof EXCLUSION_KINDS)[number], string>;
const isList = (kind: string): kind is keyof typeof LISTS => (EXCLUSION_KINDS as readonly string[]).includes(kind);

/** Adds one exclusion to a site. */
export async function applyExclusion(db: Db, cells: RowCells): Promise<Applied> {
  const before = await siteOfDomain(db, textIn(cells, 'domain', LONGEST_DOMAIN));
  if (before === undefined) return wrongCell('domain', 'no site of that domain is registered');
  const kind = textIn(cells, 'kind', LONGEST_NAME).toLowerCase();
  if (!isList(kind)) return wrongCell('kind', 'must be address, path or parameter');
  const value = textIn(cells, 'value', 500);
  const { rules } = before;
  const held = { address: rules.excludedAddresses, path: rules.excludedPaths, parameter: rules.excludedParameters }[kind];
  const after = await updateSite(db, before.id, { rules: rulesGiven(rules, { [LISTS[kind]]: [...held, value] }) });
  const label = `${before.domain} ${value}`;
  if (after === undefined || JSON.stringify(after.rules) === JSON.stringify(rules)) return { outcome: 'same', label };
  return { outcome: 'add', label, change: { entity: 'site', id: before.id, before: siteSnapshot(before), after: siteSnapshot(after) } };
}

/** Everything of a site that an import may change, in one order. */
export function siteSnapshot({ name, domain, aliases, subdomains, isStat, timeZone, tracking, rules }: StoredSite): NewSite {
  return { name, domain, aliases: aliases.toSorted(), subdomains, isStat, timeZone, tracking, rules };
}
