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

/** `page` is `current_page` again. Source: specification 1, section 3, "Pagination meta". */
export const pagination = z.object({
  total: z.number(),
  current_page: z.number(),
  page: z.number(),
  per_page: z.number(),
});

export const sortDirection = z.enum(['asc', 'desc']);
export type SortDirection = z.infer<typeof sortDirection>;

/** `previous`: the period of the same length just before; `week`: the same days of the week before; `range`: `compare_time`. */
export const compareWith = z.enum(['previous', 'week', 'range']);
export type CompareWith = z.infer<typeof compareWith>;

/** What a range is compared with; `compare_time` belongs to `range` alone. */
export const compareFields = { compare: compareWith.optional(), compare_time: queryTime.optional() };

/**
 * What was compared with. A range that is still running is compared with as much of the other as has passed of it:
 * `until_now` then says so, and `to` is where the other was cut off (not included).
 */
export const compared = z.object({ mode: compareWith, from: localTime, to: localTime, until_now: z.boolean() });
export type Compared = z.infer<typeof compared>;

/** A value in a query or body that is a list, or text of its items with commas between. */
export const commaList = <T extends z.ZodType<string, string>>(item: T, longest: number) =>
  z.union([
    z.array(item).max(longest),
    z.string().max(8_000).transform((text) => text.split(',').map((part) => part.trim()).filter((part) => part !== '')).pipe(z.array(item).max(longest)),
  ]);

/** A value that is given as itself, or as JSON text, as a query has no other way; '' and absent are `none`. */
export const jsonOr = <T extends z.ZodType>(schema: T) =>
  z.union([
    schema,
    z.string().max(200_000).transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    }).pipe(schema),
  ]);

/** Rows of a download at most. Source: specification 1, section 9. */
export const MAX_EXPORT_ROWS = 9_999_999;

/** What every download is asked beside its filter: the columns chosen, in their order, what they are called, and the kind of file. */
export const exportFields = {
  format: z.enum(['csv', 'xlsx']).default('csv'),
  /** Columns in the order of the file; all of the list when none is given. */
  fields: commaList(z.string().max(80), 200).optional(),
  /** Headings of `fields`, as many; the columns' own names when none is given. */
  titles: z.array(z.string().max(200)).max(200).optional(),
};

/** The paging of downloads: as the specification's calls send it; all rows, unless fewer are asked for. */
export const exportPaging = {
  page: z.coerce.number().int().min(1).max(1).default(1),
  per_page: z.coerce.number().int().min(1).max(MAX_EXPORT_ROWS).default(MAX_EXPORT_ROWS),
};

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
