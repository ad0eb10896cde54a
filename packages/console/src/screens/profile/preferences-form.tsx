import { Form, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../i18n/languages';
import { useLanguage } from '../../widgets/language';
import { useChooseLanguage } from '../../widgets/language-menu';
import { type ThemeChoice, usePreference } from '../../widgets/preferences';
import styles from './profile.module.css';

const THEMES: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** Language and theme. They change at once, and the shell keeps them with the user: every browser starts with them after signing in. */
export function PreferencesForm(): ReactNode {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const chooseLanguage = useChooseLanguage();
  const theme = usePreference((preferences) => preferences.theme);
  const change = usePreference((preferences) => preferences.change);
  return (
    <Form layout="vertical" component="div" className={styles.form ?? ''}>
      <Form.Item label={t('layout.language')} htmlFor="own-language">
        <Select id="own-language" value={language} options={Object.entries(LANGUAGES).map(([value, name]) => ({ value, label: <span lang={value}>{name}</span> }))} onChange={chooseLanguage} />
      </Form.Item>
      <Form.Item label={t('layout.theme')}>
        <Radio.Group aria-label={t('layout.theme')} optionType="button" buttonStyle="solid" value={theme} options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))} onChange={({ target }) => change({ theme: target.value as ThemeChoice })} />
      </Form.Item>
      <p className={styles.note}>{t('profile.preferencesNote')}</p>
    </Form>
  );
}
