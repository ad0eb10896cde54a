import type { ReactNode } from 'react';
import { markedParts } from '../lib/marked';
import styles from './marked-text.module.css';

/** A stranger's text with the words that matched in it emphasised: text nodes alone, whatever stands in it, and no sign turns its direction. */
export function MarkedText({ text, words }: { readonly text: string; readonly words: readonly string[] }): ReactNode {
  return (
    <span className={styles.text} title={text} dir="ltr">
      {markedParts(text, words).map(({ text: part, marked }, at) => {
        const key = `${String(at)} ${part}`;
        return marked ? <mark key={key} className={styles.mark}>{part}</mark> : <span key={key}>{part}</span>;
      })}
    </span>
  );
}
