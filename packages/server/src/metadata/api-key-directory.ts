import type { ApiKeys } from './api-keys.js';
import { tokenHash } from './secret-token.js';

/**
 * The valid API keys in memory, for the way in: reads cost no query. `reload` is called after each change, before the
 * change is answered, so that a revoked key is refused from then on.
 */
export interface ApiKeyDirectory {
  /** The site that a key is for; undefined for one that is unknown or revoked. Notes its use, to the minute. */
  siteOf(key: string): number | undefined;
  /** Reads the store anew. Calls that overlap end with the newest state. */
  reload(): Promise<void>;
}

const NOTED_EVERY = 60_000;

/** The directory, loaded. `onLost` is told when a use could not be noted. */
export async function createApiKeyDirectory(keys: Pick<ApiKeys, 'valid' | 'touch'>, now: () => number, onLost: (error: unknown) => void): Promise<ApiKeyDirectory> {
  type Known = Map<string, { readonly id: number; readonly siteId: number }>;
  const read = async (): Promise<Known> => new Map((await keys.valid()).map(({ keyHash: hash, id, siteId }) => [hash, { id, siteId }]));
  const noted = new Map<number, number>();
  let known = await read();
  let asked = 0;
  let shown = 0;
  return {
    siteOf(key) {
      const found = known.get(tokenHash(key));
      if (found === undefined) return undefined;
      const at = now();
      if (at - (noted.get(found.id) ?? Number.NEGATIVE_INFINITY) >= NOTED_EVERY) {
        noted.set(found.id, at);
        keys.touch(found.id, at).catch(onLost);
      }
      return found.siteId;
    },
    async reload() {
      asked += 1;
      const mine = asked;
      const next = await read();
      // A slower, older read must not overwrite a newer one.
      if (mine < shown) return;
      shown = mine;
      known = next;
    },
  };
}
