/**
 * Brings a store to what another one has, while that one goes on changing.
 *
 * Invariants:
 * - A round compares every partition of every table that may have changed since it was last found equal, batch by batch, and copies the batches
 *   that differ: what the other store has of them is removed first. So a round that was broken off anywhere is mended by the next one.
 * - A partition counts as equal only when a comparison that found no difference began after its parts were last written down; when they are
 *   other parts, it is compared again.
 * - Nobody else writes into the store that is copied to.
 */
import type { Copies, Partition } from '../warehouse/copies.js';
import { COPIED_TABLES } from '../warehouse/copies.js';
import { compare, type Slice } from './differences.js';

/** Rows of a partition, when it was found equal. */
export interface Equal extends Partition {
  readonly rows: number;
}

export interface CopyProgress extends Partition {
  /** Copied in this round. */
  readonly rows: number;
}

export interface VisitsCopier {
  /** Compares and copies once; resolves with how many rows and batches differed. @throws what the stores throw; the signal's reason */
  round(): Promise<{ readonly copied: number; readonly slices: number; readonly compared: number }>;
  /** What was found equal. */
  equal(): Equal[];
}

export interface VisitsCopierOptions {
  readonly from: Copies;
  readonly to: Copies;
  readonly progress: (at: CopyProgress) => void;
  readonly signal: AbortSignal;
}

const keyOf = ({ table, id }: Partition): string => `${table} ${id}`;

export function createVisitsCopier({ from, to, progress, signal }: VisitsCopierOptions): VisitsCopier {
  /** The parts of each partition as they were before it was found equal, and its rows. */
  const settled = new Map<string, Equal & { readonly parts: string }>();

  async function copySlice(partition: Partition, { ranges, rows, stale }: Slice): Promise<void> {
    signal.throwIfAborted();
    if (stale) await to.remove(partition, ranges);
    if (rows > 0) await to.store(partition.table, await from.read(partition, ranges));
  }

  async function copyPartition(partition: Partition, parts: string): Promise<{ copied: number; slices: number }> {
    const { slices, rows } = await compare(from.digests(partition), to.digests(partition), from.rowsAtOnce(partition.table));
    if (slices.length === 0) {
      if (rows.from > 0) settled.set(keyOf(partition), { ...partition, parts, rows: rows.from });
      else settled.delete(keyOf(partition));
      return { copied: 0, slices: 0 };
    }
    settled.delete(keyOf(partition));
    let copied = 0;
    for (const slice of slices) {
      await copySlice(partition, slice);
      copied += slice.rows;
      progress({ ...partition, rows: copied });
    }
    return { copied, slices: slices.length };
  }

  return {
    async round() {
      const total = { copied: 0, slices: 0, compared: 0 };
      await to.idle();
      for (const table of COPIED_TABLES) {
        const fingerprints = await from.fingerprints(table);
        const ids = new Set([...(await from.partitions(table)), ...(await to.partitions(table))]);
        for (const id of [...ids].toSorted()) {
          signal.throwIfAborted();
          const parts = fingerprints.get(id) ?? '';
          if (parts !== '' && settled.get(keyOf({ table, id }))?.parts === parts) continue;
          const { copied, slices } = await copyPartition({ table, id }, parts);
          total.copied += copied;
          total.slices += slices;
          total.compared += 1;
        }
      }
      return total;
    },
    equal: () => [...settled.values()].map(({ table, id, rows }) => ({ table, id, rows })),
  };
}
