import type { VisitRecord } from '@footfall/contract';
import { JsonMembers } from './json-members.js';

/** Writes what a row of a visit, or of a custom event, begins with. */
export function writeWhen(record: Pick<VisitRecord, 'id' | 'site_id' | 'created_at' | 'received_at'>, row: JsonMembers): void {
  row.text(record.id);
  row.number(record.site_id);
  row.instant(record.created_at);
  row.instant(record.received_at);
}

/** What `write` writes of a record, in memory of its own. */
export function membersOf<T>(write: (record: T, row: JsonMembers) => void, record: T): Uint8Array {
  const row = new JsonMembers();
  write(record, row);
  return row.since(0);
}
