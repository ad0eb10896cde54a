import type { endpoints, Input, Output } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { aiTrendQuery } from '../../api/ai';
import { useClient } from '../../api/client-context';
import { stackedOption } from '../../charts/stacked-option';
import { formatCompact, formatCount } from '../../lib/numbers';
import { useAppearance } from '../../widgets/appearance';
import { Count } from '../../widgets/count';
import { useLanguage } from '../../widgets/language';
import { LazyChart } from '../../widgets/lazy-chart';
import { Panel } from '../../widgets/panel';
import shares from '../../widgets/shares.module.css';
import { useSpiderType } from '../../widgets/spider-type';
import styles from './ai-traffic.module.css';

type Trend = Output<typeof endpoints.ai.trend>;

const HEIGHT = 260;
const CHART_HEIGHT = 220;

interface Props {
  readonly input: Input<typeof endpoints.ai.trend>;
}

/** What crawlers took over time, by purpose. */
export function TakenPanel({ input }: Props): ReactNode {
  const { t } = useTranslation();
  const nameOf = useSpiderType();
  return <TrendPanel input={input} title={t('ai.takenTrend')} linesOf={({ taken }) => taken} nameOf={nameOf} />;
}

/** The visits that assistants sent over time. */
export function SentPanel({ input }: Props): ReactNode {
  const { t } = useTranslation();
  return <TrendPanel input={input} title={t('ai.sentTrend')} linesOf={({ sent }) => sent} nameOf={String} />;
}

interface ChartProps {
  readonly title: string;
  readonly linesOf: (trend: Trend) => Trend['sent'];
  readonly nameOf: (name: string) => string;
}

function TrendPanel({ input, ...chart }: Props & ChartProps): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(aiTrendQuery(client, input));
  return (
    <Panel title={chart.title} asked={asked} minHeight={HEIGHT} rows={6} empty={(trend) => (chart.linesOf(trend).length === 0 ? { title: t('ai.nothing'), hint: t('ai.nothingHint') } : undefined)}>
      {(trend) => <Chart trend={trend} {...chart} />}
    </Panel>
  );
}

function Chart({ trend, title, linesOf, nameOf }: ChartProps & { readonly trend: Trend }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const colours = useAppearance();
  const { keys, grain } = trend;
  const lines = linesOf(trend);
  const layers = useMemo(() => lines.map(({ name, values, total }, at) => ({ name: nameOf(name), values, total, colour: colours.series[at % colours.series.length] ?? colours.accent })), [lines, nameOf, colours]);
  const option = useMemo(() => {
    const isOneDay = new Set(keys.map((key) => key.slice(0, 10))).size === 1;
    const labels = keys.map((key) => (grain === 'day' ? key.slice(5, 10) : isOneDay ? key.slice(11, 16) : key.slice(5, 16)));
    return stackedOption({ labels, layers, colours, count: (value) => formatCount(value, locale), compact: (value) => formatCompact(value, locale) });
  }, [keys, layers, grain, colours, locale]);
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  const label = t('info.pieAria', { title, values: layers.map((layer) => `${layer.name} ${formatCount(layer.total, locale)}`).concat(`${t('info.total')} ${formatCount(total, locale)}`).join(', ') });
  return (
    <>
      <LazyChart option={option} height={CHART_HEIGHT} label={label} />
      <ul className={styles.legend}>
        {layers.map((layer) => <li key={layer.name}><span className={shares.swatch} style={{ background: layer.colour }} aria-hidden="true" />{layer.name} <Count value={layer.total} /></li>)}
      </ul>
    </>
  );
}
