import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { detached } from '../../src/enrich/text.js';

const LINE = 1_048_576;
const LINES = 64;

/** Bytes of the heap that something holds. */
function heapHeld(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('garbage can not be collected');
  collect();
  return process.memoryUsage().heapUsed;
}

describe('a text in memory of its own', () => {
  it.each(['', 'a', 'ab', 'é', '\uD83D', '\uDE00\uD83D', '💥 first', 'last 💥', '足迹', '\0', 'x'.repeat(12), 'x'.repeat(13), 'x'.repeat(100_000)])('%j is the same text', (text) => {
    expect(detached(text)).toBe(text);
    expect(detached(`before${text}behind`.slice(6, 6 + text.length))).toBe(text);
  });

  it('does not keep what it was cut out of', () => {
    const before = heapHeld();
    const held = Array.from({ length: LINES }, (_, i) => detached(`${i} `.padEnd(LINE, 'x').slice(0, 40)));
    expect(heapHeld() - before).toBeLessThan((LINES * LINE) / 4);
    expect(held).toHaveLength(LINES);
  });
});
