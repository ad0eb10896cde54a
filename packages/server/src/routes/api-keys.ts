/** API keys of the sites: list, make, revoke. The key itself is answered once, when it is made. */
import { type ApiKey, type endpoints, FootfallError } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import { invalid } from '../http/input.js';
import { localTimeIn } from '../http/local-time.js';
import type { ApiKeyDirectory } from '../metadata/api-key-directory.js';
import type { ApiKeys, StoredKey } from '../metadata/api-keys.js';
import type { Audit } from '../metadata/audit.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import { writeDownIn } from './audited.js';

export interface ApiKeyDeps {
  readonly keys: ApiKeys;
  readonly keyDirectory: Pick<ApiKeyDirectory, 'reload'>;
  readonly directory: Pick<SiteDirectory, 'byId' | 'timeZone'>;
  readonly audit: Pick<Audit, 'record'>;
}

/** The handlers. The directory is read anew before a change is answered, so that it holds from then on. */
export function apiKeyRoutes({ keys, keyDirectory, directory, audit }: ApiKeyDeps): HandlersOf<typeof endpoints.apiKeys> {
  const localTime = localTimeIn(directory.timeZone);
  const writeDown = writeDownIn(audit);
  const timeOrNone = (at: number | null): string => (at === null ? '' : localTime(at));
  const answer = ({ id, name, hint, createdAt, lastUsedAt, revokedAt }: StoredKey): ApiKey => ({
    id, name, hint, created_at: localTime(createdAt), last_used_at: timeOrNone(lastUsedAt), revoked_at: timeOrNone(revokedAt),
  });
  const domainOf = ({ siteId }: StoredKey): string => directory.byId(siteId)?.domain ?? `site ${siteId}`;

  return {
    async list({ site_id }) {
      if (directory.byId(site_id) === undefined) throw new FootfallError('site.unknown');
      return { list: (await keys.ofSite(site_id)).map(answer) };
    },

    async add({ site_id, name }, context) {
      if (/\p{Cc}/u.test(name) || !name.isWellFormed()) throw invalid([{ path: 'name', message: 'must not hold control characters' }]);
      const { stored, key } = await keys.add(site_id, name);
      await keyDirectory.reload();
      await writeDown(context, 'key.add', domainOf(stored), { id: stored.id, name, hint: stored.hint });
      return { ...answer(stored), key };
    },

    async revoke({ id }, context) {
      const stored = await keys.revoke(id);
      if (stored === undefined) throw new FootfallError('key.unknown');
      await keyDirectory.reload();
      await writeDown(context, 'key.revoke', domainOf(stored), { id: stored.id, name: stored.name, hint: stored.hint });
      return answer(stored);
    },
  };
}
