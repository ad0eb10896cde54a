import type { Kysely } from 'kysely';
import type { MetadataTables } from './schema.js';
import { insertSite, readSites, removeSite, updateSite } from './site-rows.js';
import type { SiteRules } from './site-rules.js';
import type { SiteTracking } from './site-tracking.js';

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
  readonly rules: SiteRules;
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
  /** Canonical: see site-rules.ts. */
  readonly rules?: SiteRules;
}

/** A deleted site whose data is to go. */
export interface Erasure {
  readonly siteId: number;
  readonly domain: string;
  /** Milliseconds UTC. */
  readonly askedAt: number;
}

export interface Sites {
  /** The live sites by id. */
  all(): Promise<StoredSite[]>;
  byId(id: number): Promise<StoredSite | undefined>;
  /**
   * A domain whose site was deleted and its data kept comes back under its number.
   * @throws FootfallError `site.domain_invalid`, `site.duplicate`
   */
  add(site: NewSite): Promise<StoredSite>;
  /**
   * Changes the given fields.
   * @returns undefined when there is no such site.
   * @throws FootfallError `site.domain_invalid`, `site.duplicate`
   */
  edit(id: number, change: Partial<NewSite>): Promise<StoredSite | undefined>;
  /** Takes the site off the list and frees its name and hosts; its visits stay, unless they are to be erased. @returns what it was. */
  remove(id: number, data?: 'keep' | 'erase'): Promise<StoredSite | undefined>;
  /** What was asked to be erased and is not done yet, oldest first. */
  erasures(): Promise<Erasure[]>;
  erased(siteId: number): Promise<void>;
}

/** Reads and writes the registered sites. */
export function createSites(db: Kysely<MetadataTables>, now: () => number): Sites {
  return {
    all: () => readSites(db),
    async byId(id) {
      return (await readSites(db, id))[0];
    },
    add: (site) => db.transaction().execute((transaction) => insertSite(transaction, site, now())),
    edit: (id, change) => db.transaction().execute((transaction) => updateSite(transaction, id, change)),
    remove: (id, data = 'keep') => db.transaction().execute((transaction) => removeSite(transaction, id, data === 'erase', now())),
    async erasures() {
      const rows = await db.selectFrom('sites').select(['id', 'domain', 'erase_asked_at']).where('erase_asked_at', 'is not', null).where('erased_at', 'is', null).orderBy('erase_asked_at').execute();
      return rows.map(({ id, domain, erase_asked_at }) => ({ siteId: id, domain, askedAt: erase_asked_at ?? 0 }));
    },
    async erased(siteId) {
      await db.updateTable('sites').set({ erased_at: now() }).where('id', '=', siteId).execute();
    },
  };
}
