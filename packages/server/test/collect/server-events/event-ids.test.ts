import { describe, expect, it } from 'vitest';
import { HeldIds } from '../../../src/collect/held-ids.js';
import { createEventIds, type EventIds, recordIds } from '../../../src/collect/server-events/event-ids.js';
import { createSeenIds, type SeenIds } from '../../../src/collect/server-events/seen-ids.js';
import { halves64 } from '../../../src/enrich/hash64.js';
import { writeEventId } from '../../../src/journal/event-row.js';
import type { SealedSegment } from '../../../src/journal/sealed-segment.js';
import { tailOf } from '../../journal/rows-of.js';

const recordId = (siteId: number, id: string): string => recordIds(siteId)(id, new Uint32Array(2));

interface World {
  readonly ids: EventIds;
  readonly stored: Set<string>;
  readonly asked: string[][];
  readonly marks: { newest: number; oldest: number };
  down: boolean;
}

function world(seen: SeenIds | null = null): World {
  const stored = new Set<string>();
  const asked: string[][] = [];
  const marks = { newest: 0, oldest: Infinity };
  const made: World = {
    stored, asked, marks, down: false,
    ids: createEventIds({
      seen,
      marks: () => marks,
      known: async (_site, ids) => {
        asked.push([...ids]);
        if (made.down) throw new Error('the store is down');
        return new Set(ids.filter((id) => stored.has(id)));
      },
    }),
  };
  return made;
}

async function* bytesOf(...ids: readonly bigint[]): AsyncGenerator<Uint8Array> {
  const all = Buffer.alloc(8 * ids.length);
  ids.forEach((id, i) => all.writeBigUInt64LE(id, 8 * i));
  for (let at = 0; at < all.length; at += 5) yield await Promise.resolve(all.subarray(at, at + 5));
}

