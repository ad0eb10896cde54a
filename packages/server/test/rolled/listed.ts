/** Lists of values made of plain maps, and told as plain maps. */
import { createHash } from 'node:crypto';
import { ValueList } from '../../src/warehouse/rolled/value-list.js';

/** Any hash of 128 bits is a key. */
export const keyOf = (value: string): Buffer => createHash('md5').update(value).digest();

/** @param tail what follows the number: a moment */
export function recordOf(value: string, num: number, tail: Buffer = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(num);
  return Buffer.concat([keyOf(value), count, tail]);
}

/** Records of so many values, each once, without their texts. */
export function recordsOf(count: number): Buffer {
  const one = recordOf('', 1);
  const records = Buffer.alloc(count * one.length);
  for (let i = 0; i < count; i += 1) {
    one.writeUInt32BE(i);
    one.copy(records, i * one.length);
  }
  return records;
}

export const inOrder = (records: readonly Buffer[]): Buffer => Buffer.concat(records.toSorted((a, b) => a.compare(b)));

/** @param known of what occurs less often there is no text */
export function listOf(counts: ReadonlyMap<string, number>, known = 1): ValueList {
  const texts = [...counts].flatMap(([value, num]): [string, string][] => (num < known ? [] : [[keyOf(value).toString('latin1'), value]]));
  return new ValueList(inOrder([...counts].map(([value, num]) => recordOf(value, num))), new Map(texts), known);
}

export const NOTHING = listOf(new Map());

export const countsIn = (list: ValueList): Map<string, number> | null => {
  const all = list.firstWith(NOTHING, list.size);
  return all === null ? null : new Map(all.map(({ value, num }) => [value, num]));
};
