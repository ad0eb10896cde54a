import { rowEnds } from './rows.js';
import { type Batch, isRejection, type Store } from './store.js';

/** A row that the store refuses by itself. */
export interface PoisonRow {
  readonly row: string;
  readonly error: string;
}

/**
 * Stores a rejected batch without the rows that are at fault: halves it until each half is taken or is one row. The
 * halves, and with them their tokens, follow from the batch alone, so doing it again after a crash stores nothing twice.
 * @param rows what the batch's body is, or names
 * @throws whatever `insert` throws that is not a rejection.
 */
export async function insertAround(store: Store, batch: Batch, rows: Buffer): Promise<PoisonRow[]> {
  const ends = rowEnds(rows);
  const bodyOf = (first: number, last: number): Buffer => rows.subarray(first === 0 ? 0 : ends[first - 1], ends[last - 1]);

  const split = async (first: number, last: number): Promise<PoisonRow[]> => {
    const middle = Math.floor((first + last) / 2);
    return [...(await attempt(first, middle)), ...(await attempt(middle, last))];
  };

  const attempt = async (first: number, last: number): Promise<PoisonRow[]> => {
    const body = bodyOf(first, last);
    try {
      await store.insert({ ...batch, body, token: `${batch.token}-${String(first)}-${String(last)}` });
      return [];
    } catch (error) {
      if (!isRejection(error)) throw error;
      return last - first === 1 ? [{ row: body.toString('utf8').trimEnd(), error: error.message }] : split(first, last);
    }
  };

  return ends.length === 1 ? attempt(0, 1) : split(0, ends.length);
}
