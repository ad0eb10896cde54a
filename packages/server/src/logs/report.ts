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

export interface Tally {
  visit(at: number): void;
  spider(at: number): void;
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

  function saw(at: number): void {
    if (firstAt === null || at < firstAt) firstAt = at;
    if (lastAt === null || at > lastAt) lastAt = at;
  }

  function refuse(reason: RefusalReason, count = 1): void {
    refused[reason] = (refused[reason] ?? 0) + count;
  }

  return {
    visit(at) {
      visits += 1;
      saw(at);
    },
    spider(at) {
      spiderHits += 1;
      saw(at);
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
