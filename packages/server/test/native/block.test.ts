import { describe, expect, it } from 'vitest';
import { NativeBlock } from '../../src/native/block.js';

const bytesOf = (block: NativeBlock): Buffer => Buffer.concat(block.pieces());

function blockOf(...types: string[]): NativeBlock {
  const block = NativeBlock.of(types.map((type, i) => [`c${String(i)}`, type]));
  if (block === null) throw new Error('not a known type');
  return block;
}

/** Whether rows are taken, all of them. */
function takes(block: NativeBlock, text: string): boolean {
  const bytes = Buffer.from(text);
  return block.take(bytes, 0, bytes.length);
}

describe('a block in the store\'s own format', () => {
  it('is as the format says, byte by byte', () => {
    const block = blockOf('UInt8', 'String', 'Nullable(UInt16)', 'LowCardinality(String)');
    expect(takes(block, '[1,"ab",null,"x"]\n[255,"",258,"x"]\n')).toBe(true);
    const name = (n: number, type: string): number[] => [2, 0x63, 0x30 + n, type.length, ...Buffer.from(type)];
    const expected = [
      4, 2,
      ...name(0, 'UInt8'), 1, 255,
      ...name(1, 'String'), 2, 0x61, 0x62, 0,
      ...name(2, 'Nullable(UInt16)'), 1, 0, 0, 0, 2, 1,
      ...name(3, 'LowCardinality(String)'), 1, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0x78, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];
    expect([...bytesOf(block)]).toEqual(expected);
  });

  it('has numbers that the store keeps in a dictionary as plain ones, which the store takes', () => {
    const [kept, plain] = [blockOf('LowCardinality(Nullable(UInt16))', 'LowCardinality(Nullable(Float64))'), blockOf('Nullable(UInt16)', 'Nullable(Float64)')];
    for (const block of [kept, plain]) expect(takes(block, '[null,0.55]\n[0,null]\n[8,0]\n')).toBe(true);
    expect(bytesOf(kept).equals(bytesOf(plain))).toBe(true);
  });

  it('has every number of 64 bits as it is, however many digits it has', () => {
    const most = 2n ** 64n - 1n;
    const edges = Array.from({ length: 20 }, (_, digits) => 10n ** BigInt(digits)).flatMap((power) => [power - 1n, power, power + 1n, power * 9n]);
    const powers = Array.from({ length: 65 }, (_, bits) => 2n ** BigInt(bits)).flatMap((power) => [power - 1n, power, power + 1n]);
    const random = Array.from({ length: 2_000 }, (_, n) => (BigInt(Math.floor(Math.random() * 2 ** 32)) << 32n | BigInt(Math.floor(Math.random() * 2 ** 32))) >> BigInt(n % 64));
    const values = [0n, most, ...edges, ...powers, ...random].filter((value) => value <= most);
    const block = blockOf('UInt64');
    expect(takes(block, values.map((value, n) => `[${n % 2 === 0 ? String(value) : `"${String(value)}"`}]\n`).join(''))).toBe(true);
    const bytes = Buffer.concat(block.pieces().slice(2));
    expect(values.map((_, n) => bytes.readBigUInt64LE(8 * n))).toEqual(values);
    for (const value of [most + 1n, most + 10n, 10n ** 20n, ...edges.filter((edge) => edge > most)]) expect(takes(blockOf('UInt64'), `[${String(value)}]\n`)).toBe(false);
  });

  it('begins anew when it is cleared', () => {
    const block = blockOf('UInt64', 'LowCardinality(String)', 'Map(LowCardinality(String), Float64)', 'IPv6');
    const rows = '["18446744073709551615","a",{"p":1.5},"::1"]\n[7,"b",{},"203.0.113.7"]\n';
    expect(takes(block, rows)).toBe(true);
    const first = bytesOf(block);
    expect(takes(block, '[1,"half')).toBe(false);
    block.clear();
    expect(block.rows).toBe(0);
    expect(takes(block, rows)).toBe(true);
    expect(bytesOf(block).equals(first)).toBe(true);
  });

  it.each([
    ['UInt8', '256'], ['UInt8', '-1'], ['UInt8', '1.5'], ['UInt8', '"1"'], ['UInt8', 'null'], ['UInt8', 'true'], ['UInt8', ''],
    ['UInt32', '4294967296'], ['UInt32', '99999999999999999999'],
    ['UInt64', '18446744073709551616'], ['UInt64', '"18446744073709551616"'], ['UInt64', '"99999999999999999999"'], ['UInt64', '"1'], ['UInt64', '"x"'], ['UInt64', '123456789012345678901'], ['UInt64', '-5'],
    ['Float64', '"1"'], ['Float64', '1.'], ['Float64', '.5'], ['Float64', '1e'], ['Float64', 'NaN'], ['Float64', 'null'], ['Float64', '1-2'], ['Float64', '--1'],
    ["DateTime64(3, 'UTC')", '179000000000'], ["DateTime64(3, 'UTC')", '17900000000000'], ["DateTime64(3, 'UTC')", '"2026-01-01"'],
    ['String', '1'], ['String', '"open'], ['String', '"bad \\x escape"'], ['String', '"ends in \\'], ['LowCardinality(String)', 'null'], ['LowCardinality(String)', '"open'], ['LowCardinality(String)', '"\\u12"'],
    ['IPv6', '""'], ['IPv6', '"1.2.3"'], ['IPv6', '"1.2.3.256"'], ['IPv6', '"1.2.3.4.5"'], ['IPv6', '"1..2.3"'], ['IPv6', '"a.b.c.d"'], ['IPv6', '"1:2"'], ['IPv6', '"fe80::1%eth0"'], ['IPv6', '":::"'], ['IPv6', `"${'1'.repeat(99)}"`],
    ['Map(LowCardinality(String), String)', '{"a"}'], ['Map(LowCardinality(String), String)', '{"a":1}'], ['Map(LowCardinality(String), String)', '{"a":"b"'], ['Map(LowCardinality(String), String)', '[]'],
    ['Nullable(UInt16)', 'nil'], ['Nullable(UInt16)', '70000'], ['LowCardinality(Nullable(UInt16))', '70000'], ['LowCardinality(Nullable(Float64))', '"1"'],
  ])('does not take as %s what is none: %s', (type, value) => {
    expect(takes(blockOf(type), `[${value}]\n`)).toBe(false);
  });

  it.each([['too few values', '[1]\n'], ['too many', '[1,2,3]\n'], ['no end of line', '[1,2]'], ['blanks', '[1, 2]\n'], ['a torn row', '[1,2]\n[1'], ['no rows but text', 'nonsense\n']])('does not take rows with %s', (_, rows) => {
    expect(takes(blockOf('UInt8', 'UInt8'), rows)).toBe(false);
  });

  it('is not made of types that are not known', () => {
    for (const type of ['', 'Array(String)', 'Nullable(String)', 'LowCardinality(Nullable(String))', 'LowCardinality(UInt8)', 'Int8', 'Map(String, Array(UInt8))', 'Decimal(9, 2)']) expect(NativeBlock.of([['a', 'UInt8'], ['b', type]])).toBeNull();
  });

  it('does not look for ever where somebody chose texts that collide', () => {
    // Words of a text are mixed as the column mixes them, so that the second can undo what the first one did.
    const mixed = (word: number): number => {
      const hash = Math.imul(word, 0x9e3779b1);
      return hash ^ (hash >>> 15);
    };
    const isPlain = (byte: number): boolean => byte > 0x22 && byte < 0x7f && byte !== 0x5c;
    const colliding: string[] = [];
    for (let n = 0; colliding.length < 1_000; n += 1) {
      const bytes = Buffer.alloc(8);
      bytes.write(n.toString(36).padStart(4, '-'), 0, 'latin1');
      bytes.writeInt32LE(mixed(bytes.readInt32LE(0)) ^ 0x41424344, 4);
      if (bytes.every(isPlain)) colliding.push(bytes.toString('latin1'));
    }
    expect(takes(blockOf('LowCardinality(String)'), colliding.map((text) => `["${text}"]\n`).join(''))).toBe(false);
  });
});
