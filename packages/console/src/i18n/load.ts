import type { Locale } from 'antd/es/locale';
import type { Language } from './languages';
import type { Texts } from './texts/en';

/** What one language needs: the console's texts and those of the component library. */
export interface LanguagePack {
  readonly texts: Texts;
  readonly components: Locale;
}

/** Fetches a language; the others cost nothing. */
export async function loadLanguage(language: Language): Promise<LanguagePack> {
  switch (language) {
    case 'zh':
      return (await import('./packs/zh')).pack;
    case 'en':
      return (await import('./packs/en')).pack;
    case 'es':
      return (await import('./packs/es')).pack;
    case 'ja':
      return (await import('./packs/ja')).pack;
  }
}
