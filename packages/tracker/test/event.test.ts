import { hit } from '@footfall/contract/hit';
import { describe, expect, it } from 'vitest';
import { customEvent } from '../src/event.js';

/** What the server makes of it, undefined when it would refuse. */
const taken = (e: unknown): unknown => hit.safeParse({ v: 1, i: '0123456789abcdef', u: 'https://shop.example/', e: JSON.parse(JSON.stringify(e)) as unknown }).data?.e;

describe('a custom event', () => {
  it('goes as it is called', () => {
    expect(customEvent('buy', { tea: 'oolong', grams: 50, gift: false })).toEqual(['buy', { tea: 'oolong', grams: 50, gift: false }]);
    expect(customEvent('buy', undefined)).toEqual(['buy', {}]);
  });

  it('needs a name', () => {
    expect(customEvent('', {})).toBeUndefined();
    expect(customEvent(undefined, {})).toBeUndefined();
    expect(customEvent(7, {})).toBeUndefined();
  });

  it.each([
    ['a long name', 'x'.repeat(100), {}],
    ['long keys and texts', 'buy', { ['k'.repeat(100)]: 'x'.repeat(1_000) }],
    ['30 properties', 'buy', Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, at]))],
    ['properties that are not flat', 'buy', { basket: { tea: 1 }, list: [1], nothing: null, gone: undefined, far: Infinity, odd: Number.NaN, kept: 1 }],
    ['properties that are no object', 'buy', 'tea'],
    ['a list for properties', 'buy', ['tea', { milk: 1 }]],
  ])('with %s is brought into the shape that the server takes', (_what, name, properties) => {
    const event = customEvent(name, properties);
    expect(event).toBeDefined();
    expect(taken(event)).toEqual(event);
  });
});
