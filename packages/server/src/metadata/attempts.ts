/**
 * Limits attempts to sign in: per user name and address, per user name, and per address, with a wait that doubles.
 *
 * Invariants: an attempt counts as failed from its start until it is known to have succeeded, so that parallel
 * attempts can't slip through; nobody can lock a user out of an address that the user signed in from before; all
 * processes on a store count together, and a restart forgets nothing. Kept are hashes, no names or addresses.
 */
import { hash } from 'node:crypto';
import { FootfallError } from '@footfall/contract';
import { type Kysely, sql } from 'kysely';
import type { MetadataTables } from './schema.js';
import type { AttemptTable } from './schema-accounts.js';

/** One attempt; failed unless told otherwise. */
export interface Attempt {
  succeed(): Promise<void>;
  /** It came to no decision (the store failed): not counted. */
  undo(): Promise<void>;
}

export interface Attempts {
  /** @throws FootfallError `auth.limited` with `retry_after` seconds */
  begin(address: string, username: string): Promise<Attempt>;
}

interface Limit {
  /** Failures that cost nothing. */
  readonly free: number;
  /** Milliseconds of the first wait; each further failure doubles it. */
  readonly firstWait: number;
  readonly longestWait: number;
}

const PAIR: Limit = { free: 5, firstWait: 10_000, longestWait: 900_000 };
const USERNAME: Limit = { free: 20, firstWait: 5_000, longestWait: 300_000 };
const ADDRESS: Limit = { free: 50, firstWait: 10_000, longestWait: 900_000 };
/** Milliseconds without a failure after which all is forgiven. */
const FORGET_AFTER = 3_600_000;
/** Milliseconds for which an address is known that a user signed in from. */
const TRUST_TIME = 180 * 86_400_000;

type Db = Kysely<MetadataTables>;

function keyOf(kind: 'pair' | 'name' | 'address', ...words: readonly string[]): string {
  return hash('sha256', JSON.stringify([kind, ...words]), 'hex');
}

function counted(before: AttemptTable, limit: Limit, at: number): AttemptTable {
  const failures = before.failures + 1;
  const over = failures - limit.free;
  return { ...before, failures, last_at: at, wait_until: over >= 0 ? at + Math.min(limit.firstWait * 2 ** over, limit.longestWait) : before.wait_until };
}

async function write(db: Db, { key_hash, ...rest }: AttemptTable): Promise<void> {
  await db.insertInto('attempts').values({ key_hash, ...rest }).onConflict((conflict) => conflict.column('key_hash').doUpdateSet(rest)).execute();
}

/** Takes one failure back, and a wait that was not there before. */
async function uncount(db: Db, { key_hash, wait_until }: AttemptTable): Promise<void> {
  await db
    .updateTable('attempts')
    .set({
      failures: sql<number>`case when failures > 0 then failures - 1 else 0 end`,
      wait_until: sql<number>`case when wait_until > ${sql.lit(wait_until)} then ${sql.lit(wait_until)} else wait_until end`,
    })
    .where('key_hash', '=', key_hash)
    .execute();
}

/** The limits over a store. @param subscriber what all addresses of one subscriber have in common */
export function createAttempts(db: Db, subscriber: (address: string) => string, now: () => number): Attempts {
  return {
    async begin(address, username) {
      const from = subscriber(address);
      const name = username.toLowerCase();
      const pair = keyOf('pair', from, name);
      const limits = new Map([[pair, PAIR], [keyOf('address', from), ADDRESS], [keyOf('name', name), USERNAME]]);

      const before = await db.transaction().execute(async (transaction) => {
        const at = now();
        await transaction
          .deleteFrom('attempts')
          .where('last_at', '<=', at - FORGET_AFTER)
          .where((eb) => eb.or([eb('trusted', '=', 0), eb('last_at', '<=', at - TRUST_TIME)]))
          .execute();
        const stored = new Map((await transaction.selectFrom('attempts').selectAll().where('key_hash', 'in', [...limits.keys()]).execute()).map((row) => [row.key_hash, row]));
        if (stored.get(pair)?.trusted === 1) limits.delete(keyOf('name', name));
        const held = [...limits].map(([key, limit]): [AttemptTable, Limit] => {
          const { last_at, trusted, ...row } = stored.get(key) ?? { key_hash: key, failures: 0, wait_until: 0, last_at: at, trusted: 0 };
          const forgotten = at - last_at >= FORGET_AFTER;
          return [{ ...row, ...(forgotten ? { failures: 0, wait_until: 0 } : {}), last_at, trusted }, limit];
        });
        const wait = Math.max(...held.map(([row]) => row.wait_until)) - at;
        if (wait > 0) throw new FootfallError('auth.limited', { retry_after: Math.ceil(wait / 1_000) });
        for (const [row, limit] of held) await write(transaction, counted(row, limit, at));
        return held.map(([row]) => row);
      });

      return {
        undo: () => db.transaction().execute(async (transaction) => {
          for (const row of before) await uncount(transaction, row);
        }),
        succeed: () => db.transaction().execute(async (transaction) => {
          for (const row of before) await uncount(transaction, row);
          await write(transaction, { key_hash: pair, failures: 0, wait_until: 0, last_at: now(), trusted: 1 });
        }),
      };
    },
  };
}
