import { domainToUnicode } from 'node:url';

/** What a list of sites is filtered by; the contract's `siteFilter`. */
export interface SiteFilter {
  /** Part of a domain, an alias or a name, in Unicode or punycode; '' lets all through. */
  readonly domain: string;
  readonly is_stat?: 0 | 1 | undefined;
}

interface Filtered {
  readonly name: string;
  readonly domain: string;
  readonly aliases: readonly string[];
  readonly isStat: boolean;
}

/** Whether a site is on the filtered list. */
export function passesSiteFilter(site: Filtered, filter: SiteFilter): boolean {
  if (filter.is_stat !== undefined && filter.is_stat !== (site.isStat ? 1 : 0)) return false;
  const part = filter.domain.trim().toLowerCase();
  const hosts = [site.domain, ...site.aliases];
  return [site.name.toLowerCase(), ...hosts, ...hosts.map((host) => domainToUnicode(host))].some((text) => text.includes(part));
}
