import { auditAction, type AuditRow, type OwnDeed } from '@footfall/contract';
import type { AuditRow as StoredRow } from '../metadata/audit.js';

/** An entry of the audit log as its readers see it. `localTime` prints milliseconds UTC. */
export function auditAnswer(row: StoredRow, localTime: (at: number) => string): AuditRow {
  return { id: row.id, user_id: row.userId, username: row.username, ...deedAnswer(row, localTime) };
}

/** The same as whoever did it sees it. */
export function deedAnswer({ at, action, target, details, address }: StoredRow, localTime: (at: number) => string): OwnDeed {
  return { at: localTime(at), action: auditAction.parse(action), target, details, address };
}
