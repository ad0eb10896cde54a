/** Rows that are worth a commit of their own. */
const ENOUGH_ROWS = 16;
/** Milliseconds from the beginning of one commit to that of the next, if fewer rows come meanwhile. */
const PAUSE_MS = 4;

/**
 * How long a group gathers before it is committed. A commit costs the same for one row as for ten, and a disk that writes in less than a millisecond
 * would be asked more than a thousand times a second by as many visitors. After a quiet moment nobody waits.
 */
export class Gathering {
  #began = Number.NEGATIVE_INFINITY;
  #end: (() => void) | null = null;

  /** To be called when a commit begins. */
  begin(): void {
    this.#began = performance.now();
  }

  /** Milliseconds that a group of so many rows waits for more, zero or less when it does not. */
  waitFor(rows: number): number {
    return rows >= ENOUGH_ROWS ? 0 : this.#began + PAUSE_MS - performance.now();
  }

  /** Resolves after so many milliseconds, or when it is ended before; one at a time. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), Math.ceil(ms));
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** To be called with the rows of a group that may be waiting, when some were added. */
  grown(rows: number): void {
    if (rows >= ENOUGH_ROWS) this.end();
  }

  /** Ends a wait, if there is one. */
  end(): void {
    this.#end?.();
    this.#end = null;
  }
}
