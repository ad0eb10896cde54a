import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../api/client-context';
import { columnChoicesQuery, columnsChosen, forgetColumnChoice, saveColumnChoice } from '../api/columns';
import { arranged, type Choosable, type ColumnOrder, columnsKey, orderOf, readColumnOrder } from '../lib/columns';

/** The columns of a table as a reader wants them. */
export interface Columns {
  /** All of them in the reader's order. */
  readonly all: readonly Choosable[];
  /** Those shown, in that order. */
  readonly shown: readonly string[];
  readonly arrange: (columns: readonly Choosable[]) => void;
  /** Returns to the defaults. */
  readonly reset: () => void;
}

/**
 * The columns that a reader wants of a table, and their order: kept on the server under the table's name, for every
 * browser that the user signs in with, and in this browser, which knows it before the server is asked.
 * Source: specification 1, section 2, "Column chooser".
 * @param columns in their default order; keep it the same object between renders
 */
export function useColumns(table: string, columns: readonly Choosable[]): Columns {
  const client = useClient();
  const queries = useQueryClient();
  const { data } = useQuery(columnChoicesQuery(client));
  const [local, setLocal] = useState<ColumnOrder | undefined>(() => readColumnOrder(window.localStorage.getItem(columnsKey(table))));
  const kept = data?.list.find((choice) => choice.table === table);
  const { mutate } = useMutation({
    mutationFn: (order: ColumnOrder | undefined) => (order ? saveColumnChoice(client, { table, order: [...order.order], hidden: [...order.hidden] }) : forgetColumnChoice(client, table)),
    // One after the other, so that the last choice is the one that stays.
    scope: { id: columnsKey(table) },
  });

  useEffect(() => {
    if (kept) remember(table, kept);
  }, [table, kept]);

  const choose = useCallback(
    (order: ColumnOrder | undefined) => {
      setLocal(order);
      remember(table, order);
      columnsChosen(queries, client, table, order && { table, order: [...order.order], hidden: [...order.hidden] });
      mutate(order);
    },
    [table, queries, client, mutate],
  );
  const all = useMemo(() => arranged(columns, kept ?? local), [columns, kept, local]);
  const shown = useMemo(() => all.filter(({ hidden }) => !hidden).map(({ key }) => key), [all]);
  const arrange = useCallback((next: readonly Choosable[]) => choose(orderOf(next)), [choose]);
  const reset = useCallback(() => choose(undefined), [choose]);
  return { all, shown, arrange, reset };
}

function remember(table: string, order: ColumnOrder | undefined): void {
  if (order) window.localStorage.setItem(columnsKey(table), JSON.stringify({ order: order.order, hidden: order.hidden }));
  else window.localStorage.removeItem(columnsKey(table));
}
