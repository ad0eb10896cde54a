import { Dropdown, type MenuProps } from 'antd';
import { type ReactNode, useState } from 'react';
import styles from './tab-strip.module.css';

/** A point of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Props {
  /** Where it is open; undefined: it is not. */
  readonly at: Point | undefined;
  readonly items: NonNullable<MenuProps['items']>;
  readonly onClose: () => void;
  readonly onChoose: (key: string) => void;
}

/** Opening a menu moves the focus into it, so that the arrow keys work at once. */
const INTO_MENU = { autoFocus: true } as const;

/** A menu at a point of the window. */
export function ContextMenu({ at, items, onClose, onChoose }: Props): ReactNode {
  // It closes where it was open.
  const [last, setLast] = useState<Point>({ x: 0, y: 0 });
  if (at && at !== last) setLast(at);
  return (
    <Dropdown {...INTO_MENU} open={at !== undefined} trigger={['click']} onOpenChange={(open) => !open && onClose()} menu={{ items, onClick: ({ key }) => onChoose(key) }}>
      <span className={styles.anchor} style={{ left: last.x, top: last.y }} />
    </Dropdown>
  );
}
