/** The order of changes and roll-ups, over a store that does nothing. */
import { describe, expect, it } from 'vitest';
import { StoreRejected, StoreUnavailable } from '../../src/warehouse/failures.js';
import { HourSet } from '../../src/warehouse/rolled/hour-set.js';
import { RolledHours } from '../../src/warehouse/rolled/rolled-hours.js';
import type { RolledRows } from '../../src/warehouse/rolled/rolled-rows.js';
import type { Touched } from '../../src/warehouse/rolled/touched.js';

const { signal } = new AbortController();
const hours = (...list: number[]): Touched => new Map([[1, HourSet.of(list)]]);
const nothing = (): Promise<void> => Promise.resolve();

function open(): { rolled: RolledHours; said: string[]; clock: { now: number } } {
  const said: string[] = [];
  const clock = { now: 0 };
  const rows: RolledRows = {
    read: () => Promise.resolve(new Map()),
    remove: () => {
      said.push('removed');
      return nothing();
    },
    removeNumbers: nothing,
    isIdle: () => Promise.resolve(true),
    hasOpenMutations: () => Promise.resolve(false),
  };
  return { rolled: new RolledHours(rows, () => clock.now), said, clock };
}

/** A promise, and its end. */
function held(): { promise: Promise<void>; end: () => void } {
  let end: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, end };
}

describe('hours that are rolled up', () => {
  it('are gone before what changes them begins, and tell it to whoever reads them', async () => {
    const { rolled, said } = open();
    expect(await rolled.build(1, [5, 6], nothing, signal)).toBe(2);
    const version = rolled.version(1);
    said.length = 0;
    await rolled.change(hours(6, 7), () => {
      said.push('change');
      expect([rolled.has(1, 5), rolled.has(1, 6)]).toEqual([true, false]);
      return nothing();
    });
    expect(said).toEqual(['removed', 'change']);
    expect(rolled.version(1)).not.toBe(version);
  });

  it('are left out while a change is under way, and a change waits for those that are being rolled up', async () => {
    const { rolled } = open();
    const [change, build] = [held(), held()];
    const changing = rolled.change(hours(5), () => change.promise);
    await new Promise((resolve) => setTimeout(resolve, 10));
    const given: number[] = [];
    const building = rolled.build(1, [4, 5, 6], (list) => {
      given.push(...list);
      return build.promise;
    }, signal);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(given).toEqual([4, 6]);
    let begun = false;
    const second = rolled.change(hours(6), () => {
      begun = true;
      return nothing();
    });
    const other = rolled.change(hours(7), nothing);
    await other;
    expect(begun).toBe(false);
    build.end();
    await Promise.all([building, second]);
    expect([begun, rolled.has(1, 4), rolled.has(1, 6)]).toEqual([true, true, false]);
    change.end();
    await changing;
    expect(await rolled.build(1, [5, 6], nothing, signal)).toBe(2);
  });

  it('are not rolled up for a good while after a change that nobody heard the end of, and at once after one that was refused', async () => {
    const { rolled, clock } = open();
    await expect(rolled.change(hours(5), () => Promise.reject(new StoreUnavailable('gone')))).rejects.toThrow('gone');
    await expect(rolled.change(hours(6), () => Promise.reject(new StoreRejected('6', 'no')))).rejects.toThrow('no');
    expect(await rolled.build(1, [5, 6], nothing, signal)).toBe(1);
    clock.now = 3_600_000;
    expect(await rolled.build(1, [5, 6], nothing, signal)).toBe(1);
  });

  it('are nothing when what makes them fails, and no change goes on before that is sure', async () => {
    const { rolled, said } = open();
    await expect(rolled.build(1, [5], () => Promise.reject(new StoreUnavailable('gone')), signal)).rejects.toThrow('gone');
    expect([rolled.has(1, 5), said.filter((word) => word === 'removed').length]).toEqual([false, 2]);
    const ended = new AbortController();
    ended.abort();
    await expect(rolled.build(1, [5], () => Promise.reject(new StoreUnavailable('gone')), ended.signal)).rejects.toThrow('gone');
    await expect(rolled.change(hours(5), nothing)).rejects.toThrow('stopping');
    await rolled.change(hours(6), nothing);
  });
});
