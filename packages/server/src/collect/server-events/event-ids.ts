import { halves64, hashBehind } from '../../enrich/hash64.js';
import type { SealedSegment } from '../../journal/sealed-segment.js';
import { type HeldBatch, HeldBatches } from './held-batches.js';
import type { SeenIds } from './seen-ids.js';

/**
 * Tells whether what a server sends under an id was taken before, exactly, however long ago.
 *
 * Every id that is taken is kept for ever in the store's table `event_ids`, in the same journal frame as its record, so
 * neither is there without the other. Nothing more is asked about an id that was surely never seen (seen-ids.ts). Of others the store is
 * asked, unless they are held here: what is held are the ids that the store may not have yet. Invariants:
 * - an id is held from before the store is asked about it until its segment is known to be stored, or its batch failed; so
 *   of two batches with one id, at any distance, the second finds it here or in the store, and one that comes meanwhile
 *   finds it here;
 * - it is let go by segment number, not by a clock;
 * - nobody waits for another batch before his own is on disk, so batches that share ids can not wait for each other;
 * - an id is among the seen ones from before it is held, and the seen ones answer only once all stored ones are among them;
 * - after a restart the segments that are left are read before anything is taken.
 * Without an answer of the store nothing can be told, and the sender has to come again. Several servers that feed one store
 * know of each other only what is stored.
 */
export interface EventIds {
  /**
   * Takes hold of ids (UInt64 as decimal text). At once, unless the store has to be asked.
   * @param halves the unsigned 32-bit halves of the ids, high and low by turns, where the caller has them
   * @throws what asking the store throws; nothing is held then.
   */
  claim(siteId: number, ids: readonly string[], halves?: Uint32Array): Claim | Promise<Claim>;
  /** Takes hold of the ids in segments that an earlier process left. */
  remember(segments: readonly SealedSegment[]): Promise<void>;
  /** Ids in memory, for diagnosis. */
  size(): number;
}

export interface Claim {
  /** Those that were taken before. All others are the caller's, who must settle the claim. */
  readonly taken: ReadonlySet<string>;
  /** Places, among the ids that were given, of each that stands earlier among them as well. */
  readonly repeated: ReadonlySet<number>;
  /** To be called once, when the caller's are safe on disk (true) or were given up. */
  settle(isKept: boolean): void;
  /** After settling: whether all that was taken before is really kept. False when another batch held one and gave it up. */
  othersKept(): Promise<boolean>;
}

export interface EventIdParts {
  /** Which of the ids are stored. */
  readonly known: (siteId: number, ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The journal's marks: what is acknowledged now is in segments up to `newest`, all before `oldest` are stored. */
  readonly marks: () => { readonly newest: number; readonly oldest: number };
  /** Which ids may be stored or held; null when others write into the same store, so that only the store can tell. */
  readonly seen: Pick<SeenIds, 'meet' | 'expect'> | null;
}

const ROW = /^\[\d+,\d+,"(\d+)"\]$/u;

/**
 * Gives the ids (UInt64 as decimal text) under which a site's records are kept that servers gave ids to: a 64-bit hash of site and id, whose unsigned 32-bit
 * halves, high and low, are left in the array. Among n ids of an installation the odds that two different ones share it are n^2 / 2^65: 1 in 37 million for a million.
 */
export const recordIds = (siteId: number): ((id: string, halves: Uint32Array) => string) => hashBehind(`${siteId}\n`, 3);

/** Of ids as decimal text, the unsigned 32-bit halves, high and low by turns. */
function halvesOf(ids: readonly string[]): Uint32Array {
  const halves = new Uint32Array(2 * ids.length);
  let end = 0;
  for (const id of ids) {
    const [high, low] = halves64(id);
    halves[end] = high;
    halves[end + 1] = low;
    end += 2;
  }
  return halves;
}

export function createEventIds({ known, marks, seen }: EventIdParts): EventIds {
  const held = new HeldBatches();
  /** Whether the ids of a batch that is not settled yet come to be kept, by its number. */
  const underWay = new Map<number, Promise<boolean>>();
  /** What is on disk, in the order in which it came there, with the segment that it is in at the latest. */
  let kept: { readonly batch: HeldBatch; readonly upTo: number }[] = [];

  function letStoredGo(): void {
    const { oldest } = marks();
    const first = kept.findIndex(({ upTo }) => upTo >= oldest);
    for (const { batch } of first === -1 ? kept : kept.slice(0, first)) held.letGo(batch);
    kept = first === -1 ? [] : kept.slice(first);
  }

  return {
    claim(siteId, ids, halves = halvesOf(ids)) {
      letStoredGo();
      const batch = held.begin(ids.length);
      let resolve: (isKept: boolean) => void = () => undefined;
      underWay.set(batch.number, new Promise((done) => (resolve = done)));
      const end = (isKept: boolean): void => {
        underWay.delete(batch.number);
        resolve(isKept);
      };
      const doubtful: string[] = [];
      const taken = new Set<string>();
      const repeated = new Set<number>();
      const others: Promise<boolean>[] = [];
      seen?.expect(halves);
      let place = -1;
      for (const id of ids) {
        place += 1;
        const high = halves[2 * place] ?? 0;
        const low = halves[2 * place + 1] ?? 0;
        if (seen !== null && !seen.meet(high, low)) {
          held.add(batch, high, low);
          continue;
        }
        const holder = held.hold(batch, high, low);
        if (holder === 0) doubtful.push(id);
        else if (holder === batch.number || taken.has(id)) repeated.add(place);
        else {
          taken.add(id);
          const outcome = underWay.get(holder);
          if (outcome !== undefined) others.push(outcome);
        }
      }
      const claimed = (stored: Iterable<string>): Claim => {
        for (const id of stored) taken.add(id);
        return {
          taken,
          repeated,
          settle(isKept) {
            if (isKept) kept.push({ batch, upTo: marks().newest });
            else held.letGo(batch);
            end(isKept);
          },
          othersKept: async () => (await Promise.all(others)).every(Boolean),
        };
      };
      if (doubtful.length === 0) return claimed([]);
      return known(siteId, doubtful).then(claimed, (error: unknown) => {
        held.letGo(batch);
        end(false);
        throw error;
      });
    },

    async remember(segments) {
      for (const segment of segments) {
        const rows = (await segment.payload()).get('event_ids')?.toString('latin1').split('\n') ?? [];
        const ids = rows.map((row) => ROW.exec(row)?.[1]).filter((id) => id !== undefined);
        const batch = held.begin(ids.length);
        for (const id of ids) {
          const [high, low] = halves64(id);
          seen?.meet(high, low);
          held.add(batch, high, low);
        }
        kept.push({ batch, upTo: segment.seq });
      }
    },

    size: () => held.size,
  };
}
