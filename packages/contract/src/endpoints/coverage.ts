import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { commaList, count, cut, domainScope, exportFields, exportPaging, grain, jsonOr, localTime, pageInput, pagination, queryTime, sortDirection } from '../shapes.js';

const SCREEN = ['CrawlCoverage'] as const;
const PATIENCE = 60_000;

/** What one sitemap may be, all its files together, and how many a site may have. */
export const SITEMAP_LIMITS = {
  perSite: 20,
  files: 500,
  /** Indexes within an index. */
  depth: 2,
  urls: 500_000,
  /** Unpacked. */
  bytes: 300_000_000,
  /** One that is fetched, as it is sent. Source: the sitemaps protocol. */
  fileBytes: 52_428_800,
  /** All files that are uploaded together, as they are given. */
  uploadBytes: 12_582_912,
} as const;
const BODY_BYTES = 17_000_000;

/** Crawlers with columns of their own, at most. */
export const COVERAGE_CRAWLERS = 6;

/** What crawlers are asked about: with none given, those that came most of the search engines' and AI's. */
const crawlers = commaList(z.string().max(100), COVERAGE_CRAWLERS).default([]);

/** `path`: addresses laid together without what stands behind the `?`. What stands behind a `#` never counts. */
const fold = z.enum(['', 'path']).default('');
/** Contained in the address, whatever the case. */
const search = z.string().max(200).default('');

/** Figures are of the last seven days unless a range is given; what is known, and whether ever, is of all time. */
const scope = { domain: domainScope, query_time: queryTime.optional() };

/** What every question about known addresses is asked. */
export const knownUrlFields = { ...scope, crawlers, fold, search };

/**
 * What hits were spent on: answered with an error (4xx, 5xx), else redirected (3xx but 304), else asked with parameters, else none of these (`hits`
 * less the three). Each hit is one of the four, so that they add up.
 */
const spend = z.object({ hits: count, errors: count, redirects: count, parameters: count });
export type CrawlSpend = z.infer<typeof spend>;

/** The last request by a crawler, ever: '' and null where there was none; null also where the status is not known. */
const fetched = z.object({ hits: count, last_at: z.union([localTime, z.literal('')]), status: z.number().nullable() });

const urlRow = spend.extend({
  key: z.string(),
  /** Whether a sitemap lists it. */
  listed: z.boolean(),
  /** By people, in the range, and the last one ever. */
  pv: count,
  visited_at: z.union([localTime, z.literal('')]),
  /** By any crawler. */
  last_at: z.union([localTime, z.literal('')]),
  status: z.number().nullable(),
  /** By each of those asked about, in their order. */
  crawlers: z.array(fetched),
});
export type CoverageUrl = z.infer<typeof urlRow>;

const SORTS = ['key', 'pv', 'visited_at', 'hits', 'errors', 'redirects', 'parameters', 'last_at'] as const;

const urlsQuery = {
  ...scope,
  crawlers,
  fold,
  search,
  /** Whether a sitemap lists it. */
  listed: z.enum(['', 'yes', 'no']).default(''),
  /** Whether people ever saw it. */
  visited: z.enum(['', 'yes', 'no']).default(''),
  /** Whether any crawler ever asked for it. */
  crawled: z.enum(['', 'yes', 'no']).default(''),
  /** A crawler that never asked for it, by name; '' lets all through. */
  never: z.string().max(100).default(''),
  /** Every hit of the range ended so; `parameters`: it has parameters, or, laid together, comes with some. */
  only: z.enum(['', 'errors', 'redirects', 'parameters']).default(''),
  sort: jsonOr(z.partialRecord(z.enum(SORTS), sortDirection)).default({}),
};

const sitemap = z.object({
  id: z.number(),
  domain: z.string(),
  name: z.string(),
  /** '' for one that was uploaded. */
  address: z.string(),
  urls: count,
  /** Entries that are no addresses of the site. */
  left_out: count,
  files: count,
  read_at: localTime,
});
export type Sitemap = z.infer<typeof sitemap>;

