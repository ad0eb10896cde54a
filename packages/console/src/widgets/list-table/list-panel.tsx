import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choosable } from '../../lib/columns';
import type { QueryTime } from '../../lib/range';
import { ColumnChooser } from '../column-chooser';
import { type Asked, Panel } from '../panel';
import { EmptyState } from '../panel-state';
import { PrintButton } from '../print-button';
import { PrintHead } from '../print-head';
import { PrintTable } from '../print-table';
import { SavedViews } from '../saved-views';
import { useColumns } from '../use-columns';
import { usePrinting } from '../use-printing';
import { fileColumns, type FileColumn, type ListColumn } from './list-column';
import type { ListState } from './list-state';
import { ListTable } from './list-table';
import { DetailsDrawer, type RowDetails, useRowDetails } from './row-details';

const HEIGHT = 420;

/** What answers of lists have in common. */
interface Listed<T> {
  readonly list: readonly T[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

/** What a list is of. */
export interface ListSubject {
  /** The name of the screen's route, under which its views are saved. */
  readonly screen: string;
  /** '' for all sites. */
  readonly domain: string;
  /** undefined: all time. */
  readonly queryTime: QueryTime | undefined;
  readonly zone: string;
}

interface Props<T, D extends Listed<T>, K extends string> {
  readonly title: string;
  readonly subject: ListSubject;
  /** Beside the title, before the buttons that all lists have. */
  readonly extra?: ReactNode;
  /** What the reader changes the question with. */
  readonly above?: ReactNode;
  readonly asked: Asked<D>;
  /** Under which name the choice of columns is kept; absent: they can not be chosen. */
  readonly table?: string;
  readonly columns: (data: D | undefined) => readonly ListColumn<T>[];
  readonly rowKey: (row: T) => string;
  readonly state: ListState<K>;
  readonly totalLabel?: ReactNode;
  readonly renderExpanded?: (row: T) => ReactNode;
  /** Absent: the table shows all that is known of a row. */
  readonly details?: RowDetails<T>;
  /** The button that saves the list as a file with these columns. */
  readonly renderDownload: (columns: readonly FileColumn[]) => ReactNode;
  /** What to say when there is nothing at all. */
  readonly empty: { readonly title: string; readonly hint: string };
  readonly onChange: (part: Partial<ListState<K>>) => void;
}

/** A list as a panel: its question's states, its filters, its columns, the table, and the ways out of it: a file, paper, a saved view. */
export function ListPanel<T extends object, D extends Listed<T>, K extends string>(props: Props<T, D, K>): ReactNode {
  const { title, subject, extra, above, asked, table, rowKey, state, totalLabel, renderExpanded, details, renderDownload, empty, onChange } = props;
  const printing = usePrinting();
  const columns = props.columns(asked.data);
  const choice = useColumns(table ?? '', useSame(columns.filter(({ bare }) => !bare).map(({ key, hidden = false }) => ({ key, hidden }))));
  const { column, row } = useRowDetails(rowKey, details?.label ?? String);
  const bare = [...(details ? [column] : []), ...columns.filter((one) => one.bare)];
  const chosen = table === undefined ? [...bare, ...columns.filter((one) => !one.bare)] : [...bare, ...choice.shown.flatMap((key) => columns.find((one) => one.key === key) ?? [])];
  return (
    <div className="ff-wide-print">
      <PrintHead title={title} domain={subject.domain} queryTime={subject.queryTime} zone={subject.zone} />
      <Panel
        title={title}
        extra={
          <>
            {printing ? null : extra}
            <SavedViews screen={subject.screen} />
            {table === undefined ? null : <ColumnChooser titles={Object.fromEntries(columns.map(({ key, title: name }) => [key, name]))} columns={choice} />}
            {renderDownload(fileColumns(chosen))}
            <PrintButton />
          </>
        }
        above={above}
        asked={asked}
        minHeight={HEIGHT}
        rows={12}
        anyHeight
        empty={({ list, meta }) => (list.length === 0 && meta.pagination.total === 0 ? empty : undefined)}
      >
        {({ list, meta }) =>
          list.length === 0 ? (
            <PastTheEnd onBack={() => onChange({ page: 1 })} />
          ) : printing ? (
            <PrintTable
              rows={list}
              rowKey={rowKey}
              columns={chosen.filter((one) => !one.bare).map(({ key, title: name, numeric = false, grow = false, total }) => ({ key, title: name, numeric, grow, total }))}
              totalLabel={totalLabel}
              text={(one, key, at) => chosen.find((shown) => shown.key === key)?.render(one, (state.page - 1) * state.perPage + at + 1)}
            />
          ) : (
            <>
              <ListTable
                rows={list}
                rowKey={rowKey}
                columns={chosen}
                state={state}
                total={meta.pagination.total}
                totalLabel={totalLabel}
                onChange={onChange}
                {...(renderExpanded ? { renderExpanded } : {})}
              />
              {details ? <DetailsDrawer rows={list} rowKey={rowKey} row={row} title={details.title} groups={details.groups} /> : null}
            </>
          )
        }
      </Panel>
    </div>
  );
}

/** The same object as long as the columns are the same: they are made anew with each answer. */
function useSame(columns: readonly Choosable[]): readonly Choosable[] {
  const text = JSON.stringify(columns);
  return useMemo(() => JSON.parse(text) as readonly Choosable[], [text]);
}

/** The address names a page that the list does not have, or no longer. */
function PastTheEnd({ onBack }: { readonly onBack: () => void }): ReactNode {
  const { t } = useTranslation();
  return <EmptyState title={t('list.pastTheEnd')} hint={<Button size="small" onClick={onBack}>{t('list.firstPage')}</Button>} minHeight={HEIGHT} />;
}
