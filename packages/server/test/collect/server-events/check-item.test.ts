import { MAX_AHEAD_MS, MAX_PAST_MS, serverItem } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { checkItem, Refused } from '../../../src/collect/server-events/check-item.js';

const NOW = Date.UTC(2026, 4, 1, 12, 0, 0);
const PAGE = { type: 'pageview', url: 'https://shop.example/' };
const EVENT = { type: 'event', name: 'order' };

/** A repeatable sequence of numbers from 0 to below 1. Source: Park and Miller 1988. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const VALUES: readonly unknown[] = [
  undefined, null, '', 'a', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(129), 'x'.repeat(300), 0, -1, 1.5, NOW, Number.NaN, Number.POSITIVE_INFINITY, true, [], {}, { a: 1 },
  { a: 'x'.repeat(256) }, { ['k'.repeat(65)]: 1 }, { a: { b: 1 } }, { a: null }, Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, i])), { width: 1920, height: 1080 },
  { width: 1.5, height: 2 }, '2026-05-01T11:59:00Z', '2026-05-01T11:59:00.123+02:00', '2026-05-01 11:59', '2026-02-31T99:00:00Z', '203.0.113.9', '2001:db8::1', 'fe80::1', 'not an address',
  '0123456789abcdef', '0123456789ABCDEF', 'pageview', 'event', 'https://shop.example/', '\ud800', '__proto__',
];
const FIELDS = ['id', 'type', 'url', 'name', 'props', 'timestamp', 'ip', 'user_agent', 'referrer', 'title', 'language', 'visitor_id', 'fingerprint', 'screen'];

describe('an item', () => {
  it('is taken exactly when the contract takes it, but for times and addresses', () => {
    const next = random(7);
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
    const counts = { taken: 0, refused: 0 };
    for (let round = 0; round < 20_000; round += 1) {
      const item: Record<string, unknown> = next() < 0.5 ? { ...PAGE } : { ...EVENT };
      for (let changes = Math.floor(next() * 3); changes > 0; changes -= 1) item[pick(FIELDS) ?? 'id'] = pick(VALUES);
      const checked = checkItem(item, NOW);
      const parsed = serverItem.safeParse(item).success;
      const isAddress = item['ip'] === undefined || item['ip'] === '' || ['"203.0.113.9"', '"2001:db8::1"', '"fe80::1"'].includes(JSON.stringify(item['ip']));
      const isRefused = checked instanceof Refused;
      counts[isRefused ? 'refused' : 'taken'] += 1;
      if (isRefused && checked.reason === 'bad_time') continue;
      expect({ item, taken: !isRefused }).toEqual({ item, taken: parsed && isAddress });
    }
    expect(counts.taken).toBeGreaterThan(3_000);
    expect(counts.refused).toBeGreaterThan(3_000);
  });

  it.each([null, 7, 'text', [], [PAGE], true])('that is no object is refused: %j', (item) => {
    expect(checkItem(item, NOW)).toMatchObject({ reason: 'malformed', message: 'must be an object' });
  });

  it('without a time happened now; with one, then', () => {
    const at = (timestamp: unknown): unknown => {
      const checked = checkItem({ ...PAGE, timestamp }, NOW);
      return checked instanceof Refused ? checked.reason : checked.at;
    };
    expect(at(undefined)).toBe(NOW);
    expect(at('2026-05-01T13:59:00+02:00')).toBe(NOW - 60_000);
    expect(at('2026-05-01T11:58Z')).toBe(NOW - 120_000);
    expect(at(NOW - 1_500.5)).toBe(NOW - 1_501);
    expect(at(NOW + MAX_AHEAD_MS)).toBe(NOW);
    expect(at(NOW + MAX_AHEAD_MS + 1)).toBe('bad_time');
    expect(at(NOW - MAX_PAST_MS)).toBe(NOW - MAX_PAST_MS);
    expect(at(NOW - MAX_PAST_MS - 1)).toBe('bad_time');
    // Seconds in place of milliseconds: 1970.
    expect(at(NOW / 1_000)).toBe('bad_time');
    expect(at('yesterday')).toBe('malformed');
    expect(at('2026-05-01T11:58')).toBe('malformed');
  });

  it('says in words which field is wrong', () => {
    const said = (item: unknown): string => {
      const checked = checkItem(item, NOW);
      return checked instanceof Refused ? checked.message : 'taken';
    };
    expect(said({ type: 'pageview' })).toBe('url: a pageview needs one');
    expect(said({ type: 'click' })).toBe('type: must be "pageview" or "event"');
    expect(said({ ...EVENT, name: 'x'.repeat(65) })).toBe('name: must be a text of 1 to 64 characters');
    expect(said({ ...EVENT, props: { price: null } })).toBe('props.price: must be a text of at most 255 characters, a number or a boolean');
    expect(said({ ...PAGE, ip: '10.0.0.999' })).toBe('ip: must be an IPv4 or IPv6 address');
    expect(said(EVENT)).toBe('taken');
  });

  it('leaves behind what a stranger named __proto__', () => {
    const checked = checkItem(JSON.parse('{"type":"event","name":"x","props":{"__proto__":{"a":1},"constructor":"c"}}'), NOW);
    expect(checked).toMatchObject({ event: ['x', { constructor: 'c' }] });
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});
