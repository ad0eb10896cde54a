import { crc32 } from 'node:zlib';

/** Version 1 had these tables. */
export const VERSION_ONE_TABLES = ['visits', 'spider_hits', 'ledger'] as const;

type Table = (typeof VERSION_ONE_TABLES)[number];

/** A segment's rows in a frame: lines by table, in the order of the tables. */
export type FrameRows = Readonly<Partial<Record<Table, readonly string[]>>>;

export interface VersionOneSegment {
  readonly seq: number;
  /** Milliseconds UTC. */
  readonly createdAt: number;
  readonly columns: Readonly<Record<Table, readonly string[]>>;
  readonly frames: readonly FrameRows[];
}

const [HEADER, DATA] = [1, 2];

/** A segment's file as version 1 wrote it: three tables, frame headers of 60 bytes. Written out from that version's layout. */
export function versionOneSegment({ seq, createdAt, columns, frames }: VersionOneSegment): Buffer {
  const tables = VERSION_ONE_TABLES.map((table) => [table, columns[table]]);
  const frame = (kind: number, index: number, body: Buffer, rows: FrameRows): Buffer => {
    const header = Buffer.alloc(60);
    Buffer.from([0xff, 0x46, 0x46, 0x4a]).copy(header);
    header.writeUInt32LE(crc32(body), 8);
    header.writeUInt32LE(body.length, 12);
    header.writeBigUInt64LE(BigInt(seq), 16);
    header.writeUInt32LE(index, 24);
    header.writeUInt8(kind, 28);
    header.writeUInt8(1, 29);
    header.writeUInt32LE(crc32(JSON.stringify(tables)), 32);
    VERSION_ONE_TABLES.forEach((table, i) => {
      const lines = rows[table] ?? [];
      header.writeUInt32LE(Buffer.byteLength(lines.join('')), 36 + 8 * i);
      header.writeUInt32LE(lines.length, 40 + 8 * i);
    });
    header.writeUInt32LE(crc32(header.subarray(8)), 4);
    return Buffer.concat([header, body]);
  };
  const head = frame(HEADER, 0, Buffer.from(JSON.stringify({ version: 1, seq, createdAt, columns })), {});
  const bodies = frames.map((rows, i) => frame(DATA, i + 1, Buffer.from(VERSION_ONE_TABLES.flatMap((table) => rows[table] ?? []).join('')), rows));
  return Buffer.concat([head, ...bodies]);
}

/** The name of such a segment's file. */
export const versionOneName = (seq: number): string => `${String(seq).padStart(16, '0')}.1.segment`;
