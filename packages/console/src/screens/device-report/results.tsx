import type { endpoints, Output, ReportRow } from '@footfall/contract';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowDetails } from '../../widgets/list-table/row-details';
import { useLanguage } from '../../widgets/language';
import { PrintTable } from '../../widgets/print-table';
import { usePrinting } from '../../widgets/use-printing';
import { useFact } from '../../widgets/visit-record/use-fact';
import { VISIT_FIELDS } from '../../widgets/visit-record/visit-fields';
import { figureText, GroupTable, groupText } from './group-table';
import type { ReportState, Sort } from './report-state';
import { type Narrow, VisitDrawer, visitKey } from './visit-drawer';
import { VisitTable } from './visit-table';

interface Props {
  readonly answer: Output<typeof endpoints.report.search>;
  readonly state: ReportState;
  readonly titles: Readonly<Record<string, string>>;
  /** The chosen columns of visits. */
  readonly shown: readonly string[];
  readonly totals: ReportRow | undefined;
  readonly onPage: (page: number, perPage: number) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onPick: Narrow;
  readonly onExclude: Narrow;
  readonly onBehind: (row: ReportRow) => void;
}

/** The answer: as groups, as visits, or on paper. What it is follows from the answer, not from the question that may be newer. */
export function Results({ answer: { list, columns, grouped, meta }, state, titles, shown, totals, onPage, onSort, onPick, onExclude, onBehind }: Props): ReactNode {
  const printing = usePrinting();
  const { locale } = useLanguage();
  const fact = useFact();
  const { t } = useTranslation();
  const label = useCallback((visit: ReportRow) => t('report.showDetails', { time: visit['created_at'] }), [t]);
  const { column, row: opened } = useRowDetails(visitKey, label, true);
  const { total } = meta.pagination;
  if (printing) {
    const numeric = new Set([...columns.filter(({ kind }) => kind === 'aggregate').map(({ key }) => key), ...VISIT_FIELDS.filter((field) => field.numeric).map(({ key }) => key)]);
    const keys = grouped ? columns.map(({ key }) => key) : shown;
    const summed = grouped ? new Map(columns.filter(({ kind }) => kind === 'aggregate').map(({ key }) => [key, figureText(totals?.[key], locale, t('common.none'))])) : undefined;
    return (
      <PrintTable
        rows={list}
        rowKey={(row) => JSON.stringify(grouped ? columns.map(({ key }) => row[key]) : row['id'])}
        columns={keys.map((key) => ({ key, title: titles[key] ?? key, numeric: numeric.has(key), total: summed?.get(key) }))}
        text={(row, key) => (grouped ? (summed?.has(key) ? figureText(row[key], locale, t('common.none')) : groupText(key, fact(key, row), fact('country', row)) || t('common.none')) : fact(key, row))}
        {...(grouped && totals ? { totalLabel: t('info.total') } : {})}
      />
    );
  }
  if (grouped) return <GroupTable rows={list} columns={columns} titles={titles} state={state} total={total} totals={totals} onPage={onPage} onSort={onSort} onBehind={onBehind} />;
  return (
    <>
      <VisitTable rows={list} shown={shown} state={state} total={total} onPage={onPage} onSort={onSort} onPick={onPick} details={column} />
      <VisitDrawer visits={list} row={opened} onPick={onPick} onExclude={onExclude} />
    </>
  );
}
