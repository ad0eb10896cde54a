import { TranslationOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asLanguage, LANGUAGES } from '../i18n/languages';
import { useLanguage } from './language';
import { MenuButton } from './menu-button';
import { useNotices } from './notices';

/** The languages as menu entries; each in its own words, so that everybody finds theirs. */
export function languageItems(): { key: string; label: ReactNode }[] {
  return Object.entries(LANGUAGES).map(([key, name]) => ({ key, label: <span lang={key}>{name}</span> }));
}

/** Changes the language to the one of a menu entry, and says so in it. */
export function useChooseLanguage(): (key: string) => void {
  const { choose } = useLanguage();
  const { message } = useNotices();
  const { i18n } = useTranslation();
  return (key) => {
    const language = asLanguage(key);
    if (!language) return;
    choose(language).then(
      () => message.success(i18n.t('layout.languageChanged')),
      () => message.error(i18n.t('failure.network')),
    );
  };
}

/** The button that opens the choice of language, with the name of the one in use where there is room. */
export function LanguageMenu({ named = true }: { readonly named?: boolean }): ReactNode {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const choose = useChooseLanguage();
  return (
    <MenuButton label={`${t('layout.language')}: ${LANGUAGES[language]}`} icon={<TranslationOutlined />} items={languageItems()} selected={[language]} onChoose={choose}>
      {named ? LANGUAGES[language] : null}
    </MenuButton>
  );
}
