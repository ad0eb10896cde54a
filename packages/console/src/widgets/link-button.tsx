import type { ReactNode } from 'react';
import styles from './link-button.module.css';

interface Props {
  /** What it does, where its text alone does not say. */
  readonly 'aria-label': string;
  readonly 'aria-pressed'?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A figure or value that narrows what is shown, in the line of the text that it stands in. */
export function LinkButton({ children, ...given }: Props): ReactNode {
  return <button type="button" className={styles.link} {...given}>{children}</button>;
}
