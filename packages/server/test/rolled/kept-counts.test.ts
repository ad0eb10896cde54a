/** When counts that are kept are used again, over changes that the test makes up. */
import { describe, expect, it } from 'vitest';
import { HourSet } from '../../src/warehouse/rolled/hour-set.js';
import { KeptCounts } from '../../src/warehouse/rolled/kept-counts.js';
import type { Touched } from '../../src/warehouse/rolled/touched.js';
import type { ValueList } from '../../src/warehouse/rolled/value-list.js';
import { listOf } from './listed.js';

const hours = (siteId: number, ...list: number[]): Touched => new Map([[siteId, HourSet.of(list)]]);
const counts = listOf(new Map([['CN', 3]]));

function open() {
  const underWay: Touched[] = [];
  const kept = new KeptCounts<ValueList>(300_000, () => underWay);
  const keep = (siteIds: readonly number[], before: number): void => kept.read(siteIds, 'country_code').keep({ before, counts });
  const has = (...siteIds: number[]): boolean => kept.read(siteIds, 'country_code').kept !== null;
  return { kept, keep, has, underWay };
}

describe('counts that are kept', () => {
  it('are given again for the same sites and the same column', () => {
    const { kept, keep } = open();
    keep([1], 10);
    expect(kept.read([1], 'country_code').kept).toMatchObject({ before: 10, counts });
    expect([kept.read([1], 'device_type').kept, kept.read([2], 'country_code').kept, kept.read([1, 2], 'country_code').kept]).toEqual([null, null, null]);
  });

  it('go when an hour before theirs is touched, of any of their sites', () => {
    const { kept, keep, has } = open();
    keep([1], 10);
    keep([1, 2], 10);
    kept.touch(hours(1, 10, 11));
    kept.touch(hours(3, 2));
    expect([has(1), has(1, 2)]).toEqual([true, true]);
    kept.touch(hours(2, 12, 9));
    expect([has(1), has(1, 2)]).toEqual([true, false]);
    kept.touch(new Map([[1, 'all']]));
    expect(has(1)).toBe(false);
    keep([1], 10);
    kept.touch('everything');
    expect(has(1)).toBe(false);
  });

  it('of a part of an hour go when what is before it is touched', () => {
    const { kept, keep, has } = open();
    keep([1], 10.5);
    kept.touch(hours(1, 10.5, 10.75, 11));
    expect(has(1)).toBe(true);
    expect(kept.read([1], 'country_code').isTrue(10.5)).toBe(true);
    const reading = kept.read([1], 'country_code');
    kept.touch(hours(1, 10.75, 10.49));
    expect([has(1), reading.isTrue(10.5), reading.isTrue(10.49)]).toEqual([false, false, true]);
    // Of a change of which the hours alone are known.
    keep([1], 10.5);
    kept.touch(hours(1, 10));
    expect(has(1)).toBe(false);
  });

  it('stay when what is touched lies before all that was counted', () => {
    const { kept, underWay } = open();
    const read = () => kept.read([1, 2], 'country_code', 10.5);
    const keep = (): void => read().keep({ before: 12.25, counts });
    keep();
    const reading = read();
    kept.touch(hours(1, 9, 12.25, 10.49));
    // Nor is there any other visit in that hour behind it that could be known.
    expect([read().kept, reading.isTrue(12.25)]).toEqual([null, false]);
    keep();
    const later = read();
    kept.touch(hours(1, 3, 9.99, 12.25));
    kept.touch(hours(2, 12.3));
    underWay.push(hours(2, 9.5, 13));
    expect([read().kept?.before, later.isTrue(12.25)]).toEqual([12.25, true]);
    // One of another beginning, of which this tells nothing.
    expect(kept.read([1, 2], 'country_code', 9).isTrue(12.25)).toBe(false);
    underWay.push(hours(2, 9.5, 12.2));
    expect(later.isTrue(12.25)).toBe(false);
    kept.touch(hours(2, 9.5, 12.2));
    expect(read().kept).toBeNull();
  });

  it('go on from an earlier moment of what begins with the same hour alone', () => {
    const { kept } = open();
    const read = (from: number) => kept.read([1], 'country_code', from);
    read(10).keep({ before: 10.25, counts });
    read(10).keep({ before: 10.26, counts });
    read(10).keep({ before: 10.31, counts });
    kept.touch(hours(1, 9.2, 10.305));
    expect(read(10).kept?.before).toBe(10.25);
    // What was touched before it counts nothing still.
    kept.touch(hours(1, 9.2));
    expect(read(10).kept?.before).toBe(10.25);
    read(10.1).keep({ before: 10.31, counts });
    kept.touch(hours(1, 10.305));
    expect(read(10).kept).toBeNull();
  });

  it('are handed on with where they begin', () => {
    const { kept } = open();
    kept.read([1], 'country_code', 10).keep({ before: 12, counts });
    const next = open().kept;
    for (const [key, entry] of kept.entries()) next.takeOver(key, entry);
    next.touch(hours(1, 9));
    expect(next.read([1], 'country_code', 10).kept?.before).toBe(12);
    next.touch(hours(1, 11));
    expect(next.read([1], 'country_code', 10).kept).toBeNull();
  });

  it('of a part of an hour go back to an earlier one when what is between them is touched', () => {
    const { kept, keep } = open();
    const before = (): number | undefined => kept.read([1], 'country_code').kept?.before;
    keep([1], 10.25);
    keep([1], 10.26);
    // Who asks at the same time keeps the same moment.
    for (let asker = 0; asker < 2; asker += 1) keep([1], 10.31);
    kept.touch(hours(1, 10.305));
    expect(before()).toBe(10.25);
    // There is no other any more.
    kept.touch(hours(1, 10.2));
    expect(before()).toBeUndefined();
    // One that is old enough takes the place of the earlier one.
    keep([1], 10.25);
    keep([1], 10.26);
    keep([1], 10.31);
    keep([1], 10.32);
    kept.touch(hours(1, 10.315));
    expect(before()).toBe(10.31);
    // What is touched before both takes both.
    keep([1], 10.32);
    kept.touch(hours(1, 10.3));
    expect(before()).toBeUndefined();
  });

  it('of hours that are over have no earlier one, nor is one of another hour', () => {
    const { kept, keep, has } = open();
    for (const moments of [[10, 11], [10.5, 11.5], [10.5, 10.25]] as const) {
      for (const before of moments) keep([1], before);
      kept.touch(hours(1, 10.2));
      expect(has(1)).toBe(false);
      for (const before of moments) keep([1], before);
      kept.touch(hours(1, Math.max(...moments) - 0.1));
      expect(has(1)).toBe(moments[1] < moments[0]);
      kept.touch('everything');
    }
    // To the end of its hour it has.
    keep([1], 10.5);
    for (let asker = 0; asker < 2; asker += 1) keep([1], 11);
    kept.touch(hours(1, 10.75));
    expect(kept.read([1], 'country_code').kept?.before).toBe(10.5);
  });

  it('are not kept when something was touched while they were counted, nor is the answer true', () => {
    const { kept, has } = open();
    const reading = kept.read([1], 'country_code');
    kept.touch(hours(1, 12));
    expect([reading.isTrue(10), reading.isTrue(12), reading.isTrue(13)]).toEqual([true, true, false]);
    kept.touch(hours(1, 9));
    expect(reading.isTrue(10)).toBe(false);
    reading.keep({ before: 10, counts });
    expect(has(1)).toBe(false);
    expect(kept.read([1], 'country_code').isTrue(10)).toBe(true);
  });

  it('are not kept while a change is under way that may touch them', () => {
    const { kept, keep, has, underWay } = open();
    underWay.push(hours(1, 9));
    expect(kept.read([1], 'country_code').isTrue(10)).toBe(false);
    keep([1], 10);
    expect(has(1)).toBe(false);
    underWay.splice(0, 1, hours(1, 10));
    keep([1], 10);
    expect(has(1)).toBe(true);
  });

  it('a reading that has slept through too many touches says nothing', () => {
    const { kept } = open();
    const reading = kept.read([1], 'country_code');
    for (let i = 0; i < 5_000; i += 1) kept.touch(hours(2, i));
    expect(reading.isTrue(10)).toBe(false);
    expect(kept.read([1], 'country_code').isTrue(10)).toBe(true);
  });

  it('are of so many lists, those that were asked for last', () => {
    const { keep, has } = open();
    for (let site = 1; site <= 2_000; site += 1) keep([site], 10);
    expect(has(1)).toBe(true);
    for (let site = 2_001; site <= 2_100; site += 1) keep([site], 10);
    expect([1, 2, 101, 102, 2_100].map((site) => has(site))).toEqual([true, false, false, true, true]);
  });

  it('are of so many values', () => {
    const { kept, has } = open();
    const rare = new Map(Array.from({ length: 20_000 }, (_, at) => [String(at), 1]));
    const many = listOf(rare, 2);
    for (let site = 1; site <= 20; site += 1) kept.read([site], 'country_code').keep({ before: 10, counts: many });
    expect([1, 5, 6, 20].map((site) => has(site))).toEqual([false, false, true, true]);
    // Texts take more room than numbers.
    kept.read([22], 'country_code').keep({ before: 10, counts: listOf(rare) });
    expect([7, 15, 16, 6, 20, 22].map((site) => has(site))).toEqual([false, false, true, true, true, true]);
    // One of which nothing is known but that there are too many takes no room.
    kept.read([21], 'country_code').keep({ before: 10, counts: null });
    expect([has(6), kept.read([21], 'country_code').kept?.counts]).toEqual([true, null]);
  });

  it('are taken over from an earlier process as far as there is room, behind what was asked for since', () => {
    const underWay: Touched[] = [];
    const three = listOf(new Map([['CN', 3], ['DE', 2], ['FR', 1]]));
    const kept = new KeptCounts<ValueList>(2 * three.room, () => underWay);
    kept.read([9], 'own').keep({ before: 5, counts: three });
    const entries = (): string[] => [...kept.entries()].map(([key]) => key);
    kept.takeOver('1 one', { siteIds: [1], before: 5, counts: three });
    kept.takeOver('1 two', { siteIds: [1], before: 5, counts: three });
    expect(entries()).toEqual(['9 own', '1 one']);
    expect(kept.read([1], 'one').kept?.counts).toBe(three);
    kept.touch(hours(1, 4));
    kept.takeOver('1 two', { siteIds: [1], before: 5, counts: three });
    kept.takeOver('1 three', { siteIds: [1], before: 4, counts: three });
    expect(entries()).toEqual(['9 own', '1 three']);
    underWay.push(hours(9, 4.5));
    expect(entries()).toEqual(['1 three']);
  });
});
