import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from './menu-button';
import { type ThemeChoice, usePreference } from './preferences';

export const THEME_CHOICES: readonly ThemeChoice[] = ['light', 'dark', 'system'];

const ICONS: Readonly<Record<ThemeChoice, ReactNode>> = { light: <SunOutlined aria-hidden />, dark: <MoonOutlined aria-hidden />, system: <DesktopOutlined aria-hidden /> };

/** Whether a text is one of the choices. */
export function isThemeChoice(text: string): text is ThemeChoice {
  return THEME_CHOICES.some((choice) => choice === text);
}

/** Light, dark, or as the system has it. */
export function ThemeMenu(): ReactNode {
  const { t } = useTranslation();
  const theme = usePreference((preferences) => preferences.theme);
  const change = usePreference((preferences) => preferences.change);
  const items = THEME_CHOICES.map((choice) => ({ key: choice, icon: ICONS[choice], label: t(`theme.${choice}`) }));
  return <MenuButton label={`${t('layout.theme')}: ${t(`theme.${theme}`)}`} icon={ICONS[theme]} items={items} selected={[theme]} onChoose={(key) => isThemeChoice(key) && change({ theme: key })} />;
}
