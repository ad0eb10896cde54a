import type { ReactNode } from 'react';
import { cutMiddle } from '../lib/text';

/** A long address: both ends are kept, the whole is in its title. */
export function LongText({ text, max = 64 }: { readonly text: string; readonly max?: number }): ReactNode {
  const shown = cutMiddle(text, max);
  return shown === text ? text : <span title={text}>{shown}</span>;
}
