import { alignBefore, type TrafficCounts, type TrendPoint } from '@footfall/contract';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeOf, formatSigned } from '../../lib/numbers';
import { Change } from '../../widgets/change';
import { Count } from '../../widgets/count';
import figures from '../../widgets/figures.module.css';
import { GrantedLink } from '../../widgets/granted-link';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { isRunning, pointLabel, type Series } from '../../widgets/trend-data';
import styles from './flow-rate.module.css';
import { ListFrame } from './list-frame';

const METRICS = ['pv', 'uv', 'ip'] as const;
const HINTS = { pv: 'metric.pvHint', uv: 'metric.uvHint', ip: 'metric.ipHint' } as const;

interface Props {
  readonly series: Series;
  readonly title: string;
  /** Where the visits of an hour or day are listed. */
  readonly linkOf: (point: TrendPoint) => string;
}

/**
 * All figures by hour or day beside those of the other period, with their change. What is not over is not compared,
 * save in the totals, which take as much of the other period as has passed of this one.
 */
export function ComparisonTable({ series, title, linkOf }: Props): ReactNode {
  const { t } = useTranslation();
  const comparing = series.totalBefore !== null;
  const before = alignBefore(series.now, series.before);
  const label = (point: TrendPoint) => pointLabel(point, series.grain, (day, hour) => t('info.hourLabel', { day, hour }));
  return (
    <ListFrame title={title} rows={series.now.length}>
      <table className={`${figures.table} ${styles.table}`}>
        {comparing ? (
          <colgroup>
            <col className={styles.time} />
            {METRICS.map((metric) => <Fragment key={metric}><col /><col /><col className={styles.wide} /></Fragment>)}
          </colgroup>
        ) : null}
        <thead>
          <tr>
            <th scope="col" rowSpan={comparing ? 2 : 1}>{t('panel.time')}</th>
            {METRICS.map((metric) => <th key={metric} scope={comparing ? 'colgroup' : 'col'} colSpan={comparing ? 3 : 1} className={comparing ? styles.group : styles.first}>{t(`metric.${metric}`)} <Hint text={t(HINTS[metric])} /></th>)}
          </tr>
          {comparing ? (
            <tr>
              {METRICS.map((metric) => (
                <Fragment key={metric}>
                  <th scope="col" className={styles.first}>{t('flow.now')}</th>
                  <th scope="col">{t('flow.before')}</th>
                  <th scope="col">{t('info.change')}</th>
                </Fragment>
              ))}
            </tr>
          ) : null}
        </thead>
        <tbody>
          {series.now.map((point, at) => (
            <tr key={point.at} className={point.state === 'future' ? figures.muted : ''}>
              <th scope="row">
                {point.state === 'future' ? label(point) : <GrantedLink screen="reportDevice" to={linkOf(point)}>{label(point)}</GrantedLink>}
                {point.state === 'now' ? <span className={styles.running}>{t('info.running')}</span> : null}
              </th>
              {METRICS.map((metric) => <Cells key={metric} metric={metric} now={point.state === 'future' ? undefined : point} before={before[at]} comparing={comparing} compared={point.state === 'past'} />)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={figures.strong}>
            <th scope="row">{t('flow.grandTotal')} <Hint text={t(isRunning(series) && comparing ? 'flow.totalRunningHint' : 'info.totalHint')} /></th>
            {METRICS.map((metric) => <Cells key={metric} metric={metric} now={series.total} before={series.totalBefore ?? undefined} comparing={comparing} compared />)}
          </tr>
        </tfoot>
      </table>
    </ListFrame>
  );
}

interface CellsProps {
  readonly metric: (typeof METRICS)[number];
  /** undefined: still to come. */
  readonly now: TrafficCounts | undefined;
  /** undefined: the other period had no such hour. */
  readonly before: TrafficCounts | undefined;
  readonly comparing: boolean;
  /** Whether a change would say anything. */
  readonly compared: boolean;
}

function Cells({ metric, now, before, comparing, compared }: CellsProps): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const blank = t('common.none');
  return (
    <>
      <td className={styles.first}>{now ? <Count value={now[metric]} /> : blank}</td>
      {comparing ? (
        <>
          <td className={figures.muted}>{before ? <Count value={before[metric]} /> : blank}</td>
          <td>
            {now && before && compared ? (
              <span className={styles.change}>
                <span className={styles.delta}>{formatSigned(changeOf(now[metric], before[metric]).delta, locale)}</span>
                <Change now={now[metric]} before={before[metric]} />
              </span>
            ) : blank}
          </td>
        </>
      ) : null}
    </>
  );
}
