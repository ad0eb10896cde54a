import { type Compare, compareInput, compareText, DEFAULT_COMPARE, parseCompare } from '../lib/compare';
import { DEFAULT_RANGE, includesNow, parseRange, type QueryTime, type Range, rangeText, resolveRange, sameRange } from '../lib/range';
import { useLiveRefresh, useNow, usePaused } from './use-live';
import { type Scope, useScope } from './use-scope';
import { type UrlChanges, useUrlState } from './use-url-state';

/** What a device type may be. Source: the collector's own names. */
export const DEVICE_TYPES = ['desktop', 'mobile', 'tablet', 'tv', 'console', 'wearable', 'embedded', 'xr'] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

/** The filter that all panels of a screen share, so that they agree to the unit; all of it stands in the address. */
export interface ScreenFilter {
  /** '' for all sites. */
  readonly domain: string;
  /** ISO 3166-1 alpha-2, '' for all. */
  readonly country: string;
  /** '' for all. */
  readonly device: DeviceType | '';
  readonly range: Range;
  /** What the range means now, in the site's zone. */
  readonly queryTime: QueryTime;
  readonly compare: Compare;
  readonly now: number;
  /** IANA; 'UTC' while it is not known. */
  readonly zone: string;
  readonly scope: Scope;
  /** Whether the range is still filling: only then does anything refresh by itself. */
  readonly live: boolean;
  readonly paused: boolean;
  readonly pause: (paused: boolean) => void;
  /** Asks the live panels anew, at once. */
  readonly refresh: () => void;
  readonly parameters: URLSearchParams;
  readonly change: (changes: UrlChanges) => void;
  readonly setRange: (range: Range) => void;
  readonly setCompare: (compare: Compare) => void;
  /** Takes range, comparison, country and device type off the address, and what the screen adds. */
  readonly reset: (also?: readonly string[]) => void;
}

/** What a question is told of the filter. */
export type AskedFilter = Pick<ScreenFilter, 'domain' | 'country' | 'device' | 'queryTime' | 'compare'>;

interface Defaults {
  /** The site, where the page knows it and not the address. */
  readonly domain?: string;
  readonly range?: Range;
  readonly compare?: Compare;
}

/**
 * Reads the shared filter from the address: `domain`, `range`, `compare`, `country_code`, `device_type`.
 * @param defaults what an address without `range` or `compare` means on this screen
 */
export function useScreenFilter({ domain: given, range: defaultRange = DEFAULT_RANGE, compare: defaultCompare = DEFAULT_COMPARE }: Defaults = {}): ScreenFilter {
  const [parameters, change] = useUrlState();
  const now = useNow();
  const domain = given ?? parameters.get('domain') ?? '';
  const scope = useScope(domain);
  const zone = scope.zone ?? 'UTC';
  const range = parseRange(parameters.get('range'), defaultRange);
  const compare = parseCompare(parameters.get('compare'), defaultCompare);
  const queryTime = resolveRange(range, now, zone);
  const live = scope.zone !== undefined && includesNow(queryTime, now, zone);
  const [paused, pause] = usePaused();
  const refresh = useLiveRefresh(live && !paused);
  return {
    domain, range, queryTime, compare, now, zone, scope, live, paused, pause, refresh, parameters, change,
    country: countryOf(parameters.get('country_code')),
    device: deviceOf(parameters.get('device_type')),
    setRange: (next) => change({ range: sameRange(next, defaultRange) ? undefined : rangeText(next) }),
    setCompare: (next) => change({ compare: compareText(next) === compareText(defaultCompare) ? undefined : compareText(next) }),
    reset: (also = []) => change({ range: undefined, compare: undefined, country_code: undefined, device_type: undefined, ...Object.fromEntries(also.map((name) => [name, undefined])) }),
  };
}

/** Site, country and device type: what even questions without a range share. */
export function siteInput({ domain, country, device }: Pick<ScreenFilter, 'domain' | 'country' | 'device'>): { domain: string; country_code: string; device_type: string } {
  return { domain, country_code: country, device_type: device };
}

/** The shared part of every panel's question. */
export function filterInput(filter: Pick<ScreenFilter, 'domain' | 'country' | 'device' | 'queryTime'>): ReturnType<typeof siteInput> & { query_time: QueryTime } {
  return { ...siteInput(filter), query_time: filter.queryTime };
}

/** The same with what is compared. */
export function comparedInput(filter: AskedFilter): ReturnType<typeof filterInput> & ReturnType<typeof compareInput> {
  return { ...filterInput(filter), ...compareInput(filter.compare) };
}

/** A country of the address; what is none filters nothing. */
export function countryOf(text: string | null): string {
  return text !== null && /^[A-Z]{2}$/u.test(text) ? text : '';
}

/** A device type of the address; what is none filters nothing. */
export function deviceOf(text: string | null): DeviceType | '' {
  return DEVICE_TYPES.find((type) => type === text) ?? '';
}
