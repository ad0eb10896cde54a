import { vi } from 'vitest';

/** A browser's storage, with a way to make it refuse. */
export function fakeStorage(start: Record<string, string> = {}): { store: Map<string, string>; full: { now: boolean } } {
  const store = new Map(Object.entries(start));
  const full = { now: false };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full.now) throw new DOMException('full', 'QuotaExceededError');
      store.set(key, value);
    },
    removeItem: (key: string) => void store.delete(key),
  });
  return { store, full };
}
