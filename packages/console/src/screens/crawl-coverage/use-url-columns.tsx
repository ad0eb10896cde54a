import type { coverage, CoverageUrl, Output } from '@footfall/contract';
import { Tag } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS, scopedPath } from '../../lib/links';
import { addressLabel } from '../../lib/text';
import { Count } from '../../widgets/count';
import { GrantedLink } from '../../widgets/granted-link';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import { ShareBar } from '../../widgets/share-bar';
import { useIsMobile } from '../../widgets/use-media';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import type { CoverageState } from './coverage-state';
import styles from './crawl-coverage.module.css';

type Urls = Output<typeof coverage.urls>;
type Fetched = Pick<CoverageUrl['crawlers'][number], 'last_at' | 'status'> & { readonly hits?: number };

const WIDE = 250;
const NARROW = 170;
const ERROR = 400;
const SPENT = ['errors', 'redirects', 'parameters'] as const;

/** The last request and its answer, and how often in the range; or that there never was one. */
function Last({ at: { last_at: at, status, hits } }: { readonly at: Fetched }): ReactNode {
  const { t } = useTranslation();
  if (at === '') return <span className={styles.never}>{t('coverage.neverFetched')}</span>;
  return (
    <span className={styles.last}>
      <span>{at.slice(0, 16)}</span>
      <span>{status === null ? <Tag>{t('common.unknown')}</Tag> : <Tag color={status >= ERROR ? 'error' : status >= 300 && status !== 304 ? 'warning' : 'success'}>{status}</Tag>}{hits === undefined ? null : <>× <Count value={hits} /></>}</span>
    </span>
  );
}

/** The columns of the addresses: what people did, what crawlers spent, and for each chosen crawler its last request. */
export function useUrlColumns(filter: ScreenFilter, { fold }: CoverageState): (data: Urls | undefined) => readonly ListColumn<CoverageUrl>[] {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  return useCallback(
    (data) => {
      const total = data?.total;
      // A link leads to one address: laid together they are several.
      const views = ({ key, pv }: CoverageUrl) => (fold === '' && pv > 0 ? <GrantedLink screen="reportDevice" to={scopedPath(PATHS.deviceReport, filter, { url: key })}><Count value={pv} /></GrantedLink> : <Count value={pv} />);
      const log = ({ key, hits }: CoverageUrl) => (fold === '' && hits > 0 ? <GrantedLink screen="SpiderLog" to={scopedPath(PATHS.spiderLog, filter, { address: key })}><Count value={hits} /></GrantedLink> : <Count value={hits} />);
      return [
        { key: 'key', title: t('field.url'), width: mobile ? NARROW : WIDE, grow: true, sort: 'asc', render: ({ key, pv }) => <ShareBar part={pv} total={total?.pv ?? 0}><LongText text={key} label={addressLabel(key, filter.domain)} /><OutsideLink address={key} /></ShareBar> },
        { key: 'pv', title: t('coverage.pv'), width: 96, numeric: true, sort: 'desc', render: views, total: <Count value={total?.pv ?? 0} /> },
        { key: 'hits', title: t('spider.hits'), width: 92, numeric: true, sort: 'desc', render: log, total: <Count value={total?.hits ?? 0} /> },
        { key: 'listed', title: t('coverage.sitemap'), width: 124, render: ({ listed }) => t(listed ? 'common.yes' : 'common.no'), total: <Count value={total?.listed ?? 0} /> },
        ...(data?.crawlers ?? []).map((name, place): ListColumn<CoverageUrl> => ({
          key: `crawler_${place}`, title: name, width: 152,
          file: [{ key: `last_at_${place}`, title: `${name}: ${t('coverage.lastFetch')}` }, { key: `status_${place}`, title: `${name}: ${t('spider.code')}` }, { key: `hits_${place}`, title: `${name}: ${t('spider.hits')}` }],
          render: ({ crawlers }) => <Last at={crawlers[place] ?? { last_at: '', status: null }} />,
        })),
        ...SPENT.map((key): ListColumn<CoverageUrl> => ({ key, title: t(`coverage.spend.${key}`), width: 104, numeric: true, sort: 'desc', render: (row) => <Count value={row[key]} />, total: <Count value={total?.[key] ?? 0} /> })),
        { key: 'last_at', title: t('coverage.lastFetchAny'), width: 152, sort: 'desc', hidden: true, file: [{ key: 'last_at', title: t('coverage.lastFetchAny') }, { key: 'status', title: t('spider.code') }], render: (row) => <Last at={{ last_at: row.last_at, status: row.status }} /> },
        { key: 'visited_at', title: t('coverage.lastVisit'), width: 136, sort: 'desc', hidden: true, render: ({ visited_at: at }) => (at === '' ? t('common.none') : at.slice(0, 16)) },
      ];
    },
    [t, mobile, filter, fold],
  );
}
