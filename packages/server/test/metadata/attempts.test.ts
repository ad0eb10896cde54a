import { FootfallError } from '@footfall/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAttempts } from '../../src/metadata/attempts.js';
import type { Metadata } from '../../src/metadata/database.js';
import { subscriber } from '../../src/subscriber.js';
import { sizes } from './sizes.js';

const START = 1_763_712_000_123;

describe.each(sizes())('attempts to sign in, on $name', (size) => {
  const clock = { at: START };
  const now = (): number => clock.at;
  let metadata: Metadata;
  beforeAll(async () => {
    metadata = await size.open(now);
  });
  afterAll(() => metadata.close());
  beforeEach(async () => {
    clock.at = START;
    await metadata.db.deleteFrom('attempts').execute();
  });

  function limits() {
    const attempts = createAttempts(metadata.db, subscriber, now);
    /** Seconds to wait, 0 when the attempt was let through (and failed). */
    const fail = async (address: string, username: string): Promise<number> => {
      try {
        await attempts.begin(address, username);
        return 0;
      } catch (error) {
        if (error instanceof FootfallError && error.errorName === 'auth.limited') return Number(error.details['retry_after']);
        throw error;
      }
    };
    return { attempts, fail };
  }

  it('five fail for free; then the wait doubles, up to a quarter of an hour', async () => {
    const { fail } = limits();
    for (let at = 0; at < 5; at += 1) expect(await fail('192.0.2.1', 'ann')).toBe(0);
    const waits: number[] = [];
    for (let at = 0; at < 9; at += 1) {
      const wait = await fail('192.0.2.1', 'ann');
      waits.push(wait);
      clock.at += wait * 1_000 - 1;
      expect(await fail('192.0.2.1', 'ann')).toBe(1);
      clock.at += 1;
      expect(await fail('192.0.2.1', 'ann')).toBe(0);
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);
  });

  it('are forgiven an hour after the last failure', async () => {
    const { fail } = limits();
    for (let at = 0; at < 5; at += 1) await fail('192.0.2.1', 'ann');
    clock.at += 3_600_000;
    for (let at = 0; at < 5; at += 1) expect(await fail('192.0.2.1', 'ann')).toBe(0);
  });

  it('success forgets the failures from there', async () => {
    const { attempts, fail } = limits();
    for (let at = 0; at < 4; at += 1) await fail('192.0.2.1', 'ann');
    await (await attempts.begin('192.0.2.1', 'ann')).succeed();
    for (let at = 0; at < 5; at += 1) expect(await fail('192.0.2.1', 'ann')).toBe(0);
    expect(await fail('192.0.2.1', 'ann')).toBe(10);
  });

  it('what came to no decision does not count', async () => {
    const { attempts, fail } = limits();
    for (let at = 0; at < 50; at += 1) await (await attempts.begin('192.0.2.1', 'ann')).undo();
    for (let at = 0; at < 5; at += 1) expect(await fail('192.0.2.1', 'ann')).toBe(0);
    expect(await fail('192.0.2.1', 'ann')).toBe(10);
  });

  it('the last free one leaves no wait behind when it came to no decision, or succeeded', async () => {
    const { attempts, fail } = limits();
    for (let at = 0; at < 4; at += 1) await fail('192.0.2.1', 'ann');
    await (await attempts.begin('192.0.2.1', 'ann')).undo();
    expect(await fail('192.0.2.1', 'ann')).toBe(0);
    expect(await fail('192.0.2.1', 'ann')).toBe(10);
    for (let at = 0; at < 19; at += 1) await fail(`198.51.100.${at}`, 'bob');
    await (await attempts.begin('203.0.113.1', 'bob')).succeed();
    expect(await fail('203.0.113.2', 'bob')).toBe(0);
  });

  it('in parallel count from their start', async () => {
    const { attempts } = limits();
    const begun = await Promise.allSettled(Array.from({ length: 8 }, () => attempts.begin('192.0.2.1', 'ann')));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('of all processes on the store count together, and those of one that ended too', async () => {
    for (let at = 0; at < 5; at += 1) expect(await limits().fail('192.0.2.1', 'ann')).toBe(0);
    expect(await limits().fail('192.0.2.1', 'ann')).toBe(10);
  });

  it('leave nothing behind once they are forgiven, but from where users signed in; no name and no address stands in the store', async () => {
    const { attempts, fail } = limits();
    await (await attempts.begin('203.0.113.1', 'ann')).succeed();
    for (let at = 0; at < 30; at += 1) await fail(`192.0.2.${at}`, 'bob');
    expect(JSON.stringify(await metadata.db.selectFrom('attempts').selectAll().execute())).not.toMatch(/ann|bob|192\.0|203\.0/u);
    clock.at += 3_600_000;
    await (await attempts.begin('198.51.100.7', 'eve')).undo();
    const left = await metadata.db.selectFrom('attempts').select('trusted').execute();
    expect([left.length, left.filter(({ trusted }) => trusted === 1).length]).toEqual([4, 1]);
    clock.at += 180 * 86_400_000;
    await (await attempts.begin('198.51.100.7', 'eve')).undo();
    expect(await metadata.db.selectFrom('attempts').selectAll().where('trusted', '=', 1).execute()).toEqual([]);
  });

  it('for one user from ever new addresses are limited too, whatever the case of the name', async () => {
    const { fail } = limits();
    for (let at = 0; at < 20; at += 1) expect(await fail(`192.0.2.${at}`, at % 2 ? 'Ann' : 'ann')).toBe(0);
    expect(await fail('198.51.100.1', 'ANN')).toBe(5);
    expect(await fail('198.51.100.1', 'bob')).toBe(0);
  });

  it('by others do not lock a user out of an address that worked before', async () => {
    const { attempts, fail } = limits();
    await (await attempts.begin('203.0.113.1', 'ann')).succeed();
    for (let at = 0; at < 30; at += 1) await fail(`192.0.2.${at}`, 'ann');
    expect(await fail('198.51.100.1', 'ann')).toBeGreaterThan(0);
    expect(await fail('203.0.113.1', 'ann')).toBe(0);
  });

  it('from one address with ever new names are limited too', async () => {
    const { fail } = limits();
    for (let at = 0; at < 50; at += 1) expect(await fail('192.0.2.1', `user${at}`)).toBe(0);
    expect(await fail('192.0.2.1', 'yet another')).toBe(10);
    expect(await fail('192.0.2.2', 'yet another')).toBe(0);
  });

  it('from one /64 are from one address', async () => {
    const { fail } = limits();
    const addresses = ['2001:db8::1', '2001:db8:0:0:5::', '2001:db8:0:0:1:2:3:4', '2001:db8::ffff:1', '2001:db8:0::9'];
    for (const address of addresses) expect(await fail(address, 'ann')).toBe(0);
    expect(await fail('2001:db8::77', 'ann')).toBe(10);
    expect(await fail('2001:db8:0:1::77', 'ann')).toBe(0);
    expect(await fail('::1', 'ann')).toBe(0);
  });
});
