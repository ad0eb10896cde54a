/**
 * Errors of the console, grouped by kind, message, stack and version.
 *
 * Invariant: there are never more than MAX_GROUPS. A new one that finds no room takes that of the rarest, and among
 * those of the one not seen for the longest time: a flood of made-up errors pushes itself out, not what happens often.
 */
import { hash } from 'node:crypto';
import type { ClientErrorItem, ClientErrorKind } from '@footfall/contract';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { ClientErrorTable, MetadataTables } from './schema.js';
import { storable } from './storable.js';

/** Times are milliseconds UTC. */
export interface ErrorGroup {
  readonly id: number;
  readonly kind: ClientErrorKind;
  readonly message: string;
  readonly stack: string;
  /** Of the last one. */
  readonly path: string;
  readonly version: string;
  /** The last one first. */
  readonly browsers: readonly string[];
  readonly num: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
}

export interface ClientErrors {
  /** Adds to the group of an error, or begins it. @returns how many groups had to make room */
  record(item: ClientErrorItem, from: { readonly version: string; readonly browser: string }): Promise<number>;
  /** The last seen first. */
  find(page: { readonly limit: number; readonly offset: number }): Promise<ErrorGroup[]>;
  /** How many groups there are. */
  count(): Promise<number>;
  clear(): Promise<void>;
}

export const MAX_GROUPS = 300;
const MAX_BROWSERS = 5;
const browserList = z.array(z.string());

/** Numbers in a message tell one case from another, not one error from another. */
function groupKey({ kind, message, stack }: ClientErrorItem, version: string): string {
  return hash('sha256', JSON.stringify([kind, message.replaceAll(/\d+/gu, '#'), stack, version]), 'hex');
}

function groupOf(row: Selectable<ClientErrorTable>): ErrorGroup {
  const { id, kind, message, stack, path, version, num, first_seen: firstSeen, last_seen: lastSeen } = row;
  return { id, kind: kind as ClientErrorKind, message, stack, path, version, browsers: browserList.parse(JSON.parse(row.browsers)), num, firstSeen, lastSeen };
}

/** Reads and writes the errors of the console. */
export function createClientErrors(db: Kysely<MetadataTables>, now: () => number): ClientErrors {
  async function count(): Promise<number> {
    return (await db.selectFrom('client_errors').select(({ fn }) => fn.countAll<number>().as('num')).executeTakeFirstOrThrow()).num;
  }

  /** Leaves the newest alone, else a full list would take nothing new. */
  async function makeRoom(newest: string): Promise<number> {
    const surplus = (await count()) - MAX_GROUPS;
    if (surplus <= 0) return 0;
    const rarest = await db.selectFrom('client_errors').select('id').where('group_key', '!=', newest).orderBy('num').orderBy('last_seen').orderBy('id').limit(surplus).execute();
    const { numDeletedRows } = await db.deleteFrom('client_errors').where('id', 'in', rarest.map(({ id }) => id)).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  return {
    async record(item, { version, browser }) {
      const key = groupKey(item, version);
      const at = now();
      const known = await db.selectFrom('client_errors').select('browsers').where('group_key', '=', key).executeTakeFirst();
      const before = known === undefined ? [] : browserList.parse(JSON.parse(known.browsers));
      const last = storable(browser);
      const browsers = JSON.stringify([last, ...before.filter((other) => other !== last)].slice(0, MAX_BROWSERS));
      const path = storable(item.path);
      await db
        .insertInto('client_errors')
        .values({
          group_key: key, kind: item.kind, message: storable(item.message), stack: storable(item.stack), path, version: storable(version), browsers,
          num: item.num, first_seen: at, last_seen: at,
        })
        // Two reports at once add up, whichever comes first.
        .onConflict((conflict) => conflict.column('group_key').doUpdateSet((set) => ({ num: set('client_errors.num', '+', item.num), last_seen: at, path, browsers })))
        .execute();
      return known === undefined ? makeRoom(key) : 0;
    },
    async find({ limit, offset }) {
      return (await db.selectFrom('client_errors').selectAll().orderBy('last_seen', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()).map(groupOf);
    },
    count,
    async clear() {
      await db.deleteFrom('client_errors').execute();
    },
  };
}
