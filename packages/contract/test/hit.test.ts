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
    ['an event without a name', { ...least, e: ['', {}] }],
    ['an event without properties', { ...least, e: ['buy'] }],
    ['an event with a nested property', { ...least, e: ['buy', { basket: { tea: 1 } }] }],
    ['an event with 21 properties', { ...least, e: ['buy', Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`p${at}`, at]))] }],
    ['an event with a property of 256 characters', { ...least, e: ['buy', { note: 'x'.repeat(256) }] }],
    ['an array', [least]],
    ['null', null],
  ])('refuses %s', (_what, value) => {
    expect(hit.safeParse(value).success).toBe(false);
  });

  it.each([
    ['a screen of texts', { s: ['1', '2', '3', '4'] }],
    ['a screen of fractions', { s: [1_280.5, 720, 1_280, 680] }],
    ['a negative pixel ratio', { p: -1 }],
    ['a title that is no text', { t: 7 }],
    ['a referrer over the bound', { r: `https://shop.example/${'a'.repeat(4_096)}` }],
    ['a fingerprint in capitals', { f: '0123456789ABCDEF' }],
    ['client hints that are a list', { h: [] }],
    ['a battery of 120 %', { b: [1, 1.2] }],
  ])('leaves out %s and keeps the view', (_what, facts) => {
    expect(hit.parse({ ...least, ...facts })).toEqual(hit.parse(least));
  });

  it('leaves out one wrong hint and keeps the others', () => {
    expect(hit.parse({ ...least, h: { platform: 'Android', mobile: null } }).h).toEqual({ platform: 'Android' });
  });

  it('takes a custom event with flat properties', () => {
    const e = ['buy', { tea: 'oolong', grams: 50.5, gift: true }];
    expect(hit.parse({ ...least, e }).e).toEqual(e);
  });
});
