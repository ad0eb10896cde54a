import type { Output, suspicious, SuspiciousVisitor } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { trajectoryPath } from '../../lib/links';
import { countryName } from '../../lib/names';
import { Count } from '../../widgets/count';
import { FilterValue } from '../../widgets/filter-value';
import { useLanguage } from '../../widgets/language';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { LongText } from '../../widgets/long-text';
import { useSuspicionText } from '../../widgets/suspicion/use-suspicion-text';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import styles from './visitors.module.css';

type List = Output<typeof suspicious.list>;

/** Whose trajectory a row leads to. */
export const whoOf = ({ type, key }: SuspiciousVisitor) => (type === 'ip' ? { ip: key } : { fingerprint: key });

/** The columns of the list of suspicious visitors: each leads to the trajectory, a sign or a country narrows the list. */
export function useSuspiciousColumns({ domain, change }: ScreenFilter): (data: List | undefined) => readonly ListColumn<SuspiciousVisitor>[] {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const textOf = useSuspicionText();
  return useCallback(
    () => [
      {
        key: 'key', title: t('suspicious.visitor'), width: 154, file: [{ key: 'kind', title: t('suspicious.kind') }, { key: 'key', title: t('suspicious.visitor') }],
        render: (row) => <Link className="ff-number" to={trajectoryPath(domain, whoOf(row))}><LongText text={row.key} max={22} /></Link>,
      },
      {
        key: 'signs', title: t('suspicious.signs'), width: 290, grow: true, sort: 'desc', file: [{ key: 'signs', title: t('suspicious.signs') }, { key: 'values', title: t('suspicious.values') }],
        render: ({ signs }) => (
          <span className={styles.tags}>
            {signs.map((one) => (
              <button key={one.sign} type="button" className={one.weight === 'sure' ? styles.sure : styles.tag} title={textOf(one)} onClick={() => change({ sign: one.sign, page: undefined })}>{t(`suspicious.sign.${one.sign}`)}</button>
            ))}
          </span>
        ),
      },
      { key: 'views', title: t('suspicious.views'), hint: t('suspicious.viewsHint'), width: 138, numeric: true, sort: 'desc', render: ({ views }) => <Count value={views} /> },
      { key: 'pv', title: t('metric.pv'), width: 60, numeric: true, render: ({ pv }) => <Count value={pv} /> },
      {
        key: 'country', title: t('field.country'), width: 104, file: [{ key: 'country', title: t('field.country') }, { key: 'country_code', title: t('field.country_code') }],
        render: ({ country, country_code: code }) => (code === '' ? t('common.unknown') : <FilterValue text={countryName(code, locale, country)} onFilter={() => change({ country_code: code, page: undefined })} />),
      },
      { key: 'os_name', title: t('field.os_name'), width: 96, render: ({ os_name: os }) => os },
      { key: 'browser_name', title: t('field.browser_name'), width: 116, render: ({ browser_name: browser }) => browser },
      { key: 'last_at', title: t('visitors.lastVisit'), width: 164, sort: 'desc', render: ({ last_at: at }) => <span className="ff-number">{at}</span> },
      { key: 'first_at', title: t('visitors.firstVisit'), width: 164, hidden: true, render: ({ first_at: at }) => <span className="ff-number">{at}</span> },
      { key: 'ip', title: t('field.ip'), width: 140, hidden: true, render: ({ ip }) => (ip === '' ? null : <Link className="ff-number" to={trajectoryPath(domain, { ip })}>{ip}</Link>) },
      { key: 'user_agent', title: t('field.user_agent'), width: 320, hidden: true, render: ({ user_agent: agent }) => <LongText text={agent} max={60} /> },
    ],
    [domain, change, t, locale, textOf],
  );
}
