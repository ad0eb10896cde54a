import { expect, it } from 'vitest';
import { decimal64, halves64, hash64 } from '../../src/enrich/hash64.js';

it('halves of 64 bits and their decimal text are each other’s inverse', () => {
  const edges = [0n, 1n, 9n, 999_999n, 1_000_000n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n, 2n ** 53n + 1n, 10n ** 18n, 2n ** 63n, 2n ** 64n - 1n];
  const hashes = Array.from({ length: 20_000 }, (_, at) => BigInt(hash64(String(at), at % 5)));
  for (const value of [...edges, ...hashes]) {
    const halves = halves64(String(value));
    expect(halves).toEqual([Number(value >> 32n), Number(value & 0xffff_ffffn)]);
    expect(decimal64(...halves)).toBe(String(value));
  }
});
