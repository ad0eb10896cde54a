import type { ProvenGroup, ProvenPart } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../api/client-context';
import { domainListQuery } from '../../api/common';
import { reportQuery } from '../../api/report';
import { spiderLogQuery } from '../../api/spiders';
import { formatCount } from '../../lib/numbers';
import { useLanguage } from '../language';
import { FailedState, Lines } from '../panel-state';
import { useMayOpen } from '../session';
import { figureName } from './figure-names';
import styles from './proof.module.css';
import { type RowsBehind, rowsBehind } from './rows-behind';

const ROWS = 5;
const HEIGHT = 120;
/** The figure that is the number of rows. */
const NUMBER = { visits: 'pv', hits: 'hits' } as const;

interface Props {
  readonly part: ProvenPart;
  /** Of the part; undefined for all of it. */
  readonly group: ProvenGroup | undefined;
  /** Of the answer. */
  readonly zone: string;
}

/** The rows behind a figure: how many there are, the first of them, and the list of all; who may not open a list is told their number. */
export function ProofRows({ part, group, zone }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { data: sites } = useQuery(domainListQuery(useClient()));
  const whole = group === undefined || (Object.keys(group.keys).length === 0 && group.periods === null);
  const list = rowsBehind(part, whole ? undefined : group, (domain) => (domain === '' ? zone : sites?.find((site) => site.domain === domain)?.time_zone));
  const mayVisits = useMayOpen('reportDevice');
  const mayHits = useMayOpen('SpiderLog');
  const may = list !== null && (list.list === 'visits' ? mayVisits : mayHits);
  const counted = Object.entries(part.counted ?? {}).filter(([id]) => id !== 'rows');
  return (
    <div className={styles.rows}>
      <h4 className={styles.rowsHead}>{t('proof.rows')}</h4>
      {whole ? <p className={styles.line}>{part.counted === null ? t('proof.notCounted') : t('proof.countedAgain', { figures: counted.map(([id, num]) => `${figureName(id, t)} ${formatCount(num, locale)}`).join(' · ') })}</p> : null}
      {list === null ? <p className={styles.line}>{t('proof.noList')}</p> : may ? <List list={list} figure={(whole ? part.counted : group.figures)?.[NUMBER[list.list]]} /> : <p className={styles.line}>{t('proof.notYours')}</p>}
    </div>
  );
}

function List({ list, figure }: { readonly list: RowsBehind; readonly figure: number | undefined }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { rows, total, error, refetch } = useRows(list);
  if (error) return <FailedState error={error} onRetry={() => void refetch()} minHeight={HEIGHT} />;
  if (rows === undefined) return <Lines minHeight={HEIGHT} rows={3} />;
  const agrees = figure === undefined ? null : figure === total ? t('proof.rowsEqual') : t('proof.rowsDiffer', { num: formatCount(figure, locale) });
  return (
    <>
      <p className={styles.line}>
        <strong>{t('proof.rowsOf', { num: formatCount(total, locale) })}</strong>{agrees === null ? null : <> · {agrees}</>} · <Link to={list.path}>{t('proof.openRows')}</Link>
      </p>
      {rows.length === 0 ? null : (
        /* Scrolled by keyboard as well. */
        /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */
        <section className={styles.groups} aria-label={t('proof.rows')} tabIndex={0}>
          <table className={styles.table}>
            <thead><tr><th scope="col">{t('field.created_at')}</th><th scope="col">{t('field.url')}</th><th scope="col">{t('field.ip')}</th></tr></thead>
            <tbody>{rows.map(({ id, at, url, ip }) => <tr key={id}><td className={styles.time}>{at}</td><td title={url}>{url}</td><td>{ip}</td></tr>)}</tbody>
          </table>
        </section>
      )}
    </>
  );
}

interface ShownRow {
  readonly id: string;
  readonly at: string;
  readonly url: string;
  readonly ip: string;
}

/** The first rows as the list's own question has them, and how many there are. */
function useRows({ list, domain, queryTime, rules, narrowed }: RowsBehind): { rows: readonly ShownRow[] | undefined; total: number; error: unknown; refetch: () => Promise<unknown> } {
  const client = useClient();
  const visits = useQuery({ ...reportQuery(client, { domain, ...(queryTime ? { created_at: queryTime } : {}), custom_filters: rules.map(([column, operator, value]) => ({ column, operator, value })), page_size: ROWS }), enabled: list === 'visits' });
  const { q, ...known } = narrowed;
  const hits = useQuery({ ...spiderLogQuery(client, { domain, ...(queryTime ? { query_time: queryTime } : {}), ...known, ...(q === undefined ? {} : { user_agent: q }), per_page: ROWS }), enabled: list === 'hits' });
  const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  const { data, error, refetch } = list === 'visits' ? visits : hits;
  return { rows: data?.list.map((row) => ({ id: text(row.id), at: text(row.created_at), url: text(row.url), ip: text(row.ip) })), total: data?.meta.pagination.total ?? 0, error: data === undefined ? error : null, refetch };
}
