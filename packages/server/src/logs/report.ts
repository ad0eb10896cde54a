import type { RefusalReason } from '@footfall/contract';

/** What became of the lines of an import. Always `lines` = `visits` + `spider_hits` + the sum of `refused`. */
export interface ImportReport {
  readonly lines: number;
  readonly visits: number;
  readonly spider_hits: number;
  /** Only reasons that occurred. */
  readonly refused: Readonly<Partial<Record<RefusalReason, number>>>;
  /** Times of the first and last request that was counted, milliseconds UTC; null without one. */
  readonly first_at: number | null;
  readonly last_at: number | null;
}

/** Lines that were kept, at least one, and the first and last of their times. */
export interface Kept {
  readonly visits: number;
  readonly spiderHits: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

export interface Tally {
  kept(lines: Kept): void;
  refuse(reason: RefusalReason, count?: number): void;
  refuseAll(refused: ImportReport['refused']): void;
  report(): ImportReport;
}

/** Counts what became of lines. */
export function createTally(): Tally {
  let visits = 0;
  let spiderHits = 0;
  let firstAt: number | null = null;
  let lastAt: number | null = null;
  const refused: Partial<Record<RefusalReason, number>> = {};

  function refuse(reason: RefusalReason, count = 1): void {
    refused[reason] = (refused[reason] ?? 0) + count;
  }

  return {
    kept(lines) {
      visits += lines.visits;
      spiderHits += lines.spiderHits;
      firstAt = Math.min(firstAt ?? lines.firstAt, lines.firstAt);
      lastAt = Math.max(lastAt ?? lines.lastAt, lines.lastAt);
    },
    refuse,
    refuseAll(others) {
      for (const [reason, count] of Object.entries(others) as [RefusalReason, number][]) refuse(reason, count);
    },
    report() {
      const lines = Object.values(refused).reduce((sum, count) => sum + count, visits + spiderHits);
      return { lines, visits, spider_hits: spiderHits, refused: { ...refused }, first_at: firstAt, last_at: lastAt };
    },
  };
}
