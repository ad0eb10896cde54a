import { describe, expect, it } from 'vitest';
import { Rest } from '../src/at-rest.js';

const MIB = 1024 * 1024;
const looks = (rest: Rest, mib: number, shares: readonly number[]): readonly string[] => shares.map((share) => rest.look(share, mib * MIB));

describe('a process is at rest', () => {
  it('after three looks at which it had done next to nothing, and makes ready at the first of them', () => {
    expect(looks(new Rest(), 300, [0.5, 0.01, 0.5, 0.01, 0.01, 0.01])).toEqual(['nothing', 'make ready', 'nothing', 'make ready', 'nothing', 'give back']);
  });

  it('and gives back once: again only when much has come', () => {
    const rest = new Rest();
    expect(looks(rest, 300, [0, 0, 0]).at(-1)).toBe('give back');
    rest.gaveBack(120 * MIB);
    expect(looks(rest, 150, [0, 0, 0, 0])).toEqual(['nothing', 'nothing', 'nothing', 'nothing']);
    expect(looks(rest, 153, [0.5, 0, 0, 0])).toEqual(['nothing', 'make ready', 'nothing', 'give back']);
  });

  it('and counts what comes from the least that was left, as it goes only by and by', () => {
    const rest = new Rest();
    rest.gaveBack(300 * MIB);
    expect(looks(rest, 150, [0])).toEqual(['nothing']);
    expect(looks(rest, 200, [0.5, 0, 0, 0]).at(-1)).toBe('give back');
  });

  it('never while it works, whatever it holds', () => {
    expect(looks(new Rest(), 4_000, [0.05, 0.3, 1, 1.9])).toEqual(['nothing', 'nothing', 'nothing', 'nothing']);
  });
});
