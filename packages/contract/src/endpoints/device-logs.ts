import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { compared, compareFields, count, countryCode, cut, domainScope, exportFields, exportPaging, jsonOr, pageInput, pagination, queryTime, sortDirection } from '../shapes.js';
import { trajectorySession, visitorFields } from './visitor-shapes.js';

const ipQuery = {
  domain: domainScope,
  query_time: queryTime.optional(),
  country_code: countryCode,
  device_type: z.string().max(40).default(''),
  /** Contains; '' lets all through. */
  search: z.string().max(100).default(''),
  sort: jsonOr(z.partialRecord(z.enum(['key', 'country', 'num']), sortDirection)).default({}),
  ...compareFields,
};

/** Source: specification 1, section 3, "IP row". */
export const ipRow = z.object({
  key: z.string(),
  country: z.string(),
  country_code: z.string(),
  num: count,
  /** PV in the range compared with; absent where nothing is compared. */
  before: count.optional(),
});
export type IpRow = z.infer<typeof ipRow>;

export const deviceLogs = {
  userList: defineEndpoint({
    id: 'device_logs.user_list',
    method: 'GET',
    path: '/device_logs/user_list',
    access: ['VisitList', 'visitIp'],
    summary: "Visitors' addresses with their country and page views, of today unless a range is given.",
    input: z.object({ ...ipQuery, ...pageInput.shape }),
    /** `total` is the PV of the whole answer: what a share is a share of. */
    output: z.object({ list: z.array(ipRow), total: count, total_before: count.nullable(), compared: compared.nullable(), meta: z.object({ pagination }), cut }),
  }),
  userListExport: defineDownload({
    id: 'device_logs.user_list_export',
    path: '/device_logs/user_list_export',
    access: ['VisitList', 'visitIp'],
    summary: "Visitors' addresses as a file.",
    input: z.object({ ...ipQuery, ...exportPaging, ...exportFields }),
  }),
  userTrajectory: defineEndpoint({
    id: 'device_logs.user_trajectory',
    method: 'GET',
    path: '/device_logs/user_trajectory',
    access: ['userTrajectory'],
    summary: 'The sessions of a visitor, the newest first, each with its pages, over the sites that the user may see.',
    input: z.object({ ...visitorFields, ...pageInput.shape }),
    /** Paged by session; `total` is the page views in all of them. */
    output: z.object({ list: z.array(trajectorySession), total: count, meta: z.object({ pagination }), cut }),
  }),
  userTrajectoryExport: defineDownload({
    id: 'device_logs.user_trajectory_export',
    path: '/device_logs/user_trajectory_export',
    access: ['userTrajectory'],
    summary: 'The page views of a visitor as a file, the newest first.',
    input: z.object({ ...visitorFields, ...exportPaging, ...exportFields }),
  }),
};
