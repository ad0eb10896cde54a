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

/** A change in percent: arrow and sign always, red at or above 0 and green below. Source: specification 2, section 9. */
export function Change({ now, before, verbose = false, title }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { percent, fromZero } = changeOf(now, before);
  const up = percent >= 0;
  const zero = fromZero ? t('change.fromZero') : '';
  return (
    <span className={`${styles.change} ${up ? styles.up : styles.down}`} title={[title, zero].filter(Boolean).join(' · ')}>
      <span className={styles.arrow} aria-hidden="true">{up ? '▲' : '▼'}</span>
      <span className="ff-visually-hidden">{t(up ? 'change.up' : 'change.down')} </span>
      {formatSignedPercent(percent, locale)}
      {verbose && fromZero ? <span className={styles.zero}>{zero}</span> : null}
    </span>
  );
}
