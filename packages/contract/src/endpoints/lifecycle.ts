import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { count, cut, exportFields, exportPaging, jsonOr, localTime, pageInput, pagination, sortDirection } from '../shapes.js';
import { knownUrlFields } from './coverage.js';

const SCREEN = ['CrawlCoverage'] as const;
const PATIENCE = 60_000;
const { domain, query_time, crawlers, fold, search } = knownUrlFields;

/** Seconds since the address was first seen. */
const step = z.object({ at: localTime, after: count });
const namedStep = step.extend({ name: z.string() });

const lifecycleRow = z.object({
  key: z.string(),
  seen_at: localTime,
  /** When a sitemap first listed it, or the earliest last change that one told of it. */
  listed: step.nullable(),
  /** By any crawler, and by which. */
  crawl: namedStep.nullable(),
  /** By each of those asked about, in their order. */
  crawlers: z.array(step.nullable()),
  /** The first visitor whom a search engine sent, and which one. */
  search: namedStep.nullable(),
  visit: step.nullable(),
});
export type Lifecycle = z.infer<typeof lifecycleRow>;

const LIFE_SORTS = ['key', 'seen_at', 'crawl', 'search', 'visit'] as const;

const lifecycleQuery = {
  /** Addresses first seen in the range: in the last seven days unless one is given. */
  domain,
  query_time,
  crawlers,
  fold,
  search,
  /** What has not happened to it so far. */
  missing: z.enum(['', 'crawl', 'search', 'visit']).default(''),
  sort: jsonOr(z.partialRecord(z.enum(LIFE_SORTS), sortDirection)).default({}),
};

/** A way that an address goes, on one site. */
const medianRow = z.object({
  domain: z.string(),
  kind: z.enum(['crawl', 'search', 'visit']),
  /** The crawler's or search engine's name; '' for the first of any. */
  name: z.string(),
  /** Addresses first seen in the range, and those of them that came so far. */
  urls: count,
  reached: count,
  /** Seconds from first seen, over those that came so far. */
  median: z.number().nonnegative(),
});
export type LifecycleMedian = z.infer<typeof medianRow>;

export const lifecycle = {
  urls: defineEndpoint({
    id: 'lifecycle.urls',
    method: 'GET',
    path: '/lifecycle/urls',
    access: SCREEN,
    summary: 'From published to visited: of each address first seen in the range the first crawl, by crawler, the first visitor from a search engine, and the first visitor.',
    input: pageInput.extend(lifecycleQuery),
    timeout: PATIENCE,
    output: z.object({ list: z.array(lifecycleRow), crawlers: z.array(z.string()), meta: z.object({ pagination }), cut }),
  }),
  urlsExport: defineDownload({
    id: 'lifecycle.urls_export',
    path: '/lifecycle/urls_export',
    access: SCREEN,
    summary: 'From published to visited, by address, as a file.',
    input: z.object({ ...lifecycleQuery, ...exportPaging, ...exportFields }),
  }),
  medians: defineEndpoint({
    id: 'lifecycle.medians',
    method: 'GET',
    path: '/lifecycle/medians',
    access: SCREEN,
    summary: 'How long it took, in the middle, from first seen to crawled, found in a search engine and visited: by site and engine.',
    input: z.object({ domain, query_time, fold }),
    timeout: PATIENCE,
    /** By site; most addresses first. */
    output: z.object({ list: z.array(medianRow), cut }),
  }),
  mediansExport: defineDownload({
    id: 'lifecycle.medians_export',
    path: '/lifecycle/medians_export',
    access: SCREEN,
    summary: 'How long it took from first seen to crawled, found and visited, by site and engine, as a file.',
    input: z.object({ domain, query_time, fold, ...exportPaging, ...exportFields }),
  }),
};
