import type { endpoints, Input, Output } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spiderTrendQuery } from '../../api/spiders';
import { stackedOption } from '../../charts/stacked-option';
import { formatCompact, formatCount } from '../../lib/numbers';
import { useAppearance } from '../../widgets/appearance';
import { useLanguage } from '../../widgets/language';
import { LazyChart } from '../../widgets/lazy-chart';
import { Panel } from '../../widgets/panel';
import { useSpiderType } from '../../widgets/spider-type';

type Trend = Output<typeof endpoints.spiders.trend>;

const HEIGHT = 260;

/** Hits by type over the hours or days of the range. */
export function TrendPanel({ input }: { readonly input: Input<typeof endpoints.spiders.trend> }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(spiderTrendQuery(client, input));
  return (
    <Panel title={t('spider.trend')} asked={asked} minHeight={HEIGHT} rows={6} empty={({ total }) => (total === 0 ? { title: t('spider.noHits'), hint: t('spider.noHitsHint') } : undefined)}>
      {(trend) => <Chart trend={trend} />}
    </Panel>
  );
}

function Chart({ trend: { keys, types, grain, total } }: { readonly trend: Trend }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const colours = useAppearance();
  const nameOf = useSpiderType();
  const option = useMemo(() => {
    const isOneDay = new Set(keys.map((key) => key.slice(0, 10))).size === 1;
    const labels = keys.map((key) => (grain === 'day' ? key.slice(5, 10) : isOneDay ? key.slice(11, 16) : key.slice(5, 16)));
    const layers = types.map(({ type, values }, at) => ({ name: nameOf(type), values, colour: colours.series[at % colours.series.length] ?? colours.accent }));
    return stackedOption({ labels, layers, colours, count: (value) => formatCount(value, locale), compact: (value) => formatCompact(value, locale) });
  }, [keys, types, grain, nameOf, colours, locale]);
  const label = t('info.pieAria', { title: t('spider.trend'), values: types.map((one) => `${nameOf(one.type)} ${formatCount(one.total, locale)}`).concat(`${t('info.total')} ${formatCount(total, locale)}`).join(', ') });
  return <LazyChart option={option} height={HEIGHT} label={label} />;
}
