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
    remove: (_, { hours: gone, spans }) => {
      said.push(`removed ${[...gone].join(' ')}${spans.map(({ first, hours: length }) => ` ${String(first)}+${String(length)}`).join('')}`);
      return nothing();
    },
    removeNumbers: nothing,
    scattered: () => Promise.resolve([]),
    merge: nothing,
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
    expect(said).toEqual(['removed 6', 'change']);
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

  it('are added up to spans that go with any of their hours, and before them', async () => {
    const { rolled, said } = open();
    await rolled.build(1, [5, 6, 7, 8], nothing, signal);
    expect(await rolled.buildSpans(1, [{ first: 5, hours: 2 }, { first: 7, hours: 2 }, { first: 8, hours: 2 }], nothing, signal)).toBe(2);
    expect([rolled.spansAt(1, 5), rolled.spansAt(1, 7), rolled.spansAt(1, 8)]).toEqual([[2], [2], []]);
    expect(await rolled.buildSpans(1, [{ first: 5, hours: 4 }, { first: 5, hours: 2 }], nothing, signal)).toBe(1);
    expect(rolled.spansAt(1, 5)).toEqual([4, 2]);
    const version = rolled.version(1);
    said.length = 0;
    await rolled.change(hours(8), nothing);
    expect(said).toEqual(['removed 8 5+4 7+2']);
    expect([rolled.spansAt(1, 5), rolled.spansAt(1, 7), rolled.has(1, 7), rolled.version(1) === version]).toEqual([[2], [], true, false]);
  });

  it('are not added up while a change of one is under way, and a change waits for those that are', async () => {
    const { rolled } = open();
    await rolled.build(1, [5, 6], nothing, signal);
    const [change, build] = [held(), held()];
    const building = rolled.buildSpans(1, [{ first: 5, hours: 2 }], () => build.promise, signal);
    await new Promise((resolve) => setTimeout(resolve, 10));
    let begun = false;
    const changing = rolled.change(hours(6), () => {
      begun = true;
      return change.promise;
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(begun).toBe(false);
    build.end();
    await building;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect([begun, rolled.spansAt(1, 5), rolled.has(1, 6)]).toEqual([true, [], false]);
    expect(await rolled.buildSpans(1, [{ first: 5, hours: 2 }], nothing, signal)).toBe(0);
    change.end();
    await changing;
  });

  it('are nothing when what makes them fails, and no change goes on before that is sure', async () => {
    const { rolled, said } = open();
    await expect(rolled.build(1, [5], () => Promise.reject(new StoreUnavailable('gone')), signal)).rejects.toThrow('gone');
    expect([rolled.has(1, 5), said.filter((word) => word === 'removed 5').length]).toEqual([false, 2]);
    const ended = new AbortController();
    ended.abort();
    await expect(rolled.build(1, [5], () => Promise.reject(new StoreUnavailable('gone')), ended.signal)).rejects.toThrow('gone');
    await expect(rolled.change(hours(5), nothing)).rejects.toThrow('stopping');
    await rolled.change(hours(6), nothing);
  });
});
