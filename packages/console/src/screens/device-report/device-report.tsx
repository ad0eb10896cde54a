import { type ReportRow, report } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { reportQuery } from '../../api/report';
import { resolveRange } from '../../lib/range';
import { ColumnChooser } from '../../widgets/column-chooser';
import { DownloadButton } from '../../widgets/download-button';
import { FilterChips } from '../../widgets/filter-chips';
import { Panel } from '../../widgets/panel';
import { EmptyState, FailedState, Lines } from '../../widgets/panel-state';
import { PrintButton } from '../../widgets/print-button';
import { PrintHead } from '../../widgets/print-head';
import { SavedViews } from '../../widgets/saved-views';
import { useColumns } from '../../widgets/use-columns';
import { useNow } from '../../widgets/use-live';
import { OPEN_ROW } from '../../widgets/use-open-row';
import { useScope } from '../../widgets/use-scope';
import { useUrlState } from '../../widgets/use-url-state';
import { ZoneLabel } from '../../widgets/zone-label';
import { VISIT_FIELDS } from '../../widgets/visit-record/visit-fields';
import styles from './device-report.module.css';
import { wholeOf } from './draft';
import { behindGroup, excluded, picked } from './pick';
import { DEFAULT_AGGREGATES, REPORT_TABLE } from './report-columns';
import { isGrouped, pageChange, queryOf, rangeChange, readReportState, resetChanges, searchInput, type Sort, totalsInput, wishChanges } from './report-state';
import { Results } from './results';
import { SearchForm } from './search-form';
import { Totals } from './totals';
import { useDraft } from './use-draft';
import { useNames } from './use-names';
import { useReportChips } from './use-report-chips';

const HEIGHT = 420;

/** The visits behind every figure, or groups of them: filtered, sorted and counted at will. The whole state is in the address. */
export default function DeviceReport(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const now = useNow();
  const [parameters, change] = useUrlState();
  const columns = useColumns(REPORT_TABLE, VISIT_FIELDS);
  const names = useNames();
  const state = useMemo(() => readReportState(parameters), [parameters]);
  const [draft, setDraft] = useDraft(state);
  const { zone, sites, unknown, error, retry } = useScope(state.domain);
  const queryTime = state.range && resolveRange(state.range, now, zone ?? 'UTC');
  const enabled = zone !== undefined && !unknown;
  const asked = useQuery({ ...reportQuery(client, searchInput(state, queryTime)), enabled });
  const totals = useQuery({ ...reportQuery(client, totalsInput(state, queryTime)), enabled, meta: { shownBy: 'totals' } });
  const chips = useReportChips(state, queryTime, names, change);
  const grouped = isGrouped(state);

  const titles = useMemo((): Readonly<Record<string, string>> => {
    if (!grouped) return Object.fromEntries(VISIT_FIELDS.map(({ key, title }) => [key, t(title)]));
    const figures = state.aggregates.length === 0 ? Object.entries(DEFAULT_AGGREGATES) : state.aggregates.map(({ alias, call }) => [alias, call] as const);
    return Object.fromEntries([...state.groups.map((group) => [group, names.column(group)]), ...figures.map(([alias, call]) => [alias, names.figure(alias, call)])]);
  }, [grouped, state, names, t]);
  const onPick = useCallback(
    (column: string, value: string) => change({ ...wishChanges(picked(state, column, value)), [OPEN_ROW]: undefined }),
    [state, change],
  );
  const onExclude = useCallback(
    (column: string, value: string) => change({ ...wishChanges(excluded(state, column, value)), [OPEN_ROW]: undefined }),
    [state, change],
  );
  const onBehind = useCallback(
    (row: ReportRow) => {
      const behind = behindGroup(state, row);
      if (behind) change({ ...wishChanges(behind.wishes), ...rangeChange(behind.range) });
    },
    [state, change],
  );

  if (unknown) return <EmptyState title={t('info.unknownSite', { domain: state.domain })} hint={t('info.unknownSiteHint')} minHeight={HEIGHT} />;
  if (error) return <FailedState error={error} onRetry={retry} minHeight={HEIGHT} />;
  if (zone === undefined) return <Lines minHeight={HEIGHT} rows={10} />;

  const search = () => {
    const wishes = wholeOf(draft);
    if (JSON.stringify(wishChanges(wishes)) === JSON.stringify(wishChanges(state))) void Promise.all([asked.refetch(), totals.refetch()]);
    else change(wishChanges(wishes));
  };
  const shownColumns = (grouped ? Object.keys(titles) : columns.shown).map((key) => ({ key, title: titles[key] ?? key }));
  const filtered = Object.keys(state.basic).length > 0 || state.rules.length > 0;
  return (
    <div className={`${styles.stack} ff-wide-print`}>
      <PrintHead title={t('report.title')} domain={state.domain} queryTime={queryTime} zone={zone} filters={chips.filter(({ key }) => key !== 'range').map(({ name, value }) => t('report.equals', { name, value }))} />
      <SearchForm
        state={state}
        draft={draft}
        names={names}
        sites={sites}
        queryTime={queryTime}
        now={now}
        zone={zone}
        choosesSite={!parameters.has('domain')}
        busy={asked.isFetching}
        onDraft={setDraft}
        onSearch={search}
        onRange={(range) => change({ ...wishChanges(wholeOf(draft)), ...rangeChange(range) })}
        onSite={(domain) => change({ domain: domain === '' ? undefined : domain, page: undefined })}
        onReset={() => change(resetChanges())}
      />
      <Panel
        title={t('report.title')}
        asked={asked}
        minHeight={HEIGHT}
        rows={12}
        anyHeight
        extra={
          <>
            <ZoneLabel zone={zone} now={now} short />
            <SavedViews screen="reportDevice" />
            {grouped ? null : <ColumnChooser titles={titles} columns={columns} />}
            <DownloadButton endpoint={report.export} input={queryOf(state, queryTime)} columns={shownColumns} />
            <PrintButton />
          </>
        }
        above={<div className="ff-no-print"><FilterChips chips={chips} onClear={() => change(resetChanges())} /></div>}
        empty={({ list }) => {
          if (list.length > 0) return undefined;
          if (filtered) return { title: t('panel.noneUnderFilter'), hint: t('panel.noneUnderFilterHint') };
          return state.range ? { title: t('panel.noneInRange'), hint: t('panel.noneInRangeHint') } : { title: t('report.none'), hint: t('report.noneHint') };
        }}
      >
        {(answer) => (
          <>
            <Totals totals={totals.data?.list[0]} rows={answer.meta.pagination.total} took={answer.took} grouped={grouped} />
            <Results
              answer={answer}
              state={state}
              titles={titles}
              shown={columns.shown}
              totals={totals.data?.list[0]}
              onPage={(page, perPage) => change(pageChange(state, page, perPage))}
              onSort={(sort: Sort) => change(wishChanges({ ...state, sorts: [sort] }))}
              onPick={onPick}
              onExclude={onExclude}
              onBehind={onBehind}
            />
          </>
        )}
      </Panel>
    </div>
  );
}
