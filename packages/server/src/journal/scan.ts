import { setImmediate } from 'node:timers/promises';
import { type Description, decodeDescription } from './description.js';
import { bodyHolds, HEADER_BYTES, KIND_DESCRIPTION, KIND_END, KIND_ROWS, MAGIC, type ReadHeader, readHeader, schemaNumber } from './frame.js';
import { type Columns, type JournalTable, perTable } from './row.js';

/** Bytes `start` up to, but without, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What a segment's bytes turn out to hold. Reading the same bytes again gives the same answer. */
export interface Scan {
  /** Milliseconds UTC; null when the description is damaged. */
  readonly createdAt: number | null;
  readonly columns: Columns;
  readonly rows: Readonly<Record<JournalTable, number>>;
  /** Where each table's rows stand, in order. */
  readonly ranges: Readonly<Record<JournalTable, readonly Range[]>>;
  /** Bytes that may have been acknowledged and can not be read. */
  readonly damage: readonly Range[];
  /** An unfinished frame at the very end, which nobody was told is safe. */
  readonly torn: Range | null;
  /** Where the segment ends: behind its last frame, or what is damaged there. What follows counts for nothing. */
  readonly end: number;
}

/** What is checked between two turns of the event loop: a fraction of a millisecond. */
export const STEP_BYTES = 512 * 1024;

/** The next place at or after `from` where a header of this segment stands, or -1. */
function findHeader(bytes: Buffer, from: number, seq: number): number {
  for (let at = bytes.indexOf(MAGIC, from); at !== -1; at = bytes.indexOf(MAGIC, at + 1)) {
    if (readHeader(bytes, at)?.seq === seq) return at;
  }
  return -1;
}

function allZero(bytes: Buffer, start: number): boolean {
  for (let i = start; i < bytes.length; i += 1) if (bytes[i] !== 0) return false;
  return true;
}

/** Whether what follows was written for an earlier segment in the same file: one of its headers, or its end mark, stands there. */
function areRemains(bytes: Buffer, from: number, seq: number): boolean {
  for (let at = bytes.indexOf(MAGIC, from); at !== -1; at = bytes.indexOf(MAGIC, at + 1)) {
    const header = readHeader(bytes, at);
    if (header !== null) return header.seq !== seq;
  }
  return false;
}

/**
 * Whether the last bytes of a segment are a write that never came to its end: a header not all there, a body not all
 * there, or a body that ends in the zeros of a block that was reserved and not written (rows are text and end in a
 * newline), or a header that never came over what stood there before. Anything else was complete once, so it is damage.
 */
function isUnfinished(bytes: Buffer, at: number, header: ReadHeader | null, seq: number): boolean {
  if (header === null) return bytes.length - at < HEADER_BYTES || allZero(bytes, at + HEADER_BYTES) || areRemains(bytes, at, seq);
  const end = at + header.headerBytes + header.bodyBytes;
  return end > bytes.length || bytes[end - 1] === 0;
}

interface Heard {
  readonly onFrame: (header: ReadHeader, at: number) => void;
  readonly onBad: (range: Range, isUnfinished: boolean) => void;
}

/** Steps through frames; calls back for each that holds and for each stretch that does not. Yields where it is; gives the segment's end. */
function* walk(bytes: Buffer, seq: number, { onFrame, onBad }: Heard): Generator<number, number> {
  let at = 0;
  while (at < bytes.length) {
    const found = readHeader(bytes, at);
    // A file that was made ready and never written to: all of it is another segment's.
    if (at === 0 && found !== null && found.seq !== seq && findHeader(bytes, 0, seq) === -1) return 0;
    const header = found?.seq === seq ? found : null;
    if (header?.kind === KIND_END) return at;
    if (header !== null && bodyHolds(bytes, at, header)) {
      onFrame(header, at);
      at += header.headerBytes + header.bodyBytes;
      yield at;
      continue;
    }
    const next = findHeader(bytes, at + 1, seq);
    if (next === -1) {
      const unfinished = isUnfinished(bytes, at, header, seq);
      const end = header !== null && areRemains(bytes, at + 1, seq) ? at + header.headerBytes + header.bodyBytes : bytes.length;
      onBad({ start: at, end }, unfinished);
      return unfinished ? at : end;
    }
    onBad({ start: at, end: next }, false);
    at = next;
    yield at;
  }
  return at;
}

function* scanning(bytes: Buffer, seq: number, current: Columns): Generator<number, Scan> {
  let description: Description | null = null;
  let torn: Range | null = null;
  const damage: Range[] = [];
  const frames: { header: ReadHeader; at: number }[] = [];
  const end = yield* walk(bytes, seq, {
    onFrame: (header, at) => {
      if (header.kind === KIND_DESCRIPTION) description ??= decodeDescription(bytes.subarray(at + header.headerBytes, at + header.headerBytes + header.bodyBytes));
      else frames.push({ header, at });
    },
    onBad: (range, unfinished) => {
      if (unfinished) torn = range;
      else damage.push(range);
    },
  });
  const { columns, createdAt } = (description as Description | null) ?? { columns: current, createdAt: null };
  const schemas = new Map<readonly JournalTable[], number>();
  const schemaOf = (tables: readonly JournalTable[]): number => {
    const known = schemas.get(tables) ?? schemaNumber(columns, tables);
    schemas.set(tables, known);
    return known;
  };
  const rows = perTable(() => 0);
  const ranges = perTable<Range[]>(() => []);
  for (const { header, at } of frames) {
    let start = at + header.headerBytes;
    if (header.kind !== KIND_ROWS || header.schema !== schemaOf(header.tables)) {
      damage.push({ start: at, end: start + header.bodyBytes });
      continue;
    }
    header.tables.forEach((table, i) => {
      const share = header.shares[i];
      if (share === undefined || share.bytes === 0) return;
      ranges[table].push({ start, end: start + share.bytes });
      rows[table] += share.rows;
      start += share.bytes;
    });
  }
  return { createdAt, columns, rows, ranges, damage, torn, end };
}

/**
 * Reads a segment: every frame that holds is kept, whatever stands before or between.
 * @param current columns of this version, for frames whose description is damaged.
 * @param step called after each frame
 */
export function scanSegment(bytes: Buffer, seq: number, current: Columns, step: () => void = () => undefined): Scan {
  const steps = scanning(bytes, seq, current);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    step();
  }
}

/** The same in small steps, for a process that has visitors to answer meanwhile. */
export async function scanSegmentInSteps(bytes: Buffer, seq: number, current: Columns): Promise<Scan> {
  const steps = scanning(bytes, seq, current);
  for (let pausedAt = 0; ; ) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (value - pausedAt < STEP_BYTES) continue;
    pausedAt = value;
    await setImmediate();
  }
}
