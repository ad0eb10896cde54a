import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { numbersOf, open, rememberingLog, row, rowsOf, temporaryFolder } from './opened.js';

const SEQ = 1_790_000_000_000 * 1_024 + 5;
const COLUMNS = { visits: ['batch_id', 'n', 'text'], spider_hits: ['batch_id', 'n', 'text'], ledger: ['batch_id', 'n', 'text'] };
const TABLES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** A frame as version 1 wrote it: three tables, a header of 60 bytes. Written out from that version's layout. */
function frame(kind: number, index: number, texts: readonly string[], shares: readonly (readonly [bytes: number, rows: number])[]): Buffer {
  const body = Buffer.from(texts.join(''));
  const header = Buffer.alloc(60);
  Buffer.from([0xff, 0x46, 0x46, 0x4a]).copy(header);
  header.writeUInt32LE(crc32(body), 8);
  header.writeUInt32LE(body.length, 12);
  header.writeBigUInt64LE(BigInt(SEQ), 16);
  header.writeUInt32LE(index, 24);
  header.writeUInt8(kind, 28);
  header.writeUInt8(1, 29);
  header.writeUInt32LE(crc32(JSON.stringify(TABLES.map((table) => [table, COLUMNS[table]]))), 32);
  shares.forEach(([bytes, rows], i) => {
    header.writeUInt32LE(bytes, 36 + 8 * i);
    header.writeUInt32LE(rows, 40 + 8 * i);
  });
  header.writeUInt32LE(crc32(header.subarray(8)), 4);
  return Buffer.concat([header, body]);
}

const rows = [`[${SEQ},1,"a"]\n`, `[${SEQ},2,"b"]\n`, `[${SEQ},3,"c"]\n`] as const;
const none = [0, 0] as const;
const length = (text: string): number => Buffer.byteLength(text);
const segment = Buffer.concat([
  frame(1, 0, [JSON.stringify({ version: 1, seq: SEQ, createdAt: 1_790_000_000_000, columns: COLUMNS })], [none, none, none]),
  frame(2, 1, [rows[0], rows[1]], [[length(rows[0]), 1], [length(rows[1]), 1], none]),
  frame(2, 2, [rows[2]], [none, none, [length(rows[2]), 1]]),
]);

describe('a segment that version 1 left', () => {
  it('is read whole, and new rows go beside it', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, `${String(SEQ).padStart(16, '0')}.1.segment`), segment);
    const { log, lines } = rememberingLog();
    const journal = await open(folder, { log });
    expect(await rowsOf(journal.sealed())).toEqual([[SEQ, 1, 'a']]);
    expect(await rowsOf(journal.sealed(), 'spider_hits')).toEqual([[SEQ, 2, 'b']]);
    expect(await rowsOf(journal.sealed(), 'ledger')).toEqual([[SEQ, 3, 'c']]);
    expect(await rowsOf(journal.sealed(), 'events')).toEqual([]);
    expect(journal.sealed()[0]?.columns.visits).toEqual(COLUMNS.visits);
    await journal.append([row(4), row(5, 'event', 'events')]);
    await journal.seal();
    expect(await numbersOf(journal.sealed())).toEqual([1, 4]);
    expect(await numbersOf(journal.sealed(), 'events')).toEqual([5]);
    expect(lines.filter(({ msg }) => msg.includes('damage'))).toEqual([]);
    await journal.close();
  });

  it('loses only an unfinished frame at its end', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, `${String(SEQ).padStart(16, '0')}.1.segment`), segment.subarray(0, segment.length - 5));
    const journal = await open(folder);
    expect(await numbersOf(journal.sealed())).toEqual([1]);
    expect(await numbersOf(journal.sealed(), 'ledger')).toEqual([]);
    await journal.close();
  });
});
