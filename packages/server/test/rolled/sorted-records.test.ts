/** Records in the order of their keys, held to plain loops. */
import { describe, expect, it } from 'vitest';
import { SortedRecords } from '../../src/warehouse/rolled/sorted-records.js';
import { randomFrom } from '../random.js';

const random = randomFrom(9);
const upTo = (most: number): number => Math.floor(random() * most);

/** Few bytes of few values, so that keys share beginnings; the highest bit is set in some. */
const draw = (key: number): string => Array.from({ length: key }, (_, i) => (i % 4 === 0 ? ['00', '7f', '80', 'ff'][upTo(4)] : ['00', '01', 'ff'][upTo(3)])).join('');
const keysOf = (size: number, key: number): string[] => [...new Set(Array.from({ length: size }, () => draw(key)))].toSorted();
/** Behind each key what tells whose record it is. */
const recordsOf = (keys: readonly string[], key: number, tail: string): SortedRecords => new SortedRecords(Buffer.from(keys.map((hex) => `${hex}${tail}`).join(''), 'hex'), key, key + tail.length / 2);

describe.each([4, 8, 16])('records with keys of %i bytes', (key) => {
  it.each([['0a0b', '0c0d'], ['', '']])('are with others what plain loops find, with %j and %j behind each', (tail, other) => {
    for (const [few, many] of [[0, 30], [30, 0], [1, 200], [200, 1], [150, 150], [3, 500], [0, 0]] as const) {
      const [mine, theirs] = [keysOf(many, key), keysOf(few, key)];
      const [records, others] = [recordsOf(mine, key, tail), recordsOf(theirs, key, other)];
      const size = key + tail.length / 2;
      const all = [...new Set([...mine, ...theirs])].toSorted();
      expect([records.size, others.size, records.sizeWith(others)]).toEqual([mine.length, theirs.length, all.length]);
      expect(records.with(others).bytes.toString('hex')).toBe(all.map((hex) => `${hex}${mine.includes(hex) ? tail : other}`).join(''));
      const told: [string, number, boolean][] = [];
      records.forEach(others, (there, place, isHere) => told.push([others.bytes.toString('hex', there, there + key), place / size, isHere]));
      expect(told).toEqual(theirs.map((hex) => [hex, mine.filter((own) => own < hex).length, mine.includes(hex)]));
      for (const [at, hex] of theirs.entries()) {
        const place = mine.filter((own) => own < hex).length;
        for (const from of [0, Math.floor(place / 2), place]) expect(records.placeFor(others, at * size, from * size)).toBe(place * size);
      }
    }
  });
});

describe('two records with the same key', () => {
  it('are joined in place of ours', () => {
    const joined = recordsOf(['00000001', '00000003', '00000005'], 4, '01').with(recordsOf(['00000003', '00000004', '00000005'], 4, '02'), (written, at, there) => {
      written[at + 4] = 16 + there / 5;
    });
    expect(joined.bytes.toString('hex')).toBe('0000000101000000031000000004020000000512');
  });

  it('stay as they are in what they came from, and alone are what they were', () => {
    const [ours, others] = [recordsOf(['00000001'], 4, '01'), recordsOf([], 4, '01')];
    expect(ours.with(others)).toBe(ours);
    ours.with(ours, (written, at) => {
      written[at + 4] = 9;
    });
    expect(ours.bytes.toString('hex')).toBe('0000000101');
  });
});
