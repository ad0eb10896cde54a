import type { endpoints, Output } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spiderStatisticsQuery } from '../../api/spiders';
import { pieOption } from '../../charts/pie-option';
import { formatCount, formatShare } from '../../lib/numbers';
import { useAppearance } from '../../widgets/appearance';
import { FilterValue } from '../../widgets/filter-value';
import { useLanguage } from '../../widgets/language';
import { LazyChart } from '../../widgets/lazy-chart';
import { Panel } from '../../widgets/panel';
import { useSpiderType } from '../../widgets/spider-type';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import shares from '../../widgets/shares.module.css';

type Statistics = Output<typeof endpoints.spiders.statistics>;

const PIE_HEIGHT = 220;
const HEIGHT = 260;

interface Props {
  readonly filter: Pick<ScreenFilter, 'domain' | 'queryTime'>;
  readonly onType: (type: string) => void;
}

/** Hits by type as a pie and a table; a slice or a name narrows the log to the type. Source: specification 2, section 2, "Card 2". */
export function TypePanel({ filter, onType }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(spiderStatisticsQuery(client, { domain: filter.domain, query_time: filter.queryTime }));
  return (
    <Panel title={t('spider.byType')} asked={asked} minHeight={HEIGHT} rows={6} empty={({ total }) => (total === 0 ? { title: t('spider.noHits'), hint: t('spider.noHitsHint') } : undefined)}>
      {(statistics) => <Types statistics={statistics} onType={onType} />}
    </Panel>
  );
}

function Types({ statistics: { list, total }, onType }: { readonly statistics: Statistics; readonly onType: (type: string) => void }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const colours = useAppearance();
  const nameOf = useSpiderType();
  const slices = useMemo(() => list.map(({ name, value }, at) => ({ name: nameOf(name), value, colour: colours.series[at % colours.series.length] ?? colours.accent, clickable: true })), [list, nameOf, colours]);
  const option = useMemo(() => pieOption({ slices, colours, count: (value) => formatCount(value, locale), share: (value) => formatShare(value, total, locale) }), [slices, colours, locale, total]);
  const pick = (at: number) => {
    const type = list[at]?.name;
    if (type !== undefined) onType(type);
  };
  const label = t('info.pieAria', { title: t('spider.byType'), values: slices.map(({ name, value }) => `${name} ${formatShare(value, total, locale)}`).join(', ') });
  return (
    <div className={shares.share}>
      <LazyChart option={option} height={PIE_HEIGHT} label={label} onPick={pick} />
      <table className={shares.table}>
        <thead>
          <tr>
            <th scope="col">{t('spider.type')}</th>
            <th scope="col">{t('spider.total')}</th>
            <th scope="col">{t('spider.percent')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ name, value }, at) => (
            <tr key={name}>
              <td><span className={shares.swatch} style={{ background: slices[at]?.colour }} aria-hidden="true" /><FilterValue text={nameOf(name)} onFilter={() => onType(name)} /></td>
              <td>{formatCount(value, locale)}</td>
              <td>{formatShare(value, total, locale)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr><th scope="row">{t('info.total')}</th><td>{formatCount(total, locale)}</td><td>{formatShare(total, total, locale)}</td></tr>
        </tfoot>
      </table>
    </div>
  );
}
