import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { sqlTablesQuery } from '../../api/sql';
import type { TextKey } from '../../i18n/texts/en';
import { formatCount } from '../../lib/numbers';
import { useLanguage } from '../../widgets/language';
import { Panel } from '../../widgets/panel';
import styles from './sql.module.css';

const HEIGHT = 300;

/** What a row of each table is. */
const ABOUT: Readonly<Record<string, TextKey>> = {
  visits: 'sql.table.visits', spider_hits: 'sql.table.spiderHits', events: 'sql.table.events', ledger: 'sql.table.ledger', sites: 'sql.table.sites',
};

/** The tables and columns that a statement may read, and what it may take. */
export function TablesPanel(): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const asked = useQuery(sqlTablesQuery(client));
  return (
    <Panel title={t('sql.tables')} asked={asked} minHeight={HEIGHT} anyHeight>
      {({ tables, limits }) => (
        <>
          {tables.map(({ name, columns }) => (
            <details key={name} className={styles.described}>
              <summary><code>{name}</code> <span className={styles.muted}>{t('sql.columns', { num: formatCount(columns.length, locale) })}</span></summary>
              {ABOUT[name] === undefined ? null : <p className={styles.muted}>{t(ABOUT[name])}</p>}
              <ul className={styles.columns}>
                {columns.map((column) => <li key={column.name}><code>{column.name}</code> <span className={styles.muted}>{column.type}</span></li>)}
              </ul>
            </details>
          ))}
          <p className={`${styles.muted} ${styles.limits}`}>{t('sql.limits', { seconds: formatCount(limits.seconds, locale), rows: formatCount(limits.rows, locale), fileRows: formatCount(limits.file_rows, locale) })}</p>
        </>
      )}
    </Panel>
  );
}
