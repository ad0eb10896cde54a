import type { endpoints, Output, TopListType } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { topListQuery } from '../../api/home';
import { deviceReportPath } from '../../lib/links';
import { countryName } from '../../lib/names';
import { formatShare } from '../../lib/numbers';
import { addressLabel } from '../../lib/text';
import { Count } from '../../widgets/count';
import { GrantedLink } from '../../widgets/granted-link';
import { useLanguage } from '../../widgets/language';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import { Panel } from '../../widgets/panel';
import { useIsMobile } from '../../widgets/use-media';
import { nothingHere } from './nothing-here';
import { filterInput, type ScreenFilter } from '../../widgets/use-screen-filter';
import styles from './top-panel.module.css';

type Row = Output<typeof endpoints.home.topList>['list'][number];

/** Source: specification 1, section 9. */
const ROWS = 10;
/** A header and ten rows. */
const HEIGHT = 33 * (ROWS + 1);
const WIDE = 60;
const NARROW = 30;

const TEXTS = {
  referer: ['info.topReferer', 'info.referer'],
  url: ['info.topUrl', 'info.url'],
  entry_url: ['info.topEntry', 'info.entryUrl'],
  ip: ['info.topIp', 'info.ip'],
} as const;

/** The ten most frequent referrers, pages, entry pages or addresses, with their share of all. */
export function TopPanel({ scope, type }: { readonly scope: ScreenFilter; readonly type: TopListType }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const asked = useQuery(topListQuery(client, { ...filterInput(scope), type, per_page: ROWS }));
  const [title, column] = TEXTS[type];
  return (
    <Panel title={t(title)} asked={asked} minHeight={HEIGHT} rows={ROWS} empty={({ list }) => (list.length === 0 ? nothingHere(t, scope) : undefined)}>
      {({ list, total }) => (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.rank}>#</th>
              <th scope="col" className={styles.key}>{t(column)}</th>
              <th scope="col" className={styles.count}>{t('metric.pv')}</th>
              <th scope="col" className={styles.share}>{t('info.share')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((row, at) => (
              <tr key={row.key}>
                <td className={styles.rank}>{at + 1}</td>
                <td className={styles.key}>
                  <div className={styles.cell}>
                    <div className={styles.bar} style={{ width: `${total === 0 ? 0 : (row.num / total) * 100}%` }} aria-hidden="true" />
                    <Key row={row} type={type} scope={scope} />
                  </div>
                </td>
                <td className={styles.count}><Count value={row.num} /></td>
                <td className={styles.share}>{formatShare(row.num, total, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Key({ row, type, scope }: { readonly row: Row; readonly type: TopListType; readonly scope: ScreenFilter }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const mobile = useIsMobile();
  if (row.key === '') return <span className={styles.name}>{t('info.direct')}</span>;
  return (
    <>
      <GrantedLink screen="reportDevice" className={type === 'ip' ? styles.address : styles.name} to={deviceReportPath(scope, { [type]: row.key })} aria-label={t('info.showVisits', { key: row.key })}>
        <LongText text={row.key} label={addressLabel(row.key, scope.domain)} max={mobile ? NARROW : WIDE} />
      </GrantedLink>
      {type === 'ip' ? <span className={styles.place}>{countryName(row.country_code ?? '', locale, row.country ?? '')}</span> : <span className={styles.out}><OutsideLink address={row.key} /></span>}
    </>
  );
}
