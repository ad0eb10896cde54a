import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { visitInfoQuery } from '../../api/visitors';
import { rangeText, resolveRange } from '../../lib/range';
import { ListScreen } from '../../widgets/list-screen';
import { listChanges } from '../../widgets/list-table/list-state';
import { EmptyState, FailedState } from '../../widgets/panel-state';
import { PrintHead } from '../../widgets/print-head';
import { TimeFilter } from '../../widgets/time-filter';
import { useNow } from '../../widgets/use-live';
import { useScope } from '../../widgets/use-scope';
import { useUrlState } from '../../widgets/use-url-state';
import { ZoneLabel } from '../../widgets/zone-label';
import { SearchForm } from './search-form';
import { Suspicions } from './suspicions';
import { Timeline } from './timeline';
import { readTrajectoryState, searchChanges, TRAJECTORY_LIST, visitorInput } from './trajectory-state';
import { VisitLog } from './visit-log';
import { VisitorInfo } from './visitor-info';
import styles from './trajectory.module.css';

const HEIGHT = 360;

/** The way of one visitor, by fingerprint or IP, through a site or all of them. All of its state is in the address. */
export default function UserTrajectory(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const now = useNow();
  const [parameters, change] = useUrlState();
  const state = readTrajectoryState(parameters);
  const site = state.domain === '' ? state.site : state.domain;
  const scope = useScope(site);
  const zone = scope.zone ?? 'UTC';
  const queryTime = state.range && resolveRange(state.range, now, zone);
  const who = scope.unknown ? undefined : visitorInput(state, queryTime);
  const info = useQuery({ ...visitInfoQuery(client, who ?? { type: 'ip' }), enabled: who !== undefined && scope.zone !== undefined });
  const choice = (
    <Segmented
      aria-label={t('trajectory.view')}
      value={state.view}
      options={[{ value: 'timeline', label: t('trajectory.timeline') }, { value: 'table', label: t('trajectory.table') }]}
      onChange={(view) => change({ view: view === 'table' ? view : undefined, page: undefined })}
    />
  );
  const Part = state.view === 'table' ? VisitLog : Timeline;
  return (
    <>
      <search className={styles.bar}>
        <SearchForm state={state} sites={scope.sites} onSearch={(wish) => change(searchChanges(wish))}>
          <TimeFilter range={state.range} now={now} zone={zone} onChange={(range) => change({ range: range && rangeText(range), page: undefined })} />
          <span className={styles.zone}><ZoneLabel zone={zone} now={now} short /></span>
        </SearchForm>
      </search>
      <ListScreen domain={site} scope={scope}>
        {who === undefined ? (
          <EmptyState title={t('trajectory.start')} hint={t('trajectory.startHint')} minHeight={HEIGHT} />
        ) : info.error ? (
          <FailedState error={info.error} onRetry={() => void info.refetch()} minHeight={HEIGHT} />
        ) : info.data === null ? (
          <EmptyState title={t('trajectory.nobody')} hint={t('trajectory.nobodyHint')} minHeight={HEIGHT} />
        ) : (
          <>
            <PrintHead title={t('route.trajectory')} domain={site} queryTime={queryTime} zone={zone} filters={[`${t(`field.${who.type}`)}: ${state.value}`]} />
            {info.data ? <VisitorInfo key={`${who.type}/${state.value}`} info={info.data} type={who.type} value={state.value} domain={state.domain} onRefresh={() => void info.refetch()} /> : null}
            {info.data ? <Suspicions who={who} value={state.value} domain={state.domain} /> : null}
            <Part who={who} state={state} extra={choice} domain={site} onPage={(page, perPage) => change(listChanges(state, { page, perPage }, TRAJECTORY_LIST))} />
          </>
        )}
      </ListScreen>
    </>
  );
}