describe('ids', () => {
  it('are fresh once: later they are held, and then in the store', async () => {
    const { ids, stored, asked, marks } = world();
    const first = await ids.claim(1, ['1', '2']);
    expect(first.taken).toEqual(new Set());
    marks.newest = 7;
    marks.oldest = 7;
    first.settle(true);
    expect((await ids.claim(1, ['2', '3'])).taken).toEqual(new Set(['2']));
    expect(asked).toEqual([['1', '2'], ['3']]);
    // Segment 7 is stored now: what is asked again is asked of the store.
    stored.add('1').add('2');
    marks.oldest = 8;
    expect((await ids.claim(1, ['1'])).taken).toEqual(new Set(['1']));
    expect(asked.at(-1)).toEqual(['1']);
  });

  it('are held until the very segment is stored, whatever came before', async () => {
    const { ids, marks } = world();
    marks.newest = 5;
    marks.oldest = 4;
    (await ids.claim(1, ['1'])).settle(true);
    expect(ids.size()).toBe(1);
    marks.oldest = 5;
    expect((await ids.claim(1, ['1'])).taken).toEqual(new Set(['1']));
    marks.oldest = Infinity;
    (await ids.claim(1, [])).settle(true);
    expect(ids.size()).toBe(0);
  });

  it('of a batch that was given up are fresh again', async () => {
    const { ids } = world();
    (await ids.claim(1, ['1'])).settle(false);
    expect((await ids.claim(1, ['1'])).taken).toEqual(new Set());
  });

  it('that two batches share belong to the first; the second learns how that ended, and neither waits for the other', async () => {
    for (const outcome of [true, false]) {
      const { ids } = world();
      const [first, second] = await Promise.all([ids.claim(1, ['1', '2']), ids.claim(1, ['2', '3'])]);
      expect([first.taken, second.taken]).toEqual([new Set(), new Set(['2'])]);
      second.settle(true);
      first.settle(outcome);
      expect(await first.othersKept()).toBe(true);
      expect(await second.othersKept()).toBe(outcome);
    }
  });

  it('that stand twice in one batch are its own once, whether they were seen before or not, or are another batch\'s', async () => {
    const seen = createSeenIds();
    const { ids, stored, asked, marks } = world(seen);
    marks.oldest = 0;
    stored.add('77');
    await seen.load(bytesOf(77n));
    (await ids.claim(1, ['5'])).settle(true);
    const claim = await ids.claim(1, ['1', '77', '1', '5', '77', '5', '1', '2']);
    expect([claim.taken, claim.repeated]).toEqual([new Set(['77', '5']), new Set([2, 4, 5, 6])]);
    expect(asked).toEqual([['77']]);
  });

  it('are held by the list, the index or both, and let go of all the same', async () => {
    const seen = createSeenIds();
    const { ids, marks } = world(seen);
    await seen.load(bytesOf());
    marks.oldest = 1;
    const listed = await ids.claim(1, ['1', '2']);
    // Asked for by another while it is under way: what is held is indexed then, and the rest of the first as it comes.
    const other = await ids.claim(1, ['3', '2', '4']);
    expect(other.taken).toEqual(new Set(['2']));
    const later = await ids.claim(1, ['6']);
    expect(ids.size()).toBe(5);
    listed.settle(false);
    expect(ids.size()).toBe(3);
    expect((await ids.claim(1, ['4', '1'])).taken).toEqual(new Set(['4']));
    marks.newest = 2;
    other.settle(true);
    later.settle(true);
    marks.oldest = 3;
    expect((await ids.claim(1, [])).taken).toEqual(new Set());
    expect(ids.size()).toBe(1);
  });

  it('can not be told without the store, and nothing stays held', async () => {
    const made = world();
    made.down = true;
    await expect(made.ids.claim(1, ['1'])).rejects.toThrow('the store is down');
    expect(made.ids.size()).toBe(0);
    made.down = false;
    expect((await made.ids.claim(1, ['1'])).taken).toEqual(new Set());
  });

  it('in segments that an earlier process left are known', async () => {
    const { ids, marks, asked } = world();
    const payload = Buffer.from(['11', '18446744073709551615'].map((id) => `[9,${tailOf(writeEventId, { siteId: 3, id })}\n`).join(''));
    marks.oldest = 9;
    await ids.remember([{ seq: 9, payload: () => Promise.resolve(new Map([['event_ids', payload]])) } as unknown as SealedSegment]);
    expect((await ids.claim(3, ['11', '12', '18446744073709551615'])).taken).toEqual(new Set(['11', '18446744073709551615']));
    expect(asked).toEqual([['12']]);
  });

  it('that were surely never seen are not asked about, also while the store is down', async () => {
    const seen = createSeenIds();
    const made = world(seen);
    (await made.ids.claim(1, ['1'])).settle(true);
    expect(made.asked).toEqual([['1']]);
    made.stored.add('77');
    await seen.load(bytesOf(77n, 18_446_744_073_709_551_615n));
    made.down = true;
    const second = await made.ids.claim(1, ['2', '3']);
    expect(second.taken).toEqual(new Set());
    second.settle(true);
    made.down = false;
    expect(made.asked).toHaveLength(1);
    expect((await made.ids.claim(1, ['77', '4'])).taken).toEqual(new Set(['77']));
    expect(made.asked.at(-1)).toEqual(['77']);
    // 1, 2 and 3 were let go by now; that they were taken is remembered, so the store is asked.
    await made.ids.claim(1, ['1', '2', '3']);
    expect(made.asked.at(-1)).toEqual(['1', '2', '3']);
  });

  it('that are stored take no more room among the seen when they come again', async () => {
    // Room for one layer of 128 ids: what has no room makes everything doubtful.
    const seen = createSeenIds(2 ** 9, 2 ** 12);
    await seen.load(bytesOf(...Array.from({ length: 80 }, (_, i) => BigInt(recordId(1, `stored-${i}`)))));
    for (let again = 0; again < 10; again += 1) for (let i = 0; i < 80; i += 1) expect(seen.meet(...halves64(recordId(1, `stored-${i}`)))).toBe(true);
    expect(seen.meet(...halves64(recordId(1, 'another')))).toBe(false);
  });

  it('are told by halves that the caller has as by their text', async () => {
    const { ids } = world();
    const halves = new Uint32Array(4);
    const [pair, idOf] = [new Uint32Array(2), recordIds(4)];
    const texts = ['a', 'b'].map((id, place) => {
      const text = idOf(id, pair);
      halves.set(pair, 2 * place);
      return text;
    });
    expect((await ids.claim(4, texts, halves)).taken).toEqual(new Set());
    expect((await ids.claim(4, texts)).taken).toEqual(new Set(texts));
  });

  it('of an item differ by site, and are the same at any time', () => {
    expect(recordId(1, 'order-1')).toBe(recordId(1, 'order-1'));
    expect(new Set([recordId(1, 'order-1'), recordId(2, 'order-1'), recordId(1, 'order-2'), recordId(11, 'order-1')]).size).toBe(4);
    const many = new Set(Array.from({ length: 300_000 }, (_, i) => recordId(1, `order-${i}`)));
    expect(many.size).toBe(300_000);
  });
});

