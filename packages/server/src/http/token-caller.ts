/**
 * Requests with an API token in place of a session.
 *
 * Invariants: a token reads and changes nothing; it grants what its owner may see at that moment and the token names, never more, and never as an administrator; it
 * is looked up for each request, so that revoking it, disabling its owner or taking a grant away holds from the next request on.
 */
import type { Logger } from 'pino';
import { type ApiTokens, type StoredToken, TOKEN_PREFIX } from '../metadata/api-tokens.js';
import type { Grants } from '../metadata/grants.js';
import type { Authenticated, Callers, Sessions } from './session.js';

/** Milliseconds between two notes of use in the store. */
const NOTED_EVERY = 60_000;
const TOKEN = /^fft_[\w-]{43}$/u;

/** Whether a token works at a time. */
export function isValid({ expiresAt, revokedAt }: Pick<StoredToken, 'expiresAt' | 'revokedAt'>, at: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > at);
}

/** What a token grants: of what its owner may see, what it names. */
export function tokenGrants(owner: Grants, { routes, sites }: Pick<StoredToken, 'routes' | 'sites'>): Grants {
  const ownSites = owner.sites;
  return {
    isAdmin: false,
    routes: routes.filter((route) => owner.routes.includes(route)),
    sites: sites === null ? ownSites : ownSites === 'all' ? sites : sites.filter((id) => ownSites.includes(id)),
  };
}

interface TokenDeps {
  readonly sessions: Pick<Sessions, 'authenticate' | 'successorOf'>;
  readonly tokens: Pick<ApiTokens, 'find' | 'touch'>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/** Callers by session, and by token where the Authorization header holds one. */
export function withTokens({ sessions, tokens, now, log }: TokenDeps): Callers {
  async function byToken(token: string): Promise<Authenticated | undefined> {
    const found = TOKEN.test(token) ? await tokens.find(token) : undefined;
    const at = now();
    if (found === undefined || found.user.disabled || !isValid(found.stored, at)) return undefined;
    const { stored, user } = found;
    if (stored.lastUsedAt === null || at - stored.lastUsedAt >= NOTED_EVERY) {
      tokens.touch(stored.id, at).catch((error: unknown) => log.warn({ err: error }, 'metadata: could not note the use of an API token'));
    }
    return { user: { ...user, roles: [], grants: tokenGrants(user.grants, stored), viewing: null }, family: '', tokenHash: '', onlyReads: 'granted' };
  }

  return {
    authenticate(authorization) {
      const given = authorization?.trim().replace(/^bearer\s+/iu, '') ?? '';
      return given.startsWith(TOKEN_PREFIX) ? byToken(given) : sessions.authenticate(authorization);
    },
    successorOf: (tokenHash) => (tokenHash === '' ? undefined : sessions.successorOf(tokenHash)),
  };
}
