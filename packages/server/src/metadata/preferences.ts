import { preferences, type UserPreferences } from '@footfall/contract';

/** Preferences as they are stored; what an older release did not know, or a newer one wrote otherwise, is not chosen. */
export function preferencesOf(stored: string): UserPreferences {
  const { data } = preferences.partial().safeParse(JSON.parse(stored));
  return { language: data?.language ?? '', theme: data?.theme ?? '', settings: data?.settings ?? {} };
}
