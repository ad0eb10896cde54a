import type { ReportRow } from '@footfall/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { ListTable } from '../../widgets/list-table/list-table';
import { useFact } from '../../widgets/visit-record/use-fact';
import { factText, VISIT_FIELDS } from '../../widgets/visit-record/visit-fields';
import { Cell } from './cell';
import type { ReportState, Sort } from './report-state';
import { kindOf } from './report-columns';
import { visitKey } from './visit-drawer';

/** What can not be narrowed to: each visit has its own, or shows more than the question knows. */
const UNPICKED = new Set(['id', 'created_at', 'uap_result', 'battery_level']);

interface Props {
  readonly rows: readonly ReportRow[];
  readonly shown: readonly string[];
  readonly state: ReportState;
  /** Visits on all pages. */
  readonly total: number;
  readonly onPage: (page: number, perPage: number) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onPick: (column: string, value: string) => void;
  /** The column with the button that opens a visit. */
  readonly details: ListColumn<ReportRow>;
}

/** A page of visits. Every fact comes from strangers and is shown as text. */
export function VisitTable({ rows, shown, state, total, onPage, onSort, onPick, details }: Props): ReactNode {
  const { t } = useTranslation();
  const fact = useFact();
  const columns = useMemo((): readonly ListColumn<ReportRow>[] => {
    const byKey = new Map(VISIT_FIELDS.map((field) => [field.key, field]));
    const facts = shown.flatMap((key) => byKey.get(key) ?? []).map(({ key, title, width, numeric }): ListColumn<ReportRow> => {
      // The country's name is for reading; its code is what is asked for.
      const asked = key === 'country' ? 'country_code' : key;
      const pick = UNPICKED.has(key) ? undefined : onPick;
      return {
        key: asked === key || !shown.includes(asked) ? asked : key,
        title: t(title), width, numeric,
        ...(kindOf(asked) === undefined || (key === 'country' && shown.includes(asked)) ? {} : { sort: key === 'created_at' || numeric ? 'desc' as const : 'asc' as const }),
        render: (row) => <Cell name={asked} text={fact(key, row)} raw={factText(row[asked])} domain={state.domain} numeric={numeric} onPick={pick} />,
      };
    });
    return [details, ...facts];
  }, [shown, state.domain, t, fact, details, onPick]);
  const [first] = state.sorts;
  return (
    <ListTable
      rows={rows}
      rowKey={visitKey}
      columns={columns}
      state={{ page: state.page, perPage: state.perPage, sort: first && { key: first.column, direction: first.direction } }}
      total={total}
      onChange={({ page = state.page, perPage = state.perPage, sort }) => (sort ? onSort({ column: sort.key, direction: sort.direction }) : onPage(page, perPage))}
    />
  );
}