describe('what is held', () => {
  it('is found as in a map, whoever lets go of what in whatever order', () => {
    const held = new HeldIds();
    const model = new Map<string, number>();
    const found: boolean[] = [];
    let state = 7;
    const next = (below: number): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) % below;
    // Some 16,000 ids in arrays that are up to half full: they stand in one another's way, at the end of the arrays too.
    for (let turn = 0; turn < 60_000; turn += 1) {
      const [high, low] = [next(400), next(3) === 0 ? 0xffff_fff0 + next(16) : next(24)];
      const key = `${high}:${low}`;
      const before = model.get(key) ?? 0;
      const isLetGo = next(5) >= 3;
      if (isLetGo) {
        held.letGo(high, low);
        model.delete(key);
      } else if (before === 0) model.set(key, turn + 1);
      found.push(isLetGo || held.hold(high, low, turn + 1) === before);
      expect(held.size).toBe(model.size);
    }
    expect(found).not.toContain(false);
    for (const [key, holder] of model) {
      const [high = 0, low = 0] = key.split(':').map(Number);
      expect(held.hold(high, low, 1)).toBe(holder);
      expect(held.holderOf(high, low)).toBe(holder);
    }
    expect(held.holderOf(400, 0)).toBe(0);
    held.clear();
    expect(held.size).toBe(0);
    for (const key of model.keys()) {
      const [high = 0, low = 0] = key.split(':').map(Number);
      expect(held.holderOf(high, low)).toBe(0);
    }
  });
});

describe('what is held under ids alike in one half', () => {
  it.each(['low', 'high'])('is found as fast: the %s one', (same) => {
    const held = new HeldIds();
    const idOf = (at: number): [number, number] => (same === 'low' ? [at * 4_096, 77] : [77, at * 4_096]);
    for (let at = 0; at < 200_000; at += 1) held.hold(...idOf(at), 1);
    expect(held.size).toBe(200_000);
    for (let at = 0; at < 200_000; at += 1) held.letGo(...idOf(at));
    expect(held.size).toBe(0);
  });
});

describe('what was seen', () => {
  it('is never denied, and little else is claimed', async () => {
    const seen = createSeenIds(1_048_576, 2 ** 16);
    await seen.load(bytesOf());
    const ids = Array.from({ length: 20_000 }, (_, i) => recordId(1, `seen-${i}`));
    for (const id of ids) seen.meet(...halves64(id));
    expect(ids.filter((id) => !seen.meet(...halves64(id)))).toEqual([]);
    // Some layers of 2 in 100,000 each: 20,000 others give about two.
    expect(Array.from({ length: 20_000 }, (_, i) => recordId(1, `other-${i}`)).filter((id) => seen.meet(...halves64(id))).length).toBeLessThan(40);
  });

  it('says nothing before all stored ids are read, and nothing once it is full', async () => {
    const seen = createSeenIds(2 ** 13, 2 ** 16);
    expect(seen.meet(0, 5)).toBe(true);
    await seen.load(bytesOf(1n));
    expect([seen.meet(0, 1), seen.meet(0, 5), seen.meet(0, 6)]).toEqual([true, true, false]);
    for (let id = 0; id < 3_000; id += 1) seen.meet(...halves64(recordId(1, String(id))));
    expect(seen.meet(0, 7)).toBe(true);
  });

  it('of which a part is missing is not relied on', async () => {
    const seen = createSeenIds();
    async function* torn(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.alloc(12));
    }
    await expect(seen.load(torn())).rejects.toThrow('in the middle');
    expect(seen.meet(0, 5)).toBe(true);
  });
});
