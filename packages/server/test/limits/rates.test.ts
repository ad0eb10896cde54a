import { describe, expect, it } from 'vitest';
import { createAddressRate, createRate } from '../../src/rates.js';
import { isInside, subscriber } from '../../src/subscriber.js';

const clock = { at: 1_000_000 };
const now = (): number => clock.at;
const taken = (take: () => boolean, times: number): number => Array.from({ length: times }, take).filter(Boolean).length;

describe('a rate', () => {
  it('lets a burst through, then what comes back by and by, each sender for itself', () => {
    const rate = createRate({ perSecond: 10, burst: 50, now });
    expect(taken(() => rate.take('a'), 80)).toBe(50);
    expect(taken(() => rate.take('b'), 80)).toBe(50);
    clock.at += 1_000;
    expect(taken(() => rate.take('a'), 80)).toBe(10);
    clock.at += 3_600_000;
    expect(taken(() => rate.take('a'), 80)).toBe(50);
  });

  it('of a sender that asks on and on is the same as of one that waits', () => {
    const rate = createRate({ perSecond: 10, burst: 10, now });
    taken(() => rate.take('a'), 10);
    let granted = 0;
    for (let ms = 0; ms < 10_000; ms += 7) {
      clock.at += 7;
      granted += Number(rate.take('a'));
    }
    expect(granted).toBeGreaterThanOrEqual(99);
    expect(granted).toBeLessThanOrEqual(101);
  });

  it('is not changed by a clock that is set back', () => {
    const rate = createRate({ perSecond: 10, burst: 10, now });
    taken(() => rate.take('a'), 10);
    clock.at -= 7_200_000;
    expect(rate.take('a')).toBe(false);
    clock.at += 1_000;
    expect(taken(() => rate.take('a'), 20)).toBe(10);
  });

  it('of 0 is none', () => {
    const rate = createRate({ perSecond: 0, burst: 0, now });
    expect(taken(() => rate.take('a'), 100_000)).toBe(100_000);
  });

  it('of addresses: one for all of a subscriber’s, none for machines of this network', () => {
    const rate = createAddressRate({ perSecond: 1, burst: 5, now });
    expect(taken(() => rate.take('2001:db8:1:2::1'), 3) + taken(() => rate.take('2001:db8:1:2:ffff::9'), 3)).toBe(5);
    expect(rate.take('2001:db8:1:3::1')).toBe(true);
    expect(taken(() => rate.take('127.0.0.1'), 100) + taken(() => rate.take('10.1.2.3'), 100) + taken(() => rate.take('::1'), 100)).toBe(300);
  });
});

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.1.1', '100.64.0.1', 'fd00::1', 'fe80::1', ''])('%j is inside', (address) => {
  expect(isInside(address)).toBe(true);
});

it.each(['8.8.8.8', '172.32.0.1', '172.15.0.1', '100.63.0.1', '100.128.0.1', '11.0.0.1', '2001:db8::1', '::ffff:8.8.8.8', '1.27.0.0'])('%j is outside', (address) => {
  expect(isInside(address)).toBe(false);
});

it.each([['2001:db8::1', '2001:db8:0:0'], ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'], ['::1', '0:0:0:0'], ['192.0.2.1', '192.0.2.1'], ['::ffff:192.0.2.1', '::ffff:192.0.2.1']])('the subscriber of %s is %s', (address, expected) => {
  expect(subscriber(address)).toBe(expected);
});
