import type { ClientErrorItem } from '@footfall/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientErrors, createClientErrors, MAX_GROUPS } from '../../src/metadata/client-errors.js';
import type { Metadata } from '../../src/metadata/database.js';
import { sizes } from './sizes.js';

const AT = 1_763_712_000_123;
const item = (part: Partial<ClientErrorItem> = {}): ClientErrorItem => ({ kind: 'render', message: 'x is undefined', stack: 'at a (a.js:1:2)', path: '/dashboard', num: 1, ...part });
const from = (browser = 'Chrome 145', version = '0.1.0') => ({ browser, version });
const ALL = { limit: 1_000, offset: 0 };

describe.each(sizes())('errors of the console on $name', (size) => {
  let metadata: Metadata;
  let clock: number;
  let errors: ClientErrors;
  beforeEach(async () => {
    clock = AT;
    metadata = await size.open(() => clock);
    errors = createClientErrors(metadata.db, () => clock);
  });
  afterEach(() => metadata.close());

  it('of one kind, message, stack and version are one, with their number, first and last time, and browsers', async () => {
    await errors.record(item({ num: 3 }), from());
    clock += 1_000;
    await errors.record(item({ path: '/report/device' }), from('Firefox 144'));
    expect(await errors.find(ALL)).toEqual([
      { id: 1, kind: 'render', message: 'x is undefined', stack: 'at a (a.js:1:2)', path: '/report/device', version: '0.1.0', browsers: ['Firefox 144', 'Chrome 145'], num: 4, firstSeen: AT, lastSeen: AT + 1_000 },
    ]);
  });

  it.each([{ kind: 'promise' as const }, { message: 'y is undefined' }, { stack: 'at b (b.js:1:2)' }])('apart by %o', async (part) => {
    await errors.record(item(), from());
    await errors.record(item(part), from());
    await errors.record(item(), from('Chrome 145', '0.2.0'));
    expect(await errors.count()).toBe(3);
  });

  it('are not told apart by numbers in their message', async () => {
    await errors.record(item({ message: 'item 17 is missing' }), from());
    await errors.record(item({ message: 'item 4711 is missing' }), from());
    expect(await errors.find(ALL)).toMatchObject([{ message: 'item 17 is missing', num: 2 }]);
  });

  it('keep a few browsers, each once', async () => {
    for (const version of [1, 2, 3, 4, 5, 6, 7, 6]) await errors.record(item(), from(`Chrome ${version}`));
    expect((await errors.find(ALL))[0]?.browsers).toEqual(['Chrome 6', 'Chrome 7', 'Chrome 5', 'Chrome 4', 'Chrome 3']);
  });

  it('add up when told of at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => errors.record(item(), from())));
    expect(await errors.find(ALL)).toMatchObject([{ num: 8 }]);
  });

  it('take what no store would: zeros and halves of characters', async () => {
    await errors.record(item({ message: 'a\u0000b', stack: '\uD800', path: '/\u0000' }), from('\uDC00'));
    expect(await errors.find(ALL)).toMatchObject([{ message: 'a\uFFFDb', stack: '\uFFFD', path: '/\uFFFD', browsers: ['\uFFFD'] }]);
  });

  it('never fill the store: made-up ones push each other out, not what happens often', async () => {
    await errors.record(item({ message: 'the real one', num: 2 }), from());
    let pushedOut = 0;
    for (let flood = 0; flood < MAX_GROUPS + 20; flood++) {
      clock += 1;
      pushedOut += await errors.record(item({ stack: `at ${flood}` }), from());
    }
    expect(await errors.count()).toBe(MAX_GROUPS);
    expect(pushedOut).toBe(21);
    const kept = await errors.find(ALL);
    expect(kept.filter(({ message }) => message === 'the real one')).toHaveLength(1);
    expect(kept[0]?.stack).toBe(`at ${MAX_GROUPS + 19}`);
  });

  it('come in pages, the last seen first, and go all at once', async () => {
    for (const stack of ['1', '2', '3']) {
      clock += 1;
      await errors.record(item({ stack }), from());
    }
    expect((await errors.find({ limit: 2, offset: 1 })).map(({ stack }) => stack)).toEqual(['2', '1']);
    await errors.clear();
    expect(await errors.count()).toBe(0);
  });
});
