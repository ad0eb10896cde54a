import type { SitemapList, StoredSitemap } from '../../src/metadata/sitemaps.js';

/** What the metadata store keeps, without one. */
export function sitemapListInMemory(): SitemapList {
  const rows: StoredSitemap[] = [];
  let last = 0;
  return {
    of: (ids) => Promise.resolve(rows.filter(({ siteId }) => ids.includes(siteId))),
    byId: (id) => Promise.resolve(rows.find((row) => row.id === id)),
    put(sitemap) {
      const at = rows.findIndex(({ siteId, name }) => siteId === sitemap.siteId && name === sitemap.name);
      last += 1;
      const row = { ...sitemap, id: rows[at]?.id ?? last };
      rows.splice(at < 0 ? rows.length : at, at < 0 ? 0 : 1, row);
      return Promise.resolve(row);
    },
    remove(id) {
      rows.splice(rows.findIndex((row) => row.id === id), 1);
      return Promise.resolve();
    },
  };
}
