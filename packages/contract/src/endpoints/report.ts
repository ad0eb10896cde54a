import { z } from 'zod';
import { count, countryCode, cut, domainScope, exportFields, pageInput, pagination, queryTime } from '../shapes.js';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { reportColumn, reportExportPaging, reportPaging, reportQuery, reportRow } from './report-shapes.js';
import { visitRow } from './report-rows.js';
import { visitInfo, visitorFields } from './visitor-shapes.js';

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
    access: ['reportDevice', 'userTrajectory'],
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
      fingerprint: z.string().max(64).optional(),
    }),
    output: z.object({ list: z.array(visitRow), meta: z.object({ pagination }), cut }),
  }),
  search: defineEndpoint({
    id: 'report.search',
    method: 'POST',
    path: '/report',
    access: ['reportDevice'],
    effect: 'reads',
    summary: 'The device report: visits, or groups of them with aggregates, under filter rules and in the order of sort rules.',
    input: z.object({ ...reportQuery, ...reportPaging }),
    output: z.object({
      list: z.array(reportRow),
      columns: z.array(reportColumn),
      /** Whether a row is a group; else it is a visit. */
      grouped: z.boolean(),
      meta: z.object({ pagination }),
      /** Milliseconds that the store took. */
      took: z.number(),
      cut,
    }),
    timeout: 60_000,
  }),
  export: defineDownload({
    id: 'report.export',
    path: '/report/export',
    access: ['reportDevice'],
    summary: 'The device report as a file: all rows of the search, in its order, the chosen columns.',
    input: z.object({ ...reportQuery, ...reportExportPaging, ...exportFields }),
  }),
  visitInfo: defineEndpoint({
    id: 'report.visit_info',
    method: 'GET',
    path: '/report/visit_info',
    access: ['userTrajectory'],
    summary: 'What is known of the visitor with a fingerprint or at an address, on the sites that the user may see; null when there is none.',
    input: z.object(visitorFields),
    output: visitInfo.nullable(),
  }),
  siteExport: defineDownload({
    id: 'report.site_export',
    path: '/report/site_export',
    access: ['DashboardInfo'],
    summary: 'Every table of a site in a range as one zip of files.',
    input: z.object({ domain: z.string().min(1).max(253), query_time: queryTime, format: exportFields.format }),
  }),
};
