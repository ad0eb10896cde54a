import { FootfallError } from '@footfall/contract';
import type { Site, SiteDirectory } from '../metadata/site-directory.js';
import type { SignedInUser } from './handler.js';

/** The sites that a question is about, and the zone that its times are cut in. */
export interface Scope {
  readonly sites: readonly Site[];
  /** IANA. */
  readonly timeZone: string;
}

/** The sites that a user may see, by id: all of them, whatever the role (specification 1, section 6). */
export function visibleSites(_user: SignedInUser | null, directory: Pick<SiteDirectory, 'all'>): readonly Site[] {
  return directory.all();
}

/**
 * Resolves the `domain` of a request: empty means all sites that the user may see, in the installation's zone; else
 * one site, named by its domain or an alias, in its own.
 * @throws FootfallError `site.unknown`
 */
export function resolveScope(domain: string, user: SignedInUser | null, directory: SiteDirectory): Scope {
  const visible = visibleSites(user, directory);
  if (domain.trim() === '') return { sites: visible, timeZone: directory.timeZone };
  const site = directory.byDomain(domain.trim());
  if (!site || !visible.includes(site)) throw new FootfallError('site.unknown');
  return { sites: [site], timeZone: site.timeZone };
}
