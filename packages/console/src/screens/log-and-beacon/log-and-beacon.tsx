import { endpoints } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { reconcileDaysQuery, reconcileViewsQuery } from '../../api/reconcile';
import { DownloadButton } from '../../widgets/download-button';
import { useCharts } from '../../widgets/lazy-chart';
import { ListPanel } from '../../widgets/list-table/list-panel';
import { listChanges } from '../../widgets/list-table/list-state';
import { ListScreen } from '../../widgets/list-screen';
import { EmptyState } from '../../widgets/panel-state';
import { RangeBar } from '../../widgets/range-bar';
import { useScreenFilter } from '../../widgets/use-screen-filter';
import { DaysPanel } from './days-panel';
import { FindingsPanel } from './findings-panel';
import styles from './log-and-beacon.module.css';
import { daysInput, isCategory, readReconcileState, VIEW_LIST, VIEW_TABLE, viewsInput, viewsQuery } from './reconcile-state';
import { useViewColumns } from './use-view-columns';

const HEIGHT = 420;

/** A site's access log beside its beacons: what both have, what one lacks and why, by day, with the views behind each figure. All of its state is in the address. */
export default function LogAndBeacon(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const filter = useScreenFilter({ range: { token: 'recently' } });
  const { parameters, change, scope, domain } = filter;
  const state = readReconcileState(parameters);
  const enabled = scope.zone !== undefined && !scope.unknown && domain !== '';
  useCharts();
  const days = useQuery({ ...reconcileDaysQuery(client, daysInput(filter)), enabled });
  const views = useQuery({ ...reconcileViewsQuery(client, viewsInput(state, filter)), enabled });
  const columns = useViewColumns(filter);
  const narrow = (finding: string) => change({ finding: finding === state.finding || finding === '' ? undefined : finding, page: undefined });
  const name = state.finding === '' ? '' : isCategory(state.finding) ? t(`reconcile.category.${state.finding}`) : t(`reconcile.finding.${state.finding}`);
  return (
    <ListScreen domain={domain} scope={scope}>
      <RangeBar
        filter={filter}
        quick={['recently', '30d', '90d']}
        ofPeople={false}
        completeTo={filter.live ? (days.data?.cut.complete_to ?? null) : null}
        own={['finding', 'page']}
        chips={name === '' ? [] : [{ key: 'finding', name: t('reconcile.finding'), value: name, onRemove: () => narrow('') }]}
      />
      {domain === '' ? (
        <EmptyState title={t('reconcile.chooseSite')} hint={t('reconcile.chooseSiteHint')} minHeight={HEIGHT} />
      ) : (
        <>
          <div className={styles.part}><DaysPanel asked={days} filter={filter} /></div>
          <div className={styles.part}><FindingsPanel asked={days} finding={state.finding} onNarrow={narrow} /></div>
          <ListPanel
            title={name === '' ? t('reconcile.views') : `${t('reconcile.views')}: ${name}`}
            subject={{ screen: 'LogAndBeacon', domain, queryTime: filter.queryTime, zone: filter.zone }}
            asked={views}
            table={VIEW_TABLE}
            columns={columns}
            rowKey={({ id }) => id}
            state={state}
            renderDownload={(chosen) => <DownloadButton endpoint={endpoints.reconcile.viewsExport} input={viewsQuery(state, filter)} columns={chosen} />}
            empty={{ title: t('reconcile.noViews'), hint: t('reconcile.noViewsHint') }}
            onChange={(part) => change(listChanges(state, part, VIEW_LIST))}
          />
        </>
      )}
    </ListScreen>
  );
}
