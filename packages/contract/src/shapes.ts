import { z } from 'zod';

/** `YYYY-MM-DD HH:mm:ss`, in the time zone of the site asked about. */
export const localTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u, 'must be YYYY-MM-DD HH:mm:ss');

/** `[start, end]`, both inclusive. */
export const queryTime = z.tuple([localTime, localTime]).refine(([start, end]) => start <= end, 'the start must not be after the end');

/** Empty means all sites that the user may see. */
export const domainScope = z.string().max(253).default('');

export const countryCode = z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/u)]).default('');

export const grain = z.enum(['hour', 'day']);
export type Grain = z.infer<typeof grain>;

/** The filter that all panels of a dashboard share, so that they agree to the unit. */
export const panelFilter = z.object({
  domain: domainScope,
  country_code: countryCode,
  device_type: z.string().max(40).default(''),
});

export const pageInput = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(5_000).default(20),
});

export const pagination = z.object({
  total: z.number(),
  current_page: z.number(),
  per_page: z.number(),
});

export const count = z.number().int().nonnegative();

export const trafficCounts = z.object({ pv: count, uv: count, ip: count });
export type TrafficCounts = z.infer<typeof trafficCounts>;

/** One day's figures of a site or of several. Source: specification 1, section 3, "Traffic summary row". */
export const trafficSummary = trafficCounts.extend({
  spider: count,
  referer_num: count,
  referer: z.array(z.object({ referer: z.string(), num: count })),
});
export type TrafficSummary = z.infer<typeof trafficSummary>;

/** How the answer's times were cut, and up to when it is complete (`null`: nothing waits to be stored). */
export const cut = z.object({
  time_zone: z.string(),
  from: localTime,
  to: localTime,
  complete_to: localTime.nullable(),
});
