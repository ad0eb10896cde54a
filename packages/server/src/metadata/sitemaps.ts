import type { Kysely } from 'kysely';
import type { MetadataTables } from './schema.js';

export interface StoredSitemap {
  readonly id: number;
  readonly siteId: number;
  /** Of the first file, or the address: what the next reading of the same replaces it by. */
  readonly name: string;
  /** '' for one that was uploaded. */
  readonly address: string;
  /** Under which the store of visits has its addresses. */
  readonly reading: number;
  readonly urls: number;
  readonly leftOut: number;
  readonly files: number;
  /** Milliseconds UTC. */
  readonly readAt: number;
}

export interface SitemapList {
  /** Of these sites, by site and name. */
  of(siteIds: readonly number[]): Promise<StoredSitemap[]>;
  byId(id: number): Promise<StoredSitemap | undefined>;
  /** Puts a reading in force, in place of the one that the site's sitemap of that name had. */
  put(sitemap: Omit<StoredSitemap, 'id'>): Promise<StoredSitemap>;
  remove(id: number): Promise<void>;
}

/** Reads and writes which sitemaps sites have. */
export function createSitemapList(db: Kysely<MetadataTables>): SitemapList {
  const read = () => db.selectFrom('sitemaps').selectAll();
  const stored = (row: Awaited<ReturnType<ReturnType<typeof read>['execute']>>[number]): StoredSitemap => ({
    id: row.id, siteId: row.site_id, name: row.name, address: row.address, reading: row.reading, urls: row.urls, leftOut: row.left_out, files: row.files, readAt: row.read_at,
  });
  return {
    async of(siteIds) {
      const asked = new Set(siteIds);
      // All are read: there are few, and a list of sites may be longer than a statement holds values.
      const rows = (await read().execute()).map(stored).filter(({ siteId }) => asked.has(siteId));
      return rows.toSorted((a, b) => a.siteId - b.siteId || (a.name < b.name ? -1 : 1));
    },
    async byId(id) {
      const row = await read().where('id', '=', id).executeTakeFirst();
      return row && stored(row);
    },
    async put({ siteId, name, address, reading, urls, leftOut, files, readAt }) {
      const values = { address, reading, urls, left_out: leftOut, files, read_at: readAt };
      const row = await db
        .insertInto('sitemaps')
        .values({ site_id: siteId, name, ...values })
        .onConflict((conflict) => conflict.columns(['site_id', 'name']).doUpdateSet(values))
        .returningAll()
        .executeTakeFirstOrThrow();
      return stored(row);
    },
    async remove(id) {
      await db.deleteFrom('sitemaps').where('id', '=', id).execute();
    },
  };
}
