import { readCookie } from '../lib/cookies';

/** The console's languages, each by its own name. Source: specification 1, section 9. */
export const LANGUAGES = { zh: '中文', en: 'English', es: 'Español', ja: '日本語' } as const;

export type Language = keyof typeof LANGUAGES;

/** The BCP 47 tag that numbers, dates and the page's `lang` are written with. */
export const LOCALES: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-US', es: 'es-ES', ja: 'ja-JP' };

/** Source: specification 1, section 9. */
export const LANGUAGE_COOKIE = 'language';

/** A text as one of the languages, or undefined. */
export function asLanguage(text: string | undefined): Language | undefined {
  return text !== undefined && Object.hasOwn(LANGUAGES, text) ? (text as Language) : undefined;
}

/**
 * The language to start with: the cookie's, else the first of the browser's that we have, else English.
 * @param jar `document.cookie`
 * @param preferred `navigator.languages`
 */
export function startLanguage(jar: string, preferred: readonly string[]): Language {
  const chosen = asLanguage(readCookie(jar, LANGUAGE_COOKIE));
  if (chosen) return chosen;
  for (const tag of preferred) {
    const language = asLanguage(tag.toLowerCase().split('-')[0]);
    if (language) return language;
  }
  return 'en';
}
