/** A site as questions know it; the site directory's entries fit. */
export interface QuestionSite {
  readonly id: number;
  readonly domain: string;
  /** IANA. */
  readonly timeZone: string;
}

/**
 * The sites that a question may look at. Every plan holds one, nothing else makes one, and its list is out of reach of
 * whoever holds it: there is no plan that reads a site which was not granted here.
 */
export class SiteScope {
  readonly #ids: readonly number[];

  private constructor(ids: readonly number[]) {
    this.#ids = Object.freeze([...new Set(ids)].toSorted((a, b) => a - b));
    Object.freeze(this);
  }

  /** A scope of exactly these sites; of none, a scope in which nothing is found. */
  static of(sites: readonly { readonly id: number }[]): SiteScope {
    return new SiteScope(sites.map((site) => site.id));
  }

  /** This scope and what belongs to no known site (site 0): refusals of the way in. For whoever may see every site. */
  withUnknownSite(): SiteScope {
    return new SiteScope([0, ...this.#ids]);
  }

  /** Those sites of this scope that are also in the list. */
  within(ids: readonly number[]): SiteScope {
    return new SiteScope(this.#ids.filter((id) => ids.includes(id)));
  }

  /** Ascending. @throws TypeError for anything that only looks like a scope */
  static idsOf(scope: SiteScope): readonly number[] {
    return scope.#ids;
  }
}
