import { crc32 } from 'node:zlib';
import { type Columns, JOURNAL_TABLES, type JournalTable } from './row.js';

/*
 * The layout of a frame; DESIGN.md has the table. Little-endian. A header that passes its own checksum is a header that
 * this code wrote: its lengths can be trusted to step over the body even when the body is damaged.
 */
export const HEADER_BYTES = 36 + 8 * JOURNAL_TABLES.length;
/** Starts with a byte that UTF-8 never has, so row text can not look like the start of a frame. */
export const MAGIC = Buffer.from([0xff, 0x46, 0x46, 0x4a]);
export const FORMAT_VERSION = 3;
/** The tables that a frame of each version holds, in order; a version that is not listed can not be read. */
const TABLES: ReadonlyMap<number, readonly JournalTable[]> = new Map<number, readonly JournalTable[]>([
  [1, ['visits', 'spider_hits', 'ledger']],
  [2, JOURNAL_TABLES],
  [FORMAT_VERSION, JOURNAL_TABLES],
]);
/** The shortest header of any version. */
const LEAST_HEADER_BYTES = 36 + 8 * Math.min(...[...TABLES.values()].map((tables) => tables.length));
/** No honest body is larger: appends are bounded long before. */
export const MAX_BODY_BYTES = 512 * 1024 * 1024;

export const KIND_DESCRIPTION = 1;
export const KIND_ROWS = 2;
/**
 * Has no body and stands behind the last frame, written with it and overwritten by the next: what follows are remains of
 * an earlier segment in the same file. Since version 3.
 */
export const KIND_END = 3;

export interface TableShare {
  readonly bytes: number;
  readonly rows: number;
}

export interface FrameHeader {
  readonly kind: number;
  readonly seq: number;
  /** Position of the frame in its segment, from 0. */
  readonly index: number;
  readonly schema: number;
  readonly bodyBytes: number;
  readonly bodyChecksum: number;
  /** In the order of `tables`. */
  readonly shares: readonly TableShare[];
}

/** A header that was read; earlier versions hold fewer tables. */
export interface ReadHeader extends FrameHeader {
  readonly headerBytes: number;
  readonly tables: readonly JournalTable[];
}

/** Writes a header for the body that stands behind it in `buffer` at `at + HEADER_BYTES`. */
export function writeHeader(buffer: Buffer, at: number, header: Omit<FrameHeader, 'bodyChecksum'>): void {
  const body = at + HEADER_BYTES;
  MAGIC.copy(buffer, at);
  buffer.writeUInt32LE(crc32(buffer.subarray(body, body + header.bodyBytes)), at + 8);
  buffer.writeUInt32LE(header.bodyBytes, at + 12);
  buffer.writeBigUInt64LE(BigInt(header.seq), at + 16);
  buffer.writeUInt32LE(header.index, at + 24);
  buffer.writeUInt8(header.kind, at + 28);
  buffer.writeUInt8(FORMAT_VERSION, at + 29);
  buffer.writeUInt16LE(0, at + 30);
  buffer.writeUInt32LE(header.schema, at + 32);
  let offset = at + 36;
  for (const share of header.shares) {
    buffer.writeUInt32LE(share.bytes, offset);
    buffer.writeUInt32LE(share.rows, offset + 4);
    offset += 8;
  }
  buffer.writeUInt32LE(crc32(buffer.subarray(at + 8, at + HEADER_BYTES)), at + 4);
}

/** The header at `at`, or null when what stands there is none (wrong magic, checksum, version, or not all there). */
export function readHeader(buffer: Buffer, at: number): ReadHeader | null {
  if (at + LEAST_HEADER_BYTES > buffer.length) return null;
  if (buffer.compare(MAGIC, 0, MAGIC.length, at, at + MAGIC.length) !== 0) return null;
  const tables = TABLES.get(buffer.readUInt8(at + 29));
  if (tables === undefined) return null;
  const headerBytes = 36 + 8 * tables.length;
  if (at + headerBytes > buffer.length) return null;
  if (crc32(buffer.subarray(at + 8, at + headerBytes)) !== buffer.readUInt32LE(at + 4)) return null;
  const bodyBytes = buffer.readUInt32LE(at + 12);
  const shares = tables.map((_, i) => ({ bytes: buffer.readUInt32LE(at + 36 + 8 * i), rows: buffer.readUInt32LE(at + 40 + 8 * i) }));
  if (bodyBytes > MAX_BODY_BYTES) return null;
  return {
    kind: buffer.readUInt8(at + 28),
    seq: Number(buffer.readBigUInt64LE(at + 16)),
    index: buffer.readUInt32LE(at + 24),
    schema: buffer.readUInt32LE(at + 32),
    bodyBytes,
    bodyChecksum: buffer.readUInt32LE(at + 8),
    shares,
    headerBytes,
    tables,
  };
}

/** Whether the body behind the header at `at` is all there and unchanged. */
export function bodyHolds(buffer: Buffer, at: number, header: ReadHeader): boolean {
  const start = at + header.headerBytes;
  const end = start + header.bodyBytes;
  return end <= buffer.length && crc32(buffer.subarray(start, end)) === header.bodyChecksum;
}

/** A number that stands for the column lists of some tables, so that a frame tells which lists its rows were written with. */
export function schemaNumber(columns: Columns, tables: readonly JournalTable[] = JOURNAL_TABLES): number {
  return crc32(JSON.stringify(tables.map((table) => [table, columns[table]])));
}
