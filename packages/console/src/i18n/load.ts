import type { Locale } from 'antd/es/locale';
import type { Language } from './languages';
import type { Texts } from './texts/en';

/** What one language needs: the console's texts and those of the component library. */
export interface LanguagePack {
  readonly texts: Texts;
  readonly components: Locale;
}

const PACKS: Readonly<Record<Language, () => Promise<{ readonly pack: LanguagePack }>>> = {
  zh: () => import('./packs/zh'),
  en: () => import('./packs/en'),
  es: () => import('./packs/es'),
  ja: () => import('./packs/ja'),
};

/** Fetches a language; the others cost nothing. */
export async function loadLanguage(language: Language): Promise<LanguagePack> {
  return (await PACKS[language]()).pack;
}
