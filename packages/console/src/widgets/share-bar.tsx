import type { ReactNode } from 'react';
import styles from './share-bar.module.css';

interface Props {
  readonly part: number;
  readonly total: number;
  readonly children: ReactNode;
}

/** A key of a ranking with its share of the whole answer behind it. */
export function ShareBar({ part, total, children }: Props): ReactNode {
  return (
    <div className={styles.cell}>
      <div className={styles.bar} style={{ width: `${total === 0 ? 0 : Math.min(1, part / total) * 100}%` }} aria-hidden="true" />
      {children}
    </div>
  );
}
