import { expect, it } from 'vitest';
import { decimal64, halves64, hash64, hashBehind } from '../../src/enrich/hash64.js';

it('halves of 64 bits and their decimal text are each other’s inverse', () => {
  const edges = [0n, 1n, 9n, 999_999n, 1_000_000n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n, 2n ** 53n + 1n, 10n ** 18n, 2n ** 63n, 2n ** 64n - 1n];
  const hashes = Array.from({ length: 20_000 }, (_, at) => BigInt(hash64(String(at), at % 5)));
  for (const value of [...edges, ...hashes]) {
    const halves = halves64(String(value));
    expect(halves).toEqual([Number(value >> 32n), Number(value & 0xffff_ffffn)]);
    expect(decimal64(...halves)).toBe(String(value));
  }
});

it('a text behind another is hashed as the two joined, whatever was hashed between', () => {
  const halves = new Uint32Array(2);
  const starts = ['', '1\n', '4294967295\n', '中文'];
  const behind = starts.map((start) => hashBehind(start, 3));
  for (let at = 0; at < 20_000; at += 1) {
    const text = at % 7 === 0 ? '' : `${at.toString(36)}-😀${'x'.repeat(at % 40)}`;
    const joined = hash64(`${starts[at % 4] ?? ''}${text}`, 3);
    expect(behind[at % 4]?.(text, halves)).toBe(joined);
    expect([...halves]).toEqual(halves64(joined));
  }
});

it('the hash of a text is the same for ever: stored ids follow from it', () => {
  expect(['', 'a', '1\norder-1', '中文'].map((text) => hash64(text, 3)))
    .toEqual(['10052372380686137103', '17413865824360531345', '10656299225944531521', '12102823289048520364']);
});
