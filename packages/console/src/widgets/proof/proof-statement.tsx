import type { ProvenStatement } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../lib/links';
import { formatCount } from '../../lib/numbers';
import { CopyButton } from '../copy-button';
import { GrantedLink } from '../granted-link';
import { useLanguage } from '../language';
import { useMayOpen } from '../session';
import { ProofPart } from './proof-part';
import styles from './proof.module.css';

/** Bytes of a statement in an address: with more, a server refuses the page's own request. */
const MOST_IN_ADDRESS = 6_000;

/** One statement: what each of its parts looked at, and its text. */
export function ProofStatement({ statement, title, zone }: { readonly statement: ProvenStatement; readonly title: string; readonly zone: string }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { sql, sql_rows: sqlRows, parts, took, rows_read: read, withheld } = statement;
  const facts = [t('proof.took', { time: formatCount(took, locale) }), ...(read === null ? [] : [t('proof.rowsRead', { num: formatCount(read, locale) })])].join(' · ');
  return (
    <section className={styles.statement}>
      <h3 className={styles.heading}>{title}</h3>
      {parts.map((part) => <ProofPart key={JSON.stringify([part.table, part.as, part.by, part.periods, part.filters])} part={part} zone={zone} />)}
      <details className={styles.sql} open>
        <summary>{t('proof.sql')} <span className={styles.muted}>{facts}</span></summary>
        <SqlText text={sql} />
        {sqlRows === null ? null : <><p className={styles.line}>{t('proof.sqlRows')}</p><SqlText text={sqlRows} /></>}
        {withheld.length === 0 ? null : <p className={styles.line}>{t('proof.withheld', { names: withheld.join(', ') })}</p>}
        <IntoSql statement={statement} />
      </details>
    </section>
  );
}

function SqlText({ text }: { readonly text: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.text}>
      <div className={styles.copy}><CopyButton text={text} label={t('common.copy')} wordy /></div>
      {/* Scrolled by keyboard as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('proof.sql')}><pre className={styles.pre}>{text}</pre></section>
    </div>
  );
}

/** The way into the SQL screen, for whoever may open it. */
function IntoSql({ statement: { sql, sql_rows: sqlRows, in_sql: inSql } }: { readonly statement: ProvenStatement }): ReactNode {
  const { t } = useTranslation();
  const mayOpen = useMayOpen('Sql');
  const text = sqlRows ?? sql;
  if (!mayOpen) return null;
  if (!inSql) return <p className={styles.line}>{t('proof.notInSql')}</p>;
  const fits = encodeURIComponent(text).length <= MOST_IN_ADDRESS;
  return <p className={styles.line}><GrantedLink screen="Sql" to={fits ? `${PATHS.sql}?${new URLSearchParams({ sql: text }).toString()}` : PATHS.sql}>{t('proof.inSql')}</GrantedLink></p>;
}
