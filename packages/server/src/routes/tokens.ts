/** One's own API tokens: list, make, revoke. The token itself is answered once, when it is made. */
import { type ApiToken, type endpoints, FootfallError, MOST_TOKENS } from '@footfall/contract';
import { type HandlersOf, userOf } from '../http/handler.js';
import { invalid } from '../http/input.js';
import { localTimeIn } from '../http/local-time.js';
import { maySee } from '../http/scope.js';
import { isValid } from '../http/token-caller.js';
import type { ApiTokens, StoredToken } from '../metadata/api-tokens.js';
import type { Audit } from '../metadata/audit.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import { writeDownIn } from './audited.js';

export interface TokenDeps {
  readonly tokens: ApiTokens;
  readonly directory: Pick<SiteDirectory, 'byId' | 'byDomain' | 'timeZone'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly now: () => number;
}

const DAY = 86_400_000;

/** The handlers. */
export function tokenRoutes({ tokens, directory, audit, now }: TokenDeps): HandlersOf<typeof endpoints.tokens> {
  const localTime = localTimeIn(directory.timeZone);
  const writeDown = writeDownIn(audit);
  const timeOrNone = (at: number | null): string => (at === null ? '' : localTime(at));
  const answer = (stored: StoredToken): ApiToken => ({
    id: stored.id, name: stored.name, hint: stored.hint, routes: [...stored.routes],
    sites: (stored.sites ?? []).map((id) => directory.byId(id)?.domain ?? `#${id}`),
    created_at: localTime(stored.createdAt), expires_at: timeOrNone(stored.expiresAt), last_used_at: timeOrNone(stored.lastUsedAt), revoked_at: timeOrNone(stored.revokedAt),
    valid: isValid(stored, now()),
  });

  return {
    async list(_input, context) {
      return { list: (await tokens.ofUser(userOf(context).id)).map(answer) };
    },

    async add({ name, routes, sites, days }, context) {
      const user = userOf(context);
      const strange = routes.find((route) => !user.grants.routes.includes(route));
      if (strange !== undefined) throw invalid([{ path: 'routes', message: `${strange} is not granted to you` }]);
      const ids = sites.map((domain) => {
        const site = directory.byDomain(domain.trim());
        if (site === undefined || !maySee(user, site.id)) throw new FootfallError('site.unknown');
        return site.id;
      });
      const at = now();
      if ((await tokens.ofUser(user.id)).filter((stored) => isValid(stored, at)).length >= MOST_TOKENS) throw invalid([{ path: 'name', message: `${MOST_TOKENS} tokens are the most at a time: revoke one first` }]);
      const { stored, token } = await tokens.add({ userId: user.id, name, routes: [...new Set(routes)], sites: ids.length === 0 ? null : [...new Set(ids)], expiresAt: days === 0 ? null : at + days * DAY });
      await writeDown(context, 'token.add', name, { id: stored.id, hint: stored.hint, routes: stored.routes, sites, days });
      return { ...answer(stored), token };
    },

    async revoke({ id }, context) {
      const stored = await tokens.revoke(id, userOf(context).id);
      if (stored === undefined) throw new FootfallError('token.unknown');
      await writeDown(context, 'token.revoke', stored.name, { id: stored.id, hint: stored.hint });
      return answer(stored);
    },
  };
}
