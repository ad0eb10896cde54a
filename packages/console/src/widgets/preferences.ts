import { createContext, useContext } from 'react';
import { z } from 'zod';
import { createStore, type StoreApi, useStore } from 'zustand';
import { isHexColour } from '../lib/colour';

const STORAGE_KEY = 'console.settings.v1';

/** Source: specification 1, section 9. */
export const DEFAULT_ACCENT = '#409eff';

const shape = z.object({
  theme: z.enum(['light', 'dark', 'system']).catch('system'),
  accent: z.string().refine(isHexColour).catch(DEFAULT_ACCENT),
  /** The specification's convention: a rise is red, a fall is green. */
  upIsRed: z.boolean().catch(true),
});

/** What a reader sets for this browser. */
export type Settings = z.infer<typeof shape>;
export type ThemeChoice = Settings['theme'];

export interface Preferences extends Settings {
  readonly change: (part: Partial<Settings>) => void;
}

/** Preferences kept in a storage; what can not be read there is the default. */
export function createPreferences(storage: Pick<Storage, 'getItem' | 'setItem'>): StoreApi<Preferences> {
  return createStore<Preferences>((set, get) => ({
    ...readSettings(storage.getItem(STORAGE_KEY)),
    change(part) {
      set(part);
      const { theme, accent, upIsRed } = get();
      storage.setItem(STORAGE_KEY, JSON.stringify({ theme, accent, upIsRed }));
    },
  }));
}

function readSettings(text: string | null): Settings {
  try {
    return shape.parse(JSON.parse(text ?? '{}') ?? {});
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return shape.parse({});
    throw error;
  }
}

export const PreferencesContext = createContext<StoreApi<Preferences> | undefined>(undefined);

/** A part of the preferences. @throws Error outside of the application's providers */
export function usePreference<T>(select: (preferences: Preferences) => T): T {
  const store = useContext(PreferencesContext);
  if (!store) throw new Error('No preferences: render inside PreferencesContext');
  return useStore(store, select);
}
