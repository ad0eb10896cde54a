import { PATHS } from '../../lib/links';
import { type ConsoleRoute, mayOpen, type Visitor } from '../routes';

/** What holds for any site; conditions on pages, visitors and page numbers belong to the old one. */
const KEPT = ['range', 'compare', 'metric', 'country_code', 'device_type'];

/** The screen that opens a site: the first about one site that the user may open. undefined: choosing a site leads nowhere. */
export function siteHome(routes: readonly ConsoleRoute[], visitor: Visitor): string | undefined {
  return routes.find((route) => route.domain === 'with-domain' && !route.hidden && mayOpen(route, visitor))?.path;
}

/**
 * Where choosing a site leads: the same report in the same range, where that report is about one site; from a
 * screen about all sites, to the first about the chosen one; without a site, home.
 * @param next the domain, '' for all sites
 * @param home what opens a site
 */
export function switchSite(routes: readonly ConsoleRoute[], pathname: string, parameters: URLSearchParams, next: string, home: string): string {
  if (next === '') return PATHS.dashboard;
  const kept = new URLSearchParams({ domain: next });
  for (const name of KEPT) {
    const value = parameters.get(name);
    if (value !== null) kept.set(name, value);
  }
  const aboutOneSite = routes.find((route) => route.path === pathname)?.domain === 'with-domain';
  return `${aboutOneSite ? pathname : home}?${kept.toString()}`;
}
