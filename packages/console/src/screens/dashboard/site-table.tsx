import type { endpoints, Output } from '@footfall/contract';
import { Table, type TableProps } from 'antd';
import type { SortOrder } from 'antd/es/table/interface';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { siteDashboardPath } from '../../lib/links';
import { offsetLabel } from '../../lib/zone';
import { Hint } from '../../widgets/hint';
import { SearchBox } from '../../widgets/search-box';
import { Sparkline } from '../../widgets/sparkline';
import { usePaging } from '../../widgets/paging';
import { type Asked, Panel } from '../../widgets/panel';
import { EmptyState } from '../../widgets/panel-state';
import { useMayOpen } from '../../widgets/session';
import { useIsMobile } from '../../widgets/use-media';
import { useStickyTop } from '../../widgets/use-sticky-top';
import type { UrlChanges } from '../../widgets/use-url-state';
import { type ListState, listChanges, SITE_SORTS } from './list-state';
import { DayPair, type SiteFigure, SiteName, type SiteRow } from './site-cells';
import styles from './site-table.module.css';

type Statistics = Output<typeof endpoints.websites.statistics>;
type Summary = Output<typeof endpoints.home.summary>;

const FIGURES = [
  { key: 'pv', title: 'metric.pv', hint: 'metric.pvHint' },
  { key: 'uv', title: 'metric.uv', hint: 'metric.uvHint' },
  { key: 'ip', title: 'metric.ip', hint: 'metric.ipHint' },
  { key: 'spider', title: 'metric.spider', hint: 'metric.spiderHint' },
  { key: 'referer_num', title: 'metric.refererNum', hint: 'metric.refererNumHint' },
] as const;
const FIGURE_WIDTH = 144;
/** Its title is longer than the others'. */
const REFERRALS_WIDTH = 168;
const NAME_WIDTH = 200;
const NAME_WIDTH_MOBILE = 136;
const HEIGHT = 320;

interface Props {
  readonly asked: Asked<Statistics>;
  /** All sites together: the total row. */
  readonly summary: Summary | undefined;
  readonly state: ListState;
  readonly now: number;
  readonly onChange: (changes: UrlChanges) => void;
}

/** The list of sites; a row opens the site's dashboard. */
export function SiteTable({ asked, summary, state, now, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const search = <SearchBox value={state.domain} label={t('sites.searchDomain')} width={240} onSearch={(domain) => onChange(listChanges(state, { domain }))} />;
  return (
    <Panel
      title={<>{t('sites.title')} <Hint text={t('sites.todayOverYesterday')} /></>}
      extra={search}
      asked={asked}
      minHeight={HEIGHT}
      rows={8}
      anyHeight
    >
      {({ list, meta }) => <Rows rows={list} total={meta.pagination.total} summary={summary} state={state} now={now} onChange={onChange} />}
    </Panel>
  );
}

interface RowsProps extends Pick<Props, 'summary' | 'state' | 'now' | 'onChange'> {
  readonly rows: readonly SiteRow[];
  readonly total: number;
}

function Rows({ rows, total, summary, state, now, onChange }: RowsProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayOpenSite = useMayOpen('DashboardInfo');
  const paging = usePaging({ page: state.page, perPage: state.perPage, total });
  const mobile = useIsMobile();
  const top = useStickyTop();
  const zones = new Set([...rows.map((row) => row.time_zone), ...(summary ? [summary.cut.time_zone] : [])]);
  const severalZones = zones.size > 1;
  const order = (key: string): SortOrder => (state.sort === key ? (state.direction === 'asc' ? 'ascend' : 'descend') : null);
  const columns: TableProps<SiteRow>['columns'] = [
    { key: 'name', title: t('sites.site'), fixed: 'left', width: mobile ? NAME_WIDTH_MOBILE : NAME_WIDTH, sorter: true, sortOrder: order('name'), render: (_: unknown, site) => <SiteName site={site} now={now} withZone={severalZones} /> },
    ...(mobile ? [] : [{ key: 'id', title: t('sites.id'), dataIndex: 'id', width: 56, align: 'right' as const, sorter: true, sortOrder: order('id'), className: 'ff-number' }]),
    ...FIGURES.map(({ key, title, hint }) => ({
      key, width: key === 'referer_num' ? REFERRALS_WIDTH : FIGURE_WIDTH, align: 'right' as const, sorter: true, sortOrder: order(key),
      title: <>{t(title)} <Hint text={t(hint)} /></>,
      render: (_: unknown, site: SiteRow) => <DayPair figure={key} today={site.today} yesterday={site.yesterday} sameTime={site.yesterday_same_time} />,
    })),
    { key: 'hours', title: t('sites.hours'), width: 136, render: (_: unknown, site) => <Sparkline hours={site.hours} /> },
  ];
  const totalRow = summary && state.domain === '' && rows.length > 0 ? <TotalRow summary={summary} zone={severalZones ? offsetLabel(now, summary.cut.time_zone) : undefined} idColumn={!mobile} /> : null;
  return (
    <Table<SiteRow>
      className={styles.table ?? ''}
      size="small"
      rowKey="id"
      dataSource={rows}
      columns={columns}
      pagination={paging}
      showSorterTooltip={false}
      sortDirections={['descend', 'ascend', 'descend']}
      scroll={{ x: mobile ? 1_020 : 1_136 }}
      {...(mobile ? {} : { sticky: { offsetHeader: top } })}
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
      summary={() => totalRow}
    />
  );
}

/** All sites together. It is asked for by itself: visitors and addresses of several sites do not add up. */
function TotalRow({ summary, zone, idColumn }: { readonly summary: Summary; readonly zone: string | undefined; readonly idColumn: boolean }): ReactNode {
  const { t } = useTranslation();
  const [yesterday, today] = summary.list.slice(-2);
  if (!today || !yesterday) return null;
  return (
    <Table.Summary.Row>
      <Table.Summary.Cell index={0}>
        <b>{t('sites.total')}</b> <Hint text={t('sites.totalHint')} />
        {zone === undefined ? null : <div className={styles.note}>{t('sites.totalZone', { zone })}</div>}
      </Table.Summary.Cell>
      {idColumn ? <Table.Summary.Cell index={1} /> : null}
      {FIGURES.map(({ key }: { key: SiteFigure }, at) => (
        <Table.Summary.Cell key={key} index={at + (idColumn ? 2 : 1)} align="right"><DayPair figure={key} today={today} yesterday={yesterday} sameTime={summary.yesterday_same_time} /></Table.Summary.Cell>
      ))}
      <Table.Summary.Cell index={FIGURES.length + (idColumn ? 2 : 1)} />
    </Table.Summary.Row>
  );
}
