/**
 * Numbers of visitors and addresses that questions looked up, by site. A number that is there never changes: they are kept until any of the site's may
 * have been taken away, of which this is told (`forget`), before and after. Who has none is kept as well, with 0 for a number, until any of the site's may have
 * got one (`given`).
 */
export const MEMBERS = ['visitor', 'ip'] as const;
export type Member = (typeof MEMBERS)[number];

/** Nobody's number: of a member that has none. */
export const NO_NUMBER = 0;

/** By member, as the store writes it. */
export type Numbers = Readonly<Record<Member, ReadonlyMap<string, number>>>;

/** How often numbers of a site may have gone, and may have been given. */
export interface Since {
  readonly version: number;
  readonly given: number;
}

interface SiteNumbers {
  readonly visitor: Map<string, number>;
  readonly ip: Map<string, number>;
}

const NONE: Numbers = { visitor: new Map(), ip: new Map() };
/** Of all sites: some thirty megabytes. */
const MOST = 300_000;

const numbered = (numbers: ReadonlyMap<string, number>): Map<string, number> => new Map([...numbers].filter(([, number]) => number !== NO_NUMBER));

const withNumber = ({ visitor, ip }: Numbers): Numbers => ({ visitor: numbered(visitor), ip: numbered(ip) });

export class KeptNumbers {
  readonly #sites = new Map<number, SiteNumbers>();
  readonly #forgotten = new Map<number, number>();
  readonly #given = new Map<number, number>();
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

  /** To be taken before numbers are looked up that are to be kept. */
  since(siteId: number): Since {
    return { version: this.version(siteId), given: this.#given.get(siteId) ?? 0 };
  }

  /** @param since of the site when they began to be looked up: what may have changed since is not kept */
  keep(siteId: number, found: Numbers, since: Since): void {
    if (since.version !== this.version(siteId) || this.#doubted.has(siteId)) return;
    this.#add(siteId, since.given === (this.#given.get(siteId) ?? 0) ? found : withNumber(found));
  }

  #add(siteId: number, found: Numbers): void {
    this.#size += found.visitor.size + found.ip.size;
    if (this.#size > MOST) {
      this.#sites.clear();
      this.#size = found.visitor.size + found.ip.size;
    }
    const site = this.#sites.get(siteId) ?? { visitor: new Map<string, number>(), ip: new Map<string, number>() };
    this.#sites.set(siteId, site);
    for (const member of MEMBERS) for (const [name, number] of found[member]) site[member].set(name, number);
  }

  /** Members of the site have got numbers, or may have. To be called before an hour is used that has them. */
  given(siteId: number): void {
    this.#given.set(siteId, (this.#given.get(siteId) ?? 0) + 1);
    const site = this.#sites.get(siteId);
    for (const member of MEMBERS) {
      for (const [name, number] of site?.[member] ?? []) {
        if (number !== NO_NUMBER) continue;
        site?.[member].delete(name);
        this.#size -= 1;
      }
    }
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
