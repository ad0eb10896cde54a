import { describe, expect, it } from 'vitest';
import { Rest } from '../src/at-rest.js';

const MIB = 1024 * 1024;

describe('a process is at rest', () => {
  it('after two looks at which it had done next to nothing', () => {
    const rest = new Rest();
    expect([0.5, 0.01, 0.5, 0.01, 0.01].map((share) => rest.isTime(share, 300 * MIB))).toEqual([false, false, false, false, true]);
  });

  it('and gives back once: again only when much has come', () => {
    const rest = new Rest();
    rest.isTime(0, 300 * MIB);
    expect(rest.isTime(0, 300 * MIB)).toBe(true);
    rest.gaveBack(120 * MIB);
    expect([0, 0, 0, 0].map((share) => rest.isTime(share, 150 * MIB))).toEqual([false, false, false, false]);
    expect(rest.isTime(0, 153 * MIB)).toBe(true);
  });

  it('never while it works, whatever it holds', () => {
    const rest = new Rest();
    expect([0.05, 0.3, 1, 1.9].map((share) => rest.isTime(share, 4_000 * MIB))).toEqual([false, false, false, false]);
  });
});
