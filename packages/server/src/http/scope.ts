import { FootfallError } from '@footfall/contract';
import type { Site, SiteDirectory } from '../metadata/site-directory.js';
import type { SignedInUser } from './handler.js';

/** The sites that a question is about, and the zone that its times are cut in. */
export interface Scope {
  readonly sites: readonly Site[];
  /** IANA. */
  readonly timeZone: string;
}

/** The sites that a user may see, by id: those that the roles grant, which for an administrator are all. */
export function visibleSites(user: SignedInUser | null, directory: Pick<SiteDirectory, 'all'>): readonly Site[] {
  return directory.all().filter(({ id }) => maySee(user, id));
}

/** Whether a user may see a site. One that may not be seen is answered for like one that does not exist. */
export function maySee(user: SignedInUser | null, siteId: number): boolean {
  if (user === null) return false;
  const { sites } = user.grants;
  return sites === 'all' || sites.includes(siteId);
}

/**
 * Resolves the `domain` of a request: empty means all sites that the user may see, in the installation's zone; else
 * one site, named by its domain or an alias, in its own.
 * @throws FootfallError `site.unknown`
 */
export function resolveScope(domain: string, user: SignedInUser | null, directory: SiteDirectory): Scope {
  if (domain.trim() === '') return { sites: visibleSites(user, directory), timeZone: directory.timeZone };
  const site = directory.byDomain(domain.trim());
  if (!site || !maySee(user, site.id)) throw new FootfallError('site.unknown');
  return { sites: [site], timeZone: site.timeZone };
}
