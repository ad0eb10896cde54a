import { MAX_HIT_BYTES } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { type KnownHead, knownHead, readAgain } from '../../../src/collect/direct/known-head.js';
import { readWhole } from '../../../src/collect/direct/request.js';
import { seeded } from '../../fuzz/random.js';

const AGENT = 'User-Agent: Mozilla/5.0 (X11; Linux x86_64)';
const HEADS: readonly (readonly [before: readonly string[], length: string, after: readonly string[]])[] = [
  [['Host: stats.example'], 'Content-Length: ', [AGENT, 'DNT: 1']],
  [['Host: stats.example', AGENT], 'content-length:', []],
  [[], 'CONTENT-LENGTH: \t', ['Host: a', 'X-Forwarded-For: 203.0.113.5, 10.0.0.1', 'Accept: 7', 'X-Length: 65']],
  [['X-Seven: 7', 'Host: 7'], 'Content-Length: ', [AGENT, `Cookie: ${'c'.repeat(1_900)}`]],
];

function request([before, name, after]: (typeof HEADS)[number], body: string, length: number | string = Buffer.byteLength(body, 'latin1')): Buffer {
  return Buffer.from(['POST /collect HTTP/1.1', ...before, `${name}${String(length)}`, ...after, '', body].join('\r\n'), 'latin1');
}

function known(bytes: Buffer): KnownHead {
  const whole = readWhole(bytes);
  const head = whole === null ? null : knownHead(bytes, whole);
  if (head === null) throw new Error('not kept');
  return head;
}

describe('a head that was read before', () => {
  it.each(HEADS.map((head, nth) => ({ head, nth })))('is read as it would be anew, whatever the length: $nth', ({ head }) => {
    const first = known(request(head, '{"v":1}'));
    for (const body of ['x', '{"v":1}', 'é'.repeat(10), 'y'.repeat(99), 'y'.repeat(100), 'z'.repeat(12_345), 'z'.repeat(MAX_HIT_BYTES)]) {
      const bytes = request(head, body);
      const again = readAgain(bytes, first);
      expect(again).not.toBeNull();
      expect(again).toEqual(readWhole(bytes));
      expect(readAgain(Buffer.concat([bytes, request(head, body)]), first)).toEqual(readWhole(bytes));
    }
  });

  it('is not kept from what came with it', () => {
    const bytes = request(HEADS[0] as (typeof HEADS)[number], '{"v":1}');
    const first = known(bytes);
    const again = Buffer.from(bytes);
    bytes.fill(0);
    expect(readAgain(again, first)).toEqual(readWhole(again));
  });

  // Blanks around a length are no part of it: another head, to be read anew.
  it.each(['0', '07', '+7', '-7', '7, 7', '7 ', ' 7', '', '7a', '0x7', '7.0', '1e1', String(MAX_HIT_BYTES + 1), '9'.repeat(30), '٧'])('says nothing of a length that is none, %j', (length) => {
    for (const head of HEADS) {
      const bytes = request(head, 'x'.repeat(MAX_HIT_BYTES + 10), length);
      expect(readAgain(bytes, known(request(head, '{"v":1}')))).toBeNull();
    }
  });

  it('is none before the last byte is there', () => {
    const [head] = HEADS as [(typeof HEADS)[number]];
    const bytes = request(head, '{"v":1}');
    const first = known(request(head, 'a body that is longer'));
    for (let length = 0; length < bytes.length; length += 1) expect(readAgain(bytes.subarray(0, length), first)).toBeNull();
    expect(readAgain(bytes, first)).not.toBeNull();
  });

  it('is not kept when it is long', () => {
    const bytes = request([['Host: a', `Cookie: ${'c'.repeat(2_000)}`], 'Content-Length: ', []], 'x');
    const whole = readWhole(bytes);
    expect(whole).not.toBeNull();
    expect(whole === null ? undefined : knownHead(bytes, whole)).toBeNull();
  });

  it('is taken for no other one, changed at random', () => {
    const random = seeded(18);
    let same = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const head = random.pick(HEADS.slice(0, 3));
      const first = known(request(random.chance(0.8) ? head : random.pick(HEADS), '{"v":1}'));
      const bytes = request(head, 'b'.repeat(1 + random.below(120)), random.chance(0.1) ? random.below(200) : undefined);
      if (random.chance(0.5)) bytes[random.below(bytes.length)] = random.chance(0.5) ? random.below(256) : (bytes[random.below(bytes.length)] ?? 0);
      const again = readAgain(bytes, first);
      if (again === null) continue;
      same += 1;
      expect(again).toEqual(readWhole(bytes));
    }
    expect(same).toBeGreaterThan(5_000);
  });
});
