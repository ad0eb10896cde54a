/**
 * The registered sites in memory, for the way in (every visit asks) and for questions.
 *
 * Invariants: an answer comes from one whole snapshot, never from half of an old and half of a new one; two sites never
 * answer for one host; a `Site` keeps the snapshot it came from. Reads cost no query; `reload` is called after each
 * change, and from time to time where several processes share one store.
 */
import { comparableHost } from './host.js';
import { type CompiledRules, compileRules, type SiteRules } from './site-rules.js';
import type { SiteTracking } from './site-tracking.js';
import type { Sites, StoredSite } from './sites.js';

export interface Site extends CompiledRules {
  readonly id: number;
  readonly name: string;
  readonly domain: string;
  readonly aliases: readonly string[];
  readonly subdomains: boolean;
  readonly isStat: boolean;
  /** IANA, resolved: the site's own or the installation's. */
  readonly timeZone: string;
  readonly tracking: SiteTracking;
  /** As `tracking` says; beside it for the way in. */
  readonly respectDnt: boolean;
  readonly stripCampaign: boolean;
  readonly rules: SiteRules;
  /** Milliseconds UTC. */
  readonly createdAt: number;
  /** True when a visit to this host is this site's: the domain, with or without `www.`, an alias, or a sub-domain when the site says so. */
  hosts(host: string): boolean;
}

export interface SiteDirectory {
  /** The site that a visit to this host belongs to; a port is ignored. */
  byHost(host: string): Site | undefined;
  /** The site registered under this very domain or alias, in Unicode or punycode; sub-domains don't count. */
  byDomain(domain: string): Site | undefined;
  byId(id: number): Site | undefined;
  /** By id. */
  all(): readonly Site[];
  /** Reads the store anew. Calls that overlap end with the newest state. */
  reload(): Promise<void>;
  /** The installation's zone (IANA), in which questions over all sites are cut. */
  readonly timeZone: string;
}

interface Snapshot {
  readonly sites: readonly Site[];
  readonly byId: ReadonlyMap<number, Site>;
  readonly byHost: ReadonlyMap<string, Site>;
}

/** The directory, loaded. `timeZone` is the installation's. */
export async function createSiteDirectory(sites: Pick<Sites, 'all'>, timeZone: string): Promise<SiteDirectory> {
  let snapshot = snapshotOf(await sites.all(), timeZone);
  let asked = 0;
  let shown = 0;
  return {
    timeZone,
    byHost: (host) => match(snapshot.byHost, host),
    byDomain: (domain) => snapshot.byHost.get(comparableHost(domain)),
    byId: (id) => snapshot.byId.get(id),
    all: () => snapshot.sites,
    async reload() {
      asked += 1;
      const mine = asked;
      const stored = await sites.all();
      // A slower, older read must not overwrite a newer one.
      if (mine < shown) return;
      shown = mine;
      snapshot = snapshotOf(stored, timeZone);
    },
  };
}

function snapshotOf(stored: readonly StoredSite[], installationZone: string): Snapshot {
  const byHost = new Map<string, Site>();
  const sites = stored.map((site): Site =>
    Object.freeze({
      ...site,
      timeZone: site.timeZone ?? installationZone,
      respectDnt: site.tracking.respectDnt,
      stripCampaign: site.tracking.stripCampaign,
      ...compileRules(site.rules),
      hosts: (host: string) => match(byHost, host)?.id === site.id,
    }),
  );
  for (const site of sites) for (const name of [site.domain, ...site.aliases]) byHost.set(comparableHost(name), site);
  return { sites, byId: new Map(sites.map((site) => [site.id, site])), byHost };
}

/** Exact first; then the nearest parent whose site takes sub-domains. */
function match(byHost: ReadonlyMap<string, Site>, host: string): Site | undefined {
  // Most come in the form that they are compared in; only what begins with `www.` may be in that form and mean another one.
  const plain = host.startsWith('www.') ? undefined : byHost.get(host);
  if (plain) return plain;
  const name = comparableHost(host);
  const exact = byHost.get(name);
  if (exact) return exact;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const parent = byHost.get(name.slice(dot + 1));
    if (parent?.subdomains) return parent;
  }
  return undefined;
}
