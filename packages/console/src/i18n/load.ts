import type { Locale } from 'antd/es/locale';
import type { Language } from './languages';

type Words = Readonly<Record<string, string>>;

/** What one language needs before anything can be said: the first of the console's texts, and those of the component library. */
export interface LanguagePack {
  readonly texts: Words;
  readonly components: Locale;
}

const PACKS: Readonly<Record<Language, () => Promise<{ readonly pack: LanguagePack }>>> = {
  zh: () => import('./packs/zh'),
  en: () => import('./packs/en'),
  es: () => import('./packs/es'),
  ja: () => import('./packs/ja'),
};

const REST: Readonly<Record<Language, () => Promise<{ readonly default: Words }>>> = {
  zh: () => import('virtual:rest-texts/zh'),
  en: () => import('virtual:rest-texts/en'),
  es: () => import('virtual:rest-texts/es'),
  ja: () => import('virtual:rest-texts/ja'),
};

/** Fetches a language; the others cost nothing. */
export async function loadLanguage(language: Language): Promise<LanguagePack> {
  return (await PACKS[language]()).pack;
}

/** Fetches what only screens say. */
export async function loadRest(language: Language): Promise<Words> {
  return (await REST[language]()).default;
}
