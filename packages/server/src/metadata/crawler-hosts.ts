import type { Kysely } from 'kysely';
import type { MetadataTables } from './schema.js';

/** `confirmed`: the host's own name leads back to the address; `none`: no name does; `failed`: nobody answered. */
export type HostState = 'confirmed' | 'none' | 'failed';

export interface KnownHost {
  readonly address: string;
  readonly state: HostState;
  /** Without a point at the end, small letters; '' unless confirmed. */
  readonly host: string;
  /** Milliseconds UTC. */
  readonly checkedAt: number;
}

export interface CrawlerHosts {
  /** The last looked up first. */
  latest(limit: number): Promise<KnownHost[]>;
  /** Writes down what was found now. Beyond MOST_HOSTS those not looked up for the longest time make room. */
  put(found: readonly Omit<KnownHost, 'checkedAt'>[]): Promise<void>;
}

export const MOST_HOSTS = 20_000;
/** SQLite takes a bounded number of values in one statement. */
const PIECE = 100;

/** Reads and writes what is known of addresses. */
export function createCrawlerHosts(db: Kysely<MetadataTables>, now: () => number): CrawlerHosts {
  return {
    async latest(limit) {
      const rows = await db.selectFrom('crawler_hosts').selectAll().orderBy('checked_at', 'desc').orderBy('address').limit(limit).execute();
      return rows.map(({ address, state, host, checked_at: checkedAt }) => ({ address, state: state as HostState, host, checkedAt }));
    },
    async put(found) {
      const at = now();
      for (let i = 0; i < found.length; i += PIECE) {
        await db
          .insertInto('crawler_hosts')
          .values(found.slice(i, i + PIECE).map(({ address, state, host }) => ({ address, state, host, checked_at: at })))
          .onConflict((conflict) => conflict.column('address').doUpdateSet((set) => ({ state: set.ref('excluded.state'), host: set.ref('excluded.host'), checked_at: at })))
          .execute();
      }
      const last = await db.selectFrom('crawler_hosts').select('checked_at').orderBy('checked_at', 'desc').orderBy('address').offset(MOST_HOSTS).limit(1).executeTakeFirst();
      if (last !== undefined) await db.deleteFrom('crawler_hosts').where('checked_at', '<=', last.checked_at).execute();
    },
  };
}
