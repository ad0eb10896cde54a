import type { TrafficCounts } from '@footfall/contract';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatShare } from '../../lib/numbers';
import { Count } from '../../widgets/count';
import figures from '../../widgets/figures.module.css';
import { GrantedLink } from '../../widgets/granted-link';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import styles from './flow-rate.module.css';
import { ListFrame } from './list-frame';

const METRICS = ['pv', 'uv', 'ip'] as const;

/** An hour or a day, or such an hour or day of many. */
export interface ShareRow {
  readonly key: string;
  readonly label: string;
  readonly state: 'past' | 'now' | 'future';
  /** Where its visits are listed; undefined where they are not of one range. */
  readonly to?: string;
  readonly counts: TrafficCounts;
  /** What one such hour or day had on average. */
  readonly mean?: { readonly pv: number; readonly uv: number; readonly ip: number };
}

interface Props {
  readonly title: string;
  /** What a row is: an hour, a day. */
  readonly column: string;
  readonly rows: readonly ShareRow[];
  /** Deduplicated over all rows: what a share is a share of. */
  readonly total: TrafficCounts;
  /** Names the column of means; absent where rows have none. */
  readonly meanTitle?: string;
}

/** Figures by row, each with its share of the whole. */
export function ShareTable({ title, column, rows, total, meanTitle }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const blank = t('common.none');
  const most = { pv: highest(rows, 'pv'), uv: highest(rows, 'uv'), ip: highest(rows, 'ip') };
  return (
    <ListFrame title={title} rows={rows.length}>
      <table className={`${figures.table} ${styles.table} ${styles.shares}`}>
        <thead>
          <tr>
            <th scope="col">{column}</th>
            {METRICS.map((metric) => (
              <Fragment key={metric}>
                <th scope="col" className={styles.first}>{t(`metric.${metric}`)}</th>
                <th scope="col">{t('info.share')}{metric === 'pv' ? null : <> <Hint text={t('flow.shareHint')} /></>}</th>
              </Fragment>
            ))}
            {meanTitle === undefined ? null : <th scope="col" className={styles.first}>{meanTitle}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, state, to, counts, mean }) => (
            <tr key={key} className={state === 'future' ? figures.muted : ''}>
              <th scope="row">
                {to === undefined || state === 'future' ? label : <GrantedLink screen="reportDevice" to={to}>{label}</GrantedLink>}
                {state === 'now' ? <span className={styles.running}>{t('info.running')}</span> : null}
              </th>
              {METRICS.map((metric) => (
                <Fragment key={metric}>
                  <td className={styles.first}>{state === 'future' ? blank : <Count value={counts[metric]} />}</td>
                  <td>{state === 'future' ? blank : <Share part={counts[metric]} total={total[metric]} most={most[metric]} />}</td>
                </Fragment>
              ))}
              {meanTitle === undefined ? null : <td className={styles.first}>{mean === undefined ? blank : formatCount(mean.pv, locale)}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={figures.strong}>
            <th scope="row">{t('info.total')} <Hint text={t('info.totalHint')} /></th>
            {METRICS.map((metric) => (
              <Fragment key={metric}>
                <td className={styles.first}><Count value={total[metric]} /></td>
                <td>{metric === 'pv' ? formatShare(total[metric], total[metric], locale) : blank}</td>
              </Fragment>
            ))}
            {meanTitle === undefined ? null : <td className={styles.first}>{blank}</td>}
          </tr>
        </tfoot>
      </table>
    </ListFrame>
  );
}

function highest(rows: readonly ShareRow[], metric: (typeof METRICS)[number]): number {
  return Math.max(0, ...rows.map(({ counts }) => counts[metric]));
}

/** The bar is as long as the part is beside the largest of all: shares of a long list are small. */
function Share({ part, total, most }: { readonly part: number; readonly total: number; readonly most: number }): ReactNode {
  const { locale } = useLanguage();
  return (
    <span className={styles.share}>
      <span className={styles.shareBar} aria-hidden="true"><span style={{ width: `${most === 0 ? 0 : (part / most) * 100}%` }} /></span>
      <span className={styles.sharePart}>{formatShare(part, total, locale)}</span>
    </span>
  );
}
