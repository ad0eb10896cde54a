import type { endpoints, Output, ReportRow } from '@footfall/contract';
import type { ReactNode } from 'react';
import { PrintTable } from '../../widgets/print-table';
import { usePrinting } from '../../widgets/use-printing';
import { VISIT_FIELDS } from './columns';
import { GroupTable, groupText } from './group-table';
import type { ReportState, Sort } from './report-state';
import { useFact } from './use-fact';
import { VisitDrawer } from './visit-drawer';
import { VisitTable } from './visit-table';

interface Props {
  readonly answer: Output<typeof endpoints.report.search>;
  readonly state: ReportState;
  readonly titles: Readonly<Record<string, string>>;
  /** The chosen columns of visits. */
  readonly shown: readonly string[];
  readonly totals: ReportRow | undefined;
  readonly openId: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
  readonly onPage: (page: number, perPage: number) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onPick: (column: string, value: string) => void;
  readonly onBehind: (row: ReportRow) => void;
}

/** The answer: as groups, as visits, or on paper. What it is follows from the answer, not from the question that may be newer. */
export function Results({ answer: { list, columns, grouped, meta }, state, titles, shown, totals, openId, onOpen, onPage, onSort, onPick, onBehind }: Props): ReactNode {
  const printing = usePrinting();
  const fact = useFact();
  const { total } = meta.pagination;
  if (printing) {
    const numeric = new Set([...columns.filter(({ kind }) => kind === 'aggregate').map(({ key }) => key), ...VISIT_FIELDS.filter((field) => field.numeric).map(({ key }) => key)]);
    const keys = grouped ? columns.map(({ key }) => key) : shown;
    return <PrintTable rows={list} rowKey={(row) => JSON.stringify(grouped ? columns.map(({ key }) => row[key]) : row['id'])} columns={keys.map((key) => ({ key, title: titles[key] ?? key, numeric: numeric.has(key) }))} text={(row, key) => (grouped ? groupText(key, fact(key, row), fact('country', row)) : fact(key, row))} />;
  }
  if (grouped) return <GroupTable rows={list} columns={columns} titles={titles} state={state} total={total} totals={totals} onPage={onPage} onSort={onSort} onBehind={onBehind} />;
  return (
    <>
      <VisitTable rows={list} shown={shown} state={state} total={total} onPage={onPage} onSort={onSort} onPick={onPick} onOpen={onOpen} />
      <VisitDrawer visits={list} openId={openId} onOpen={onOpen} onClose={() => onOpen(undefined)} onPick={onPick} />
    </>
  );
}
