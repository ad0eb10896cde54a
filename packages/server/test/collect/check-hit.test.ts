import { hit } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { checkHit } from '../../src/collect/check-hit.js';
import { randomFrom } from '../random.js';
import { beacon } from './arriving.js';

const properties = (count: number): Record<string, number> => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, at]));
const long = (length: number): string => 'x'.repeat(length);

/** Values at and beyond every bound, and of every wrong type. */
const STRANGE: readonly unknown[] = [
  null, true, false, 0, 1, -1, -0.5, 0.5, 1.5, 2, 99, 100, 100.5, 101, 1_000, 1_001, 4_096, 4_097, 65_536, 65_537, 86_400_000, 86_400_001, 100_000, 100_001, 1e300, 9_007_199_254_740_992,
  '', 'x', '0123456789abcdef', '0123456789ABCDEF', '0123456789abcde', '0123456789abcdef\n', '0123456789abcdef0', '中文', '\ud800',
  long(32), long(33), long(64), long(65), long(128), long(129), long(200), long(201), long(256), long(257), long(512), long(513), long(4_096), long(4_097),
  [], [1], [1, 2], ['a', 'b'], ['a', 'b', 'c'], ['a', 1], [long(256), long(256)], [long(257), ''], [0, 0], [1, 1], [1, 1.01], [2, 0.5], [0, -0.1], [true, 0.5],
  [1, 2, 3, 4], [1, 2, 3], [1, 2, 3, 4, 5], [0, 0, 0, 100_001], [100_000, 0, 0, 1.5], [1, 2, 3, '4'], [[]],
  {}, { platform: 'x' }, { platform: 1 }, { mobile: true }, { mobile: 1 }, { mobile: null }, { brands: [] }, { brands: [['a', 'b']] }, { brands: [['a']] }, { brands: [['a', 1]] }, { brands: 'a' }, { model: long(129) },
  { platform: long(65) }, { architecture: long(33) }, { platformVersion: long(65) }, { brands: Array.from({ length: 11 }, () => ['a', 'b']) }, { brands: [[long(65), 'a']] }, { brands: [['a', long(33)]] }, { extra: 1 },
  ['buy', {}], ['', {}], [long(64), {}], [long(65), {}], ['buy', { tea: 'oolong', grams: 5.5, gift: false }], ['buy', { tea: null }], ['buy', { tea: [] }], ['buy', { tea: {} }], ['buy', []], ['buy', {}, 1], [1, {}],
  ['buy', { [long(64)]: 1 }], ['buy', { [long(65)]: 1 }], ['buy', { note: long(255) }], ['buy', { note: long(256) }], ['buy', { far: Number.POSITIVE_INFINITY }], ['buy', JSON.parse('{"__proto__":1,"tea":2}')],
  ['buy', properties(20)], ['buy', properties(21)],
]; // prettier-ignore

const KEYS = 'viudertfspcmklzgonbh'.split('');

/** Absent members count as undefined ones on both sides. */
function present(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}

function agree(candidate: unknown): boolean {
  const expected = hit.safeParse(candidate);
  const found = checkHit(candidate);
  const beaconSent = JSON.stringify(candidate)?.slice(0, 300);
  expect({ beaconSent, outcome: found === null ? null : present(found) }).toEqual({ beaconSent, outcome: expected.success ? present(expected.data) : null });
  return expected.success;
}

describe('checkHit', () => {
  it('takes a whole beacon and the least beacon as the contract does', () => {
    expect(agree(beacon())).toBe(true);
    expect(agree({ v: 1, i: '0123456789abcdef', u: '' })).toBe(true);
    expect(checkHit({ v: 1, i: '0123456789abcdef', u: 'https://a.example/' })).toMatchObject({ r: '', t: '', f: '', d: 0, l: '', z: '', o: '', n: '' });
  });

  it('agrees with the contract on every strange value of every member', () => {
    let taken = 0;
    for (const key of KEYS) for (const value of STRANGE) taken += Number(agree({ ...beacon(), [key]: value }));
    expect(taken).toBeGreaterThan(150);
  });

  it('agrees with the contract on every absent member', () => {
    for (const key of KEYS) {
      const candidate: Record<string, unknown> = { ...beacon() };
      delete candidate[key];
      expect(agree(candidate)).toBe(!['v', 'i', 'u'].includes(key));
    }
  });

  it('agrees with the contract on beacons with several members changed at random', () => {
    const random = randomFrom(20_261_121);
    let taken = 0;
    for (let n = 0; n < 20_000; n += 1) {
      const candidate: Record<string, unknown> = { ...beacon() };
      const changes = 1 + Math.floor(random() * 4);
      for (let change = 0; change < changes; change += 1) {
        const key = KEYS[Math.floor(random() * KEYS.length)] ?? 'v';
        if (random() < 0.3) delete candidate[key];
        else candidate[key] = STRANGE[Math.floor(random() * STRANGE.length)];
      }
      taken += Number(agree(candidate));
    }
    expect(taken).toBeGreaterThan(1_000);
    expect(taken).toBeLessThan(19_000);
  });

  it('agrees with the contract on what is no object at all', () => {
    for (const value of STRANGE) expect(agree(value)).toBe(false);
    expect(checkHit(undefined)).toBeNull();
  });

  it('passes on nothing that the contract does not name', () => {
    const found = checkHit({ ...beacon(), extra: 1, h: { platform: 'x', extra: 2 } });
    expect(JSON.stringify(found)).not.toContain('extra');
  });
});
