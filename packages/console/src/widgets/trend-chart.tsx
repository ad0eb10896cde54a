import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { trendOption } from '../charts/trend-option';
import { changeOf, formatCompact, formatCount, formatSignedPercent } from '../lib/numbers';
import { useAppearance } from './appearance';
import { Change } from './change';
import { Hint } from './hint';
import { useLanguage } from './language';
import { LazyChart } from './lazy-chart';
import { isRunning, isWeekend, legendNames, movingAverage, type Series, trendData, type TrendMetric } from './trend-data';
import styles from './trend-chart.module.css';
import { TrendTable } from './trend-table';

const CHART_HEIGHT = 300;
/** Pixels of legend and chart together. */
export const TREND_HEIGHT = 330;

interface Props {
  readonly series: Series;
  readonly metric: TrendMetric;
  /** What the chart is called, for those who do not see it. */
  readonly title: string;
  /** Whether the other period is the one just before. */
  readonly previous: boolean;
  readonly asTable?: boolean;
  /** Draws a mean over seven days beside, and days off on another ground. */
  readonly daily?: boolean;
  /** The hour or day that was clicked, by its place. */
  readonly onPick?: (index: number) => void;
}

/** One figure over time, beside another period. */
export function TrendChart({ series, metric, title, previous, asTable = false, daily = false, onPick }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const colours = useAppearance();
  const metricName = t(`metric.${metric}`);
  const points = useMemo(() => trendData(series, metric, (day, hour) => t('info.hourLabel', { day, hour })), [series, metric, t]);
  const names = legendNames(series, previous);
  const comparing = series.before.length > 0;
  const nowName = names.kind === 'seven' ? t('info.lastSeven', { metric: metricName }) : `${names.now} ${metricName}`;
  const beforeName = comparing ? (names.kind === 'seven' ? t('info.previousSeven', { metric: metricName }) : `${names.before} ${metricName}`) : '';
  const option = useMemo(
    () =>
      trendOption({
        points, nowName, colours,
        beforeName: comparing ? beforeName : undefined,
        runningName: t('info.running'),
        count: (value) => formatCount(value, locale),
        compact: (value) => formatCompact(value, locale),
        change: (now, before) => {
          const { percent } = changeOf(now, before);
          return `${percent >= 0 ? '▲' : '▼'} ${formatSignedPercent(percent, locale)}`;
        },
        ...(daily ? { average: { name: t('flow.average7'), values: movingAverage(points) }, shaded: series.now.map(isWeekend) } : {}),
      }),
    [points, nowName, comparing, beforeName, colours, locale, t, daily, series],
  );
  const total = series.total[metric];
  const totalBefore = series.totalBefore?.[metric];
  const count = (value: number) => formatCount(value, locale);
  const label =
    totalBefore === undefined
      ? t('flow.chartAria', { title, now: nowName, total: count(total) })
      : t('info.trendAria', { metric: metricName, now: nowName, total: count(total), before: beforeName, totalBefore: count(totalBefore) });
  return (
    <>
      <div className={styles.totals}>
        <span><Stroke colour={colours.accent} />{nowName} <b>{count(total)}</b></span>
        {totalBefore === undefined ? null : (
          <>
            <span><Stroke colour={colours.comparison} dashed />{beforeName} <b>{count(totalBefore)}</b>{series.compared?.until_now ? <span className={styles.note}> {t('compare.upToNow')}</span> : null}</span>
            <Change now={total} before={totalBefore} verbose />
          </>
        )}
        {daily ? <span><Stroke colour={colours.series[1] ?? colours.muted} />{t('flow.average7')}</span> : null}
        {metric === 'pv' ? null : <Hint text={t('info.totalHint')} />}
      </div>
      {asTable ? (
        <div className={styles.table} style={{ height: CHART_HEIGHT }} role="region" aria-label={title}>
          <TrendTable points={points} nowName={nowName} beforeName={comparing ? beforeName : undefined} total={total} totalBefore={totalBefore} running={isRunning(series)} />
        </div>
      ) : (
        <LazyChart option={option} height={CHART_HEIGHT} label={label} {...(onPick ? { onPick } : {})} />
      )}
    </>
  );
}

/** A line of the chart, as the legend shows it. */
function Stroke({ colour, dashed = false }: { readonly colour: string; readonly dashed?: boolean }): ReactNode {
  return (
    <svg className={styles.stroke} width={22} height={8} aria-hidden="true" focusable="false">
      <line x1={0} x2={22} y1={4} y2={4} stroke={colour} strokeWidth={2} strokeDasharray={dashed ? '5 4' : 'none'} />
    </svg>
  );
}
