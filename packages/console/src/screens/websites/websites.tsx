import { ImportOutlined, PlusOutlined } from '@ant-design/icons';
import { websites } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { websiteListQuery, websiteStatisticsQuery } from '../../api/websites';
import { DownloadButton } from '../../widgets/download-button';
import { Panel, PanelFrame } from '../../widgets/panel';
import { PixelSnippet } from '../../widgets/pixel-snippet';
import { SearchBox } from '../../widgets/search-box';
import { ShareLinksDialog } from '../../widgets/share-links/share-links-dialog';
import { useSession } from '../../widgets/session';
import { TrackingSnippet } from '../../widgets/tracking-snippet';
import { useNow } from '../../widgets/use-live';
import { useUrlState } from '../../widgets/use-url-state';
import { BulkDialog } from './bulk-dialog';
import { listChanges, listInput, readListState, resetChanges } from './list-state';
import type { OpenDialog } from './open-dialog';
import { LogUpload } from './log-upload';
import { SiteDetails } from './site-details';
import { SiteEditor } from './site-editor';
import { SiteRemoval } from './site-removal';
import styles from './websites.module.css';
import { WebsiteTable } from './website-table';

const HEIGHT = 240;

/** The columns of the list as a file. */
const FILE_COLUMNS = [['id', 'sites.id'], ['name', 'site.name'], ['domain', 'site.domain'], ['is_stat', 'site.isStat'], ['time_zone', 'site.timeZone'], ['last_hit_at', 'site.lastHit'], ['created_at', 'site.createdAt']] as const;

/** The registered sites: add, change, pause, remove, and the line for their pages. */
export default function Websites(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const { isAdmin } = useSession();
  const now = useNow();
  const [parameters, change] = useUrlState();
  const [dialog, setDialog] = useState<OpenDialog>();
  const state = readListState(parameters);
  const input = listInput(state);
  const asked = useQuery(websiteListQuery(client, input));
  // When each was last heard of comes from the statistics; the list does not wait for it.
  const { data: statistics } = useQuery({ ...websiteStatisticsQuery(client, { ...input, sort: 'id', direction: 'asc' }), meta: { shownBy: 'column' } });
  const lastHits = new Map(statistics?.list.map((site) => [site.id, site.last_hit_at]));
  const filters = (
    <div className={styles.filters}>
      <SearchBox value={state.domain} label={t('site.filterDomain')} width={200} onSearch={(domain) => change(listChanges(state, { domain }))} />
      <Select
        aria-label={t('site.filterIsStat')}
        placeholder={t('site.filterIsStat')}
        allowClear
        style={{ minWidth: 130 }}
        value={state.isStat ?? null}
        options={[{ value: 1, label: t('common.yes') }, { value: 0, label: t('common.no') }]}
        onChange={(value) => change(listChanges(state, { isStat: value === 0 || value === 1 ? value : undefined }))}
      />
      <Button onClick={() => change(resetChanges())}>{t('common.reset')}</Button>
      <DownloadButton endpoint={websites.statisticsExport} input={{ domain: state.domain, ...(state.isStat === undefined ? {} : { is_stat: state.isStat }), sort: 'id', direction: 'asc' }} columns={FILE_COLUMNS.map(([key, title]) => ({ key, title: t(title) }))} />
      {isAdmin ? (
        <>
          <Button icon={<ImportOutlined />} onClick={() => setDialog({ kind: 'bulk' })}>{t('bulk.open')}</Button>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'edit' })}>{t('common.add')}</Button>
        </>
      ) : null}
    </div>
  );
  const close = () => setDialog(undefined);
  return (
    <>
      <Panel title={t('route.domainList')} extra={filters} asked={asked} minHeight={HEIGHT} rows={8} anyHeight>
        {({ list, meta }) => (
          <WebsiteTable rows={list} total={meta.pagination.total} lastHits={lastHits} state={state} now={now} onOpen={setDialog} onPage={(page, perPage) => change(listChanges(state, { page, perPage }))} />
        )}
      </Panel>
      <div style={{ height: 12 }} />
      <PanelFrame title={t('site.snippet')} extra={<span className={styles.last}>{t('site.snippetHelp')}</span>}><TrackingSnippet /></PanelFrame>
      <div style={{ height: 12 }} />
      <PanelFrame title={t('site.pixel')} extra={<span className={styles.last}>{t('site.pixelHelp')}</span>}><PixelSnippet /></PanelFrame>
      <SiteEditor open={dialog?.kind === 'edit'} site={dialog?.kind === 'edit' ? dialog.site : undefined} onClose={close} />
      <LogUpload site={dialog?.kind === 'logs' ? dialog.site : undefined} onClose={close} />
      <BulkDialog open={dialog?.kind === 'bulk'} onClose={close} />
      <SiteRemoval site={dialog?.kind === 'remove' ? dialog.site : undefined} onClose={close} />
      <ShareLinksDialog domain={dialog?.kind === 'share' ? dialog.site.domain : undefined} onClose={close} />
      <SiteDetails site={dialog?.kind === 'details' ? dialog.site : undefined} lastHits={lastHits} now={now} onClose={close} />
    </>
  );
}
