import type { Logger } from 'pino';
import type { Columns, JournalRow } from './row.js';
import type { Disk } from './segment-file.js';

const MEBIBYTE = 1024 * 1024;

export interface JournalLimits {
  /**
   * A segment is sealed when it holds this many rows (`boundedRows`) or bytes, or is so many milliseconds old: `ageMs` in quiet times, so that
   * a visit is seen at once, `busyAgeMs` from `busyRows` rows on, because the store pays for each batch as well as for each row.
   */
  readonly rows: number;
  readonly bytes: number;
  readonly ageMs: number;
  readonly busyRows: number;
  readonly busyAgeMs: number;
  /**
   * With this many sealed segments in line a segment gets `lineAgeMs` old: sealed sooner it would not be stored sooner, and after an hour
   * without the store thousands of small batches would be in line.
   */
  readonly line: number;
  readonly lineAgeMs: number;
  /** Bytes that all segments and what waits in memory may take together. */
  readonly budget: number;
  /** Bytes that may wait in memory for their commit. */
  readonly pending: number;
}

export const DEFAULT_LIMITS: JournalLimits = Object.freeze({ rows: 80_000, bytes: 32 * MEBIBYTE, ageMs: 1_000, busyRows: 1_000, busyAgeMs: 3_000, line: 8, lineAgeMs: 60_000, budget: 4_096 * MEBIBYTE, pending: 64 * MEBIBYTE });

/** Rows that belong in the same frame as what is committed now. */
export interface Beside {
  readonly rows: readonly JournalRow[];
  /** Called when the frame could not be written. */
  giveBack(): void;
}

export interface JournalOptions {
  readonly folder: string;
  readonly log: Logger;
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Takes the folder for this process, or throws. See folder-lock.ts. */
  readonly lock: (folder: string) => { release(): void };
  /**
   * What rides in each commit (the ledger's counts); also asked on a tick without appends. What speaks of appended rows is to be there
   * right after the call of `append`, and not before it: the call may be what ends the group before.
   */
  readonly beforeCommit?: () => Beside;
  readonly limits?: Partial<JournalLimits>;
  /** Columns of the rows that will be appended; this version's unless a test says otherwise. */
  readonly columns?: Columns;
  readonly disk?: Disk;
  /** Identity of the running kernel, null when it can not be told. */
  readonly bootId?: () => Promise<string | null>;
}

export interface JournalStatus {
  readonly waitingRows: number;
  /** Visits, spider hits and custom events among them: what the ledger calls waiting. */
  readonly waitingRecords: number;
  readonly waitingBytes: number;
  readonly segments: number;
  /** Milliseconds UTC: all that was acknowledged before is stored; null when nothing waits. */
  readonly oldestWaitingAt: number | null;
  /** True while the disk takes nothing. */
  readonly failing: boolean;
}
