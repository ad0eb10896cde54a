import { z } from 'zod';
import type { StoredTab, Tabs } from './tabs';

/** sessionStorage, so that every browser tab has tabs of its own, and they live through a reload. */
const STORAGE_KEY = 'console.tabs.v1';

const shape = z.object({
  user: z.string(),
  tabs: z.array(z.object({ path: z.string(), search: z.string(), hash: z.string(), serial: z.number().int().nonnegative() })),
});

/** The tabs that this user had open; none when there is nothing readable, or when they were another user's. */
export function readTabs(storage: Pick<Storage, 'getItem'>, user: string): readonly StoredTab[] {
  const known = parse(storage.getItem(STORAGE_KEY));
  return known?.user === user ? known.tabs : [];
}

/** Remembers the open tabs for a user. */
export function writeTabs(storage: Pick<Storage, 'setItem'>, user: string, { list, closing }: Tabs): void {
  const tabs = list
    .filter(({ path }) => !closing.includes(path))
    .map(({ path, location: { search, hash }, serial }): StoredTab => ({ path, search, hash, serial }));
  storage.setItem(STORAGE_KEY, JSON.stringify({ user, tabs }));
}

/** Signing out forgets the tabs. Source: specification 1, section 4. */
export function forgetTabs(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(STORAGE_KEY);
}

function parse(text: string | null): z.infer<typeof shape> | undefined {
  try {
    return shape.safeParse(JSON.parse(text ?? 'null')).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
