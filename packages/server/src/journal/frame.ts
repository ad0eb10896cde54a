import { crc32 } from 'node:zlib';
import { type Columns, JOURNAL_TABLES } from './row.js';

/*
 * The layout of a frame; DESIGN.md has the table. Little-endian. A header that passes its own checksum is a header that
 * this code wrote: its lengths can be trusted to step over the body even when the body is damaged.
 */
export const HEADER_BYTES = 36 + 8 * JOURNAL_TABLES.length;
/** Starts with a byte that UTF-8 never has, so row text can not look like the start of a frame. */
export const MAGIC = Buffer.from([0xff, 0x46, 0x46, 0x4a]);
export const FORMAT_VERSION = 1;
/** No honest body is larger: appends are bounded long before. */
export const MAX_BODY_BYTES = 512 * 1024 * 1024;

export const KIND_DESCRIPTION = 1;
export const KIND_ROWS = 2;

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
  /** In the order of JOURNAL_TABLES. */
  readonly shares: readonly TableShare[];
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
export function readHeader(buffer: Buffer, at: number): FrameHeader | null {
  if (at + HEADER_BYTES > buffer.length) return null;
  if (buffer.compare(MAGIC, 0, MAGIC.length, at, at + MAGIC.length) !== 0) return null;
  if (crc32(buffer.subarray(at + 8, at + HEADER_BYTES)) !== buffer.readUInt32LE(at + 4)) return null;
  if (buffer.readUInt8(at + 29) !== FORMAT_VERSION) return null;
  const bodyBytes = buffer.readUInt32LE(at + 12);
  const shares = JOURNAL_TABLES.map((_, i) => ({ bytes: buffer.readUInt32LE(at + 36 + 8 * i), rows: buffer.readUInt32LE(at + 40 + 8 * i) }));
  if (bodyBytes > MAX_BODY_BYTES) return null;
  return {
    kind: buffer.readUInt8(at + 28),
    seq: Number(buffer.readBigUInt64LE(at + 16)),
    index: buffer.readUInt32LE(at + 24),
    schema: buffer.readUInt32LE(at + 32),
    bodyBytes,
    bodyChecksum: buffer.readUInt32LE(at + 8),
    shares,
  };
}

/** Whether the body behind the header at `at` is all there and unchanged. */
export function bodyHolds(buffer: Buffer, at: number, header: FrameHeader): boolean {
  const start = at + HEADER_BYTES;
  const end = start + header.bodyBytes;
  return end <= buffer.length && crc32(buffer.subarray(start, end)) === header.bodyChecksum;
}

/** A number that stands for a set of column lists, so that a frame tells which lists its rows were written with. */
export function schemaNumber(columns: Columns): number {
  return crc32(JSON.stringify(JOURNAL_TABLES.map((table) => [table, columns[table]])));
}
