/** What each site of the demo published while it ran, and the sitemap that says so. */
import type { DemoPage, DemoSite } from './sites.js';

/** A page that was not there from the start. */
export interface Article extends DemoPage {
  /** Milliseconds UTC. */
  readonly publishedAt: number;
}

/** Where in the span each of a site's articles came out. */
const PUBLISHED = [0.3, 0.6, 0.85];
const WEIGHT = 6;
/** Milliseconds until an article is linked, so that people find it. */
const LINKED_AFTER = 6 * 3_600_000;
/** Pages of an archive that no page links any more: of all, only the first are still crawled. */
const ARCHIVE = 9;
export const CRAWLED_ARCHIVE = 5;

export const archivePath = (number: number): string => `/archive/${number}`;

/** @param from where the demo's past begins, milliseconds UTC, and where it ends */
export function articlesOf({ articles }: DemoSite, from: number, to: number): Article[] {
  return articles.map(([path, title], i) => ({ path, title, weight: WEIGHT, publishedAt: from + Math.floor((PUBLISHED[i % PUBLISHED.length] ?? 0) * (to - from)) }));
}

/** What a site has at an instant, for those who follow links. */
export function pagesAt({ pages }: DemoSite, articles: readonly Article[], at: number): readonly DemoPage[] {
  return [...pages, ...articles.filter(({ publishedAt }) => publishedAt + LINKED_AFTER <= at)];
}

/** The same for crawlers, who read the sitemap. */
export function listedAt({ pages }: DemoSite, articles: readonly Article[], at: number): readonly DemoPage[] {
  return [...pages, ...articles.filter(({ publishedAt }) => publishedAt <= at)];
}

export function sitemapOf(site: DemoSite, articles: readonly Article[]): Buffer {
  const escaped = (path: string): string => path.replaceAll('&', '&amp;');
  const entry = (path: string, lastmod = ''): string => `<url><loc>https://${site.domain}${escaped(path)}</loc>${lastmod}</url>`;
  const entries = [
    ...site.pages.map(({ path }) => entry(path)),
    ...articles.map(({ path, publishedAt }) => entry(path, `<lastmod>${new Date(publishedAt).toISOString()}</lastmod>`)),
    ...Array.from({ length: ARCHIVE }, (_, i) => entry(archivePath(i + 1))),
  ];
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`);
}
