import type { endpoints, Output } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Table, type TableProps } from 'antd';
import type { SortOrder } from 'antd/es/table/interface';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient } from '../../api/client-context';
import { liveQuery } from '../../api/flow';
import { siteDashboardPath } from '../../lib/links';
import { timeAgo } from '../../lib/relative-time';
import { offsetLabel, zoneName } from '../../lib/zone';
import { Count } from '../../widgets/count';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { usePaging } from '../../widgets/paging';
import { EmptyState } from '../../widgets/panel-state';
import { useMayOpen } from '../../widgets/session';
import { Sparkline } from '../../widgets/sparkline';
import { useIsMobile } from '../../widgets/use-media';
import { usePrinting } from '../../widgets/use-printing';
import { useStickyTop } from '../../widgets/use-sticky-top';
import type { UrlChanges } from '../../widgets/use-url-state';
import { type ListState, listChanges, SITE_SORTS } from './list-state';
import { DayPair, SiteName, type SiteRow } from './site-cells';
import { DAY_FIGURES, SITE_COLUMNS, type SiteColumn } from './site-columns';
import styles from './site-table.module.css';

type Summary = Output<typeof endpoints.home.summary>;

const NAME_WIDTH = 200;
const NAME_WIDTH_MOBILE = 136;

interface Props {
  readonly rows: readonly SiteRow[];
  /** The columns beside the site, in the reader's order. */
  readonly shown: readonly string[];
  /** Sites in all. */
  readonly total: number;
  readonly summary: Summary | undefined;
  readonly state: ListState;
  readonly now: number;
  readonly onChange: (changes: UrlChanges) => void;
}

/** A page of sites: each row today over yesterday, all sites together below. */
export function SiteRows({ rows, shown, total, summary, state, now, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayOpenSite = useMayOpen('DashboardInfo');
  const paging = usePaging({ page: state.page, perPage: state.perPage, total });
  const mobile = useIsMobile();
  const top = useStickyTop();
  const printing = usePrinting();
  const cell = useCell(shown.includes('live'), now);
  const zones = new Set([...rows.map((row) => row.time_zone), ...(summary ? [summary.cut.time_zone] : [])]);
  const severalZones = zones.size > 1;
  const order = (key: string): SortOrder => (state.sort === key ? (state.direction === 'asc' ? 'ascend' : 'descend') : null);
  const chosen = shown.flatMap((key) => SITE_COLUMNS.find((column) => column.key === key) ?? []);
  const nameWidth = mobile ? NAME_WIDTH_MOBILE : NAME_WIDTH;
  const columns: TableProps<SiteRow>['columns'] = [
    { key: 'name', title: t('sites.site'), fixed: 'left', width: nameWidth, sorter: true, sortOrder: order('name'), render: (_: unknown, site) => <SiteName site={site} now={now} withZone={severalZones} /> },
    ...chosen.map((column) => ({
      key: column.key,
      width: column.width,
      title: column.hint === undefined ? t(column.title) : <>{t(column.title)} <Hint text={t(column.hint)} /></>,
      ...(isFigure(column) ? { align: 'right' as const, className: 'ff-number' } : {}),
      ...(column.sortable ? { sorter: true, sortOrder: order(column.key) } : {}),
      render: (_: unknown, site: SiteRow) => cell(column, site),
    })),
  ];
  const totals = summary && state.domain === '' && rows.length > 0 ? totalsOf(summary, chosen, severalZones ? offsetLabel(now, summary.cut.time_zone) : undefined, t) : null;
  return (
    <Table<SiteRow>
      className={styles.table ?? ''}
      size="small"
      rowKey="id"
      dataSource={rows}
      columns={columns}
      pagination={printing ? false : paging}
      showSorterTooltip={false}
      sortDirections={['descend', 'ascend', 'descend']}
      // Paper has nothing to scroll.
      scroll={printing ? {} : { x: chosen.reduce((sum, { width }) => sum + width, nameWidth) }}
      {...(mobile || printing ? {} : { sticky: { offsetHeader: top } })}
      locale={{ emptyText: <EmptyState title={t('sites.noMatch')} hint={t('sites.noMatchHint')} /> }}
      onRow={(site) => ({
        onClick: (event) => {
          // Links, buttons and selected text mean themselves.
          const own = event.target instanceof Element && event.target.closest('a, button') !== null;
          if (own || String(window.getSelection()) !== '') return;
          if (mayOpenSite) void navigate(siteDashboardPath(site.domain));
        },
      })}
      onChange={({ current, pageSize }, _filters, sorter, { action }) => {
        if (action === 'paginate') {
          onChange(listChanges(state, { page: pageSize === state.perPage ? (current ?? 1) : 1, perPage: pageSize ?? state.perPage }));
        } else if (!Array.isArray(sorter)) {
          const sort = SITE_SORTS.find((known) => known === sorter.columnKey);
          if (sort) onChange(listChanges(state, { sort, direction: sorter.order === 'ascend' ? 'asc' : 'desc' }));
        }
      }}
      summary={() => totals}
    />
  );
}

const isFigure = ({ key }: SiteColumn): boolean => key === 'id' || key === 'live' || dayFigure(key) !== undefined;

function dayFigure(key: SiteColumn['key']): (typeof DAY_FIGURES)[number] | undefined {
  return DAY_FIGURES.find((figure) => figure === key);
}

/** What stands in a cell. @param withLive whether anybody wants to know who is there now; the question is that of the screen's head */
function useCell(withLive: boolean, now: number): (column: SiteColumn, site: SiteRow) => ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const { data: live } = useQuery({ ...liveQuery(client, '', false), enabled: withLive });
  return ({ key }, site) => {
    const figure = dayFigure(key);
    if (figure) return <DayPair figure={figure} today={site.today} yesterday={site.yesterday} sameTime={site.yesterday_same_time} />;
    if (key === 'hours') return <Sparkline hours={site.hours} />;
    if (key === 'live') return live ? <Count value={live.sites.find(({ id }) => id === site.id)?.visitors ?? 0} /> : t('common.none');
    if (key === 'last_hit_at') return site.last_hit_at === null ? t('common.none') : timeAgo(Date.parse(site.last_hit_at), now, locale);
    if (key === 'time_zone') return zoneName(now, site.time_zone);
    return key === 'id' ? site.id : site.created_at;
  };
}

/** All sites together. It is asked for by itself: visitors and addresses of several sites do not add up. An element, not a component: the table looks at it. */
function totalsOf(summary: Summary, chosen: readonly SiteColumn[], zone: string | undefined, t: TFunction): ReactNode {
  const [yesterday, today] = summary.list.slice(-2);
  if (!today || !yesterday) return null;
  return (
    <Table.Summary.Row>
      <Table.Summary.Cell index={0}>
        <b>{t('sites.total')}</b> <Hint text={t('sites.totalHint')} />
        {zone === undefined ? null : <div className={styles.note}>{t('sites.totalZone', { zone })}</div>}
      </Table.Summary.Cell>
      {chosen.map(({ key }, at) => {
        const figure = dayFigure(key);
        return (
          <Table.Summary.Cell key={key} index={at + 1} align="right">
            {figure ? <DayPair figure={figure} today={today} yesterday={yesterday} sameTime={summary.yesterday_same_time} /> : null}
          </Table.Summary.Cell>
        );
      })}
    </Table.Summary.Row>
  );
}
