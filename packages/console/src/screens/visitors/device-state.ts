import type { endpoints, Input } from '@footfall/contract';
import { parseRange, type QueryTime, type Range } from '../../lib/range';
import { type ListDefaults, type ListState, sortInput } from '../../widgets/list-table/list-state';
import { OPEN_ROW } from '../../widgets/use-open-row';
import type { UrlChanges } from '../../widgets/use-url-state';

/** What devices and their models can be narrowed to, by the name that the calls and the address share. */
export const DEVICE_FILTERS = ['device_model', 'platform', 'device_type', 'os_name', 'fingerprint', 'country_code'] as const;
export type DeviceFilter = (typeof DEVICE_FILTERS)[number];
export type DeviceFilters = Readonly<Partial<Record<DeviceFilter, string>>>;

/** What the calls take at most. */
const LENGTHS: Readonly<Record<DeviceFilter, number>> = { device_model: 200, platform: 100, device_type: 40, os_name: 100, fingerprint: 64, country_code: 2 };

/** Reads the address. A country that is none filters nothing; an empty model is one that is not known. */
export function readDeviceFilters(parameters: URLSearchParams): DeviceFilters {
  const filters: Partial<Record<DeviceFilter, string>> = {};
  for (const name of DEVICE_FILTERS) {
    const value = parameters.get(name)?.slice(0, LENGTHS[name]);
    if (value === undefined || (value === '' && name !== 'device_model')) continue;
    if (name !== 'country_code' || /^[A-Z]{2}$/u.test(value)) filters[name] = value;
  }
  return filters;
}

/** The range of the address; without one it is all time. */
export function readRange(parameters: URLSearchParams): Range | undefined {
  const range = parameters.get('range');
  return range === null ? undefined : parseRange(range);
}

/** The address's changes for one filter; undefined takes it off. The list starts at page 1 again, without a row open. */
export function filterChange(name: DeviceFilter | 'range', value: string | undefined): UrlChanges {
  return { [name]: value, page: undefined, [OPEN_ROW]: undefined };
}

/** The address's changes that take every filter off, the site excepted. */
export function clearChanges(): UrlChanges {
  return { ...Object.fromEntries(DEVICE_FILTERS.map((name) => [name, undefined])), range: undefined, page: undefined };
}

const DEVICE_SORTS = ['created_at', 'last_seen', 'num', 'fingerprint'] as const;
export const DEVICE_LIST: ListDefaults<(typeof DEVICE_SORTS)[number]> = { perPage: 20, sorts: DEVICE_SORTS, sort: { key: 'last_seen', direction: 'desc' } };

const MODEL_SORTS = ['device_model', 'platform', 'device_type', 'os_name', 'gpu_renderer', 'gpu_vendor', 'num', 'last_seen'] as const;
export const MODEL_LIST: ListDefaults<(typeof MODEL_SORTS)[number]> = { perPage: 20, sorts: MODEL_SORTS, sort: { key: 'num', direction: 'desc' } };

type DeviceListState = ListState<(typeof DEVICE_SORTS)[number]>;
type ModelListState = ListState<(typeof MODEL_SORTS)[number]>;

/** What narrows a list of devices, and by whose visits. */
export interface DeviceQuestion {
  readonly domain: string;
  /** undefined: of all time. */
  readonly queryTime: QueryTime | undefined;
  readonly filters: DeviceFilters;
}

/** What is asked of devices, all pages: as a download asks it. */
export function devicesExport({ domain, queryTime, filters }: DeviceQuestion, { sort }: DeviceListState): Omit<Input<typeof endpoints.devices.full>, 'page' | 'per_page'> {
  return { domain, ...(queryTime ? { query_time: queryTime } : {}), ...filters, sort: sortInput(sort) };
}

/** The question for a page of the devices of visitors. */
export function devicesInput(question: DeviceQuestion, state: DeviceListState): Input<typeof endpoints.devices.full> {
  return { ...devicesExport(question, state), page: state.page, per_page: state.perPage };
}

/** What is asked of device models, all pages: they have no country and no fingerprint. */
export function modelsExport({ domain, queryTime, filters }: DeviceQuestion, { sort }: ModelListState): Omit<Input<typeof endpoints.devices.models>, 'page' | 'per_page'> {
  const { device_model, platform, device_type, os_name } = filters;
  const given = Object.fromEntries(Object.entries({ device_model, platform, device_type, os_name }).filter(([, value]) => value !== undefined));
  return { domain, ...(queryTime ? { query_time: queryTime } : {}), ...given, sort: sortInput(sort) };
}

/** The question for a page of the device models. */
export function modelsInput(question: DeviceQuestion, state: ModelListState): Input<typeof endpoints.devices.models> {
  return { ...modelsExport(question, state), page: state.page, per_page: state.perPage };
}
