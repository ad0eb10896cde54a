import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from './language';
import { spanText } from '../lib/span-text';
import { useNow } from './use-live';

/** What an answer was compared with, as the server says. */
export interface ComparedSpan {
  readonly from: string;
  readonly to: string;
  /** The range is still running: as much of the other was taken as has passed of it. */
  readonly until_now: boolean;
}

/** Says what figures are compared with, and that a running day is compared up to the same time. */
export function ComparedWith({ compared }: { readonly compared: ComparedSpan }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const span = spanText([compared.from, compared.to], locale, useNow());
  return <span>{t(compared.until_now ? 'compare.sameTime' : 'compare.with', { span })}</span>;
}
