import { createContext, useContext } from 'react';
import { z } from 'zod';
import { createStore, type StoreApi, useStore } from 'zustand';
import { isHexColour } from '../lib/colour';
import { cookieText, PREFERENCE_AGE, readCookie } from '../lib/cookies';

const STORAGE_KEY = 'console.settings.v1';

/** Source: specification 1, section 9. */
export const DEFAULT_ACCENT = '#409eff';

/** Sizes of the components, by the specification's names. Source: specification 2, section 3. */
export const SIZES = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof SIZES)[number];

/** Source: specification 1, section 9: sizes are kept in a cookie. */
const SIZE_COOKIE = 'size';
const DEFAULT_SIZE: Size = 'medium';

const shape = z.object({
  theme: z.enum(['light', 'dark', 'system']).catch('system'),
  accent: z.string().refine(isHexColour).catch(DEFAULT_ACCENT),
  /** The specification's convention: a rise is red, a fall is green. */
  upIsRed: z.boolean().catch(true),
  /** The strip of open screens. */
  tagsView: z.boolean().catch(true),
  /** The navbar stays at the top while the screen scrolls. */
  fixedHeader: z.boolean().catch(true),
  sidebarLogo: z.boolean().catch(true),
  /** The menu search understands pinyin, where the language is Chinese. */
  pinyinSearch: z.boolean().catch(true),
  /** Room between and within panels and the rows of tables. */
  density: z.enum(['comfortable', 'standard', 'compact']).catch('standard'),
  /** Keys without Ctrl that act on the whole console. */
  shortcuts: z.boolean().catch(true),
});

/** What a reader sets for this browser. */
export type Settings = z.infer<typeof shape>;
export type ThemeChoice = Settings['theme'];
export type Density = Settings['density'];

export interface Preferences extends Settings {
  readonly size: Size;
  readonly change: (part: Partial<Settings>) => void;
  readonly resize: (size: Size) => void;
  /** Everything here as it was before anything was chosen. */
  readonly reset: () => void;
}

interface Places {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** `document`, for the cookie that keeps the size. */
  readonly jar: { cookie: string };
  readonly secure: boolean;
}

/** Preferences kept by the browser; what can not be read there is the default. */
export function createPreferences({ storage, jar, secure }: Places): StoreApi<Preferences> {
  const keepSize = (size: Size, maxAge: number) => {
    jar.cookie = cookieText(SIZE_COOKIE, size, { secure, maxAge });
  };
  return createStore<Preferences>((set, get) => ({
    ...readSettings(storage.getItem(STORAGE_KEY)),
    size: SIZES.find((size) => size === readCookie(jar.cookie, SIZE_COOKIE)) ?? DEFAULT_SIZE,
    change(part) {
      set(part);
      storage.setItem(STORAGE_KEY, JSON.stringify(shape.parse(get())));
    },
    resize(size) {
      set({ size });
      keepSize(size, PREFERENCE_AGE);
    },
    reset() {
      set({ ...shape.parse({}), size: DEFAULT_SIZE });
      storage.removeItem(STORAGE_KEY);
      keepSize(DEFAULT_SIZE, 0);
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
