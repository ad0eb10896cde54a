/** What there is of a time on each of several sites, and who was there, so that the figures of a longer time can be told from it and what came since. */
import type { Sized } from './kept-counts.js';
import type { Made } from './kept-plain.js';
import { type Figures, figuresOf, figuresOfBoth, NOBODY, type Presence } from './member-series.js';

/** Page views of a site, and who was on it. */
export interface SitePresence extends Presence {
  /** When the last page view was, milliseconds UTC; 0 where there is none. */
  readonly last: number;
  /** Page views by the search engine that they came from. */
  readonly engines: ReadonlyMap<string, number>;
}

/** Figures of a site. */
export interface SiteTraffic extends Figures, Pick<SitePresence, 'last' | 'engines'> {}

const NOTHING: SitePresence = { ...NOBODY, last: 0, engines: new Map() };

function sums(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all = new Map(one);
  for (const [engine, num] of other) all.set(engine, (all.get(engine) ?? 0) + num);
  return all;
}

/** What both are besides their members. */
const both = (one: SitePresence, other: SitePresence): Pick<SitePresence, 'last' | 'engines'> => ({ last: Math.max(one.last, other.last), engines: sums(one.engines, other.engines) });

function together(one: SitePresence, other: SitePresence): SitePresence {
  return { pv: one.pv + other.pv, referer_num: one.referer_num + other.referer_num, visitors: one.visitors.with(other.visitors), addresses: one.addresses.with(other.addresses), ...both(one, other) };
}

export class SiteMembers implements Sized, Made {
  /** By the site's id; none that nobody was on. */
  readonly sites: ReadonlyMap<number, SitePresence>;

  constructor(sites: ReadonlyMap<number, SitePresence>) {
    this.sites = sites;
  }

  get made(): readonly unknown[] {
    return [this.sites];
  }

  get size(): number {
    let size = 0;
    for (const { visitors, addresses, engines } of this.sites.values()) size += 1 + visitors.size + addresses.size + engines.size;
    return size;
  }

  /** Page views of all sites. */
  get views(): number {
    let views = 0;
    for (const { pv } of this.sites.values()) views += pv;
    return views;
  }

  /** With those of another time. */
  with(others: SiteMembers): SiteMembers {
    if (others.sites.size === 0) return this;
    const all = new Map(this.sites);
    for (const [site, other] of others.sites) {
      const own = all.get(site);
      all.set(site, own === undefined ? other : together(own, other));
    }
    return new SiteMembers(all);
  }

  /** What `with(others)` holds of each site, in figures. */
  trafficWith(others: SiteMembers): ReadonlyMap<number, SiteTraffic> {
    const ids = new Set([...this.sites.keys(), ...others.sites.keys()]);
    return new Map(Array.from(ids, (site) => {
      const [one = NOTHING, other] = [this.sites.get(site), others.sites.get(site)];
      return [site, other === undefined ? { ...figuresOf(one), last: one.last, engines: one.engines } : { ...figuresOfBoth(one, other), ...both(one, other) }];
    }));
  }
}
