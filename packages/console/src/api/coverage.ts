import { coverage, type Input, type Sitemap } from '@footfall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { base64Of } from '../lib/base64';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

/** How many addresses are known, and what crawlers spent. */
export function coverageSummaryQuery(client: Client, input: Input<typeof coverage.summary>) {
  return queryOptions({ queryKey: [coverage.summary.id, input], queryFn: ({ signal }) => client.call(coverage.summary, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

/** What crawlers spent over time. */
export function coverageTrendQuery(client: Client, input: Input<typeof coverage.trend>) {
  return queryOptions({ queryKey: [coverage.trend.id, input], queryFn: ({ signal }) => client.call(coverage.trend, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

/** The known addresses, a page of them. */
export function coverageUrlsQuery(client: Client, input: Input<typeof coverage.urls>) {
  return queryOptions({ queryKey: [coverage.urls.id, input], queryFn: ({ signal }) => client.call(coverage.urls, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

export function sitemapsQuery(client: Client, domain: string) {
  return queryOptions({ queryKey: [coverage.sitemaps.id, domain], queryFn: ({ signal }) => client.call(coverage.sitemaps, { domain }, { signal }), staleTime: 0 });
}

const GZIP = /\.gz$/iu;

/** A file as it is sent: packed, for sitemaps are long and say little. */
async function packed(file: File): Promise<{ name: string; data: string }> {
  if (GZIP.test(file.name)) return { name: file.name, data: await base64Of(file) };
  const small = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return { name: file.name, data: await base64Of(small) };
}

/** Gives files that are one sitemap together. */
export async function uploadSitemap(client: Client, domain: string, files: readonly File[]): Promise<Sitemap> {
  return client.call(coverage.sitemapUpload, { domain, files: await Promise.all(files.map(packed)) });
}

/** Has the server read a sitemap from the site. */
export function fetchSitemap(client: Client, domain: string, address: string): Promise<Sitemap> {
  return client.call(coverage.sitemapFetch, { domain, address });
}

export async function removeSitemap(client: Client, id: number): Promise<void> {
  await client.call(coverage.sitemapRemove, { id });
}

/** Whatever shows which addresses are known asks again. */
export async function sitemapsChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ predicate: ({ queryKey: [id] }) => typeof id === 'string' && id.startsWith('coverage.') });
}
