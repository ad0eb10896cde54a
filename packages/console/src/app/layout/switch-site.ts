import { PATHS } from '../../lib/links';
import type { DomainRule } from '../routes';

/** What holds for any site; conditions on pages, visitors and page numbers belong to the old one. */
const KEPT = ['range', 'compare', 'metric', 'country_code', 'device_type'];

/**
 * Where choosing a site leads: the same report in the same range, where that report is about one site; from a
 * screen about all sites, to the dashboard of the chosen one; without a site, home.
 * @param next the domain, '' for all sites
 * @param rule of the route that is open
 */
export function switchSite(pathname: string, parameters: URLSearchParams, next: string, rule: DomainRule): string {
  if (next === '') return PATHS.dashboard;
  const kept = new URLSearchParams({ domain: next });
  for (const name of KEPT) {
    const value = parameters.get(name);
    if (value !== null) kept.set(name, value);
  }
  return `${rule === 'with-domain' ? pathname : PATHS.siteDashboard}?${kept.toString()}`;
}
