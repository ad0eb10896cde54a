import type { ReactNode } from 'react';
import { formatCount } from '../lib/numbers';
import { useLanguage } from './language';

/** A number, its thousands separated, its digits of equal width. */
export function Count({ value }: { readonly value: number }): ReactNode {
  const { locale } = useLanguage();
  return <span className="ff-number">{formatCount(value, locale)}</span>;
}
