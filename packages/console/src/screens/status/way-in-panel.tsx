import type { WayIn } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { wayInQuery } from '../../api/status';
import { stackedOption } from '../../charts/stacked-option';
import { formatCompact, formatCount } from '../../lib/numbers';
import { useAppearance } from '../../widgets/appearance';
import { useLanguage } from '../../widgets/language';
import { LazyChart } from '../../widgets/lazy-chart';
import { Panel } from '../../widgets/panel';
import { binsOf, STRETCHES } from './bins';

const HEIGHT = 260;
const NAMES = { 60: 'status.hour', 360: 'status.sixHours', 1440: 'status.day' } as const;

interface Props {
  /** Minutes. */
  readonly stretch: (typeof STRETCHES)[number];
  readonly onStretch: (minutes: number) => void;
}

/** What came in by minute, of it what was refused. */
export function WayInPanel({ stretch, onStretch }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(wayInQuery(client, { minutes: stretch }));
  return (
    <Panel
      title={t('status.wayIn')}
      extra={<Radio.Group size="small" optionType="button" aria-label={t('status.stretch')} value={stretch} options={STRETCHES.map((value) => ({ value, label: t(NAMES[value]) }))} onChange={({ target }) => onStretch(Number(target.value))} />}
      asked={asked}
      minHeight={HEIGHT}
      rows={6}
      empty={({ received }) => (received === 0 ? { title: t('status.nothingIn'), hint: t('status.nothingInHint') } : undefined)}
    >
      {(wayIn) => <Chart wayIn={wayIn} />}
    </Panel>
  );
}

function Chart({ wayIn: { minutes, received, refused } }: { readonly wayIn: WayIn }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const colours = useAppearance();
  const option = useMemo(() => {
    const bins = binsOf(minutes);
    const layers = [
      { name: t('status.accepted'), values: bins.map((bin) => bin.accepted), colour: colours.accent },
      { name: t('status.refused'), values: bins.map((bin) => bin.refused), colour: colours.series[3] ?? colours.muted },
    ];
    return stackedOption({ labels: bins.map(({ at }) => at.slice(11, 16)), layers, colours, count: (value) => formatCount(value, locale), compact: (value) => formatCompact(value, locale) });
  }, [minutes, colours, locale, t]);
  const label = t('info.pieAria', { title: t('status.wayIn'), values: `${t('status.received')} ${formatCount(received, locale)}, ${t('status.refused')} ${formatCount(refused, locale)}` });
  return <LazyChart option={option} height={HEIGHT} label={label} />;
}
