import { describe, expect, it } from 'vitest';
import { NativeBlock } from '../../src/native/block.js';
import { randomFrom } from '../random.js';
import { randomValue } from './random-rows.js';

const LED = 'user_agent';
/** A name as long: nothing follows from what stands in it. */
const PLAIN = 'some_agent';
const FOLLOWERS = ['LowCardinality(String)', 'LowCardinality(Nullable(UInt16))', 'UInt8', 'LowCardinality(Nullable(Float64))', 'UInt64', 'LowCardinality(String)', "DateTime64(3, 'UTC')", 'UInt32'];

function blockOf(name: string, followers: readonly string[], behind: readonly string[]): NativeBlock {
  const block = NativeBlock.of([['first', 'UInt32'], [name, 'LowCardinality(String)'], ...[...followers, ...behind].map((type, i): [string, string] => [`c${String(i)}`, type])]);
  if (block === null) throw new Error('not a known type');
  return block;
}

/** The bytes of the rows, whatever the agent's column is called; null when they are not taken. Each piece is taken from bytes of its own. */
function read(block: NativeBlock, pieces: readonly string[]): string | null {
  block.clear();
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    if (!block.take(bytes, 0, bytes.length)) return null;
  }
  return Buffer.concat(block.pieces()).toString('latin1').replace(LED, PLAIN);
}

/** What is read where they follow from an agent, and where they do not. */
function bothRead(followers: readonly string[], behind: readonly string[], ...pieces: readonly string[]): { led: string | null; plain: string } {
  const plain = read(blockOf(PLAIN, followers, behind), pieces);
  if (plain === null) throw new Error('the rows are not taken');
  return { led: read(blockOf(LED, followers, behind), pieces), plain };
}

describe('values that mostly follow from an agent', () => {
  it('are the same as when each is read, whether they do follow from it or not', () => {
    const random = randomFrom(11);
    const values = (types: readonly string[]): string => types.map((type) => JSON.stringify(randomValue(type, random))).join(',');
    const devices = Array.from({ length: 12 }, () => values(FOLLOWERS));
    const agents = ['Firefox', 'says \\"no\\"', '', '中文', 'x'.repeat(300)];
    for (let round = 0; round < 20; round += 1) {
      const piece = (): string => Array.from({ length: 200 }, (_, row) => {
        const agent = Math.floor(random() * agents.length);
        const device = random() < 0.7 ? agent : Math.floor(random() * devices.length);
        return `[${String(row)},"${agents[agent] ?? ''}",${devices[device] ?? ''},${values(['String'])}]\n`;
      }).join('');
      const { led, plain } = bothRead(FOLLOWERS, ['String'], piece(), piece());
      expect(led).toBe(plain);
    }
  });

  it('are not those of a row that only begins with the same', () => {
    const numbers = bothRead(['UInt8', 'UInt16'], [], '[1,"a",1,8]\n[2,"a",1,80]\n[3,"a",1,8]\n[4,"a",11,8]\n');
    const fractions = bothRead(['LowCardinality(Nullable(Float64))'], ['String'], '[1,"a",0.8,""]\n[2,"a",0.87,""]\n[3,"a",null,""]\n[4,"a",0.8,""]\n');
    expect([numbers.led, fractions.led]).toEqual([numbers.plain, fractions.plain]);
  });

  it('are looked for in the bytes at hand only', () => {
    const { led, plain } = bothRead(['UInt8', 'LowCardinality(String)'], [], '[1,"a",1,"x"]\n', '[1,"b",2,"y"]\n[2,"a",3,"z"]\n', '[1,"a",1,"x"]\n');
    expect(led).toBe(plain);
  });

  it('begin anew when the block is cleared', () => {
    const block = blockOf(LED, ['UInt8'], []);
    const rows = ['[1,"a",1]\n[2,"a",1]\n[3,"b",2]\n'];
    const first = read(block, rows);
    expect(read(block, ['[1,"c",9]\n[1,"a","none"]\n'])).toBeNull();
    expect(read(block, rows)).toBe(first);
  });

  it.each([['no value', '[1,"a"]\n'], ['too few', '[1,"a",1]\n'], ['too many', '[1,"a",1,2,3]\n'], ['none after the same', '[1,"a",1,2]\n[1,"a",1]\n'], ['more after the same', '[1,"a",1,2]\n[1,"a",1,2,3]\n'], ['a torn row', '[1,"a",1,2]\n[1,"a",1,2']])('are refused with %s', (_, rows) => {
    expect(read(blockOf(LED, ['UInt8', 'UInt8'], []), [rows])).toBeNull();
  });
});
