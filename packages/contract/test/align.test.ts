import { describe, expect, it } from 'vitest';
import { alignBefore } from '../src/align.js';

const hours = (day: string, list: readonly number[]) => list.map((hour) => ({ key: `${day} ${String(hour).padStart(2, '0')}:00:00` }));
const upTo = (count: number) => Array.from({ length: count }, (_, hour) => hour);

describe('alignBefore', () => {
  it('lays equal periods over each other point by point', () => {
    const before = hours('2026-11-20', upTo(24));
    expect(alignBefore(hours('2026-11-21', upTo(24)), before)).toEqual(before);
  });

  it('keeps the clock on a day without its third hour', () => {
    const short = hours('2026-03-08', [0, 1, ...upTo(24).slice(3)]);
    const aligned = alignBefore(short, hours('2026-03-07', upTo(24)));
    expect(aligned).toHaveLength(23);
    expect(aligned[2]).toEqual({ key: '2026-03-07 03:00:00' });
    expect(aligned.at(-1)).toEqual({ key: '2026-03-07 23:00:00' });
  });

  it('gives the hour that comes twice the same partner twice', () => {
    const long = hours('2026-11-01', [0, 1, 1, 2, ...upTo(24).slice(3)]);
    const aligned = alignBefore(long, hours('2026-10-31', upTo(24)));
    expect(aligned[1]).toEqual({ key: '2026-10-31 01:00:00' });
    expect(aligned[2]).toEqual({ key: '2026-10-31 01:00:00' });
    expect(aligned.at(-1)).toEqual({ key: '2026-10-31 23:00:00' });
  });

  it('leaves an hour without partner alone', () => {
    const aligned = alignBefore(hours('2026-03-09', upTo(24)), hours('2026-03-08', [0, 1, ...upTo(24).slice(3)]));
    expect(aligned[2]).toBeUndefined();
    expect(aligned[3]).toEqual({ key: '2026-03-08 03:00:00' });
  });

  it('copes with nothing', () => {
    expect(alignBefore([], [])).toEqual([]);
    expect(alignBefore(hours('2026-03-09', [0, 1]), [])).toEqual([undefined, undefined]);
  });
});
