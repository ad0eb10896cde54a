import type { Website } from '@footfall/contract';
import { Button, Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownDomain } from '../../lib/domain-name';
import { siteDashboardPath } from '../../lib/links';
import { GrantedLink } from '../../widgets/granted-link';
import { OutsideLink } from '../../widgets/outside-link';
import { usePaging } from '../../widgets/paging';
import { EmptyState } from '../../widgets/panel-state';
import { useMayOpen, useSession } from '../../widgets/session';
import { CountedSwitch } from './counted-switch';
import type { ListState } from './list-state';
import type { OpenDialog } from './open-dialog';
import { SiteState } from './site-state';
import styles from './websites.module.css';

interface Props {
  readonly rows: readonly Website[];
  readonly total: number;
  /** By id; a site that is not in it is not known yet. */
  readonly lastHits: ReadonlyMap<number, string | null>;
  readonly state: ListState;
  readonly now: number;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onPage: (page: number, perPage: number) => void;
}

/** A page of the sites. Source of the columns: specification 2, section 2. */
export function WebsiteTable({ rows, total, lastHits, state, now, onOpen, onPage }: Props): ReactNode {
  const { t } = useTranslation();
  const { isAdmin } = useSession();
  const mayShare = useMayOpen('DashboardInfo');
  const paging = usePaging({ page: state.page, perPage: state.perPage, total });
  const columns: TableProps<Website>['columns'] = [
    { key: 'name', title: t('site.name'), dataIndex: 'name', width: 112, fixed: 'left', ellipsis: true },
    { key: 'id', title: t('sites.id'), dataIndex: 'id', width: 44, align: 'right', className: 'ff-number' },
    {
      key: 'domain', title: t('site.domain'), width: 208,
      render: (_: unknown, site) => <span className={styles.domain}><GrantedLink screen="DashboardInfo" to={siteDashboardPath(site.domain)}>{shownDomain(site.domain)}</GrantedLink><OutsideLink address={`https://${site.domain}/`} /></span>,
    },
    { key: 'is_stat', title: t('site.isStat'), width: 82, render: (_: unknown, site) => <CountedSwitch site={site} /> },
    { key: 'status', title: t('site.status'), width: 140, render: (_: unknown, site) => <SiteState site={site} lastHit={lastHits.get(site.id)} now={now} /> },
    { key: 'time_zone', title: t('site.timeZone'), dataIndex: 'time_zone', width: 138 },
    { key: 'created_at', title: t('site.createdAt'), dataIndex: 'created_at', width: 152, className: 'ff-number' },
    {
      key: 'actions', title: t('common.actions'), width: 288,
      render: (_: unknown, site) => (
        <div className={styles.actions}>
          <Button size="small" type="link" onClick={() => onOpen({ kind: 'details', site })}>{t('common.details')}</Button>
          {mayShare ? <Button size="small" type="link" aria-label={t('share.title', { domain: site.domain })} onClick={() => onOpen({ kind: 'share', site })}>{t('share.button')}</Button> : null}
          {isAdmin ? (
            <>
              <Button size="small" type="link" onClick={() => onOpen({ kind: 'edit', site })}>{t('common.edit')}</Button>
              <Button size="small" type="link" aria-label={t('upload.title', { domain: site.domain })} onClick={() => onOpen({ kind: 'logs', site })}>{t('upload.open')}</Button>
              <Button size="small" type="link" danger onClick={() => onOpen({ kind: 'remove', site })}>{t('common.delete')}</Button>
            </>
          ) : null}
        </div>
      ),
    },
  ];
  const filtered = state.domain !== '' || state.isStat !== undefined;
  const empty = filtered ? <EmptyState title={t('sites.noMatch')} hint={t('sites.noMatchHint')} /> : <EmptyState title={t('site.none')} hint={isAdmin ? t('site.noneHint') : undefined} />;
  return (
    <Table<Website>
      size="small"
      rowKey="id"
      dataSource={rows}
      columns={columns}
      pagination={paging}
      scroll={{ x: 1_164 }}
      locale={{ emptyText: empty }}
      onChange={({ current, pageSize }) => onPage(pageSize === state.perPage ? (current ?? 1) : 1, pageSize ?? state.perPage)}
    />
  );
}
