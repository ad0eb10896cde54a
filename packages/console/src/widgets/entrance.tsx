import type { ReactNode } from 'react';
import { BrandMark } from './brand-mark';
import styles from './entrance.module.css';
import { LanguageMenu } from './language-menu';

/** A page before the console itself: one card, and the choice of language. */
export function Entrance({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <main className={styles.page}>
      <div className={styles.bar}><LanguageMenu /></div>
      <section className={styles.card}>
        <h1 className={styles.brand}><BrandMark size={28} />{title}</h1>
        {children}
      </section>
    </main>
  );
}
