import { describe, expect, it } from 'vitest';
import { createReloads, isMissingPart } from '../../src/lib/reloads';

function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

describe('reloads by itself', () => {
  it('are allowed once, also to the page that comes of it', () => {
    const kept = storage();
    let now = 1_800_000_000_000;
    expect(createReloads(kept, () => now).claim()).toBe(true);
    now += 2_000;
    const after = createReloads(kept, () => now);
    expect([after.claim(), after.claim()]).toEqual([false, false]);
    now += 300_000;
    expect(after.claim()).toBe(true);
  });

  it('are not forbidden for ever by a clock that was set back', () => {
    const kept = storage();
    expect(createReloads(kept, () => 1_900_000_000_000).claim()).toBe(true);
    expect(createReloads(kept, () => 1_800_000_000_000).claim()).toBe(true);
    expect(createReloads(kept, () => 1_800_000_000_001).claim()).toBe(false);
  });

  it('are not allowed where nothing can be remembered', () => {
    const full = { getItem: () => null, setItem: () => { throw new DOMException('full', 'QuotaExceededError'); } };
    expect(createReloads(full, () => 1_800_000_000_000).claim()).toBe(false);
    expect(createReloads({ getItem: () => null, setItem: () => undefined }, () => 1_800_000_000_000).claim()).toBe(false);
  });
});

describe('a missing part', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://a.example/assets/x-1.js',
    'error loading dynamically imported module: https://a.example/assets/x-1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/x-1.css',
  ])('is told by %s', (message) => {
    expect(isMissingPart(new TypeError(message))).toBe(true);
  });

  it('is nothing else', () => {
    expect(isMissingPart(new TypeError('x is undefined'))).toBe(false);
    expect(isMissingPart('Importing a module script failed.')).toBe(false);
  });
});
