import { expect, it } from 'vitest';
import { BackOff } from '../../src/flush/back-off.js';

it('doubles from a quarter of a second to half a minute, and starts anew after a success', () => {
  const waits = new BackOff(() => 1);
  expect(Array.from({ length: 10 }, () => waits.next())).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  waits.reset();
  expect(waits.next()).toBe(250);
});

it('spreads each wait over its upper half, so that servers do not come back together', () => {
  expect(new BackOff(() => 0).next()).toBe(125);
  expect(new BackOff(() => 0.5).next()).toBe(187.5);
});

it('never waits longer than its most, even after a month of failures', () => {
  const waits = new BackOff(() => 0.999);
  expect(Math.max(...Array.from({ length: 100_000 }, () => waits.next()))).toBeLessThanOrEqual(30_000);
});
