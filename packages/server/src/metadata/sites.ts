import { FootfallError } from '@footfall/contract';
import type { Kysely } from 'kysely';
import { comparableHost, parseDomain } from './host.js';
import type { MetadataTables } from './schema.js';
import { DEFAULT_TRACKING, type SiteTracking, trackingColumns, trackingOf } from './site-tracking.js';

/** A site as it is stored; see site-directory.ts for the one that matches hosts. */
export interface StoredSite {
  readonly id: number;
  readonly name: string;
  /** Punycode, lower case, as the operator gave it (with `www.` or without). */
  readonly domain: string;
  readonly aliases: readonly string[];
  /** Whether sub-domains of the domain and of the aliases count as the site. */
  readonly subdomains: boolean;
  readonly isStat: boolean;
  /** IANA zone, or null to follow the installation's. */
  readonly timeZone: string | null;
  readonly tracking: SiteTracking;
  /** Milliseconds UTC. */
  readonly createdAt: number;
}

export interface NewSite {
  readonly name: string;
  /** As typed: see host.ts for what is taken. */
  readonly domain: string;
  readonly aliases?: readonly string[];
  readonly subdomains?: boolean;
  readonly isStat: boolean;
  readonly timeZone: string | null;
  readonly tracking?: SiteTracking;
}

export interface Sites {
  /** The live sites by id. */
  all(): Promise<StoredSite[]>;
  byId(id: number): Promise<StoredSite | undefined>;
  /** @throws FootfallError `site.domain_invalid`, `site.duplicate` */
  add(site: NewSite): Promise<StoredSite>;
  /**
   * Changes the given fields.
   * @returns undefined when there is no such site.
   * @throws FootfallError `site.domain_invalid`, `site.duplicate`
   */
  edit(id: number, change: Partial<NewSite>): Promise<StoredSite | undefined>;
  /** Takes the site off the list and frees its name and hosts; its visits stay. @returns what it was. */
  remove(id: number): Promise<StoredSite | undefined>;
}

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
async function claim(db: Kysely<MetadataTables>, siteId: number, claims: readonly Claim[]): Promise<void> {
  for (const { host, label, is_alias } of claims) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('site_hosts')
      .values({ host, site_id: siteId, label, is_alias })
      .onConflict((conflict) => conflict.column('host').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) throw new FootfallError('site.duplicate', { host: label });
  }
}

/** The live sites, or the one of the given id. */
async function read(source: Kysely<MetadataTables>, id?: number): Promise<StoredSite[]> {
  let rows = source.selectFrom('sites').selectAll().where('deleted_at', 'is', null).orderBy('id');
  let hosts = source.selectFrom('site_hosts').select(['site_id', 'label']).where('is_alias', '=', 1).orderBy('host');
  if (id !== undefined) {
    rows = rows.where('id', '=', id);
    hosts = hosts.where('site_id', '=', id);
  }
  const aliases = new Map<number, string[]>();
  for (const { site_id, label } of await hosts.execute()) aliases.set(site_id, [...(aliases.get(site_id) ?? []), label]);
  return (await rows.execute()).map((row) => ({
    id: row.id,
    name: row.name,
    domain: row.domain,
    aliases: aliases.get(row.id) ?? [],
    subdomains: row.subdomains !== 0,
    isStat: row.is_stat !== 0,
    timeZone: row.time_zone,
    tracking: trackingOf(row),
    createdAt: row.created_at,
  }));
}

/** Reads and writes the registered sites. */
export function createSites(db: Kysely<MetadataTables>, now: () => number): Sites {
  return {
    all: () => read(db),
    async byId(id) {
      return (await read(db, id))[0];
    },
    async add({ name, domain, aliases = [], subdomains = false, isStat, timeZone, tracking = DEFAULT_TRACKING }) {
      const claims = claimsOf(domain, aliases);
      return db.transaction().execute(async (transaction) => {
        const { id } = await transaction
          .insertInto('sites')
          .values({
            name,
            domain: claims[0]?.label ?? domain,
            subdomains: subdomains ? 1 : 0,
            is_stat: isStat ? 1 : 0,
            time_zone: timeZone,
            ...trackingColumns(tracking),
            created_at: now(),
            deleted_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await claim(transaction, id, claims);
        const [site] = await read(transaction, id);
        if (!site) throw new Error(`site ${id} is gone within its own transaction`);
        return site;
      });
    },
    async edit(id, change) {
      return db.transaction().execute(async (transaction) => {
        const [before] = await read(transaction, id);
        if (!before) return undefined;
        const after = { ...before, ...change };
        const claims = claimsOf(after.domain, after.aliases ?? []);
        await transaction
          .updateTable('sites')
          .set({
            name: after.name,
            domain: claims[0]?.label ?? after.domain,
            subdomains: after.subdomains ? 1 : 0,
            is_stat: after.isStat ? 1 : 0,
            time_zone: after.timeZone,
            ...trackingColumns(after.tracking),
          })
          .where('id', '=', id)
          .execute();
        if (change.domain !== undefined || change.aliases !== undefined) {
          await transaction.deleteFrom('site_hosts').where('site_id', '=', id).execute();
          await claim(transaction, id, claims);
        }
        return (await read(transaction, id))[0];
      });
    },
    async remove(id) {
      return db.transaction().execute(async (transaction) => {
        const [site] = await read(transaction, id);
        if (!site) return undefined;
        await transaction.updateTable('sites').set({ deleted_at: now() }).where('id', '=', id).execute();
        await transaction.deleteFrom('site_hosts').where('site_id', '=', id).execute();
        return site;
      });
    },
  };
}
