import { describe, expect, it } from 'vitest';
import { createLineSplitter, MAX_LINE_BYTES } from '../../src/logs/line-splitter.js';
import { type Random, seeded } from '../fuzz/random.js';

/** Lines of bytes as they stand in a log, without their ends. */
function lineOf(random: Random): Buffer {
  const length = random.pick([0, 1, 40, 200, 5_000, MAX_LINE_BYTES - 1, MAX_LINE_BYTES, MAX_LINE_BYTES + 1, 3 * MAX_LINE_BYTES]);
  const text = random.pick(['GET /page ', 'd\u00e9j\u00e0 vu ', '\\x16\\x03 ', 'a\rb']);
  const bytes = Buffer.alloc(length, text);
  // A piece of a character, so that it is no UTF-8.
  if (random.chance(0.1) && length > 0) bytes[length - 1] = 0xe9;
  return bytes;
}

/** What a line of a log is read as. */
function textOf(line: Buffer): string | null {
  const bytes = line.at(-1) === 13 ? line.subarray(0, -1) : line;
  if (bytes.length > MAX_LINE_BYTES) return null;
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text;
}

describe('the lines of a log', () => {
  it.each(Array.from({ length: 40 }, (_, i) => i))('are the same in pieces of any size, and in one (%i)', (seed) => {
    const random = seeded(seed);
    const lines = Array.from({ length: 1 + random.below(30) }, () => lineOf(random));
    const ends = lines.map(() => random.pick(['\n', '\r\n']));
    const log = Buffer.concat(lines.flatMap((line, i) => [line, Buffer.from(ends[i] ?? '\n')]));
    const expected = lines.map((line, i) => (ends[i] === '\n' ? textOf(line) : textOf(Buffer.concat([line, Buffer.from('\r')]))));
    const largest = random.pick([7, 1_000, 70_000, log.length]);
    const read: (string | null)[] = [];
    const splitter = createLineSplitter((line) => void read.push(line));
    for (let at = 0; at < log.length; ) {
      const size = 1 + random.below(largest);
      // The piece may be written over as soon as it was given.
      const piece = Buffer.from(log.subarray(at, at + size));
      splitter.push(piece);
      piece.fill(0);
      at += size;
    }
    splitter.end();
    expect(read.length).toBe(expected.length);
    // Whole texts in a message would be megabytes.
    expect(read.findIndex((line, i) => line !== expected[i])).toBe(-1);
  });

  it('has no line more for its end, and one for what stands behind it', () => {
    const of = (text: string): (string | null)[] => {
      const read: (string | null)[] = [];
      const splitter = createLineSplitter((line) => void read.push(line));
      splitter.push(Buffer.from(text));
      splitter.end();
      return read;
    };
    expect(of('a\nb\n')).toEqual(['a', 'b']);
    expect(of('a\n\nb')).toEqual(['a', '', 'b']);
    expect(of('')).toEqual([]);
  });
});
