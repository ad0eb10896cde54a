import { LogoutOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../widgets/language';
import { languageItems, useChooseLanguage } from '../../widgets/language-menu';
import { MenuButton } from '../../widgets/menu-button';
import { usePreference } from '../../widgets/preferences';
import { useSession } from '../../widgets/session';
import { isThemeChoice, THEME_CHOICES } from './theme-menu';
import styles from './layout.module.css';

/** The avatar and what hangs on it; on a phone also what the navbar has no room for. */
export function AccountMenu({ withSettings }: { readonly withSettings: boolean }): ReactNode {
  const { t } = useTranslation();
  const { user, signOut } = useSession();
  const { language } = useLanguage();
  const choose = useChooseLanguage();
  const theme = usePreference((preferences) => preferences.theme);
  const change = usePreference((preferences) => preferences.change);
  const name = user.nickname || user.name || user.username;
  const settings: NonNullable<MenuProps['items']> = [
    { key: 'languages', label: t('layout.language'), type: 'group', children: languageItems().map((item) => ({ ...item, key: `language:${item.key}` })) },
    { key: 'themes', label: t('layout.theme'), type: 'group', children: THEME_CHOICES.map((choice) => ({ key: `theme:${choice}`, label: t(`theme.${choice}`) })) },
    { type: 'divider' },
  ];
  const items: NonNullable<MenuProps['items']> = [
    { key: 'name', label: name, type: 'group' },
    ...(withSettings ? settings : []),
    { key: 'logout', icon: <LogoutOutlined />, label: t('layout.logout') },
  ];
  const act = (key: string) => {
    const [kind, value = ''] = key.split(':');
    if (kind === 'logout') signOut();
    if (kind === 'language') choose(value);
    if (kind === 'theme' && isThemeChoice(value)) change({ theme: value });
  };
  const avatar = <span className={styles.avatar} aria-hidden="true">{Array.from(name)[0]?.toUpperCase()}</span>;
  return <MenuButton label={`${t('layout.account')}: ${name}`} icon={avatar} items={items} selected={[`language:${language}`, `theme:${theme}`]} onChoose={act} />;
}
