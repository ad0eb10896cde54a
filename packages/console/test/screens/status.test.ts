import { describe, expect, it } from 'vitest';
import { binsOf, parseStretch } from '../../src/screens/status/bins';

const minutes = (num: number) => Array.from({ length: num }, (_, at) => ({ at: `minute ${String(at)}`, received: 10, refused: at % 2 }));

describe('the bars of what came in', () => {
  it('are minutes while they are few', () => {
    expect(binsOf(minutes(3))).toEqual([{ at: 'minute 0', accepted: 10, refused: 0 }, { at: 'minute 1', accepted: 9, refused: 1 }, { at: 'minute 2', accepted: 10, refused: 0 }]);
    expect(binsOf(minutes(60))).toHaveLength(60);
    expect(binsOf([])).toEqual([]);
  });

  it.each([[360, 72, 5], [1_440, 72, 20]])('of %d minutes are %d of %d', (num, bars, size) => {
    const bins = binsOf(minutes(num));
    expect(bins).toHaveLength(bars);
    expect(bins[1]?.at).toBe(`minute ${String(size)}`);
    expect(bins.reduce((sum, { accepted, refused }) => sum + accepted + refused, 0)).toBe(num * 10);
  });

  it('leave what does not fill a bar to the first', () => {
    const bins = binsOf(minutes(75));
    expect(bins[0]).toEqual({ at: 'minute 0', accepted: 10, refused: 0 });
    expect(bins.at(-1)?.at).toBe('minute 73');
    expect(bins.reduce((sum, { accepted, refused }) => sum + accepted + refused, 0)).toBe(750);
  });

  it('show nothing below zero where a refusal fell into the next minute', () => {
    expect(binsOf([{ at: 'x', received: 0, refused: 2 }])).toEqual([{ at: 'x', accepted: 0, refused: 2 }]);
  });
});

it('a stretch of time that nobody offers is the shortest', () => {
  expect([null, '', '7', '60', '360', '1440', '-1', '1e9'].map(parseStretch)).toEqual([60, 60, 60, 60, 360, 1_440, 60, 60]);
});
