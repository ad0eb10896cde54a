import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeOf, formatSignedPercent } from '../lib/numbers';
import styles from './change.module.css';
import { useLanguage } from './language';

interface Props {
  readonly now: number;
  readonly before: number;
  /** Says in words that the percentage was counted from nothing. */
  readonly verbose?: boolean;
  readonly title?: string;
}

/** A change in percent: arrow and sign always, red at or above 0 and green below. Source: specification 2, section 9; DEFINITIONS on colours. */
export function Change({ now, before, verbose = false, title }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { delta, percent, fromZero } = changeOf(now, before);
  const way = delta > 0 ? 'up' : delta < 0 ? 'down' : 'same';
  const isUp = delta >= 0;
  const zero = fromZero ? t('change.fromZero') : '';
  return (
    <span className={`${styles.change} ${isUp ? styles.up : styles.down}`} title={[title, zero].filter(Boolean).join(' · ')}>
      <span className={styles.arrow} aria-hidden="true">{isUp ? '▲' : '▼'}</span>
      <span className="ff-visually-hidden">{t(`change.${way}`)} </span>
      {formatSignedPercent(percent, locale)}
      {verbose && fromZero ? <span className={styles.zero}>{zero}</span> : null}
    </span>
  );
}
