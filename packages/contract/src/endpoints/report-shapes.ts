import { z } from 'zod';
import { AGGREGATES } from '../catalogue/aggregates.js';
import { DIMENSIONS } from '../catalogue/dimensions.js';
import { operator } from '../catalogue/operators.js';
import { commaList, countryCode, domainScope, jsonOr, MAX_EXPORT_ROWS, queryTime, sortDirection } from '../shapes.js';

/** Columns that rules may name: the catalogue's, and `domain`, the site. */
export const REPORT_COLUMNS: readonly string[] = [...DIMENSIONS.keys(), 'domain'];
/** What a report can be grouped by besides its columns: the hour and the day of the visit, in the zone of the answer. */
export const TIME_GROUPS = ['hour', 'day'] as const;

const column = z.enum(REPORT_COLUMNS);

const MAX_RULES = 50;
const MAX_SORTS = 10;
const MAX_GROUPS = 10;
const MAX_AGGREGATES = 20;

/** Source: specification 1, section 3, "Filter rule". A value is compared as what the column holds; '' asks for what is absent. */
export const filterRule = z.object({ column, operator, value: z.union([z.string().max(4_096), z.number().transform(String), z.boolean().transform((flag) => (flag ? '1' : '0'))]) });
export type FilterRule = z.infer<typeof filterRule>;

/** A name of an aggregate, as its column is headed and as sort rules name it. */
const alias = z.string().regex(/^(?!__)[\p{L}_][\p{L}\p{N}_ ]{0,59}$/u, 'letters, digits, _ and spaces, up to 60');

/** `function(column)`, or `count(*)`. */
const aggregateCall = z.string().regex(new RegExp(`^(?:${AGGREGATES.join('|')})\\((?:\\*|[a-z_]{1,40})\\)$`, 'u'), `function(column), with one of ${AGGREGATES.join(', ')}`);

const sortKey = z.union([column, z.enum(TIME_GROUPS), alias]);

const atMost = <T>(longest: number) => [(entries: Readonly<Record<string, T>>) => Object.keys(entries).length <= longest, `at most ${longest}`] as const;

/** Column to direction, in the order of importance. */
const sortMap = z.record(sortKey, sortDirection).refine(...atMost(MAX_SORTS));
/** The same as a list; in a map, names that are numbers would come first. */
const sortList = z.array(z.object({ column: sortKey, direction: sortDirection })).max(MAX_SORTS);

/** Filters, rules, order and groups of the device report. Source: specification 1, section 7, "Device report search". */
export const reportQuery = {
  domain: domainScope,
  ip: z.string().max(45).optional(),
  country_code: countryCode,
  device_type: z.string().max(40).default(''),
  device_model: z.string().max(200).optional(),
  browser_name: z.string().max(100).optional(),
  referer: z.string().max(4_096).optional(),
  url: z.string().max(4_096).optional(),
  entry_url: z.string().max(4_096).optional(),
  fingerprint: z.string().max(64).optional(),
  created_at: queryTime.optional(),
  custom_filters: jsonOr(z.array(filterRule).max(MAX_RULES)).default([]),
  /** Without aggregates of one's own a group is counted as `pv`, `uv` and `ip`. */
  group_by: commaList(z.union([column, z.enum(TIME_GROUPS)]), MAX_GROUPS).default([]),
  aggregates: jsonOr(z.record(alias, aggregateCall).refine(...atMost(MAX_AGGREGATES))).default({}),
  sort: jsonOr(z.union([sortList, sortMap])).default([]),
};

export const reportPaging = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(5_000).default(30),
};

export const reportExportPaging = {
  page: z.coerce.number().int().min(1).max(1).default(1),
  page_size: z.coerce.number().int().min(1).max(MAX_EXPORT_ROWS).default(MAX_EXPORT_ROWS),
};

/** A row of the report: of a visit (as `visitRow`), or of a group, with its columns and aggregates by name. */
export const reportRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type ReportRow = z.infer<typeof reportRow>;

/** A column of the answer, in its order. */
export const reportColumn = z.object({ key: z.string(), kind: z.enum(['column', 'aggregate']) });
export type ReportColumn = z.infer<typeof reportColumn>;
