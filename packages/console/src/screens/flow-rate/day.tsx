import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { censusQuery, logQuery } from '../../api/flow';
import type { Range, RangeToken } from '../../lib/range';
import { comparedInput, siteInput, useScreenFilter } from '../../widgets/use-screen-filter';
import { CensusPanels } from './census-panels';
import { FlowFrame } from './flow-frame';
import { LogPanels } from './log-panels';

const QUICK: readonly RangeToken[] = ['31d', 'recently', '90d'];
const DEFAULT: { readonly range: Range } = { range: { token: '31d' } };

/** Day analysis: the last 31 days or another range by day, and all time by day of the month. */
export default function FlowDay(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const filter = useScreenFilter(DEFAULT);
  const known = filter.scope.zone !== undefined && !filter.scope.unknown;
  const log = useQuery({ ...logQuery(client, { ...comparedInput(filter), query_type: 'day' }), enabled: known });
  const census = useQuery({ ...censusQuery(client, { ...siteInput(filter), query_type: 'every_day' }), enabled: known });
  const title = 'token' in filter.range ? t(`range.${filter.range.token}`) : t('range.custom');
  return (
    <FlowFrame title={t('route.flowDay')} filter={filter} quick={QUICK} compared={log.data?.compared} completeTo={log.data?.cut.complete_to}>
      <LogPanels filter={filter} asked={log} grain="day" title={title} />
      <CensusPanels filter={filter} asked={census} by="day" title={t('flow.allTime')} />
    </FlowFrame>
  );
}
