import { joinFacts, JOINED_FACTS } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { JsonMembers } from '../../src/journal/json-members.js';
import { encodeMembers } from '../../src/journal/row-text.js';
import { hostileText } from '../fuzz/hostile.js';
import { seeded } from '../fuzz/random.js';

function written(write: (members: JsonMembers) => void): string {
  const members = new JsonMembers();
  write(members);
  return members.bytes.toString('utf8', 0, members.end);
}

const asText = (value: string): string => written((members) => members.text(value));
const CHARACTERS = ['a', ' ', '"', '\\', '\u0000', '\n', '\u001F', '\u007F', '\u0080', 'é', '\u07FF', '\u0800', '中', '\uD7FF', '\uE000', '\uFFFF', '\u2028', '🦊', '\uD83E', '\uDD8A'];

describe('members of a JSON array as bytes', () => {
  it('are what JSON makes of a text, with a comma, wherever in a short or a long one each kind of character stands', () => {
    for (const character of CHARACTERS) {
      for (const length of [0, 1, 2, 46, 47, 48, 49, 50, 200]) {
        for (const text of [character + 'x'.repeat(length), 'x'.repeat(length) + character, `${'x'.repeat(length)}${character}y`]) expect(asText(text)).toBe(`${encodeMembers([text])},`);
      }
    }
  });

  it('are what JSON makes of whatever strangers send', () => {
    const random = seeded(29);
    for (let round = 0; round < 5_000; round += 1) {
      const text = hostileText(random);
      expect(asText(text)).toBe(`${encodeMembers([text])},`);
    }
  });

  it('are what JSON makes of facts that are joined, whatever stands in them', () => {
    const random = seeded(30);
    const values = [null, '', 0, 7, 1920, -1, 0.5, 1e21, Number.NaN, 'Google Inc. (Intel)', ',', '\u007F', 'a,b', 'x'.repeat(100), ...CHARACTERS];
    for (const { separator, facts } of Object.values(JOINED_FACTS)) {
      for (let round = 0; round < 5_000; round += 1) {
        const given = facts.map(() => (random.chance(0.2) ? hostileText(random) : random.pick(values)));
        expect(written((members) => members.joined(separator, given))).toBe(asText(joinFacts(separator, given)));
      }
    }
    expect(written((members) => members.joined(',', []))).toBe('"",');
  });

  it('are what JSON makes of a number', () => {
    const numbers = [null, 0, -0, 1, 9, 10, 0.5, 9.5, -1, 0.87, 1e21, 2 ** 53, Number.MAX_VALUE, -Number.MIN_VALUE, -1.234_567_890_123_456_7e-100, Number.NaN, Number.POSITIVE_INFINITY];
    for (const number of numbers) expect(written((members) => members.number(number))).toBe(`${JSON.stringify(number)},`);
  });

  it('are all digits of an instant', () => {
    const instants = [0, 999, 1_000, 999_999_999_999, 1_000_000_000_000, 1_000_000_000_001, 1_790_000_000_000, 1_790_000_999_999, 9_999_999_999_999, 10_000_000_000_000, -5, 1_790_000_000_000.5, Number.NaN];
    for (const at of instants) expect(written((members) => members.instant(at))).toBe(`${JSON.stringify(at)},`);
  });

  it('may be written again, behind others, and grow', () => {
    const members = new JsonMembers();
    members.text('first');
    const start = members.end;
    members.text('中文');
    members.number(7);
    const again = members.since(start);
    for (let i = 0; i < 10_000; i += 1) members.again(again);
    members.text('z'.repeat(100_000));
    expect(JSON.parse(`[${members.bytes.toString('utf8', 0, members.end - 1)}]`)).toEqual(['first', ...Array.from({ length: 10_001 }, () => ['中文', 7]).flat(), 'z'.repeat(100_000)]);
  });
});