export const coverage = {
  summary: defineEndpoint({
    id: 'coverage.summary',
    method: 'GET',
    path: '/coverage/summary',
    access: SCREEN,
    summary: 'How many addresses are known, visited, crawled and in a sitemap, and what crawlers spent their requests on.',
    input: z.object({ ...scope, crawlers, fold }),
    timeout: PATIENCE,
    output: z.object({
      /** Of all time. */
      urls: z.object({ known: count, visited: count, crawled: count, listed: count, listed_not_crawled: count, visited_not_crawled: count, crawled_not_visited: count }),
      /** Of all crawlers, in the range. */
      spend,
      /** Of those asked about: addresses ever asked for, and those of a sitemap and visited ones that it never asked for. */
      crawlers: z.array(spend.extend({ name: z.string(), urls: count, listed_never: count, visited_never: count })),
      /** All that there are, most requests of all time first, two hundred at most. */
      names: z.array(z.string()),
      cut,
    }),
  }),
  trend: defineEndpoint({
    id: 'coverage.trend',
    method: 'GET',
    path: '/coverage/trend',
    access: SCREEN,
    summary: 'What crawlers spent their requests on over time: by hour up to two days, else by day.',
    input: z.object({ ...scope, grain: grain.optional() }),
    timeout: PATIENCE,
    /** Lists are as many as `keys`. */
    output: z.object({ grain, keys: z.array(localTime), rest: z.array(count), parameters: z.array(count), redirects: z.array(count), errors: z.array(count), cut }),
  }),
  urls: defineEndpoint({
    id: 'coverage.urls',
    method: 'GET',
    path: '/coverage/urls',
    access: SCREEN,
    summary: 'Every address that is known, visited, crawled or in a sitemap, by crawler: most views by people first.',
    input: pageInput.extend(urlsQuery),
    timeout: PATIENCE,
    output: z.object({
      list: z.array(urlRow),
      /** The crawlers that `list` has columns for. */
      crawlers: z.array(z.string()),
      total: spend.extend({ pv: count, listed: count }),
      meta: z.object({ pagination }),
      cut,
    }),
  }),
  urlsExport: defineDownload({
    id: 'coverage.urls_export',
    path: '/coverage/urls_export',
    access: SCREEN,
    summary: 'Every address that is known, by crawler, as a file.',
    input: z.object({ ...urlsQuery, ...exportPaging, ...exportFields }),
  }),
  sitemaps: defineEndpoint({
    id: 'coverage.sitemaps',
    method: 'GET',
    path: '/coverage/sitemaps',
    access: SCREEN,
    summary: 'The sitemaps that are known.',
    input: z.object({ domain: domainScope }),
    output: z.object({ list: z.array(sitemap) }),
  }),
  sitemapUpload: defineEndpoint({
    id: 'coverage.sitemap_upload',
    method: 'POST',
    path: '/coverage/sitemap_upload',
    access: 'admin',
    summary: 'Give a site’s sitemap as files: XML, an index with the files that it names, or text with one address a line, packed with gzip or not. It replaces the one of the first file’s name.',
    input: z.object({ domain: z.string().min(1).max(253), files: z.array(z.object({ name: z.string().min(1).max(255), data: z.base64().max(BODY_BYTES) })).min(1).max(SITEMAP_LIMITS.files) }),
    output: sitemap,
    timeout: PATIENCE,
    bodyLimit: BODY_BYTES + 100_000,
  }),
  sitemapFetch: defineEndpoint({
    id: 'coverage.sitemap_fetch',
    method: 'POST',
    path: '/coverage/sitemap_fetch',
    access: 'admin',
    summary: 'Read a site’s sitemap from an address of its own, with all that it names; it replaces what was read from there before.',
    input: z.object({ domain: z.string().min(1).max(253), address: z.string().min(1).max(2_048) }),
    output: sitemap,
    timeout: PATIENCE,
  }),
  sitemapRemove: defineEndpoint({
    id: 'coverage.sitemap_remove',
    method: 'POST',
    path: '/coverage/sitemap_remove',
    access: 'admin',
    summary: 'Forget a sitemap, with the addresses that nothing else knows of.',
    input: z.object({ id: z.coerce.number().int().positive() }),
    output: z.null(),
  }),
};
