import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FactGroup, RecordDrawer } from '../record-drawer';
import { type OpenRow, useOpenRow } from '../use-open-row';
import type { ListColumn } from './list-column';

const WIDTH = 44;

/** How the rows of a list are shown one by one. */
export interface RowDetails<T> {
  /** Of the drawer. */
  readonly title: string;
  /** What the button that opens a row says. */
  readonly label: (row: T) => string;
  /** Everything that is known of a row. */
  readonly groups: (row: T) => readonly FactGroup[];
}

interface Details<T> {
  /** The column with the button that opens a row. */
  readonly column: ListColumn<T>;
  readonly row: OpenRow;
}

/** What a list needs whose rows open. @param fixed the button stays in sight when the list is scrolled sideways */
export function useRowDetails<T>(rowKey: (row: T) => string, label: (row: T) => string, fixed = false): Details<T> {
  const { t } = useTranslation();
  const row = useOpenRow();
  const { open } = row;
  const column = useMemo(
    (): ListColumn<T> => ({
      key: 'details', title: t('common.details'), bare: true, width: WIDTH, fixed,
      render: (shown) => <Button type="text" size="small" icon={<EyeOutlined />} aria-label={label(shown)} title={label(shown)} onClick={() => open(rowKey(shown))} />,
    }),
    [t, label, rowKey, open, fixed],
  );
  return { column, row };
}

interface Props<T> {
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly row: OpenRow;
  readonly title: string;
  readonly groups: (row: T) => readonly FactGroup[];
}

/** The open row of a list, if it is among the rows, and the way on to its neighbours. */
export function DetailsDrawer<T>({ rows, rowKey, row, title, groups }: Props<T>): ReactNode {
  const { key, open, goOn, pane, showPane } = useAhead(row);
  const at = key === undefined ? -1 : rows.findIndex((one) => rowKey(one) === key);
  const shown = rows[at];
  return (
    <RecordDrawer
      title={title}
      groups={shown && groups(shown)}
      record={shown}
      pane={pane}
      onPane={showPane}
      first={at === 0}
      last={at === rows.length - 1}
      onStep={(by) => {
        const next = rows[at + by];
        if (next !== undefined) goOn(rowKey(next));
      }}
      onClose={() => open(undefined)}
    />
  );
}

/**
 * Steps that are seen at once: the address and with it the whole screen follow when there is time, however fast one
 * goes on. What the address says otherwise, by 'back' or a link, counts.
 */
function useAhead(row: OpenRow): OpenRow {
  const [state, setState] = useState<{ readonly key: string | undefined; readonly address: string | undefined; readonly coming: readonly string[] }>({ key: row.key, address: row.key, coming: [] });
  if (state.address !== row.key) {
    const place = state.coming.indexOf(row.key ?? '');
    setState(place === -1 ? { key: row.key, address: row.key, coming: [] } : { ...state, address: row.key, coming: state.coming.slice(place + 1) });
  }
  return {
    ...row,
    key: state.key,
    goOn: (key) => {
      setState({ ...state, key, coming: [...state.coming, key] });
      row.goOn(key);
    },
  };
}
