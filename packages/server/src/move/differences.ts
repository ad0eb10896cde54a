import type { BatchRange, Digest } from '../warehouse/copies.js';

/** Batches that differ between two stores, few enough to be copied at once. */
export interface Slice {
  readonly ranges: readonly BatchRange[];
  /** What the one that is copied from has of them. */
  readonly rows: number;
  /** Whether the other one has anything of them, which has to go first. */
  readonly stale: boolean;
}

export interface Comparison {
  /** Nothing where both have the same. */
  readonly slices: readonly Slice[];
  /** Rows of each, whether they differ or not. */
  readonly rows: { readonly from: number; readonly to: number };
}

/** Ranges that one statement names: it travels in the address of a request. */
const MOST_RANGES = 100;

type Pair = readonly [Digest | undefined, Digest | undefined];

/** Two lists in the order of their batches, side by side. */
async function* pairs(from: AsyncIterable<Digest>, to: AsyncIterable<Digest>): AsyncGenerator<Pair> {
  const [left, right] = [from[Symbol.asyncIterator](), to[Symbol.asyncIterator]()];
  const next = async (list: AsyncIterator<Digest>): Promise<Digest | undefined> => {
    const { done, value } = await list.next();
    return done === true ? undefined : value;
  };
  try {
    let [one, other] = await Promise.all([next(left), next(right)]);
    while (one !== undefined || other !== undefined) {
      const [isOne, isOther] = [one !== undefined && (other === undefined || one.batch <= other.batch), other !== undefined && (one === undefined || other.batch <= one.batch)];
      yield [isOne ? one : undefined, isOther ? other : undefined];
      if (isOne) one = await next(left);
      if (isOther) other = await next(right);
    }
  } finally {
    await Promise.all([left.return?.(), right.return?.()]);
  }
}

/** Gathers batches that differ into slices: neighbours into one range. */
class Gathering {
  readonly slices: Slice[] = [];
  #ranges: { from: bigint; to: bigint }[] = [];
  #rows = 0;
  #stale = false;
  #adjoins = false;

  constructor(readonly mostRows: number) {}

  skip(): void {
    this.#adjoins = false;
  }

  add(batch: bigint, rows: number, stale: boolean): void {
    const last = this.#ranges.at(-1);
    const isFull = this.#rows > 0 && this.#rows + rows > this.mostRows;
    if (isFull || (this.#ranges.length >= MOST_RANGES && !this.#adjoins)) this.end();
    if (this.#adjoins && last !== undefined && this.#ranges.at(-1) === last) last.to = batch;
    else this.#ranges.push({ from: batch, to: batch });
    this.#adjoins = true;
    this.#rows += rows;
    this.#stale ||= stale;
  }

  end(): void {
    if (this.#ranges.length > 0) this.slices.push({ ranges: this.#ranges, rows: this.#rows, stale: this.#stale });
    this.#ranges = [];
    this.#rows = 0;
    this.#stale = false;
  }
}

/**
 * What has to be copied so that `to` has what `from` has. Memory is as large as the differences.
 * @param mostRows of one slice, unless a single batch has more
 */
export async function compare(from: AsyncIterable<Digest>, to: AsyncIterable<Digest>, mostRows: number): Promise<Comparison> {
  const rows = { from: 0, to: 0 };
  const gathering = new Gathering(mostRows);
  for await (const [one, other] of pairs(from, to)) {
    rows.from += one?.rows ?? 0;
    rows.to += other?.rows ?? 0;
    if (one !== undefined && other !== undefined && one.rows === other.rows && one.sum === other.sum) gathering.skip();
    else gathering.add((one ?? other)?.batch ?? 0n, one?.rows ?? 0, other !== undefined);
  }
  gathering.end();
  return { slices: gathering.slices, rows };
}
