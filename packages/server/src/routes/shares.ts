/** Share links: list, make, end, open. The token itself is answered once, when a link is made. */
import { type endpoints, FootfallError, MOST_SHARES, type ShareLink } from '@footfall/contract';
import { type HandlersOf, type SignedInUser, userOf } from '../http/handler.js';
import { invalid } from '../http/input.js';
import { localTimeIn } from '../http/local-time.js';
import { maySee } from '../http/scope.js';
import { type ShareReader, stateOfShare } from '../http/share-caller.js';
import type { Audit } from '../metadata/audit.js';
import type { MadeShare, ShareLinks } from '../metadata/share-links.js';
import type { Site, SiteDirectory } from '../metadata/site-directory.js';
import type { Zone } from '../questions/zone.js';
import { writeDownIn } from './audited.js';

export interface ShareDeps {
  readonly shares: ShareLinks;
  readonly shareReader: ShareReader;
  readonly directory: Pick<SiteDirectory, 'byId' | 'byDomain'>;
  readonly zones: (name: string) => Zone;
  readonly audit: Pick<Audit, 'record'>;
  readonly now: () => number;
}

const DAY = 86_400_000;

/** The handlers. */
export function shareRoutes({ shares, shareReader, directory, zones, audit, now }: ShareDeps): HandlersOf<typeof endpoints.shares> {
  const writeDown = writeDownIn(audit);
  const siteOf = (user: SignedInUser, domain: string): Site => {
    const site = directory.byDomain(domain.trim());
    if (site === undefined || !maySee(user, site.id)) throw new FootfallError('site.unknown');
    return site;
  };
  const mayRevoke = (user: SignedInUser, { stored }: MadeShare): boolean => user.grants.isAdmin || stored.userId === user.id;
  const answer = (share: MadeShare, site: Site, asking: SignedInUser): ShareLink => {
    const localTime = localTimeIn(site.timeZone);
    const timeOrNone = (at: number | null): string => (at === null ? '' : localTime(at));
    const { id, name, hint, createdAt, expiresAt, lastUsedAt, revokedAt } = share.stored;
    const state = stateOfShare(share, now());
    return {
      id, name, hint, domain: site.domain, maker: share.user.username, created_at: localTime(createdAt),
      expires_at: timeOrNone(expiresAt), last_used_at: timeOrNone(lastUsedAt), revoked_at: timeOrNone(revokedAt),
      state, revocable: revokedAt === null && mayRevoke(asking, share),
    };
  };
  /** @returns milliseconds UTC; null for never */
  const endOf = ({ days, until }: { readonly days: number; readonly until: string }, site: Site): number | null => {
    const at = now();
    if (until === '') return days === 0 ? null : at + days * DAY;
    // The day itself still counts.
    const end = zones(site.timeZone).after(`${until} 23:59:59`);
    if (end <= at) throw invalid([{ path: 'until', message: 'this day is over: choose a later one' }]);
    return end;
  };

  return {
    async list({ domain }, context) {
      const user = userOf(context);
      const site = siteOf(user, domain);
      return { list: (await shares.ofSite(site.id)).map((share) => answer(share, site, user)) };
    },

    async add({ domain, name, days, until }, context) {
      const user = userOf(context);
      const site = siteOf(user, domain);
      const expiresAt = endOf({ days, until }, site);
      const at = now();
      if ((await shares.ofSite(site.id)).filter((share) => stateOfShare(share, at) === 'works').length >= MOST_SHARES) throw invalid([{ path: 'name', message: `${MOST_SHARES} links of a site are the most at a time: end one first` }]);
      const { stored, token } = await shares.add({ siteId: site.id, userId: user.id, name, expiresAt });
      await writeDown(context, 'share.add', name, { id: stored.id, hint: stored.hint, site: site.domain, expires_at: expiresAt === null ? '' : new Date(expiresAt).toISOString() });
      const made = await shares.byId(stored.id);
      if (made === undefined) throw new FootfallError('share.unknown');
      return { ...answer(made, site, user), token };
    },

    async revoke({ id }, context) {
      const user = userOf(context);
      const share = await shares.byId(id);
      const site = share && directory.byId(share.stored.siteId);
      if (share === undefined || site === undefined || !maySee(user, site.id) || !mayRevoke(user, share)) throw new FootfallError('share.unknown');
      if (share.stored.revokedAt === null) {
        await shares.revoke(id);
        await writeDown(context, 'share.revoke', share.stored.name, { id, hint: share.stored.hint, site: site.domain });
      }
      return answer((await shares.byId(id)) ?? share, site, user);
    },

    async open({ token }, { address }) {
      const { stored } = await shareReader.read(token, address);
      const site = directory.byId(stored.siteId);
      if (site === undefined) throw new FootfallError('share.ended');
      return { site: site.name, domain: site.domain, time_zone: site.timeZone, expires_at: stored.expiresAt === null ? '' : localTimeIn(site.timeZone)(stored.expiresAt) };
    },
  };
}
