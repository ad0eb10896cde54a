import { DashboardOutlined, LogoutOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../lib/links';
import { Avatar } from '../../widgets/avatar';
import { useLanguage } from '../../widgets/language';
import { languageItems, useChooseLanguage } from '../../widgets/language-menu';
import { MenuButton } from '../../widgets/menu-button';
import { usePreference } from '../../widgets/preferences';
import { useSession } from '../../widgets/session';
import { isThemeChoice, THEME_CHOICES } from '../../widgets/theme-menu';
import type { ConsoleRoute } from '../routes';

/** Pixels. */
const AVATAR = 26;

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
    { key: 'settings', icon: <SettingOutlined aria-hidden />, label: t('settings.title') },
  ];
  const items: NonNullable<MenuProps['items']> = [
    { key: 'name', label: name, type: 'group' },
    ...(profile ? [{ key: 'profile', icon: <UserOutlined aria-hidden />, label: t(profile.title) }] : []),
    { key: 'dashboard', icon: <DashboardOutlined aria-hidden />, label: t('route.dashboard') },
    ...(mobile ? more : []),
    { type: 'divider' },
    { key: 'logout', icon: <LogoutOutlined aria-hidden />, label: t('layout.logout') },
  ];
  const act = (key: string) => {
    const [kind, value = ''] = key.split(':');
    if (kind === 'logout') signOut();
    if (kind === 'profile') void navigate(PATHS.profile);
    if (kind === 'dashboard') void navigate(PATHS.dashboard);
    if (kind === 'settings') onSettings();
    if (kind === 'language') choose(value);
    if (kind === 'theme' && isThemeChoice(value)) change({ theme: value });
  };
  return <MenuButton label={`${t('layout.account')}: ${name}`} icon={<Avatar name={name} src={user.avatar} size={AVATAR} />} items={items} selected={[`language:${language}`, `theme:${theme}`]} onChoose={act} />;
}
