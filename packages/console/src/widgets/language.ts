import { createContext, useContext } from 'react';
import type { Language } from '../i18n/languages';

export interface LanguageChoice {
  readonly language: Language;
  /** BCP 47, for numbers and dates. */
  readonly locale: string;
  /** Resolves when the console speaks it. */
  readonly choose: (language: Language) => Promise<void>;
}

export const LanguageContext = createContext<LanguageChoice | undefined>(undefined);

/** The language in use. @throws Error outside of the application's providers */
export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext);
  if (!choice) throw new Error('No language: render inside LanguageContext');
  return choice;
}
