import { z } from 'zod';
import { AGGREGATES } from '../catalogue/aggregates.js';
import { operator } from '../catalogue/operators.js';
import { defineEndpoint } from '../endpoint.js';
import { count, countryCode, domainScope, localTime, queryTime } from '../shapes.js';
import { REPORT_COLUMNS } from './report-shapes.js';

const LISTS = ['reportDevice', 'DeviceList', 'Devicedetail'] as const;

const values = z.object({ domain: domainScope });

export const common = {
  domainList: defineEndpoint({
    id: 'common.domain_list',
    method: 'POST',
    path: '/common/domain_list',
    access: 'signed-in',
    effect: 'reads',
    summary: 'The sites that the user may see, for pickers.',
    shared: z.strictObject({}),
    input: z.object({}),
    output: z.array(z.object({ id: z.number(), name: z.string(), domain: z.string(), time_zone: z.string(), is_stat: z.number() })),
  }),
  countryList: defineEndpoint({
    id: 'common.country_list',
    method: 'POST',
    path: '/common/country_list',
    access: [...LISTS, 'DashboardInfo', 'VisitList', 'visitIp', 'visitReferer', 'visitUrl', 'visitEntryUrl', 'flowTendency', 'flowHour', 'flowDay'],
    effect: 'reads',
    summary: 'Countries that visits came from, most first.',
    input: values,
    output: z.array(z.object({ country: z.string(), country_code: z.string() })),
  }),
  browserList: defineEndpoint({
    id: 'common.browser_list',
    method: 'GET',
    path: '/common/browser_list',
    access: ['reportDevice'],
    summary: 'Browsers seen, most first.',
    input: values,
    output: z.array(z.string()),
  }),
  deviceList: defineEndpoint({
    id: 'common.device_list',
    method: 'GET',
    path: '/common/device_list',
    access: [...LISTS, 'VisitList', 'visitIp', 'visitReferer', 'visitUrl', 'visitEntryUrl', 'flowTendency', 'flowHour', 'flowDay'],
    summary: 'Device types seen, most first.',
    input: values,
    output: z.array(z.string()),
  }),
  osNameList: defineEndpoint({
    id: 'common.os_name_list',
    method: 'GET',
    path: '/common/os_name_list',
    access: LISTS,
    summary: 'Operating systems seen, most first.',
    input: values,
    output: z.array(z.string()),
  }),
  platformList: defineEndpoint({
    id: 'common.platform_list',
    method: 'GET',
    path: '/common/platform_list',
    access: LISTS,
    summary: 'Platforms seen, most first.',
    input: values,
    output: z.array(z.string()),
  }),
  reportDeviceFields: defineEndpoint({
    id: 'common.report_device_fields',
    method: 'GET',
    path: '/common/report_device_fields',
    access: ['reportDevice'],
    summary: 'The columns of the device report, and what rules may do with each.',
    input: values,
    output: z.array(
      z.object({
        column: z.string(),
        kind: z.enum(['text', 'number', 'flag', 'time', 'address', 'id']),
        group: z.string(),
        /** Whether the report shows it until one chooses. Source: specification 1, section 2, "Column chooser". */
        shown: z.boolean(),
        operators: z.array(operator),
        aggregates: z.array(z.enum(AGGREGATES)),
        /** Whether groups may be made by it. */
        groupable: z.boolean(),
      }),
    ),
  }),
  fieldValues: defineEndpoint({
    id: 'common.field_values',
    method: 'GET',
    path: '/common/field_values',
    access: ['reportDevice'],
    summary: 'Values of a column that visits have, most first, at most 50: what an editor of filter rules offers.',
    input: values.extend({ column: z.enum(REPORT_COLUMNS), search: z.string().max(200).default(''), query_time: queryTime.optional() }),
    output: z.array(z.object({ value: z.string(), num: count })),
  }),
  userTotalList: defineEndpoint({
    id: 'common.user_total_list',
    method: 'GET',
    path: '/common/user_total_list',
    access: ['DashboardInfo', 'VisitList', 'visitIp'],
    summary: 'Visitors by country: how many addresses, visitors and page views, most page views first; of all time unless a range is given.',
    input: values.extend({ country_code: countryCode, query_time: queryTime.optional() }),
    output: z.object({
      list: z.array(z.object({ country: z.string(), country_code: z.string(), ip: count, uv: count, pv: count, last_seen: localTime })),
      /** Deduplicated over all countries. */
      total: z.object({ ip: count, uv: count, pv: count }),
    }),
  }),
};
