import type { Output, reconcile, ReconciledView } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS, scopedPath, trajectoryPath } from '../../lib/links';
import { addressLabel } from '../../lib/text';
import { FilterValue } from '../../widgets/filter-value';
import { GrantedLink } from '../../widgets/granted-link';
import { useLanguage } from '../../widgets/language';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import { useIsMobile } from '../../widgets/use-media';
import type { ScreenFilter } from '../../widgets/use-screen-filter';

type Views = Output<typeof reconcile.views>;

const WIDE = 240;
const NARROW = 150;

/** The columns of the views: a person's address leads to the trajectory, a crawler's to its hits. */
export function useViewColumns(filter: ScreenFilter): (data: Views | undefined) => readonly ListColumn<ReconciledView>[] {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const mobile = useIsMobile();
  const { domain, change } = filter;
  return useCallback(
    () => {
      const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: 1 });
      return [
        { key: 'at', title: t('field.created_at'), width: 156, render: ({ at }) => at },
        { key: 'finding', title: t('reconcile.finding'), width: 210, render: ({ finding }) => <FilterValue text={t(`reconcile.finding.${finding}`)} onFilter={() => change({ finding, page: undefined })} /> },
        { key: 'url', title: t('field.url'), width: mobile ? NARROW : WIDE, grow: true, render: ({ url }) => <><LongText text={url} label={addressLabel(url, domain)} /><OutsideLink address={url} /></> },
        {
          key: 'ip', title: t('field.ip'), width: 150,
          render: ({ ip, spider }) => (
            spider === '' ? <GrantedLink className="ff-number" screen="userTrajectory" to={trajectoryPath(domain, { ip })}>{ip}</GrantedLink> : <GrantedLink className="ff-number" screen="SpiderLog" to={scopedPath(PATHS.spiderLog, filter, { ip })}>{ip}</GrantedLink>
          ),
        },
        { key: 'late', title: t('reconcile.late'), hint: t('reconcile.lateHint'), width: 120, numeric: true, render: ({ late }) => (late === null ? t('common.none') : seconds.format(late)) },
        { key: 'browser_name', title: t('field.browser_name'), width: 130, render: ({ browser_name: browser, spider }) => spider || browser || t('common.unknown'), file: [{ key: 'browser_name', title: t('field.browser_name') }, { key: 'spider', title: t('reconcile.category.crawler') }] },
        { key: 'os_name', title: t('field.os_name'), width: 110, hidden: true, render: ({ os_name: os }) => os },
        { key: 'user_agent', title: t('field.user_agent'), width: 260, render: ({ user_agent: agent }) => <LongText text={agent} /> },
        { key: 'fingerprint', title: t('field.fingerprint'), width: 160, hidden: true, render: ({ fingerprint }) => (fingerprint === '' ? t('common.none') : <GrantedLink screen="userTrajectory" to={trajectoryPath(domain, { fingerprint })}>{fingerprint}</GrantedLink>) },
      ];
    },
    [t, locale, mobile, domain, change, filter],
  );
}
