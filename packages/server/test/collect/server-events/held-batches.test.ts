import { describe, expect, it } from 'vitest';
import { HeldBatches, type HeldBatch } from '../../../src/collect/server-events/held-batches.js';
import { seeded } from '../../fuzz/random.js';

describe('what batches hold', () => {
  it.each([1, 3, 40])('is found as in a map, listed or indexed, whoever lets go of what: %i ids a batch', (most) => {
    const { below, chance } = seeded(5 + most);
    const held = new HeldBatches();
    const model = new Map<string, number>();
    const batches: HeldBatch[] = [];
    const wrong: string[] = [];
    for (let turn = 0; turn < 4_000; turn += 1) {
      const batch = held.begin(most);
      batches.push(batch);
      const ids = 1 + below(most);
      for (let id = 0; id < ids; id += 1) {
        // Few enough that they come again; and a half alike is not the same id.
        const [high, low] = [below(12), chance(0.5) ? below(12) : 100 + below(4_000)];
        const key = `${high}:${low}`;
        const before = model.get(key) ?? 0;
        if (before === 0 && chance(0.5)) held.add(batch, high, low);
        else if (held.hold(batch, high, low) !== before) wrong.push(key);
        if (before === 0) model.set(key, batch.number);
      }
      if (chance(0.9) && batches.length > 3) {
        const [gone] = batches.splice(below(batches.length), 1);
        if (gone === undefined) continue;
        held.letGo(gone);
        for (const [key, number] of model) if (number === gone.number) model.delete(key);
      }
      expect(held.size).toBe(model.size);
    }
    expect(wrong).toEqual([]);
  });

  it.each([1, 1_000])('is found as often as it is asked for, in lists and then by an index, and again in those that come then: %i ids a batch', (most) => {
    const held = new HeldBatches();
    const batches = Array.from({ length: 20 }, (_, i) => {
      const batch = held.begin(most);
      for (let id = 0; id < most; id += 1) held.add(batch, i, id);
      return batch;
    });
    for (let again = 0; again < 100; again += 1) {
      const asking = held.begin(2);
      expect([held.hold(asking, again % 20, most - 1), held.hold(asking, 20, again)]).toEqual([1 + (again % 20), 0]);
      batches.push(asking);
    }
    expect(held.size).toBe(20 * most + 100);
    for (const batch of batches) held.letGo(batch);
    expect(held.size).toBe(0);
  });

  it('is found among many lists, and again among those that come then', () => {
    const held = new HeldBatches();
    const batches = Array.from({ length: 2_000 }, (_, i) => {
      const batch = held.begin(1);
      held.add(batch, i, 7);
      return batch;
    });
    expect([0, 999, 1_999].map((high) => held.hold(held.begin(1), high, 7))).toEqual([1, 1_000, 2_000]);
    const late = held.begin(1);
    held.add(late, 5_000, 7);
    expect(held.hold(held.begin(1), 5_000, 7)).toBe(late.number);
    for (const batch of [...batches, late]) held.letGo(batch);
    expect(held.size).toBe(0);
    expect(held.hold(held.begin(1), 999, 7)).toBe(0);
  });
});
