import { DashboardOutlined, LogoutOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../lib/links';
import { useLanguage } from '../../widgets/language';
import { languageItems, useChooseLanguage } from '../../widgets/language-menu';
import { MenuButton } from '../../widgets/menu-button';
import { usePreference } from '../../widgets/preferences';
import { useSession } from '../../widgets/session';
import type { ConsoleRoute } from '../routes';
import styles from './layout.module.css';
import { forgetTabs } from './tabs/tab-memory';
import { isThemeChoice, THEME_CHOICES } from './theme-menu';

interface Props {
  readonly routes: readonly ConsoleRoute[];
  /** On a phone it holds what the navbar has no room for. */
  readonly mobile: boolean;
  readonly onSettings: () => void;
}

/** The avatar and what hangs on it: profile, dashboard, log out. */
export function AccountMenu({ routes, mobile, onSettings }: Props): ReactNode {
  const { t } = useTranslation();
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const choose = useChooseLanguage();
  const theme = usePreference((preferences) => preferences.theme);
  const change = usePreference((preferences) => preferences.change);
  const name = user.nickname || user.name || user.username;
  const profile = routes.find(({ path }) => path === PATHS.profile);
  const more: NonNullable<MenuProps['items']> = [
    { key: 'languages', label: t('layout.language'), type: 'group', children: languageItems().map((item) => ({ ...item, key: `language:${item.key}` })) },
    { key: 'themes', label: t('layout.theme'), type: 'group', children: THEME_CHOICES.map((choice) => ({ key: `theme:${choice}`, label: t(`theme.${choice}`) })) },
    { type: 'divider' },
    { key: 'settings', icon: <SettingOutlined />, label: t('settings.title') },
  ];
  const items: NonNullable<MenuProps['items']> = [
    { key: 'name', label: name, type: 'group' },
    ...(profile ? [{ key: 'profile', icon: <UserOutlined />, label: t(profile.title) }] : []),
    { key: 'dashboard', icon: <DashboardOutlined />, label: t('route.dashboard') },
    ...(mobile ? more : []),
    { type: 'divider' },
    { key: 'logout', icon: <LogoutOutlined />, label: t('layout.logout') },
  ];
  const act = (key: string) => {
    const [kind, value = ''] = key.split(':');
    if (kind === 'logout') {
      forgetTabs(window.sessionStorage);
      signOut();
    }
    if (kind === 'profile') void navigate(PATHS.profile);
    if (kind === 'dashboard') void navigate(PATHS.dashboard);
    if (kind === 'settings') onSettings();
    if (kind === 'language') choose(value);
    if (kind === 'theme' && isThemeChoice(value)) change({ theme: value });
  };
  const avatar = <span className={styles.avatar} aria-hidden="true">{Array.from(name)[0]?.toUpperCase()}</span>;
  return <MenuButton label={`${t('layout.account')}: ${name}`} icon={avatar} items={items} selected={[`language:${language}`, `theme:${theme}`]} onChoose={act} />;
}
