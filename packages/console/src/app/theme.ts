import { theme as antdTheme, type ThemeConfig } from 'antd';
import { mix } from '../lib/colour';
import type { Density, Size } from '../widgets/preferences';
import { accentShades, FONT, paletteOf } from './palette';

/** Grounds of notices: those derived from colours dark enough to read would be muddy. */
const LIGHT_GROUNDS = { colorSuccessBg: '#f1f9ee', colorSuccessBorder: '#b5dcab', colorWarningBg: '#fff8e6', colorWarningBorder: '#eed9a2' };
const DARK_GROUNDS = { colorSuccessBg: '#16261a', colorSuccessBorder: '#2f5535', colorWarningBg: '#2a2213', colorWarningBorder: '#5c4a1f' };

/** Above and below the text of a table's cell. */
const CELL_PADDING: Readonly<Record<Density, number>> = { comfortable: 9, standard: 6, compact: 3 };

interface Wishes {
  readonly dark: boolean;
  readonly accent: string;
  readonly density: Density;
  readonly size: Size;
  /** Nothing moves: what goes is gone at once, rather than after a movement without length. */
  readonly still: boolean;
}

/** The library has three sizes for the specification's four: the smallest is its small one, drawn closer. */
export function componentSize(size: Size): 'large' | 'medium' | 'small' {
  return size === 'default' ? 'large' : size === 'medium' ? 'medium' : 'small';
}

/** The component library's theme. The accent itself colours what is not read; text and buttons take a readable shade. */
export function componentTheme({ dark, accent, density, size, still }: Wishes): ThemeConfig {
  const { page, surface, text, muted, line, up, down, warn, side } = paletteOf(dark);
  const { shape, link, button } = accentShades(dark, accent);
  return {
    algorithm: [dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm, ...(size === 'mini' ? [antdTheme.compactAlgorithm] : [])],
    token: {
      motion: !still,
      colorPrimary: shape,
      colorInfo: accent,
      colorLink: link,
      colorError: up,
      colorSuccess: down,
      colorWarning: warn,
      ...(dark ? DARK_GROUNDS : LIGHT_GROUNDS),
      colorBgLayout: page,
      colorBgContainer: surface,
      ...(dark ? { colorBgElevated: '#1d252e', colorBgSpotlight: '#33404d' } : {}),
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
      // A button that is at work says so by a mark; paler, its words are too weak to be read.
      opacityLoading: 1,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Button: { colorPrimary: button, colorPrimaryHover: mix(button, '#000000', 0.1), colorPrimaryActive: mix(button, '#000000', 0.2), primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', defaultBg: surface },
      Table: { headerBg: dark ? '#1c232b' : '#f6f7f9', headerColor: muted, cellPaddingBlockSM: CELL_PADDING[density], cellPaddingInlineSM: 8, rowHoverBg: dark ? '#1e2731' : '#f5f8fc', headerSplitColor: 'transparent', headerSortActiveBg: dark ? '#232d38' : '#eef1f5', headerSortHoverBg: dark ? '#232d38' : '#eef1f5', bodySortBg: 'transparent' },
      Menu: {
        darkItemBg: side, darkSubMenuItemBg: side, darkPopupBg: side, darkItemColor: '#c3cdd9', darkItemHoverBg: '#2a3b4e', darkItemHoverColor: '#ffffff',
        darkItemSelectedBg: '#2a3b4e', darkItemSelectedColor: '#ffffff', itemBorderRadius: 4, collapsedWidth: 54, itemHeight: 40,
      },
      Radio: { colorPrimary: link, colorPrimaryHover: link, buttonSolidCheckedBg: button, buttonSolidCheckedHoverBg: button, buttonSolidCheckedActiveBg: button },
      Tag: { marginXS: 0 },
      // Here the accent colours what is read.
      Tabs: { colorPrimary: link, itemSelectedColor: link, itemHoverColor: link, itemActiveColor: link },
      Pagination: { colorPrimary: link, colorPrimaryHover: link },
      Dropdown: { colorPrimary: link },
    },
  };
}
