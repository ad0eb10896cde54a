import type { GrantableRoute } from '@footfall/contract';
import { createContext, useContext } from 'react';
import type { TextKey } from '../i18n/texts/en';

/** A screen that roles grant, as the menu names and groups it. */
export interface GrantableScreen {
  readonly name: GrantableRoute;
  readonly title: TextKey;
  readonly group?: { readonly path: string; readonly title: TextKey };
}

/** The shell's route table as far as roles grant it, in the menu's order. */
export const ScreensContext = createContext<readonly GrantableScreen[] | undefined>(undefined);

/** @throws Error outside of the application's providers */
export function useGrantableScreens(): readonly GrantableScreen[] {
  const screens = useContext(ScreensContext);
  if (!screens) throw new Error('No screens: render inside ScreensContext');
  return screens;
}
