import { describe, expect, it } from 'vitest';
import { hit } from '../src/hit.js';

const least = { v: 1, i: '0123456789abcdef', u: 'https://shop.example/' };

describe('wire shape of a page view', () => {
  it('needs a version, an id and a url only', () => {
    expect(hit.parse(least)).toEqual({ ...least, r: '', t: '', f: '', d: 0, l: '', z: '', o: '', n: '' });
  });

  it.each([
    ['another version', { ...least, v: 2 }],
    ['no id', { ...least, i: undefined }],
    ['an id that is not 16 hex digits', { ...least, i: '0123456789ABCDEF' }],
    ['no url', { ...least, u: undefined }],
    ['a url over the bound', { ...least, u: `https://shop.example/${'a'.repeat(4_096)}` }],
    ['an age of more than a day', { ...least, d: 86_400_001 }],
    ['a view from the future', { ...least, d: -1 }],
    ['a screen of texts', { ...least, s: ['1', '2', '3', '4'] }],
    ['an array', [least]],
    ['null', null],
  ])('refuses %s', (_what, value) => {
    expect(hit.safeParse(value).success).toBe(false);
  });
});
