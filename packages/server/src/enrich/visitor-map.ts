/**
 * Something for each visitor of each site. By site first: joined into one key, the two would be made one text, and hashed, for each look.
 */
export class VisitorMap<V> {
  readonly #sites = new Map<number, Map<string, V>>();
  #size = 0;

  /** Visitors, of all sites. */
  get size(): number {
    return this.#size;
  }

  get(siteId: number, visitor: string): V | undefined {
    return this.#sites.get(siteId)?.get(visitor);
  }

  set(siteId: number, visitor: string, value: V): void {
    let site = this.#sites.get(siteId);
    if (site === undefined) {
      site = new Map();
      this.#sites.set(siteId, site);
    }
    const before = site.size;
    site.set(visitor, value);
    this.#size += site.size - before;
  }
}
