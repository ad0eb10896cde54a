import dayjs from 'dayjs';
import type { i18n } from 'i18next';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { type Language, LANGUAGE_COOKIE, LOCALES } from '../i18n/languages';
import { type LanguagePack, loadLanguage, loadRest } from '../i18n/load';
import { cookieText, PREFERENCE_AGE } from '../lib/cookies';
import { LanguageContext } from '../widgets/language';

interface Spoken {
  readonly language: Language;
  readonly pack: LanguagePack;
}

/** Gives a language to everything that has words of its own: the texts that come first, the dates, the document. */
export async function speak(texts: i18n, language: Language): Promise<Spoken> {
  const pack = await loadLanguage(language);
  texts.addResourceBundle(language, 'translation', pack.texts);
  await texts.changeLanguage(language);
  dayjs.locale(language === 'zh' ? 'zh-cn' : language);
  document.documentElement.lang = LOCALES[language];
  return { language, pack };
}

/** Adds to a language what only screens say: before it is there, none may be drawn. */
export async function speakAll(texts: i18n, language: Language): Promise<void> {
  texts.addResourceBundle(language, 'translation', await loadRest(language));
}

interface Props {
  readonly texts: i18n;
  readonly start: Spoken;
  readonly secure: boolean;
  readonly children: (components: LanguagePack['components']) => ReactNode;
}

/** The language of everything within, and the way to change it without a reload. */
export function LanguageProvider({ texts, start, secure, children }: Props): ReactNode {
  const [spoken, setSpoken] = useState(start);
  const choose = useCallback(
    async (language: Language) => {
      await speakAll(texts, language);
      setSpoken(await speak(texts, language));
      document.cookie = cookieText(LANGUAGE_COOKIE, language, { secure, maxAge: PREFERENCE_AGE });
    },
    [texts, secure],
  );
  const choice = useMemo(() => ({ language: spoken.language, locale: LOCALES[spoken.language], choose }), [spoken.language, choose]);
  return (
    <I18nextProvider i18n={texts}>
      <LanguageContext value={choice}>{children(spoken.pack.components)}</LanguageContext>
    </I18nextProvider>
  );
}
