import { z } from 'zod';
import { SUSPICION_CODES } from '../catalogue/suspicion-signs.js';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { count, countryCode, cut, domainScope, exportFields, exportPaging, jsonOr, localTime, pageInput, pagination, queryTime, sortDirection } from '../shapes.js';
import { visitorFields } from './visitor-shapes.js';

const PATIENCE = 60_000;
const SORTS = ['signs', 'views', 'last_at'] as const;
const weight = z.enum(['sure', 'hint']);

/** Of the last seven days unless a range is given. */
const listQuery = {
  domain: domainScope,
  query_time: queryTime.optional(),
  country_code: countryCode,
  device_type: z.string().max(40).default(''),
  /** Only visitors with this sign; '' for all. */
  sign: z.union([z.literal(''), z.enum(SUSPICION_CODES)]).default(''),
  /** Without a sign: `sure` leaves out visitors of whom there are only hints. */
  weight: z.enum(['sure', 'any']).default('any'),
  sort: jsonOr(z.partialRecord(z.enum(SORTS), sortDirection)).default({}),
};

/**
 * A sign and what speaks for it, as of the newest view that shows it: columns of the visit by their names, of a walk `pages`, `intervals`, `near` (intervals
 * within a tenth of the median) and `median` (milliseconds), of an address `fingerprints`, `day` (UTC) and the browser that they share.
 */
const suspicion = z.object({
  sign: z.enum(SUSPICION_CODES),
  weight,
  /** Page views that show it. */
  views: count,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Of that view. */
  user_agent: z.string(),
});
export type Suspicion = z.infer<typeof suspicion>;

const suspiciousVisitor = z.object({
  /** `address`: not one visitor, but an address with many fingerprints. */
  kind: z.enum(['visitor', 'address']),
  /** The visitor's number (UInt64 as decimal text), or the address. */
  id: z.string(),
  /** What the trajectory is asked for: the fingerprint, or the address where there is none. */
  type: z.enum(['fingerprint', 'ip']),
  key: z.string(),
  signs: z.array(suspicion),
  /** Page views that show a sign (of the device, of the walk or of the address: the most of them), and all in the range. */
  views: count,
  pv: count,
  first_at: localTime,
  last_at: localTime,
  /** Of the newest visit. */
  ip: z.string(),
  country: z.string(),
  country_code: z.string(),
  device_type: z.string(),
  device_model: z.string(),
  os_name: z.string(),
  browser_name: z.string(),
  user_agent: z.string(),
});
export type SuspiciousVisitor = z.infer<typeof suspiciousVisitor>;

export const suspicious = {
  list: defineEndpoint({
    id: 'suspicious.list',
    method: 'GET',
    path: '/suspicious/list',
    access: ['VisitList'],
    summary: 'Visitors whose devices contradict themselves or who walk as machines do, and addresses with many fingerprints: most sure signs first.',
    input: pageInput.extend(listQuery),
    timeout: PATIENCE,
    output: z.object({
      list: z.array(suspiciousVisitor),
      /** How many visitors and addresses have each sign, whatever `sign` and `weight` say. */
      signs: z.array(z.object({ sign: z.enum(SUSPICION_CODES), weight, num: count })),
      /** Visitors in the range, and those of them with a sure sign, and with any. */
      visitors: z.object({ all: count, sure: count, any: count }),
      meta: z.object({ pagination }),
      cut,
    }),
  }),
  listExport: defineDownload({
    id: 'suspicious.list_export',
    path: '/suspicious/list_export',
    access: ['VisitList'],
    summary: 'Suspicious visitors with the values that speak against them, as a file; at most 100,000.',
    input: z.object({ ...listQuery, ...exportPaging, ...exportFields }),
  }),
  visitor: defineEndpoint({
    id: 'suspicious.visitor',
    method: 'GET',
    path: '/suspicious/visitor',
    access: ['userTrajectory'],
    summary: 'What is suspicious about one visitor, or about the visitors of one address.',
    input: z.object(visitorFields),
    timeout: PATIENCE,
    output: z.object({ signs: z.array(suspicion), cut }),
  }),
};
