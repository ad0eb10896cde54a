import type { Density } from '../widgets/preferences';
import { cssVariables } from './palette';

/** The media query of a system that is set to dark. */
export const DARK_SYSTEM = '(prefers-color-scheme: dark)';

interface Dress {
  readonly dark: boolean;
  readonly accent: string;
  readonly upIsRed: boolean;
  readonly density: Density;
}

/** Pixels between panels and, beside each other, around what is in them. */
const GAPS: Readonly<Record<Density, readonly [string, string]>> = { comfortable: ['16px', '20px'], standard: ['12px', '16px'], compact: ['8px', '12px'] };

/** Gives the document the colours and distances that the console's own style sheets are written with. */
export function dress(root: HTMLElement, { dark, accent, upIsRed, density }: Dress): void {
  const [gap, pad] = GAPS[density];
  root.style.colorScheme = dark ? 'dark' : 'light';
  for (const [name, value] of Object.entries({ ...cssVariables(dark, accent, upIsRed), '--ff-gap': gap, '--ff-pad': pad })) root.style.setProperty(name, value);
}
