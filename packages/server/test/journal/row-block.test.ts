import { describe, expect, it } from 'vitest';
import { type JournalRow, JOURNAL_TABLES } from '../../src/journal/row.js';
import { RowBlock, RowBlocks } from '../../src/journal/row-block.js';
import { rowPrefix } from '../../src/journal/row-prefix.js';
import { blockOf, rowsOf } from './rows-of.js';

/** A number as the journal gives them out, and one from a clock that stands in 1970. */
const NUMBERS = [Date.UTC(2026, 0, 1) * 1_024 + 7, 5];

const row = (n: number, text = 'x'): JournalRow => ({ table: JOURNAL_TABLES[n % JOURNAL_TABLES.length] ?? 'visits', tail: JSON.stringify([n, text]).slice(1) });
const byTable = (rows: readonly JournalRow[]): JournalRow[] => JOURNAL_TABLES.flatMap((table) => rows.filter((one) => one.table === table));

describe('a block of rows', () => {
  const texts = ['', 'plain', '中文', '🦊', 'é', 'a\nb', '\u0000', '"', 'y'.repeat(20_000)];
  const rows = Array.from({ length: 500 }, (_, n) => row(n, texts[n % texts.length]));

  it.each(NUMBERS)('gives its rows back under the number %i, each with it, in no more room than it says', (seq) => {
    const block = blockOf(rows);
    expect(block.rows).toBe(rows.length);
    for (const table of JOURNAL_TABLES) {
      const target = Buffer.alloc(block.bytes + 20, 1);
      const end = block.tables[table].writeTo(target, 3, rowPrefix(seq));
      expect(target.toString('utf8', 3, end)).toBe(rows.filter((one) => one.table === table).map(({ tail }) => `[${String(seq)},${tail}\n`).join(''));
      expect([...target.subarray(0, 3), ...target.subarray(end)].every((byte) => byte === 1)).toBe(true);
    }
    const written = rows.reduce((sum, { tail }) => sum + Buffer.byteLength(`[${String(seq)},${tail}\n`), 0);
    expect(block.bytes - written).toBe(rows.length * (16 - String(seq).length));
  });

  it('takes the rows of others behind its own, and is itself again when it is cleared', () => {
    const block = blockOf(rows.slice(0, 100));
    block.takeAll(blockOf(rows.slice(100, 300)));
    block.takeAll(new RowBlock());
    block.takeAll(blockOf(rows.slice(300)));
    expect([block.rows, block.bytes]).toEqual([rows.length, blockOf(rows).bytes]);
    expect(rowsOf(block)).toEqual(byTable(rows));
    block.clear();
    expect([block.rows, block.bytes, rowsOf(block)]).toEqual([0, 0, []]);
    block.add(row(3));
    expect(rowsOf(block)).toEqual([row(3)]);
  });

  it('takes many rows with their memory, and leaves the other empty and of use', () => {
    const many = Array.from({ length: 3 }, (_, again) => rows.map(({ table, tail }): JournalRow => ({ table, tail: `${String(again)},${tail}` }))).flat();
    const [other, block] = [blockOf(many), new RowBlock()];
    const { bytes, room } = other;
    block.takeAll(other);
    expect([block.rows, block.bytes, block.room]).toEqual([many.length, bytes, room]);
    expect(rowsOf(block)).toEqual(byTable(many));
    expect([other.rows, other.bytes, rowsOf(other)]).toEqual([0, 0, []]);
    other.add(row(2));
    block.takeAll(other);
    expect(rowsOf(block)).toEqual(byTable([...many, row(2)]));
    expect(other.rows).toBe(0);
  });

  it('holds nothing of a row whose writing throws', () => {
    const block = blockOf([row(0), row(5)]);
    const bytes = block.bytes;
    const failing = (): void => {
      block.write('visits', (text, members) => {
        members.text(text);
        throw new Error('in the middle');
      }, 'never');
    };
    expect(failing).toThrow('in the middle');
    expect([block.rows, block.bytes]).toEqual([2, bytes]);
    block.takeAll(blockOf([row(10)]));
    block.add(row(15));
    expect(rowsOf(block)).toEqual([row(0), row(5), row(10), row(15)]);
  });

  it('is taken empty from those that are free, and by one at a time', () => {
    const blocks = new RowBlocks();
    const [first, second] = [blocks.take(), blocks.take()];
    expect(first).not.toBe(second);
    first.add(row(1));
    blocks.give(first);
    const again = blocks.take();
    expect(again).toBe(first);
    expect(again.rows).toBe(0);
    expect(blocks.take()).not.toBe(first);
  });
});
