/** The rows of sites and of the hosts that they claim, within one transaction of whoever changes them. */
import { FootfallError } from '@footfall/contract';
import type { Kysely } from 'kysely';
import { groupBy } from '../group-by.js';
import { comparableHost, parseDomain } from './host.js';
import type { MetadataTables } from './schema.js';
import { NO_RULES, ruleColumns, rulesOf } from './site-rules.js';
import { DEFAULT_TRACKING, trackingColumns, trackingOf } from './site-tracking.js';
import type { NewSite, StoredSite } from './sites.js';

type Db = Kysely<MetadataTables>;

interface Claim {
  readonly host: string;
  readonly label: string;
  readonly is_alias: number;
}

/** The hosts that a domain and its aliases claim, each once. */
function claimsOf(domain: string, aliases: readonly string[]): Claim[] {
  const claims = new Map<string, Claim>();
  for (const [at, typed] of [domain, ...aliases].entries()) {
    const label = parseDomain(typed);
    if (label === undefined) throw new FootfallError('site.domain_invalid', { fields: [{ path: at === 0 ? 'domain' : `aliases.${at - 1}`, message: 'not a domain name' }] });
    const host = comparableHost(label);
    if (!claims.has(host)) claims.set(host, { host, label, is_alias: at === 0 ? 0 : 1 });
  }
  return [...claims.values()];
}

/** Writes the claims; the primary key decides who was first, also between processes. */
async function claim(db: Db, siteId: number, claims: readonly Claim[]): Promise<void> {
  for (const { host, label, is_alias } of claims) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('site_hosts')
      .values({ host, site_id: siteId, label, is_alias })
      .onConflict((conflict) => conflict.column('host').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) {
      const holder = await db.selectFrom('site_hosts').innerJoin('sites', 'sites.id', 'site_hosts.site_id').select('sites.domain').where('host', '=', host).executeTakeFirst();
      throw new FootfallError('site.duplicate', { host: label, site: holder?.domain ?? label });
    }
  }
}

/** The live sites by id, or the one of the given id. */
export async function readSites(source: Db, id?: number): Promise<StoredSite[]> {
  let rows = source.selectFrom('sites').selectAll().where('deleted_at', 'is', null).orderBy('id');
  let hosts = source.selectFrom('site_hosts').select(['site_id', 'host', 'label']).where('is_alias', '=', 1);
  if (id !== undefined) {
    rows = rows.where('id', '=', id);
    hosts = hosts.where('site_id', '=', id);
  }
  // Sorted here: a server orders text as its locale has it.
  const aliases = groupBy((await hosts.execute()).toSorted((a, b) => (a.host < b.host ? -1 : 1)), ({ site_id }) => site_id);
  return (await rows.execute()).map((row) => ({
    id: row.id,
    name: row.name,
    domain: row.domain,
    aliases: (aliases.get(row.id) ?? []).map(({ label }) => label),
    subdomains: row.subdomains !== 0,
    isStat: row.is_stat !== 0,
    timeZone: row.time_zone,
    tracking: trackingOf(row),
    rules: rulesOf(row),
    createdAt: row.created_at,
  }));
}

function columnsOf(site: NewSite, claims: readonly Claim[]) {
  return {
    name: site.name,
    domain: claims[0]?.label ?? site.domain,
    subdomains: site.subdomains === true ? 1 : 0,
    is_stat: site.isStat ? 1 : 0,
    time_zone: site.timeZone,
    ...trackingColumns(site.tracking ?? DEFAULT_TRACKING),
    ...ruleColumns(site.rules ?? NO_RULES),
  };
}

/** The number under which the data of a domain was kept when its site was deleted, the last such; undefined when none was. */
async function keptId(db: Db, host: string): Promise<number | undefined> {
  const rows = await db.selectFrom('sites').select(['id', 'domain']).where('deleted_at', 'is not', null).where('erase_asked_at', 'is', null).orderBy('deleted_at', 'desc').orderBy('id', 'desc').execute();
  return rows.find(({ domain }) => comparableHost(domain) === host)?.id;
}

/**
 * Registers a site. One whose domain was registered before, and whose data was kept, comes back under its number, and so with its data.
 * @throws FootfallError `site.domain_invalid`, `site.duplicate`
 */
export async function insertSite(db: Db, site: NewSite, now: number): Promise<StoredSite> {
  const claims = claimsOf(site.domain, site.aliases ?? []);
  const columns = columnsOf(site, claims);
  const kept = await keptId(db, claims[0]?.host ?? '');
  if (kept !== undefined) await db.updateTable('sites').set({ ...columns, deleted_at: null }).where('id', '=', kept).execute();
  const id = kept ?? (await db.insertInto('sites').values({ ...columns, created_at: now, deleted_at: null }).returning('id').executeTakeFirstOrThrow()).id;
  await claim(db, id, claims);
  const [stored] = await readSites(db, id);
  if (!stored) throw new Error(`site ${id} is gone within its own transaction`);
  return stored;
}

/**
 * Changes the given fields of a site.
 * @returns undefined when there is no such site
 * @throws FootfallError `site.domain_invalid`, `site.duplicate`
 */
export async function updateSite(db: Db, id: number, change: Partial<NewSite>): Promise<StoredSite | undefined> {
  const [before] = await readSites(db, id);
  if (!before) return undefined;
  const after = { ...before, ...change };
  const claims = claimsOf(after.domain, after.aliases);
  await db.updateTable('sites').set(columnsOf(after, claims)).where('id', '=', id).execute();
  if (change.domain !== undefined || change.aliases !== undefined) {
    await db.deleteFrom('site_hosts').where('site_id', '=', id).execute();
    await claim(db, id, claims);
  }
  return (await readSites(db, id))[0];
}

/**
 * Takes a site off the list, with its grants and API keys: who registers its domain again says anew who may see it. With `erase` it is
 * written down, in the same transaction, that its data is to go.
 * @returns what it was, undefined when there is no such site
 */
export async function removeSite(db: Db, id: number, erase: boolean, now: number): Promise<StoredSite | undefined> {
  const [site] = await readSites(db, id);
  if (!site) return undefined;
  await db.updateTable('sites').set({ deleted_at: now, erase_asked_at: erase ? now : null }).where('id', '=', id).execute();
  await db.deleteFrom('site_hosts').where('site_id', '=', id).execute();
  await db.deleteFrom('role_sites').where('site_id', '=', id).execute();
  if (erase) await db.deleteFrom('sitemaps').where('site_id', '=', id).execute();
  await db.updateTable('api_keys').set({ revoked_at: now }).where('site_id', '=', id).where('revoked_at', 'is', null).execute();
  return site;
}
