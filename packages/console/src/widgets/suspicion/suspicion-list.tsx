import type { Suspicion } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/numbers';
import { useLanguage } from '../language';
import styles from './suspicion-list.module.css';
import { useSuspicionText } from './use-suspicion-text';

/** What speaks against a visitor: each sign with its values in plain words, how sure it is, and how many page views show it. */
export function SuspicionList({ signs }: { readonly signs: readonly Suspicion[] }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const textOf = useSuspicionText();
  return (
    <ul className={styles.list}>
      {signs.map((one) => (
        <li key={one.sign}>
          <b className={one.weight === 'sure' ? styles.sure : styles.hint}>{t(`suspicious.sign.${one.sign}`)}</b>
          <span>{textOf(one)}</span>
          <span className={styles.note}>{t(`suspicious.weight.${one.weight}`)} · {t('suspicious.inViews', { num: formatCount(one.views, locale) })}</span>
        </li>
      ))}
    </ul>
  );
}
