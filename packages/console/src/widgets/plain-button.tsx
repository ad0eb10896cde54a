import type { ReactNode } from 'react';
import styles from './plain-button.module.css';

interface Props {
  readonly primary?: boolean;
  readonly busy?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button of the pages that must show when nothing more can be fetched: it needs no part of the component library. */
export function PlainButton({ primary = false, busy = false, onClick, children }: Props): ReactNode {
  return <button type="button" className={primary ? `${styles.button} ${styles.primary}` : styles.button} aria-busy={busy} disabled={busy} onClick={onClick}>{children}</button>;
}
