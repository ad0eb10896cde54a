/**
 * Tells a process that another one on the same PostgreSQL changed what it holds in memory: sites, API keys, spider rules. Asked for by a
 * digest of the tables, so that nothing that changes them can forget to say so.
 */
import { type Kysely, sql } from 'kysely';
import type { MetadataTables } from './schema.js';

/** What is held in memory. */
export type Held = 'sites' | 'keys' | 'spiders';

export interface Watch {
  stop(): Promise<void>;
}

/** Milliseconds between two looks: what one process changes, all others know in less than five seconds. */
const EVERY = 2_000;

type Digests = Readonly<Record<Held, string>>;

/** A use of a key is noted each minute, and changes nothing that is held. */
async function digests(db: Kysely<MetadataTables>): Promise<Digests> {
  const { rows } = await sql<Digests>`select
    md5(concat((select string_agg(s::text, ' ' order by s.id) from sites s), (select string_agg(h::text, ' ' order by h.host) from site_hosts h))) as sites,
    md5(concat((select string_agg(concat(k.id, ' ', k.site_id, ' ', k.key_hash, ' ', k.revoked_at), ' ' order by k.id) from api_keys k))) as keys,
    md5(concat((select string_agg(r::text, ' ' order by r.id) from spiders r))) as spiders`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the digests of the metadata are one row');
  return row;
}

/**
 * Begins to look.
 * @param changed is called after each change, with what changed since the last look that it took without an error
 * @param onError is told when a look, or what it led to, failed for the first time; the next look begins where it ended
 */
export async function watchMetadata(db: Kysely<MetadataTables>, changed: (held: ReadonlySet<Held>) => Promise<void>, onError: (error: unknown) => void, every: number = EVERY): Promise<Watch> {
  let known = await digests(db);
  // What was read before may be older.
  await changed(new Set<Held>(['sites', 'keys', 'spiders']));
  let failing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const seen = await digests(db);
      const different = (['sites', 'keys', 'spiders'] as const).filter((held) => seen[held] !== known[held]);
      if (different.length > 0) await changed(new Set(different));
      known = seen;
      failing = false;
    } catch (error) {
      if (!failing) onError(error);
      failing = true;
    }
  }
  async function lookAgain(): Promise<void> {
    await look();
    if (!stopped) wait();
  }
  function wait(): void {
    timer = setTimeout(() => {
      looking = lookAgain();
    }, every).unref();
  }
  wait();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
