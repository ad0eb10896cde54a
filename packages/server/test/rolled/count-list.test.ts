/** The order of lists that are kept, held to a plain sort by bytes. */
import { describe, expect, it } from 'vitest';
import { byBytes, type Counted, CountList } from '../../src/warehouse/rolled/count-list.js';
import { randomFrom } from '../random.js';

const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('texts in the order of the store', () => {
  it('are in that of their bytes, whatever they are written in', () => {
    const texts = ['', 'a', 'ab', 'b', 'é', '中', '中文', '\u{d7ff}', '\u{e000}', '\u{ffff}', '\u{10000}', '😀', '😀a', '😁', '\u{10ffff}', 'a\u{ffff}', 'a😀', '\u0000'];
    for (const a of texts) for (const b of texts) expect([a, b, Math.sign(byBytes(a, b))]).toEqual([a, b, bytes(a, b)]);
  });
});

describe('the first of a list', () => {
  const random = randomFrom(11);
  const listOf = (size: number, most: number): Map<string, number> =>
    new Map(Array.from({ length: size }, () => [`https://site.example/${String(Math.floor(random() * 3 * size))}`, 1 + Math.floor(random() ** 3 * most)]));

  it.each([[0, 5], [7, 3], [2_500, 1], [2_500, 4], [5_000, 900]])('of %i values that occur up to %i times are those that a plain sort puts first', (size, most) => {
    const over = listOf(size, most);
    const list = new CountList(over);
    for (let i = 0; i < 20; i += 1) {
      const since = listOf(Math.floor(random() * 40), most);
      const all = new Map(over);
      for (const [value, num] of since) all.set(value, (all.get(value) ?? 0) + num);
      const sorted: Counted[] = [...all].toSorted(([a, x], [b, y]) => y - x || bytes(a, b));
      const asked = Math.floor(random() * (i % 5 === 0 ? 3_000 : 60));
      expect(list.firstWith(new CountList(since), asked)).toEqual(sorted.slice(0, asked));
      expect(list.sizeWith(new CountList(since))).toBe(all.size);
      expect(new Map(list.with(new CountList(since)))).toEqual(all);
    }
  });
});
