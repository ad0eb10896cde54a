import type { OwnDeed } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { ownActivityQuery } from '../../api/profile';
import { auditFacts } from '../../lib/audit-details';
import { AuditChanges } from '../../widgets/audit-changes';
import { usePageArrows } from '../../widgets/paging';
import { EmptyState, FailedState, Lines } from '../../widgets/panel-state';
import { useIsMobile } from '../../widgets/use-media';
import { pageNumber, useUrlState } from '../../widgets/use-url-state';
import styles from './profile.module.css';

const HEIGHT = 320;
const PER_PAGE = 20;

/** What one did oneself, newest first, as the audit log has it. */
export function Activity(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const mobile = useIsMobile();
  const [parameters, change] = useUrlState();
  const itemRender = usePageArrows();
  const page = pageNumber(parameters.get('page'), 1);
  const { data, error, isPlaceholderData, refetch } = useQuery(ownActivityQuery(client, { page, per_page: PER_PAGE }));
  if (data === undefined) return error ? <FailedState error={error} onRetry={() => void refetch()} minHeight={HEIGHT} /> : <Lines minHeight={HEIGHT} rows={8} />;
  if (data.list.length === 0) return <EmptyState title={t('audit.none')} minHeight={HEIGHT} />;
  return (
    <>
      <ol className={styles.timeline} aria-busy={isPlaceholderData}>{withKeys(data.list).map(([key, deed]) => <Line key={key} deed={deed} />)}</ol>
      <Pagination itemRender={itemRender} size="small" align="end" simple={mobile} hideOnSinglePage showSizeChanger={false} current={page} pageSize={PER_PAGE} total={data.meta.pagination.total} onChange={(next) => change({ page: next === 1 ? undefined : String(next) })} />
    </>
  );
}

/** Entries have no number; the same at the same second is told apart by how many of it there are. */
function withKeys(deeds: readonly OwnDeed[]): readonly (readonly [string, OwnDeed])[] {
  const known = new Map<string, number>();
  return deeds.map((deed) => {
    const name = `${deed.at} ${deed.action} ${deed.target}`;
    const place = (known.get(name) ?? 0) + 1;
    known.set(name, place);
    return [`${name} ${place}`, deed] as const;
  });
}

function Line({ deed: { at, action, target, details, address } }: { readonly deed: OwnDeed }): ReactNode {
  const { t } = useTranslation();
  const facts = auditFacts(details);
  return (
    <li className={styles.event}>
      <time className={styles.time}>{at}</time>
      <div className={styles.did}>
        <div><span className={styles.action}>{t(`auditAction.${action}`)}</span>{action.startsWith('auth.') ? null : <span className={styles.target}>{target}</span>}</div>
        {facts.length === 0 ? null : <AuditChanges facts={facts} />}
        <div className={styles.muted}>{address}</div>
      </div>
    </li>
  );
}
