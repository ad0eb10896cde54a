import { FootfallError } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { createAttempts } from '../../src/http/attempts.js';

function limits() {
  const clock = { at: 1_000_000 };
  const attempts = createAttempts({ now: () => clock.at });
  /** Seconds to wait, 0 when the attempt was let through (and failed). */
  const fail = (address: string, username: string): number => {
    try {
      attempts.begin(address, username);
      return 0;
    } catch (error) {
      if (error instanceof FootfallError && error.errorName === 'auth.limited') return Number(error.details['retry_after']);
      throw error;
    }
  };
  return { clock, attempts, fail };
}

describe('attempts to sign in', () => {
  it('five fail for free; then the wait doubles, up to a quarter of an hour', () => {
    const { clock, fail } = limits();
    for (let at = 0; at < 5; at += 1) expect(fail('192.0.2.1', 'ann')).toBe(0);
    const waits: number[] = [];
    for (let at = 0; at < 9; at += 1) {
      const wait = fail('192.0.2.1', 'ann');
      waits.push(wait);
      clock.at += wait * 1_000 - 1;
      expect(fail('192.0.2.1', 'ann')).toBe(1);
      clock.at += 1;
      expect(fail('192.0.2.1', 'ann')).toBe(0);
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);
  });

  it('are forgiven an hour after the last failure', () => {
    const { clock, fail } = limits();
    for (let at = 0; at < 5; at += 1) fail('192.0.2.1', 'ann');
    clock.at += 3_600_000;
    for (let at = 0; at < 5; at += 1) expect(fail('192.0.2.1', 'ann')).toBe(0);
  });

  it('success forgets the failures from there', () => {
    const { attempts, fail } = limits();
    for (let at = 0; at < 4; at += 1) fail('192.0.2.1', 'ann');
    attempts.begin('192.0.2.1', 'ann').succeed();
    for (let at = 0; at < 5; at += 1) expect(fail('192.0.2.1', 'ann')).toBe(0);
    expect(fail('192.0.2.1', 'ann')).toBe(10);
  });

  it('what came to no decision does not count', () => {
    const { attempts, fail } = limits();
    for (let at = 0; at < 50; at += 1) attempts.begin('192.0.2.1', 'ann').undo();
    for (let at = 0; at < 5; at += 1) expect(fail('192.0.2.1', 'ann')).toBe(0);
    expect(fail('192.0.2.1', 'ann')).toBe(10);
  });

  it('the last free one leaves no wait behind when it came to no decision, or succeeded', () => {
    const { attempts, fail } = limits();
    for (let at = 0; at < 4; at += 1) fail('192.0.2.1', 'ann');
    attempts.begin('192.0.2.1', 'ann').undo();
    expect(fail('192.0.2.1', 'ann')).toBe(0);
    expect(fail('192.0.2.1', 'ann')).toBe(10);
    for (let at = 0; at < 19; at += 1) fail(`198.51.100.${at}`, 'bob');
    attempts.begin('203.0.113.1', 'bob').succeed();
    expect(fail('203.0.113.2', 'bob')).toBe(0);
  });

  it('in parallel count from their start', () => {
    const { attempts } = limits();
    const begun = Array.from({ length: 8 }, () => {
      try {
        return attempts.begin('192.0.2.1', 'ann');
      } catch {
        return undefined;
      }
    });
    expect(begun.filter(Boolean)).toHaveLength(5);
  });

  it('for one user from ever new addresses are limited too, whatever the case of the name', () => {
    const { fail } = limits();
    for (let at = 0; at < 20; at += 1) expect(fail(`192.0.2.${at}`, at % 2 ? 'Ann' : 'ann')).toBe(0);
    expect(fail('198.51.100.1', 'ANN')).toBe(5);
    expect(fail('198.51.100.1', 'bob')).toBe(0);
  });

  it('by others do not lock a user out of an address that worked before', () => {
    const { attempts, fail } = limits();
    attempts.begin('203.0.113.1', 'ann').succeed();
    for (let at = 0; at < 30; at += 1) fail(`192.0.2.${at}`, 'ann');
    expect(fail('198.51.100.1', 'ann')).toBeGreaterThan(0);
    expect(fail('203.0.113.1', 'ann')).toBe(0);
  });

  it('from one address with ever new names are limited too', () => {
    const { fail } = limits();
    for (let at = 0; at < 50; at += 1) expect(fail('192.0.2.1', `user${at}`)).toBe(0);
    expect(fail('192.0.2.1', 'yet another')).toBe(10);
    expect(fail('192.0.2.2', 'yet another')).toBe(0);
  });

  it('from one /64 are from one address', () => {
    const { fail } = limits();
    const addresses = ['2001:db8::1', '2001:db8:0:0:5::', '2001:db8:0:0:1:2:3:4', '2001:db8::ffff:1', '2001:db8:0::9'];
    for (const address of addresses) expect(fail(address, 'ann')).toBe(0);
    expect(fail('2001:db8::77', 'ann')).toBe(10);
    expect(fail('2001:db8:0:1::77', 'ann')).toBe(0);
    expect(fail('::1', 'ann')).toBe(0);
  });
});
