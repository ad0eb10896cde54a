import type { AuditAction } from '@footfall/contract';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { MetadataTables } from './schema.js';
import { storable } from './storable.js';

export interface AuditEntry {
  /** Who did it; null when nobody was signed in. */
  readonly user: { readonly id: number; readonly username: string } | null;
  readonly action: AuditAction;
  /** What it was done to: a user name, a role's name, a domain. */
  readonly target: string;
  /** Nothing secret. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Where from; '' for the command line. */
  readonly address: string;
}

export interface AuditRow {
  readonly id: number;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly userId: number | null;
  /** The name at that time; '' when nobody was signed in. */
  readonly username: string;
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly address: string;
}

/** What a reader looks for; all given must hold. */
export interface AuditFilter {
  /** Whose account did it. */
  readonly userId?: number;
  /** Part of the name of who did it. */
  readonly user?: string;
  readonly actions?: readonly string[];
  /** Part of what it was done to. */
  readonly target?: string;
  readonly address?: string;
  /** Milliseconds UTC: `from` inclusive, `to` exclusive. */
  readonly from?: number;
  readonly to?: number;
}

export interface Audit {
  record(entry: AuditEntry): Promise<void>;
  /** Newest first, a page of them, and how many there are. */
  find(filter: AuditFilter, page: { readonly limit: number; readonly offset: number }): Promise<{ readonly rows: AuditRow[]; readonly total: number }>;
  /** Takes a visitor's address or fingerprint out of the entries that name it; that there was something to name stays. */
  forget(visitor: string): Promise<void>;
  /** Removes what is older than the given time. @returns how many */
  purge(before: number): Promise<number>;
}

const MAX_TARGET = 300;
/** Stands where a visitor was named who was erased since. */
const FORGOTTEN = '…';
const detailsShape = z.record(z.string(), z.unknown());

/** Writes down who did what, and finds it again. */
export function createAudit(db: Kysely<MetadataTables>, now: () => number): Audit {
  function matching({ userId, user = '', actions = [], target = '', address = '', from, to }: AuditFilter) {
    let query = db.selectFrom('audit_log');
    if (userId !== undefined) query = query.where('user_id', '=', userId);
    if (user !== '') query = query.where(containing('username', user));
    if (target !== '') query = query.where(containing('target', target));
    if (address !== '') query = query.where('address', '=', storable(address));
    if (actions.length > 0) query = query.where('action', 'in', [...actions]);
    if (from !== undefined) query = query.where('at', '>=', from);
    if (to !== undefined) query = query.where('at', '<', to);
    return query;
  }
  return {
    async record({ user, action, target, details, address }) {
      await db
        .insertInto('audit_log')
        .values({
          at: now(),
          user_id: user?.id ?? null,
          username: user?.username ?? '',
          address: storable(address),
          action,
          target: storable(target.slice(0, MAX_TARGET)),
          details: JSON.stringify(details),
        })
        .execute();
    },
    async find(filter, { limit, offset }) {
      const { total } = await matching(filter).select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await matching(filter).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
      return {
        total,
        rows: rows.map((row) => ({
          id: row.id,
          at: row.at,
          userId: row.user_id,
          username: row.username,
          action: row.action,
          target: row.target,
          details: detailsShape.parse(JSON.parse(row.details)),
          address: row.address,
        })),
      };
    },
    async forget(visitor) {
      await db.updateTable('audit_log').set({ target: FORGOTTEN }).where('action', 'like', 'visitor.%').where('target', '=', storable(visitor.slice(0, MAX_TARGET))).execute();
      // A statement names whom it names among other words.
      await db.updateTable('audit_log').set({ target: sql<string>`replace(target, ${storable(visitor)}, ${FORGOTTEN})` }).where('action', '=', 'sql.ask').where(containing('target', visitor)).execute();
    },
    async purge(before) {
      const { numDeletedRows } = await db.deleteFrom('audit_log').where('at', '<', before).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

/** Whether a column holds a part, whatever the case; `%` and `_` stand for themselves. */
function containing(column: 'username' | 'target', part: string) {
  const pattern = `%${storable(part).replaceAll(/[!%_]/gu, '!$&')}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '!'`;
}
