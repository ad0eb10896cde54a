import type { endpoints, GrantableRoute, Output, TopListType } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../api/client-context';
import { topListQuery } from '../../api/home';
import { deviceReportPath, PATHS, scopedPath, trajectoryPath } from '../../lib/links';
import { countryName } from '../../lib/names';
import { formatCount, formatShare } from '../../lib/numbers';
import { addressLabel } from '../../lib/text';
import { Change } from '../../widgets/change';
import { Count } from '../../widgets/count';
import { GrantedLink } from '../../widgets/granted-link';
import { useLanguage } from '../../widgets/language';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import { Panel } from '../../widgets/panel';
import { useIsMobile } from '../../widgets/use-media';
import { nothingHere } from './nothing-here';
import { useMayOpen } from '../../widgets/session';
import { comparedInput, type ScreenFilter } from '../../widgets/use-screen-filter';
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

/** The whole ranking. Source: specification 1, section 2, "a 'details' link to the matching visitStatistics page". */
const RANKINGS = {
  referer: { screen: 'visitReferer', path: PATHS.visitReferer },
  url: { screen: 'visitUrl', path: PATHS.visitUrl },
  entry_url: { screen: 'visitEntryUrl', path: PATHS.visitEntryUrl },
  ip: { screen: 'visitIp', path: PATHS.visitIp },
} as const;

interface Props {
  readonly scope: ScreenFilter;
  readonly type: TopListType;
  /** Pages without their query, referrers by host. */
  readonly fold?: '' | 'path' | 'host';
}

/** The ten most frequent referrers, pages, entry pages or addresses, with their share of all. */
export function TopPanel({ scope, type, fold = '' }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const asked = useQuery(topListQuery(client, { ...comparedInput(scope), type, ...(fold === '' ? {} : { fold }), per_page: ROWS }));
  const [title, column] = TEXTS[type];
  const compare = scope.parameters.get('compare') ?? undefined;
  const { screen, path } = RANKINGS[type];
  const all = <DetailsLink screen={screen} to={scopedPath(path, scope, { compare })}>{t('info.showAll')}</DetailsLink>;
  return (
    <Panel title={t(title)} extra={all} asked={asked} minHeight={HEIGHT} rows={ROWS} empty={({ list }) => (list.length === 0 ? nothingHere(t, scope) : undefined)}>
      {({ list, total, compared }) => (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.rank}>#</th>
              <th scope="col" className={styles.key}>{t(column)}</th>
              <th scope="col" className={styles.count}>{t('metric.pv')}</th>
              <th scope="col" className={styles.share}>{t('info.share')}</th>
              {compared ? <th scope="col" className={styles.change}>{t('info.change')}</th> : null}
              <th scope="col" className={styles.details}><span className="ff-visually-hidden">{t('common.details')}</span></th>
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
                {compared ? <td className={styles.change}><RowChange row={row} /></td> : null}
                <td className={styles.details}><DetailsLink screen={screen} to={scopedPath(path, scope, { compare, q: row.key === '' ? undefined : row.key })} label={t('info.detailsOf', { key: row.key === '' ? t('info.direct') : row.key })}>{t('common.details')}</DetailsLink></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** What was not there before is new, not a hundred percent more. */
function RowChange({ row: { num, before = 0 } }: { readonly row: Row }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  if (before === 0) return <span className={styles.new}>{t('info.new')}</span>;
  return <Change now={num} before={before} title={t('info.beforeTimes', { num: formatCount(before, locale) })} />;
}

interface DetailsProps {
  readonly screen: GrantableRoute;
  readonly to: string;
  readonly label?: string;
  readonly children: ReactNode;
}

/** Where one may not go, there is no word for it either. */
function DetailsLink({ screen, to, label, children }: DetailsProps): ReactNode {
  return useMayOpen(screen) ? <Link className="ff-no-print" to={to} aria-label={label}>{children}</Link> : null;
}

function Key({ row, type, scope }: { readonly row: Row; readonly type: TopListType; readonly scope: ScreenFilter }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const mobile = useIsMobile();
  if (row.key === '') return <GrantedLink screen="reportDevice" className={styles.name} to={deviceReportPath(scope, { [type]: '' })}>{t('info.direct')}</GrantedLink>;
  return (
    <>
      <GrantedLink
        screen={type === 'ip' ? 'userTrajectory' : 'reportDevice'}
        className={type === 'ip' ? styles.address : styles.name}
        to={type === 'ip' ? trajectoryPath(scope.domain, { ip: row.key }) : deviceReportPath(scope, { [type]: row.key })}
        aria-label={t('info.showVisits', { key: row.key })}
      >
        <LongText text={row.key} label={addressLabel(row.key, scope.domain)} max={mobile ? NARROW : WIDE} />
      </GrantedLink>
      {type === 'ip' ? <span className={styles.place}>{countryName(row.country_code ?? '', locale, row.country ?? '')}</span> : <span className={styles.out}><OutsideLink address={row.key} /></span>}
    </>
  );
}
