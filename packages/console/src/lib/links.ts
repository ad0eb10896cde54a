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
  websites: '/domainlist/index',
  profile: '/profile/index',
  users: '/people/users',
  roles: '/people/roles',
  audit: '/people/audit',
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

/** The device report under the same site, range and country as the figure it is opened from, so that the two agree. */
export function deviceReportPath(scope: { readonly domain: string; readonly range: Range; readonly country: string }, filter: VisitFilter): string {
  const parameters = new URLSearchParams();
  if (scope.domain !== '') parameters.set('domain', scope.domain);
  parameters.set('range', rangeText(scope.range));
  if (scope.country !== '') parameters.set('country_code', scope.country);
  for (const [name, value] of Object.entries(filter) as [string, string | undefined][]) if (value !== undefined) parameters.set(name, value);
  return `${PATHS.deviceReport}?${parameters.toString()}`;
}
