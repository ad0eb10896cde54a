import type { endpoints, Output } from '@footfall/contract';
import { Radio } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trendOption } from '../../charts/trend-option';
import { changeOf, formatCompact, formatCount, formatSignedPercent } from '../../lib/numbers';
import { useAppearance } from '../../widgets/appearance';
import { Change } from '../../widgets/change';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { LazyChart } from '../../widgets/lazy-chart';
import { type Asked, Panel } from '../../widgets/panel';
import { useUrlState } from '../../widgets/use-url-state';
import { ViewSwitch } from '../../widgets/view-switch';
import { isRunning, legendNames, parseMetric, TREND_METRICS, trendData, type TrendMetric } from './trend-data';
import styles from './trend-panel.module.css';
import { TrendTable } from './trend-table';

type Trend = Output<typeof endpoints.home.trend>;

const CHART_HEIGHT = 300;
const HEIGHT = 330;

/** One figure over time, beside the period before. */
export function TrendPanel({ asked }: { readonly asked: Asked<Trend> }): ReactNode {
  const { t } = useTranslation();
  const [parameters, change] = useUrlState();
  const [asTable, setAsTable] = useState(false);
  const metric = parseMetric(parameters.get('metric'));
  const extra = (
    <>
      <Radio.Group
        size="small"
        aria-label={t('metric.choose')}
        optionType="button"
        value={metric}
        options={TREND_METRICS.map((value) => ({ value, label: t(`metric.${value}`) }))}
        onChange={({ target }) => change({ metric: target.value === 'pv' ? undefined : String(target.value) })}
      />
      <ViewSwitch asTable={asTable} onChange={setAsTable} />
    </>
  );
  return (
    <Panel title={t('info.trend')} extra={extra} asked={asked} minHeight={HEIGHT} rows={7}>
      {(trend) => <TrendBody trend={trend} metric={metric} asTable={asTable} />}
    </Panel>
  );
}

interface BodyProps {
  readonly trend: Trend;
  readonly metric: TrendMetric;
  readonly asTable: boolean;
}

function TrendBody({ trend, metric, asTable }: BodyProps): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const colours = useAppearance();
  const metricName = t(`metric.${metric}`);
  const points = useMemo(() => trendData(trend, metric, (day, hour) => t('info.hourLabel', { day, hour })), [trend, metric, t]);
  const running = isRunning(trend);
  const names = legendNames(trend);
  const nowName = names.kind === 'seven' ? t('info.lastSeven', { metric: metricName }) : `${names.now} ${metricName}`;
  const beforeName = names.kind === 'seven' ? t('info.previousSeven', { metric: metricName }) : `${names.before} ${metricName}`;
  const count = (value: number) => formatCount(value, locale);
  const option = useMemo(
    () =>
      trendOption({
        points, nowName, beforeName, colours,
        runningName: t('info.running'),
        count: (value) => formatCount(value, locale),
        compact: (value) => formatCompact(value, locale),
        change: (now, before) => {
          const { percent } = changeOf(now, before);
          return `${percent > 0 ? '▲ ' : percent < 0 ? '▼ ' : ''}${formatSignedPercent(percent, locale)}`;
        },
      }),
    [points, nowName, beforeName, colours, locale, t],
  );
  const [total, totalBefore] = [trend.total.now[metric], trend.total.before[metric]];
  const label = t('info.trendAria', { metric: metricName, now: nowName, total: count(total), before: beforeName, totalBefore: count(totalBefore) });
  return (
    <>
      <div className={styles.totals}>
        <span><Stroke colour={colours.accent} />{nowName} <b>{count(total)}</b></span>
        <span><Stroke colour={colours.comparison} dashed />{beforeName} <b>{count(totalBefore)}</b></span>
        {/* A period that is still filling is not compared with a whole one. */}
        {running ? null : <Change now={total} before={totalBefore} verbose />}
        {metric === 'pv' ? null : <Hint text={t('info.totalHint')} />}
      </div>
      {asTable ? (
        <div className={styles.table} style={{ height: CHART_HEIGHT }} role="region" aria-label={t('info.trend')}>
          <TrendTable points={points} nowName={nowName} beforeName={beforeName} total={total} totalBefore={totalBefore} running={running} />
        </div>
      ) : (
        <LazyChart option={option} height={CHART_HEIGHT} label={label} />
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
