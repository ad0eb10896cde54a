import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { MetadataTables } from './schema.js';

/** What is written down; `resource.what`. */
export type AuditAction = 'auth.login' | 'auth.failed' | 'auth.logout' | 'site.add' | 'site.edit' | 'site.remove' | 'key.add' | 'key.revoke' | 'log.import' | 'user.add' | 'user.password' | 'user.disable' | 'user.enable';

export interface AuditEntry {
  /** Null when nobody was signed in. */
  readonly userId: number | null;
  readonly action: AuditAction;
  /** What it was done to: a user name, a domain. */
  readonly target: string;
  /** Nothing secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditRow {
  readonly id: number;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly userId: number | null;
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Audit {
  record(entry: AuditEntry): Promise<void>;
  /** The newest entries, newest first. */
  latest(limit: number): Promise<AuditRow[]>;
}

const MAX_TARGET = 300;
const detailsShape = z.record(z.string(), z.unknown());

/** Writes down who did what. */
export function createAudit(db: Kysely<MetadataTables>, now: () => number): Audit {
  return {
    async record({ userId, action, target, details }) {
      await db
        .insertInto('audit_log')
        .values({ at: now(), user_id: userId, action, target: storable(target.slice(0, MAX_TARGET)), details: JSON.stringify(details) })
        .execute();
    },
    async latest(limit) {
      const rows = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit).execute();
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        userId: row.user_id,
        action: row.action,
        target: row.target,
        details: detailsShape.parse(JSON.parse(row.details)),
      }));
    },
  };
}

/** PostgreSQL refuses U+0000 in text, and a lone surrogate is not UTF-8; a stranger's user name may hold both. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed();
}
