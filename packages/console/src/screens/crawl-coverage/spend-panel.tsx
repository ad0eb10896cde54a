import type { coverage, Input, Output } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { coverageTrendQuery } from '../../api/coverage';
import { stackedOption } from '../../charts/stacked-option';
import { formatCompact, formatCount, formatShare } from '../../lib/numbers';
import { useAppearance } from '../../widgets/appearance';
import { Count } from '../../widgets/count';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { LazyChart } from '../../widgets/lazy-chart';
import { Panel } from '../../widgets/panel';
import shares from '../../widgets/shares.module.css';
import { SPENDS } from './coverage-state';
import styles from './crawl-coverage.module.css';

type Trend = Output<typeof coverage.trend>;

const HEIGHT = 260;
const CHART_HEIGHT = 180;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What crawlers spent their requests on over time, and the share of each. */
export function SpendPanel({ input }: { readonly input: Input<typeof coverage.trend> }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(coverageTrendQuery(client, input));
  return (
    <Panel
      title={<>{t('coverage.spend')} <Hint text={t('coverage.spendHint')} /></>}
      asked={asked}
      minHeight={HEIGHT}
      rows={6}
      empty={(trend) => (SPENDS.every((key) => sum(trend[key]) === 0) ? { title: t('spider.noHits'), hint: t('coverage.noHitsHint') } : undefined)}
    >
      {(trend) => <Chart trend={trend} />}
    </Panel>
  );
}

function Chart({ trend }: { readonly trend: Trend }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const colours = useAppearance();
  const { keys, grain } = trend;
  const layers = useMemo(() => SPENDS.map((key, at) => ({ key, name: t(`coverage.spend.${key}`), values: trend[key], total: sum(trend[key]), colour: colours.series[at % colours.series.length] ?? colours.accent })), [trend, t, colours]);
  const option = useMemo(() => {
    const isOneDay = new Set(keys.map((key) => key.slice(0, 10))).size === 1;
    const labels = keys.map((key) => (grain === 'day' ? key.slice(5, 10) : isOneDay ? key.slice(11, 16) : key.slice(5, 16)));
    return stackedOption({ labels, layers, colours, count: (value) => formatCount(value, locale), compact: (value) => formatCompact(value, locale) });
  }, [keys, layers, grain, colours, locale]);
  const total = sum(layers.map((layer) => layer.total));
  const label = t('info.pieAria', { title: t('coverage.spend'), values: layers.map((layer) => `${layer.name} ${formatCount(layer.total, locale)}`).concat(`${t('info.total')} ${formatCount(total, locale)}`).join(', ') });
  return (
    <>
      <LazyChart option={option} height={CHART_HEIGHT} label={label} />
      <ul className={styles.legend}>
        {layers.map((layer) => <li key={layer.key}><span className={shares.swatch} style={{ background: layer.colour }} aria-hidden="true" />{layer.name} <Count value={layer.total} /> <span className={styles.muted}>{formatShare(layer.total, total, locale)}</span></li>)}
      </ul>
    </>
  );
}
