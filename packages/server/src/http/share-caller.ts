/**
 * Requests with a share link in place of a session.
 *
 * Invariants: whoever has the link reads what each endpoint's `shared` lets through, of one site, and nothing else; never more than whoever
 * made it may see at that moment; it is looked up for each request, so that ending it, disabling its maker or taking the site or its dashboard
 * away holds from the next request on.
 */
import { FootfallError, type GrantableRoute, type shareState } from '@footfall/contract';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Grants } from '../metadata/grants.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import { type MadeShare, SHARE_PREFIX, type ShareLinks } from '../metadata/share-links.js';
import { createMisses } from './misses.js';
import type { Authenticated, Callers } from './session.js';
import { tokenGrants } from './token-caller.js';

/** Milliseconds between two notes of use in the store. */
const NOTED_EVERY = 60_000;
const TOKEN = /^ffs_[\w-]{43}$/u;
const ROUTES: readonly GrantableRoute[] = ['DashboardInfo'];

/** What a link grants: one site's dashboard, as far as its maker may see it. */
function grantsOf({ stored, user }: MadeShare): Grants {
  return tokenGrants(user.grants, { routes: ROUTES, sites: [stored.siteId] });
}

/** Whether a link works at a time, and else why not. */
export function stateOfShare(share: MadeShare, at: number): z.infer<typeof shareState> {
  const { revokedAt, expiresAt } = share.stored;
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= at) return 'expired';
  const { routes, sites } = grantsOf(share);
  return share.user.disabled || routes.length === 0 || sites.length === 0 ? 'suspended' : 'works';
}

export interface ShareReader {
  /**
   * The link of a token, which works.
   * @param address of whoever asks: guessing is limited by it
   * @throws FootfallError `share.ended`, `request.limited`
   */
  read(token: string, address: string): Promise<MadeShare>;
}

interface ReaderDeps {
  readonly shares: Pick<ShareLinks, 'find' | 'touch'>;
  readonly directory: Pick<SiteDirectory, 'byId'>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/** Looks links up, and notes their use. */
export function createShareReader({ shares, directory, now, log }: ReaderDeps): ShareReader {
  const misses = createMisses(now);
  return {
    async read(token, address) {
      misses.check(address);
      const share = TOKEN.test(token) ? await shares.find(token) : undefined;
      // One that has ended was no guess.
      if (share === undefined) misses.note(address);
      const at = now();
      if (share === undefined || directory.byId(share.stored.siteId) === undefined || stateOfShare(share, at) !== 'works') throw new FootfallError('share.ended');
      const { id, lastUsedAt } = share.stored;
      if (lastUsedAt === null || at - lastUsedAt >= NOTED_EVERY) {
        shares.touch(id, at).catch((error: unknown) => log.warn({ err: error }, 'metadata: could not note the use of a share link'));
      }
      return share;
    },
  };
}

/** Callers by session or API token, and by share link where the Authorization header holds one. */
export function withShares(callers: Callers, reader: ShareReader): Callers {
  async function byShare(token: string, address: string): Promise<Authenticated> {
    const share = await reader.read(token, address);
    // The number stands for the link: its readers wait for each other, not for its maker, nor that one for them.
    const user = { ...share.user, id: -share.stored.id, roles: [], grants: grantsOf(share), viewing: null };
    return { user, family: '', tokenHash: '', onlyReads: 'shared' };
  }

  return {
    authenticate(authorization, address) {
      const given = authorization?.trim().replace(/^bearer\s+/iu, '') ?? '';
      return given.startsWith(SHARE_PREFIX) ? byShare(given, address) : callers.authenticate(authorization, address);
    },
    successorOf: (tokenHash) => callers.successorOf(tokenHash),
  };
}
