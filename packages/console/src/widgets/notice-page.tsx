import type { ReactNode } from 'react';
import styles from './notice-page.module.css';

interface Props {
  /** The number that such a page is known by. */
  readonly code?: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly children: ReactNode;
}

/** Says in the place of a screen why there is none, and where to go. */
export function NoticePage({ code, title, lines, children }: Props): ReactNode {
  return (
    <div className={styles.page}>
      {code === undefined ? null : <span className={styles.code} aria-hidden="true">{code}</span>}
      <h1>{title}</h1>
      {lines.map((line) => <p key={line} className={styles.text}>{line}</p>)}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
