/**
 * What each process of an installation said of itself last: how far it has stored what it took. Where several are on one store, none knows
 * the journals of the others.
 *
 * Invariants: a process has one row, by its journal, so that one that is started again on the same folder goes on with it; it takes its row
 * along when it ends with nothing left to store. A row that stays without being renewed is a process that is gone, with what it had waiting.
 */
import type { ProcessStatus } from '@footfall/contract';
import type { Kysely, Selectable } from 'kysely';
import type { MetadataTables, ProcessTable } from './schema.js';

/** Times are milliseconds UTC. */
export interface ProcessState {
  /** Of its journal. */
  readonly id: string;
  /** Where it runs. */
  readonly name: string;
  readonly role: ProcessStatus['role'];
  /** Whether its disk takes what comes in. */
  readonly taking: boolean;
  /** All that it acknowledged before is stored. */
  readonly completeUpTo: number;
  readonly waitingRecords: number;
  /** Since when the store has taken nothing of it. */
  readonly failingSince: number | null;
}

export interface KnownProcess extends ProcessState {
  readonly seenAt: number;
  /** Not heard of for longer than any that runs is silent. */
  readonly silent: boolean;
}

export interface Processes {
  note(state: ProcessState): Promise<void>;
  forget(id: string): Promise<void>;
  /** By name. */
  all(): Promise<KnownProcess[]>;
}

/** A process says how it is every five seconds. */
export const SILENT_AFTER = 20_000;
const KEPT = 30 * 86_400_000;

/** Over the metadata store. */
export function createProcesses(db: Kysely<MetadataTables>, now: () => number): Processes {
  const known = (row: Selectable<ProcessTable>): KnownProcess => ({
    id: row.id, name: row.name, role: row.role as ProcessStatus['role'], taking: row.taking === 1, completeUpTo: row.complete_up_to, waitingRecords: row.waiting_records, failingSince: row.failing_since,
    seenAt: row.seen_at, silent: now() - row.seen_at > SILENT_AFTER,
  });
  return {
    async note({ id, name, role, taking, completeUpTo, waitingRecords, failingSince }) {
      const said = { name, role, seen_at: now(), taking: taking ? 1 : 0, complete_up_to: completeUpTo, waiting_records: waitingRecords, failing_since: failingSince };
      await db.insertInto('processes').values({ id, ...said }).onConflict((conflict) => conflict.column('id').doUpdateSet(said)).execute();
    },
    async forget(id) {
      await db.deleteFrom('processes').where('id', '=', id).execute();
    },
    async all() {
      return (await db.selectFrom('processes').selectAll().where('seen_at', '>', now() - KEPT).orderBy('name').orderBy('id').execute()).map(known);
    },
  };
}

/** Up to when all is stored that any of them took: of those that are gone, as far as they said, while something of theirs waits. */
export function completeOf(own: number, others: readonly Pick<KnownProcess, 'completeUpTo' | 'waitingRecords'>[]): number {
  return Math.min(own, ...others.filter(({ waitingRecords }) => waitingRecords > 0).map(({ completeUpTo }) => completeUpTo));
}
