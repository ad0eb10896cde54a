import { mix, readable } from '../lib/colour';
import type { Appearance } from '../widgets/appearance';

/** WCAG 2.2 AA: text; lines and shapes. */
const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;

/** The fonts of all four languages. */
export const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'PingFang SC', 'Hiragino Sans', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans', sans-serif";

const LIGHT = { page: '#f0f2f5', surface: '#ffffff', text: '#1f2d3d', muted: '#5a6675', line: '#dfe3e8', comparison: '#8a94a0', up: '#c5302b', down: '#2a7a33', warn: '#8a5a00', side: '#1f2d3d' };
const DARK = { page: '#0f1419', surface: '#171d24', text: '#e3e8ee', muted: '#9aa6b3', line: '#2c3540', comparison: '#8b97a4', up: '#ff8580', down: '#6fd07a', warn: '#f0b95a', side: '#121a23' };

/** Slices of a pie after the accent; chosen to stay apart for colour-blind readers (Okabe and Ito, 2008). */
const SLICES = ['#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#8c7ae6', '#b8a000', '#7f8c8d'];

/** The fixed colours of a theme. */
export const paletteOf = (dark: boolean): typeof LIGHT => (dark ? DARK : LIGHT);

/** How much of the accent is in the bars that texts lie on. */
const TINT = 0.14;

/** The shade of the accent for shapes, the ground that texts stand on in bars of it, and the one of links: readable on every ground there is. */
function accentOf(dark: boolean, accent: string): { readonly shape: string; readonly tint: string; readonly link: string } {
  const { surface, page } = paletteOf(dark);
  const shape = readable(accent, surface, SHAPE_CONTRAST);
  const tint = mix(surface, shape, TINT);
  const link = [surface, page, tint].reduce((shade, ground) => readable(shade, ground, TEXT_CONTRAST), accent);
  return { shape, tint, link };
}

/** Colours for charts. */
export function appearanceOf(dark: boolean, accent: string): Appearance {
  const { surface, text, muted, line, comparison } = paletteOf(dark);
  const main = readable(accent, surface, SHAPE_CONTRAST);
  return { dark, accent: main, text, muted, line, surface, comparison, series: [main, ...SLICES.map((slice) => readable(slice, surface, SHAPE_CONTRAST))] };
}

/** Colours for the console's own style sheets, as CSS variables of the document. */
export function cssVariables(dark: boolean, accent: string, upIsRed: boolean): Readonly<Record<string, string>> {
  const { page, surface, text, muted, line, up, down, warn, side } = paletteOf(dark);
  const { shape, tint, link } = accentOf(dark, accent);
  return {
    '--ff-page': page,
    '--ff-surface': surface,
    '--ff-text': text,
    '--ff-muted': muted,
    '--ff-line': line,
    '--ff-up': upIsRed ? up : down,
    '--ff-down': upIsRed ? down : up,
    '--ff-alert': up,
    '--ff-warn': warn,
    '--ff-side': side,
    '--ff-accent': shape,
    '--ff-tint': tint,
    '--ff-link': link,
    '--ff-button': readable(accent, '#ffffff', TEXT_CONTRAST),
    '--ff-font': FONT,
  };
}

/** The accent's shades for the component library: what is not read, what is read, and what white is read on. */
export function accentShades(dark: boolean, accent: string): { readonly shape: string; readonly link: string; readonly button: string } {
  const { shape, link } = accentOf(dark, accent);
  return { shape, link, button: readable(accent, '#ffffff', TEXT_CONTRAST) };
}
