/**
 * Numbers of visitors and addresses that questions looked up, by site. A number that is there never changes: they are kept until any of the site's may
 * have been taken away, of which this is told (`forget`), before and after.
 */
export const MEMBERS = ['visitor', 'ip'] as const;
export type Member = (typeof MEMBERS)[number];

/** By member, as the store writes it. */
export type Numbers = Readonly<Record<Member, ReadonlyMap<string, number>>>;

interface SiteNumbers {
  readonly visitor: Map<string, number>;
  readonly ip: Map<string, number>;
}

const NONE: Numbers = { visitor: new Map(), ip: new Map() };
/** Of all sites: some twenty megabytes. */
const MOST = 200_000;

export class KeptNumbers {
  readonly #sites = new Map<number, SiteNumbers>();
  readonly #forgotten = new Map<number, number>();
  readonly #doubted = new Set<number>();
  #forgottenAll = 0;
  #size = 0;

  /** Another number whenever numbers of the site may have been taken away. */
  version(siteId: number): number {
    return this.#forgottenAll + (this.#forgotten.get(siteId) ?? 0);
  }

  of(siteId: number): Numbers {
    return this.#sites.get(siteId) ?? NONE;
  }

  /** @param version of the site when they began to be looked up: what may have gone since is not kept */
  keep(siteId: number, found: Numbers, version: number): void {
    if (version !== this.version(siteId) || this.#doubted.has(siteId)) return;
    this.#size += found.visitor.size + found.ip.size;
    if (this.#size > MOST) {
      this.#sites.clear();
      this.#size = found.visitor.size + found.ip.size;
    }
    const site = this.#sites.get(siteId) ?? { visitor: new Map<string, number>(), ip: new Map<string, number>() };
    this.#sites.set(siteId, site);
    for (const member of MEMBERS) for (const [name, number] of found[member]) site[member].set(name, number);
  }

  forget(siteId: number): void {
    this.#forgotten.set(siteId, (this.#forgotten.get(siteId) ?? 0) + 1);
    const site = this.#sites.get(siteId) ?? NONE;
    this.#size -= site.visitor.size + site.ip.size;
    this.#sites.delete(siteId);
  }

  /** Nobody heard whether numbers of the site were taken away: they may be at any time from now on, so that none is kept as long as this process lives. */
  doubt(siteId: number): void {
    this.#doubted.add(siteId);
    this.forget(siteId);
  }

  forgetAll(): void {
    this.#forgottenAll += 1;
    this.#sites.clear();
    this.#size = 0;
  }
}
