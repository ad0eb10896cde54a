import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryTime } from '../lib/range';
import { offsetLabel, wallTime } from '../lib/zone';
import styles from './print-head.module.css';
import { useNow } from './use-live';
import { usePrinting } from './use-printing';

interface Props {
  readonly title: string;
  /** '' for all sites. */
  readonly domain: string;
  /** undefined: all time. */
  readonly queryTime: QueryTime | undefined;
  readonly zone: string;
  /** What else narrows the report, in words. */
  readonly filters?: readonly string[];
}

/** What a sheet of paper must say that the screen shows elsewhere: what it is of, when it is of, and when it was printed. */
export function PrintHead({ title, domain, queryTime, zone, filters }: Props): ReactNode {
  const { t } = useTranslation();
  const now = useNow();
  const printing = usePrinting();
  if (!printing) return null;
  return (
    <div className={styles.head}>
      <div className={styles.title}>{title}<span className={styles.brand}>{t('app.name')}</span></div>
      <div>{[domain === '' ? t('layout.allSites') : domain, queryTime === undefined ? t('range.all') : queryTime.join(' – '), offsetLabel(now, zone)].join(' · ')}</div>
      {filters === undefined || filters.length === 0 ? null : <div>{filters.join(' · ')}</div>}
      <div className={styles.muted}>{t('print.at', { time: wallTime(now, zone) })}</div>
    </div>
  );
}
