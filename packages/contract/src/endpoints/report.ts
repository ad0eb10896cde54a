import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { count, countryCode, cut, domainScope, pageInput, pagination, queryTime } from '../shapes.js';

/** One visit as the report lists it: the columns of specification 1, section 3; absent facts are empty. */
export const visitRow = z.looseObject({
  id: z.string(),
  created_at: z.string(),
  ip: z.string(),
  country_code: z.string(),
  country: z.string(),
  domain: z.string(),
  url: z.string(),
  referer: z.string(),
  entry_url: z.string(),
  user_agent: z.string(),
  browser_name: z.string(),
  browser_version: z.string(),
  os_name: z.string(),
  os_version: z.string(),
  device_type: z.string(),
  device_vendor: z.string(),
  device_model: z.string(),
  fingerprint: z.string(),
});
export type VisitRow = z.infer<typeof visitRow>;

export const eventCount = z.object({ name: z.string(), num: count, visitors: count });
export type EventCount = z.infer<typeof eventCount>;

export const report = {
  events: defineEndpoint({
    id: 'report.events',
    method: 'GET',
    path: '/report/events',
    access: ['DashboardInfo'],
    summary: 'Custom events by name, most first: how many there were, and of how many visitors.',
    input: pageInput.extend({
      domain: domainScope,
      query_time: queryTime.optional(),
      country_code: countryCode,
      device_type: z.string().max(40).default(''),
    }),
    /** `total` is all events of the range; `visitors` of a name leaves out events of which nobody said whose they were. */
    output: z.object({ list: z.array(eventCount), total: count, meta: z.object({ pagination }), cut }),
  }),
  deviceLogs: defineEndpoint({
    id: 'report.device_logs',
    method: 'GET',
    path: '/report/device_logs',
    access: ['reportDevice'],
    summary: 'Visits, newest first, under the given filter.',
    input: pageInput.extend({
      per_page: pageInput.shape.per_page.default(30),
      domain: domainScope,
      query_time: queryTime.optional(),
      country_code: countryCode,
      browser_name: z.string().max(100).optional(),
      device_type: z.string().max(40).default(''),
      url: z.string().max(4_096).optional(),
      entry_url: z.string().max(4_096).optional(),
      referer: z.string().max(4_096).optional(),
      ip: z.string().max(45).optional(),
    }),
    output: z.object({ list: z.array(visitRow), meta: z.object({ pagination }), cut }),
  }),
};
