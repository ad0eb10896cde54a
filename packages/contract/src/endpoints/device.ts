import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { count, countryCode, cut, domainScope, exportFields, exportPaging, jsonOr, localTime, pageInput, pagination, queryTime, sortDirection } from '../shapes.js';
import { visitRow } from './report-rows.js';

/** Column to direction; the first rule alone counts. */
const sortBy = <T extends readonly [string, ...string[]]>(keys: T) => jsonOr(z.partialRecord(z.enum(keys), sortDirection)).default({});

/** Contains; '' lets all through. */
const part = z.string().max(200).default('');

const modelQuery = {
  domain: domainScope,
  query_time: queryTime.optional(),
  device_model: part,
  platform: z.string().max(100).default(''),
  device_type: z.string().max(40).default(''),
  os_name: z.string().max(100).default(''),
  sort: sortBy(['device_model', 'platform', 'device_type', 'os_name', 'gpu_renderer', 'gpu_vendor', 'num', 'last_seen']),
};

/** Source: specification 1, section 3, "Device model row", and DEFINITIONS, "device model". */
export const deviceModel = z.object({
  /** 16 hex digits that follow from the six facts below, the same for ever. */
  id: z.string(),
  device_model: z.string(),
  platform: z.string(),
  device_type: z.string(),
  os_name: z.string(),
  gpu_renderer: z.string(),
  gpu_vendor: z.string(),
  /** Of its newest visit. */
  user_agent: z.string(),
  /** Visits, and visitors. */
  num: count,
  uv: count,
  last_seen: localTime,
});
export type DeviceModel = z.infer<typeof deviceModel>;

const deviceQuery = {
  domain: domainScope,
  query_time: queryTime.optional(),
  fingerprint: z.string().max(64).default(''),
  country_code: countryCode,
  /** To the letter, as a device model's row shows it; '' is a model that is not known. */
  device_model: z.string().max(200).optional(),
  platform: z.string().max(100).default(''),
  device_type: z.string().max(40).default(''),
  os_name: z.string().max(100).default(''),
  sort: sortBy(['created_at', 'last_seen', 'num', 'fingerprint']),
};

const latestVisit = z.object({ id: z.string(), created_at: localTime, domain: z.string(), url: z.string(), user_agent: z.string() });

/**
 * One visitor's device, by its fingerprint: the facts of its newest visit under the filter, `created_at` of the first.
 * Source: specification 1, section 3, "the full device list row".
 */
export const device = visitRow.extend({
  /** Visits under the filter, and when the newest was. */
  num: count,
  last_seen: localTime,
  /** The 3 newest. */
  visits: z.array(latestVisit),
});
export type Device = z.infer<typeof device>;

const SCREENS = ['DeviceList', 'Devicedetail'] as const;
/** The list of a site's visitors shows their devices too. */
const DEVICE_SCREENS = [...SCREENS, 'VisitList'] as const;

export const devices = {
  models: defineEndpoint({
    id: 'device.list',
    method: 'POST',
    path: '/device/list',
    access: SCREENS,
    effect: 'reads',
    summary: 'Device models seen, most visits first.',
    input: z.object({ ...modelQuery, ...pageInput.shape }),
    output: z.object({ list: z.array(deviceModel), total: count, meta: z.object({ pagination }), cut }),
  }),
  modelsExport: defineDownload({
    id: 'device.export',
    path: '/device/export',
    access: SCREENS,
    summary: 'Device models as a file.',
    input: z.object({ ...modelQuery, ...exportPaging, ...exportFields }),
  }),
  full: defineEndpoint({
    id: 'device_full.list',
    method: 'POST',
    path: '/device_full/list',
    access: DEVICE_SCREENS,
    effect: 'reads',
    summary: 'Devices of visitors by fingerprint, the last seen first, each with its 3 newest visits. Visits without a fingerprint are not listed.',
    input: z.object({ ...deviceQuery, ...pageInput.shape }),
    output: z.object({ list: z.array(device), total: count, meta: z.object({ pagination }), cut }),
  }),
  fullExport: defineDownload({
    id: 'device_full.export',
    path: '/device_full/export',
    access: DEVICE_SCREENS,
    summary: 'Devices of visitors as a file.',
    input: z.object({ ...deviceQuery, ...exportPaging, ...exportFields }),
  }),
};
