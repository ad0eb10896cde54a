import { deviceLogs } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { trajectoryQuery } from '../../api/visitors';
import { weekdayName } from '../../lib/names';
import { DownloadButton } from '../../widgets/download-button';
import { useLanguage } from '../../widgets/language';
import { usePaging } from '../../widgets/paging';
import { Panel } from '../../widgets/panel';
import { PrintButton } from '../../widgets/print-button';
import { SessionCard } from './session-card';
import { daysOf, type TrajectoryState } from './trajectory-state';
import type { PartProps } from './part-props';
import styles from './trajectory.module.css';

const HEIGHT = 320;

/** The visitor's sessions by day, the newest first. */
export function Timeline({ who, state, extra, domain, onPage }: PartProps): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const asked = useQuery(trajectoryQuery(client, { ...who, page: state.page, per_page: state.perPage }));
  return (
    <Panel
      title={t('trajectory.timeline')}
      extra={<>{extra}<DownloadButton endpoint={deviceLogs.userTrajectoryExport} input={who} /><PrintButton /></>}
      asked={asked}
      minHeight={HEIGHT}
      rows={8}
      anyHeight
      empty={({ list }) => (list.length === 0 ? { title: t('trajectory.nobody'), hint: t('trajectory.nobodyHint') } : undefined)}
    >
      {({ list, meta }) => (
        <>
          {daysOf(list).map(({ day, sessions }) => (
            <section key={day} className={styles.day}>
              <h3 className={styles.dayTitle}>{day} <span className={styles.note}>{weekdayName(day, locale)}</span></h3>
              {sessions.map((session) => <SessionCard key={`${session.domain}/${session.session_id}`} session={session} domain={domain} />)}
            </section>
          ))}
          <Pages state={state} total={meta.pagination.total} onPage={onPage} />
        </>
      )}
    </Panel>
  );
}

function Pages({ state: { page, perPage }, total, onPage }: { readonly state: TrajectoryState; readonly total: number; readonly onPage: PartProps['onPage'] }): ReactNode {
  const { placement: _, ...paging } = usePaging({ page, perPage, total });
  return <Pagination {...paging} className={styles.pages ?? ''} align="end" onChange={onPage} />;
}
