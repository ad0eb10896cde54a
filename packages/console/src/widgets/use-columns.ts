import { useCallback, useMemo, useState } from 'react';
import { type Choosable, choiceOf, type ColumnChoice, columnsKey, readColumnChoice, shownColumns } from '../lib/columns';

interface Columns {
  readonly shown: readonly string[];
  /** undefined returns to the defaults. */
  readonly choose: (keys: readonly string[] | undefined) => void;
}

/** The columns that a reader wants of a table, remembered by this browser under the table's name. */
export function useColumns(table: string, columns: readonly Choosable[]): Columns {
  const [choice, setChoice] = useState<ColumnChoice | undefined>(() => readColumnChoice(window.localStorage.getItem(columnsKey(table))));
  const shown = useMemo(() => shownColumns(columns, choice), [columns, choice]);
  const choose = useCallback(
    (keys: readonly string[] | undefined) => {
      const next = keys && choiceOf(columns, keys);
      setChoice(next);
      if (next) window.localStorage.setItem(columnsKey(table), JSON.stringify(next));
      else window.localStorage.removeItem(columnsKey(table));
    },
    [table, columns],
  );
  return { shown, choose };
}
