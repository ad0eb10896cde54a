/** Lists that are kept and their order, held to a plain sort by bytes. */
import { describe, expect, it } from 'vitest';
import { byBytes, type Counted, leastOfHighest } from '../../src/warehouse/rolled/count-order.js';
import { MOST_TEXTS, MomentaryValues } from '../../src/warehouse/rolled/value-list.js';
import { randomFrom } from '../random.js';
import { countsIn, inOrder, keyOf, listOf, NOTHING, recordOf } from './listed.js';

const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const random = randomFrom(11);
const drawn = (size: number, most: number): Map<string, number> =>
  new Map(Array.from({ length: size }, () => [`https://site.example/${String(Math.floor(random() * 3 * size))}`, 1 + Math.floor(random() ** 3 * most)]));

function together(over: ReadonlyMap<string, number>, since: ReadonlyMap<string, number>): Map<string, number> {
  const all = new Map(over);
  for (const [value, num] of since) all.set(value, (all.get(value) ?? 0) + num);
  return all;
}

const sortedOf = (all: ReadonlyMap<string, number>): Counted[] => [...all].toSorted(([a, x], [b, y]) => y - x || bytes(a, b));

describe('texts in the order of the store', () => {
  it('are in that of their bytes, whatever they are written in', () => {
    const texts = ['', 'a', 'ab', 'b', 'é', '中', '中文', '\u{d7ff}', '\u{e000}', '\u{ffff}', '\u{10000}', '😀', '😀a', '😁', '\u{10ffff}', 'a\u{ffff}', 'a😀', '\u0000'];
    for (const a of texts) for (const b of texts) expect([a, b, Math.sign(byBytes(a, b))]).toEqual([a, b, bytes(a, b)]);
  });
});

describe('the least of the highest numbers', () => {
  it.each([1, 40, 10_000, 4_000_000_000])('is what a sort finds, of numbers up to %i', (most) => {
    for (let i = 0; i < 60; i += 1) {
      const numbers = Uint32Array.from({ length: Math.floor(random() * 300) }, () => 1 + Math.floor(random() ** 4 * most));
      const wanted = 1 + Math.floor(random() * 300);
      expect(leastOfHighest(numbers, wanted)).toBe(numbers.length <= wanted ? 0 : numbers.toSorted().at(-wanted));
    }
  });
});

describe('the first of a list', () => {
  it.each([[0, 5], [7, 3], [2_500, 1], [2_500, 4], [5_000, 900]])('of %i values that occur up to %i times are those that a plain sort puts first', (size, most) => {
    const over = drawn(size, most);
    const list = listOf(over);
    for (let i = 0; i < 20; i += 1) {
      const since = drawn(Math.floor(random() * 40), most);
      const all = together(over, since);
      const asked = Math.floor(random() * (i % 5 === 0 ? 3_000 : 60));
      expect(list.firstWith(listOf(since), asked)?.map(({ value, num }) => [value, num])).toEqual(sortedOf(all).slice(0, asked));
      expect(list.sizeWith(listOf(since))).toBe(all.size);
      const joined = list.with(listOf(since));
      expect([countsIn(joined), joined.total]).toEqual([all, [...all.values()].reduce((sum, num) => sum + num, 0)]);
      for (const [value, num] of [...all].slice(0, 20)) expect(joined.of(keyOf(value))).toBe(num);
      expect(joined.of(keyOf('nothing'))).toBe(0);
    }
  });

  it('is in any order that is asked for', () => {
    const [over, since] = [drawn(300, 5), drawn(40, 5)];
    const all = [...together(over, since)];
    const asked = (rules: { by: string; sign: number }[]) => listOf(over).orderedWith(listOf(since), rules)?.map(({ value, num }) => [value, num]);
    expect(asked([{ by: 'pv', sign: 1 }])).toEqual(all.toSorted(([a, x], [b, y]) => x - y || bytes(a, b)));
    expect(asked([{ by: 'url', sign: -1 }])).toEqual(all.toSorted(([a], [b]) => bytes(b, a)));
    expect(listOf(over, 3).orderedWith(listOf(since), [{ by: 'url', sign: 1 }])).toBeNull();
  });

  it('without the texts of what is rare is the same, or not told', () => {
    let [told, untold] = [0, 0];
    for (let i = 0; i < 400; i += 1) {
      const most = 1 + Math.floor(random() * 30);
      const [over, since] = [drawn(Math.floor(random() * 200), most), drawn(Math.floor(random() * 120), most)];
      const [list, others] = [listOf(over, 1 + Math.floor(random() * 6)), listOf(since, random() < 0.5 ? 1 : 1 + Math.floor(random() * 4))];
      const all = sortedOf(together(over, since));
      const asked = 1 + Math.floor(random() * 30);
      const joined = list.with(others);
      for (const first of [list.firstWith(others, asked), joined.firstWith(NOTHING, asked)]) {
        if (first === null) untold += 1;
        else told += 1;
        expect(first?.map(({ value, num }) => [value, num]) ?? all.slice(0, asked)).toEqual(all.slice(0, asked));
      }
      expect([joined.size, list.sizeWith(others)]).toEqual([all.length, all.length]);
    }
    expect([told > 100, untold > 100]).toEqual([true, true]);
  });

  it('of very many keeps the texts of those that occur most often', () => {
    const many = (from: number, num: number) => new Map(Array.from({ length: 15_000 }, (_, i) => [`/${String(from + i)}`, i < 50 ? 1_000 - i : num]));
    const [one, two, three] = [many(0, 1), many(100_000, 1), many(200_000, 2)];
    const list = listOf(one).with(listOf(two)).with(listOf(three));
    const all = sortedOf(together(together(one, two), three));
    expect(list.size).toBe(45_000);
    expect(list.room).toBeLessThanOrEqual(45_000 + 8 * 2 * MOST_TEXTS);
    expect(list.firstWith(NOTHING, 150)?.map(({ value, num }) => [value, num])).toEqual(all.slice(0, 150));
    expect(list.firstWith(NOTHING, 20_000)).toBeNull();
    // One that was rare comes again and again.
    const again = new Map([['/7777', 5_000]]);
    expect(list.firstWith(listOf(again), 2)?.map(({ value, num }) => [value, num])).toEqual([['/7777', 5_001], ['/0', 1_000]]);
  });
});

it('values by moments are, before one, those that came until then', () => {
  for (let i = 0; i < 20; i += 1) {
    const moments = Array.from({ length: Math.floor(random() * 12) }, (_, at): readonly [number, Map<string, number>] => [7 * at, drawn(Math.floor(random() * 40), 4)]);
    const records = moments.flatMap(([moment, counts]) => [...counts].map(([value, num]) => recordOf(value, num, Buffer.from(Uint32Array.of(moment).buffer))));
    const texts = new Map(moments.flatMap(([, counts]) => [...counts.keys()]).map((value) => [keyOf(value).toString('latin1'), value]));
    const kept = new MomentaryValues(inOrder(records), texts);
    expect(kept.size).toBe(records.length);
    for (const until of [0, 1, 7, 36, 84, Number.POSITIVE_INFINITY]) {
      const plain = moments.filter(([moment]) => moment < until).reduce((sum, [, one]) => together(sum, one), new Map<string, number>());
      expect(countsIn(kept.before(until))).toEqual(plain);
    }
  }
});
