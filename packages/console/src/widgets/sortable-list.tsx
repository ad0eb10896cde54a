import { HolderOutlined } from '@ant-design/icons';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moved } from '../lib/columns';
import styles from './sortable-list.module.css';

interface Item {
  readonly key: string;
  /** What it is called, for those who do not see it move. */
  readonly name: string;
  readonly content: ReactNode;
}

interface Props {
  readonly items: readonly Item[];
  /** The keys in their new order. */
  readonly onOrder: (keys: readonly string[]) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** A list in an order of one's own: by dragging the handle, or with the arrow keys on it. */
export function SortableList({ items, onOrder }: Props): ReactNode {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<{ readonly key: string; readonly order: readonly string[] }>();
  const keys = items.map(({ key }) => key);
  const shown = drag?.order ?? keys;

  /** Where in the list a height in the window is. */
  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect()).toSorted((a, b) => a.top - b.top);
    const at = rows.findIndex(({ bottom }) => y < bottom);
    return at === -1 ? rows.length - 1 : at;
  };
  const grab = (key: string) => (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ key, order: keys });
  };
  const follow = (event: PointerEvent) => {
    if (!drag) return;
    const from = drag.order.indexOf(drag.key);
    const to = placeAt(event.clientY);
    if (from !== to) setDrag({ ...drag, order: moved(drag.order, from, to) });
  };
  const drop = () => {
    if (drag && drag.order.join('\n') !== keys.join('\n')) onOrder(drag.order);
    setDrag(undefined);
  };
  const step = (key: string) => (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const from = keys.indexOf(key);
    onOrder(moved(keys, from, from + by));
  };
  return (
    <ul ref={list} className={styles.list}>
      {items.map(({ key, name, content }) => (
        // While it is dragged only its looks move: an element that is itself moved lets go of the pointer.
        <li key={key} style={{ order: shown.indexOf(key) }} className={drag?.key === key ? `${styles.row} ${styles.dragged}` : styles.row}>
          <button
            type="button"
            className={styles.handle}
            aria-label={t('columns.move', { name })}
            title={t('columns.moveHint')}
            onPointerDown={grab(key)}
            onPointerMove={follow}
            onPointerUp={drop}
            onPointerCancel={() => setDrag(undefined)}
            onKeyDown={step(key)}
          >
            <HolderOutlined aria-hidden="true" />
          </button>
          <div className={styles.content}>{content}</div>
        </li>
      ))}
    </ul>
  );
}
