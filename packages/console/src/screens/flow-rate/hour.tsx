import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { censusQuery, logQuery } from '../../api/flow';
import type { Range, RangeToken } from '../../lib/range';
import { comparedInput, siteInput, useScreenFilter } from '../../widgets/use-screen-filter';
import { CensusPanels } from './census-panels';
import { FlowFrame } from './flow-frame';
import { HeatPanel } from './heat-panel';
import { LogPanels } from './log-panels';

const QUICK: readonly RangeToken[] = ['24h', 'today', 'yesterday'];
const DEFAULT: { readonly range: Range } = { range: { token: '24h' } };

/** Hour analysis: the last 24 hours or another range by hour, and the last three months by hour of the day. */
export default function FlowHour(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const filter = useScreenFilter(DEFAULT);
  const known = filter.scope.zone !== undefined && !filter.scope.unknown;
  const log = useQuery({ ...logQuery(client, { ...comparedInput(filter), query_type: 'hour' }), enabled: known });
  const census = useQuery({ ...censusQuery(client, { ...siteInput(filter), query_type: 'every_hour' }), enabled: known });
  const { range } = filter;
  const title = 'token' in range ? (range.token === '24h' ? t('flow.last24') : t(`range.${range.token}`)) : t('range.custom');
  return (
    <FlowFrame title={t('route.flowHour')} filter={filter} quick={QUICK} compared={log.data?.compared} completeTo={log.data?.cut.complete_to}>
      <LogPanels filter={filter} asked={log} grain="hour" title={title} />
      <CensusPanels filter={filter} asked={census} by="hour" title={t('flow.threeMonths')} between={<HeatPanel filter={filter} asked={census} />} />
    </FlowFrame>
  );
}
