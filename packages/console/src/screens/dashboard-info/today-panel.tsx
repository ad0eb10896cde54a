import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { summaryQuery } from '../../api/home';
import { Panel } from '../../widgets/panel';
import { TrafficTable, type TrafficColumn } from '../../widgets/traffic-table';
import { type ScreenFilter, siteInput } from '../../widgets/use-screen-filter';

const COLUMNS: readonly TrafficColumn[] = ['pv', 'uv', 'ip', 'spider', 'referer_num'];
// Five figures, each over its change.
const HEIGHT = 170;

/** Today beside yesterday, whatever range is chosen: people, crawlers, and what search engines sent. */
export function TodayPanel({ scope }: { readonly scope: ScreenFilter }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(summaryQuery(client, siteInput(scope)));
  return (
    <Panel title={t('info.todayTraffic')} asked={asked} minHeight={HEIGHT}>
      {({ list, yesterday_same_time: sameTime }) => {
        const [yesterday, today] = list.slice(-2);
        return today && yesterday ? <TrafficTable columns={COLUMNS} today={today} yesterday={yesterday} sameTime={sameTime} /> : null;
      }}
    </Panel>
  );
}
