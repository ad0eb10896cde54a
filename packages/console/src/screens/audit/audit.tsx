import { SettingOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auditQuery } from '../../api/audit';
import { useClient } from '../../api/client-context';
import { resolveRange } from '../../lib/range';
import { Panel } from '../../widgets/panel';
import { FailedState, Lines } from '../../widgets/panel-state';
import { useNow } from '../../widgets/use-live';
import { useScope } from '../../widgets/use-scope';
import { useUrlState } from '../../widgets/use-url-state';
import { ZoneLabel } from '../../widgets/zone-label';
import { AuditFilters } from './audit-filters';
import { AuditTable } from './audit-table';
import { isFiltered, listChanges, listInput, readListState, resetChanges } from './list-state';
import { RetentionDialog } from './retention-dialog';
import styles from './audit.module.css';

const HEIGHT = 420;

/** Who did what, newest first. The whole state is in the address. */
export default function AuditLog(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const now = useNow();
  const [parameters, change] = useUrlState();
  const [setting, setSetting] = useState(false);
  const state = readListState(parameters);
  // The log is written on the installation's clock.
  const { zone, error, retry } = useScope('');
  const queryTime = state.range && resolveRange(state.range, now, zone ?? 'UTC');
  const asked = useQuery({ ...auditQuery(client, listInput(state, queryTime)), enabled: zone !== undefined });
  if (error) return <FailedState error={error} onRetry={retry} minHeight={HEIGHT} />;
  if (zone === undefined) return <Lines minHeight={HEIGHT} rows={10} />;
  return (
    <>
      <Panel
        title={t('route.audit')}
        extra={
          <span className={styles.facts}>
            <ZoneLabel zone={zone} now={now} />
            <Button icon={<SettingOutlined />} onClick={() => setSetting(true)}>{t('audit.retention')}</Button>
          </span>
        }
        asked={asked}
        minHeight={HEIGHT}
        rows={12}
        anyHeight
        above={<AuditFilters state={state} queryTime={queryTime} zone={zone} now={now} onChange={(part) => change(listChanges(state, part))} onReset={() => change(resetChanges())} />}
        empty={({ list }) => {
          if (list.length > 0) return undefined;
          return isFiltered(state) ? { title: t('audit.noMatch'), hint: t('panel.noneUnderFilterHint') } : { title: t('audit.none') };
        }}
      >
        {({ list, meta }) => (
          <AuditTable
            rows={list}
            page={{ page: state.page, perPage: state.perPage, total: meta.pagination.total }}
            onUser={(user) => change(listChanges(state, { user }))}
            onPage={(page, perPage) => change(listChanges(state, { page: perPage === state.perPage ? page : 1, perPage }))}
          />
        )}
      </Panel>
      {setting ? <RetentionDialog onClose={() => setSetting(false)} /> : null}
    </>
  );
}
