import { report } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { deviceLogsQuery } from '../../api/report';
import { parseRange, type Range, RANGE_TOKENS, rangeText, resolveRange } from '../../lib/range';
import { ColumnChooser } from '../../widgets/column-chooser';
import { DownloadButton } from '../../widgets/download-button';
import { Panel } from '../../widgets/panel';
import { EmptyState, FailedState, Lines } from '../../widgets/panel-state';
import { PrintButton } from '../../widgets/print-button';
import { PrintHead } from '../../widgets/print-head';
import { SavedViews } from '../../widgets/saved-views';
import { TimeSpan } from '../../widgets/time-span';
import { useColumns } from '../../widgets/use-columns';
import { useNow } from '../../widgets/use-live';
import { useScope } from '../../widgets/use-scope';
import { useUrlState } from '../../widgets/use-url-state';
import { ZoneLabel } from '../../widgets/zone-label';
import { AddFilter } from './add-filter';
import { REPORT_TABLE, VISIT_FIELDS } from './columns';
import styles from './device-report.module.css';
import { FilterChips } from './filter-chips';
import { clearChanges, exportInput, filterChange, pageChange, readReportState, reportInput } from './filters';
import { VisitDrawer } from './visit-drawer';
import { VisitTable } from './visit-table';

const HEIGHT = 420;
const ALL_TIME = 'all';

/** The visits behind every figure, newest first. The whole state is in the address. */
export default function DeviceReport(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const now = useNow();
  const [parameters, change] = useUrlState();
  const [openId, setOpenId] = useState<string>();
  const columns = useColumns(REPORT_TABLE, VISIT_FIELDS);
  const state = readReportState(parameters);
  const { zone, unknown, error, retry } = useScope(state.domain);
  const queryTime = state.range && resolveRange(state.range, now, zone ?? 'UTC');
  const asked = useQuery({ ...deviceLogsQuery(client, reportInput(state, queryTime)), enabled: zone !== undefined && !unknown });
  const titles = useMemo(() => Object.fromEntries(VISIT_FIELDS.map(({ key, title }) => [key, t(title)])), [t]);

  if (unknown) return <EmptyState title={t('info.unknownSite', { domain: state.domain })} hint={t('info.unknownSiteHint')} minHeight={HEIGHT} />;
  if (error) return <FailedState error={error} onRetry={retry} minHeight={HEIGHT} />;
  if (zone === undefined) return <Lines minHeight={HEIGHT} rows={10} />;

  const setRange = (range: Range | undefined) => change(filterChange('range', range && rangeText(range)));
  const token = state.range === undefined ? ALL_TIME : 'token' in state.range ? state.range.token : null;
  const filtered = state.filters.size > 0;
  return (
    <div className="ff-wide-print">
    <PrintHead title={t('report.title')} domain={state.domain} queryTime={queryTime} zone={zone} />
    <Panel
      title={t('report.title')}
      asked={asked}
      minHeight={HEIGHT}
      rows={12}
      anyHeight
      extra={
        <>
          <SavedViews screen="reportDevice" />
          <ColumnChooser titles={titles} columns={columns} />
          <DownloadButton endpoint={report.export} input={exportInput(state, queryTime)} columns={columns.shown.map((key) => ({ key, title: titles[key] ?? key }))} />
          <PrintButton />
        </>
      }
      above={
        <>
          <search className={styles.toolbar}>
            <Select
              aria-label={t('range.label')}
              style={{ minWidth: 140 }}
              popupMatchSelectWidth={false}
              value={token}
              placeholder={t('range.custom')}
              options={[{ value: ALL_TIME, label: t('range.all') }, ...RANGE_TOKENS.map((value) => ({ value, label: t(`range.${value}`) }))]}
              onChange={(value) => setRange(value === ALL_TIME || value === null ? undefined : parseRange(value))}
            />
            <TimeSpan value={queryTime} now={now} zone={zone} onChange={setRange} />
            <AddFilter domain={state.domain} onAdd={(field, value) => change(filterChange(field, value))} />
            <span className={styles.facts}><ZoneLabel zone={zone} now={now} /></span>
          </search>
          <FilterChips state={state} queryTime={queryTime} onRemove={(field) => change(filterChange(field, undefined))} onClear={() => change(clearChanges())} />
        </>
      }
      empty={({ list }) => {
        if (list.length > 0) return undefined;
        if (filtered) return { title: t('panel.noneUnderFilter'), hint: t('panel.noneUnderFilterHint') };
        return state.range ? { title: t('panel.noneInRange'), hint: t('panel.noneInRangeHint') } : { title: t('report.none'), hint: t('report.noneHint') };
      }}
    >
      {({ list, meta }) => (
        <>
          <VisitTable
            rows={list}
            shown={columns.shown}
            state={state}
            total={meta.pagination.total}
            onPage={(page, perPage) => change(pageChange(state, page, perPage))}
            onOpen={setOpenId}
          />
          <VisitDrawer
            visits={list}
            openId={openId}
            onOpen={setOpenId}
            onClose={() => setOpenId(undefined)}
            onFilter={(field, value) => {
              setOpenId(undefined);
              change(filterChange(field, value));
            }}
          />
        </>
      )}
    </Panel>
    </div>
  );
}
