/**
 * Connections to PostgreSQL as Kysely takes them.
 *
 * Invariants: a connection that breaks while it is in use fails its query and nothing else (pg's own pool listens to idle ones only, and an
 * error that nobody listens to ends the process); one that broke is never used again; whatever means that the server can not answer now is
 * `metadata.unavailable`, so that whoever asked can come again.
 */
import { FootfallError } from '@footfall/contract';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** Seconds after which it is worth asking again. */
const RETRY_SECONDS = 5;

/** SQLSTATE classes and codes by which the server says that it can not now: PostgreSQL documentation, appendix A. */
const CAN_NOT_NOW = [
  '08', // connection exception
  '25006', // read-only: a standby
  '28', // sign-in refused
  '3D000', // no such database
  '40', // transaction rolled back: deadlock, serialization
  '53', // too many connections, disk full, out of memory
  '55P03', // a lock was not had in time
  '57P', // shutting down, starting up, crashed
  '58', // error outside PostgreSQL, such as of its disk
];

/** What the server itself said has a code; anything else is the way there, or how it is used. */
function isUnavailable(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  const code = 'severity' in error && 'code' in error ? String(error.code) : undefined;
  return code === undefined || CAN_NOT_NOW.some((start) => code.startsWith(start));
}

function failureOf(error: unknown): unknown {
  return isUnavailable(error) ? new FootfallError('metadata.unavailable', { retry_after: RETRY_SECONDS }, { cause: error }) : error;
}

/** PostgreSQL has no U+0000 in a text; what a stranger sends is kept, or looked for, with a sign in its place, as `storable` does. */
function storedValue(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\u0000') ? value.replaceAll('\u0000', '\uFFFD') : value;
}

/** A connection in use. */
function guarded(client: PoolClient): PostgresPoolClient {
  let broken = false;
  const note = (): void => {
    broken = true;
  };
  client.on('error', note);
  async function query(text: string, values: readonly unknown[]): Promise<unknown> {
    try {
      return await client.query(text, values.map(storedValue));
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== error) note();
      throw failure;
    }
  }
  return {
    // Kysely asks with text and values; with a cursor only for streams, which the metadata has none of.
    query: query as unknown as PostgresPoolClient['query'],
    release() {
      client.removeListener('error', note);
      client.release(broken);
    },
  };
}

/** The pool, for Kysely. */
export function guardedPool(pool: Pool): PostgresPool {
  return {
    async connect() {
      let client: PoolClient;
      try {
        client = await pool.connect();
      } catch (error) {
        throw failureOf(error);
      }
      return guarded(client);
    },
    end: () => pool.end(),
  };
}
