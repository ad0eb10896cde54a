import type { ReactNode } from 'react';
import { cutMiddle } from '../lib/text';

/** A long address, or a shorter label for it: both ends are kept, the whole is in its title. */
export function LongText({ text, label = text, max = 64 }: { readonly text: string; readonly label?: string; readonly max?: number }): ReactNode {
  const shown = cutMiddle(label, max);
  return shown === text ? text : <span title={text}>{shown}</span>;
}
