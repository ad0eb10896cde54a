import type { ReportRow } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/numbers';
import { useLanguage } from '../../widgets/language';
import styles from './device-report.module.css';

interface Props {
  /** The figures of all rows together, deduplicated; undefined while they are on their way. */
  readonly totals: ReportRow | undefined;
  /** Rows of the whole answer, and milliseconds that the store took. */
  readonly rows: number;
  readonly took: number;
  readonly grouped: boolean;
}

const FIGURES = ['pv', 'uv', 'ip'] as const;

/** What all rows of the answer come to, and how long it took to ask. */
export function Totals({ totals, rows, took, grouped }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const number = (value: number) => formatCount(value, locale);
  return (
    <div className={styles.totals}>
      {FIGURES.map((figure) => {
        const value = totals?.[figure];
        if (grouped && value === undefined) return null;
        return <span key={figure}>{t(`metric.${figure}`)} <strong className="ff-number">{typeof value === 'number' ? number(value) : t('common.none')}</strong></span>;
      })}
      {grouped ? <span>{t('report.groups', { groups: number(rows) })}</span> : null}
      <span className={styles.took}>{t('report.took', { seconds: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(took / 1_000) })}</span>
    </div>
  );
}
