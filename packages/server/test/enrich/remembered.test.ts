import { describe, expect, it } from 'vitest';
import { Remembered } from '../../src/enrich/remembered.js';

describe('what was found out of texts', () => {
  it('is told for each of them, and for no other', () => {
    const known = new Remembered<number>(10_000);
    const texts = Array.from({ length: 5_000 }, (_, i) => `Mozilla/5.0 (agent ${String(i % 7)}) ${String(i)}`);
    for (const [i, text] of texts.entries()) known.set(text, i);
    for (const round of [1, 2]) for (const [i, text] of texts.entries()) expect(known.get(text), `${text}, ${String(round)}`).toBe(i);
    expect(known.get('Mozilla/5.0 (agent 1) 5001')).toBeUndefined();
  });

  it('keeps apart what is as long and has the same letters where it is looked at', () => {
    const known = new Remembered<string>(10);
    known.set('aaaaXaaa', 'one');
    known.set('aYaaXaaa', 'two');
    expect(known.get('aaaaXaaa')).toBe('one');
    expect(known.get('aYaaXaaa')).toBe('two');
    expect(known.get('aZaaXaaa')).toBeUndefined();
  });

  it('may be nothing, and is then known all the same', () => {
    const known = new Remembered<string | null>(10);
    known.set('', null);
    expect(known.get('')).toBeNull();
    expect(known.get(' ')).toBeUndefined();
  });

  it('is another one as soon as it is told anew, and gone when all is forgotten', () => {
    const known = new Remembered<number>(10);
    known.set('a', 1);
    expect(known.get('a')).toBe(1);
    known.set('a', 2);
    expect(known.get('a')).toBe(2);
    known.clear();
    expect(known.get('a')).toBeUndefined();
  });

  it('is forgotten of those that were not asked for longest', () => {
    const known = new Remembered<number>(2);
    known.set('first, long ago', 1);
    known.set('second', 2);
    known.set('third one', 3);
    expect(known.get('third one')).toBe(3);
    expect(known.get('second')).toBe(2);
    // What was tried last in its place is found until another comes there.
    for (let i = 0; i < 20_000; i += 1) known.set(((i * 2_654_435_761) % 2 ** 32).toString(36).repeat(2), i);
    expect(known.get('first, long ago')).toBeUndefined();
  });
});
