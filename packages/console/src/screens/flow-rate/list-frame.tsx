import type { ReactNode } from 'react';
import styles from './flow-rate.module.css';

/** Rows of a month: so many are read at one look, and stand in the page as they are. */
const WHOLE = 31;

interface Props {
  readonly title: string;
  /** How many rows the list has. */
  readonly rows: number;
  readonly children: ReactNode;
}

/** What a list of hours or days stands in: a longer one than a month's scrolls by itself, with its head and its total in sight. */
export function ListFrame({ title, rows, children }: Props): ReactNode {
  return <div className={rows > WHOLE ? `${styles.list} ${styles.long}` : styles.list} role="region" aria-label={title}>{children}</div>;
}
