import { rangeText, type Range } from './range';

/** Paths of the console, to the letter of the specification. Screens link by these and so need not know each other. */
export const PATHS = {
  home: '/',
  login: '/login',
  authRedirect: '/auth-redirect',
  forbidden: '/401',
  unknown: '/404',
  dashboard: '/dashboard',
  siteDashboard: '/dashboard_info/index',
  deviceReport: '/report/device',
  devices: '/device/index',
  deviceDetail: '/deviceDetail/index',
  visits: '/visit/index',
  visitUrl: '/visitStatistics/url',
  visitEntryUrl: '/visitStatistics/entry_url',
  visitReferer: '/visitStatistics/referer',
  visitIp: '/visitStatistics/ip',
  trajectory: '/userTrajectory/userTrajectory',
  flowTendency: '/flowRate/tendency',
  flowHour: '/flowRate/hour',
  flowDay: '/flowRate/day',
  logAndBeacon: '/flowRate/log',
  websites: '/domainlist/index',
  spiders: '/spider/index',
  spiderLog: '/spider/log',
  aiTraffic: '/spider/ai',
  crawlCoverage: '/spider/coverage',
  sql: '/sql',
  profile: '/profile/index',
  users: '/people/users',
  roles: '/people/roles',
  audit: '/people/audit',
  alarms: '/alarms',
  schedules: '/schedules',
  status: '/status',
} as const;

/** The dashboard of one site. */
export function siteDashboardPath(domain: string): string {
  return `${PATHS.siteDashboard}?${new URLSearchParams({ domain }).toString()}`;
}

/** What a list of visits can be narrowed to from another screen. */
export interface VisitFilter {
  readonly browser_name?: string;
  readonly country_code?: string;
  readonly referer?: string;
  readonly url?: string;
  readonly entry_url?: string;
  readonly ip?: string;
}

/** What a figure was counted under, which a link to what is behind it carries on, so that the two agree. */
export interface LinkScope {
  readonly domain: string;
  readonly range?: Range;
  /** '' for all. */
  readonly country?: string;
  /** '' for all. */
  readonly device?: string;
}

/** A screen under the same filter, with what else it is to be narrowed to; what is empty is left out. */
export function scopedPath(path: string, { domain, range, country = '', device = '' }: LinkScope, more: Readonly<Record<string, string | undefined>> = {}): string {
  const wishes = { domain, range: range && rangeText(range), country_code: country, device_type: device };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(wishes)) if (value !== undefined && value !== '') parameters.set(name, value);
  for (const [name, value] of Object.entries(more)) if (value !== undefined) parameters.set(name, value);
  const query = parameters.toString();
  return query === '' ? path : `${path}?${query}`;
}

/** The device report under the same filter. What is '' is asked for as absent: a direct visit has no referrer. */
export function deviceReportPath(scope: LinkScope, filter: VisitFilter): string {
  const entries = Object.entries(filter);
  const absent = entries.filter(([, value]) => value === '').map(([column]) => [column, '=', '']);
  return scopedPath(PATHS.deviceReport, scope, { ...Object.fromEntries(entries.filter(([, value]) => value !== '')), ...(absent.length === 0 ? {} : { rules: JSON.stringify(absent) }) });
}

/** The way of one visitor through the site, or through all sites. */
export function trajectoryPath(domain: string, who: { readonly ip: string } | { readonly fingerprint: string }): string {
  return scopedPath(PATHS.trajectory, { domain }, { type: 'ip' in who ? 'ip' : 'fingerprint', ...who });
}

/** The rule lab with a rule that is to be made. */
export function newRulePath(domain: string, { name, keyword }: { readonly name: string; readonly keyword: string }): string {
  return scopedPath(PATHS.spiders, { domain }, { new_rule: name, keyword });
}

/** The devices of one model. What is not known of it narrows nothing, save its name. */
export function deviceDetailPath(domain: string, model: { readonly device_model: string; readonly platform: string; readonly device_type: string; readonly os_name: string }): string {
  const { device_model, ...facts } = model;
  const known = Object.fromEntries(['platform', 'device_type', 'os_name'].map((name) => [name, facts[name as keyof typeof facts] || undefined]));
  return scopedPath(PATHS.deviceDetail, { domain }, { device_model, ...known });
}
