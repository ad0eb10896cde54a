import { createContext, useContext } from 'react';

/** The colours in force, for what CSS can not reach: charts. All `#rrggbb`. */
export interface Appearance {
  readonly dark: boolean;
  readonly accent: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly surface: string;
  readonly comparison: string;
  readonly series: readonly string[];
}

export const AppearanceContext = createContext<Appearance | undefined>(undefined);

/** @throws Error outside of the application's providers */
export function useAppearance(): Appearance {
  const appearance = useContext(AppearanceContext);
  if (!appearance) throw new Error('No appearance: render inside AppearanceContext');
  return appearance;
}
