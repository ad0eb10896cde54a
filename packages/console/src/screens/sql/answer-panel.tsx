import { endpoints, type Output } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import { formatCount } from '../../lib/numbers';
import { DownloadButton } from '../../widgets/download-button';
import { failureText } from '../../widgets/failure-text';
import { useLanguage } from '../../widgets/language';
import { PanelFrame } from '../../widgets/panel';
import { EmptyState, Lines } from '../../widgets/panel-state';
import styles from './sql.module.css';

const { sql } = endpoints;

type Answer = Output<typeof sql.ask>;

interface Props {
  readonly statement: string;
  readonly asked: { readonly data: Answer | undefined; readonly error: unknown; readonly isFetching: boolean };
}

const HEIGHT = 200;
/** Rows that a page draws without being slow; the file has all. */
const SHOWN = 500;
/** As the store writes it. */
const NO_VALUE = 'NULL';
const NUMERIC = /^(?:Nullable\()?(?:U?Int|Float|Decimal)/u;

/** What a statement found, or why it found nothing. */
export function AnswerPanel({ statement, asked: { data, error, isFetching } }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const answered = error === null && data !== undefined && statement !== '';
  const body = (): ReactNode => {
    if (statement === '') return <EmptyState title={t('sql.none')} hint={t('sql.noneHint')} minHeight={HEIGHT} />;
    if (isFetching && !answered) return <Lines minHeight={HEIGHT} rows={4} />;
    if (error !== null) return <Refusal error={error} />;
    if (data === undefined) return null;
    return data.rows.length === 0 ? <EmptyState title={t('sql.noRows')} minHeight={HEIGHT} /> : <Rows answer={data} />;
  };
  const head = answered ? (
    <>
      <span className={styles.muted}>{t('sql.took', { rows: formatCount(data.rows.length, locale), time: formatCount(data.took, locale) })}</span>
      <DownloadButton endpoint={sql.export} input={{ sql: statement, params: {} }} />
    </>
  ) : undefined;
  return <PanelFrame title={t('sql.answer')} extra={head} busy={isFetching} minHeight={HEIGHT}>{body()}</PanelFrame>;
}

/** What the server says is in the way, in its own words where it has any. */
function Refusal({ error }: { readonly error: unknown }): ReactNode {
  const { t } = useTranslation();
  const reason = error instanceof ApiError ? error.details['reason'] : undefined;
  return (
    <div className={styles.refusal} role="alert">
      <span>{failureText(error, t)}</span>
      {typeof reason === 'string' ? <code className={styles.reason}>{reason}</code> : null}
    </div>
  );
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? '';
}

/** The first rows as a table, in the order of the statement. */
function Rows({ answer: { columns, rows } }: { readonly answer: Answer }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  // Neither names nor values tell one from another: two columns may be called alike.
  const heads = columns.map(({ name, type }, at) => ({ id: `c${at}`, name, type, numeric: NUMERIC.test(type) }));
  const lines = rows.slice(0, SHOWN).map((row, at) => ({ id: `r${at}`, cells: heads.map(({ id, numeric }, column) => ({ id, numeric, value: row[column] })) }));
  const alignment = (numeric: boolean): string | undefined => (numeric ? styles.number : undefined);
  return (
    <>
      {rows.length > SHOWN ? <p className={styles.muted}>{t('sql.first', { num: formatCount(SHOWN, locale) })}</p> : null}
      {/* Scrolled by keyboard as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('sql.answer')}>
        <table className={styles.table}>
          <thead><tr>{heads.map(({ id, name, type, numeric }) => <th key={id} scope="col" title={type} className={alignment(numeric)}>{name}</th>)}</tr></thead>
          <tbody>
            {lines.map(({ id, cells }) => (
              <tr key={id}>{cells.map(({ id: column, numeric, value }) => <td key={column} className={alignment(numeric)}>{value === null ? <span className={styles.muted}>{NO_VALUE}</span> : <bdi>{cellText(value)}</bdi>}</td>)}</tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
