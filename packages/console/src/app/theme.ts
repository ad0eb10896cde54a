import { theme as antdTheme, type ThemeConfig } from 'antd';
import { accentShades, FONT, paletteOf } from './palette';

/** The component library's theme. The accent itself colours what is not read; text and buttons take a readable shade. */
export function componentTheme(dark: boolean, accent: string): ThemeConfig {
  const { page, surface, text, muted, line, up, down, warn, side } = paletteOf(dark);
  const { shape, link, button } = accentShades(dark, accent);
  return {
    algorithm: dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: shape,
      colorInfo: accent,
      colorLink: link,
      colorError: up,
      colorSuccess: down,
      colorWarning: warn,
      colorBgLayout: page,
      colorBgContainer: surface,
      colorText: text,
      colorTextSecondary: muted,
      colorTextTertiary: muted,
      colorTextDescription: muted,
      colorTextPlaceholder: muted,
      colorBorderSecondary: line,
      borderRadius: 4,
      borderRadiusLG: 6,
      fontFamily: FONT,
      fontSize: 14,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Button: { colorPrimary: button, algorithm: true, primaryShadow: 'none', defaultShadow: 'none' },
      Table: { headerBg: dark ? '#1c232b' : '#f6f7f9', headerColor: muted, cellPaddingBlockSM: 6, cellPaddingInlineSM: 8, rowHoverBg: dark ? '#1e2731' : '#f5f8fc', headerSplitColor: 'transparent', headerSortActiveBg: dark ? '#232d38' : '#eef1f5', headerSortHoverBg: dark ? '#232d38' : '#eef1f5', bodySortBg: 'transparent' },
      Menu: {
        darkItemBg: side, darkSubMenuItemBg: side, darkItemColor: '#c3cdd9', darkItemHoverBg: '#2a3b4e', darkItemHoverColor: '#ffffff',
        darkItemSelectedBg: '#2a3b4e', darkItemSelectedColor: '#ffffff', itemBorderRadius: 4, collapsedWidth: 54, itemHeight: 40,
      },
      Radio: { buttonSolidCheckedBg: button, buttonSolidCheckedHoverBg: button, buttonSolidCheckedActiveBg: button },
      Tag: { marginXS: 0 },
    },
  };
}
