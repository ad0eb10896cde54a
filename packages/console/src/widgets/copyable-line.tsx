import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';
import styles from './copyable-line.module.css';

/** A line of text to be taken elsewhere: all of it to be read, and a button that copies it. @param label what the button says */
export function CopyableLine({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <div className={styles.box}>
      <code className={styles.code}>{text}</code>
      <CopyButton text={text} label={label} wordy />
    </div>
  );
}
