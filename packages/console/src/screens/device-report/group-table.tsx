import { UnorderedListOutlined } from '@ant-design/icons';
import type { ReportColumn, ReportRow } from '@footfall/contract';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/numbers';
import { useLanguage } from '../../widgets/language';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { ListTable } from '../../widgets/list-table/list-table';
import { useFact } from '../../widgets/visit-record/use-fact';
import { factText } from '../../widgets/visit-record/visit-fields';
import { Cell } from './cell';
import { behindGroup } from './pick';
import type { ReportState, Sort } from './report-state';

const VISITS_WIDTH = 44;
const GROUP_WIDTH = 180;
const WIDE_GROUP = 320;
const FIGURE_WIDTH = 140;
const WIDE = new Set(['url', 'referer', 'entry_url', 'user_agent', 'title']);

interface Props {
  readonly rows: readonly ReportRow[];
  readonly columns: readonly ReportColumn[];
  readonly titles: Readonly<Record<string, string>>;
  readonly state: ReportState;
  readonly total: number;
  /** The figures of all rows together. */
  readonly totals: ReportRow | undefined;
  readonly onPage: (page: number, perPage: number) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onBehind: (row: ReportRow) => void;
}

/** A page of groups with their figures, and the figures of all of them together, deduplicated. */
export function GroupTable({ rows, columns, titles, state, total, totals, onPage, onSort, onBehind }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const fact = useFact();
  const shown = useMemo((): readonly ListColumn<ReportRow>[] => {
    const figure = (value: unknown) => figureText(value, locale, t('common.none'));
    const visits: ListColumn<ReportRow> = {
      key: 'visits', title: t('report.behind'), bare: true, width: VISITS_WIDTH, fixed: true,
      render: (row) => (behindGroup(state, row) ? <Button type="text" size="small" icon={<UnorderedListOutlined />} aria-label={t('report.behind')} title={t('report.behind')} onClick={() => onBehind(row)} /> : null),
    };
    const facts = columns.map(({ key, kind }, at): ListColumn<ReportRow> => ({
      key,
      title: titles[key] ?? key,
      width: kind === 'aggregate' ? FIGURE_WIDTH : WIDE.has(key) ? WIDE_GROUP : GROUP_WIDTH,
      grow: at === 0,
      numeric: kind === 'aggregate',
      sort: kind === 'aggregate' ? 'desc' : 'asc',
      ...(kind === 'aggregate' && totals ? { total: figure(totals[key]) } : {}),
      render: (row) => (kind === 'aggregate' ? figure(row[key]) : <Cell name={key} text={groupText(key, fact(key, row), fact('country', row)) || t('common.none')} raw={factText(row[key])} domain={state.domain} numeric={false} />),
    }));
    return state.groups.length === 0 ? facts : [visits, ...facts];
  }, [columns, titles, state, totals, locale, t, fact, onBehind]);
  const [first] = state.sorts;
  return (
    <ListTable
      rows={rows}
      rowKey={(row) => columns.filter(({ kind }) => kind === 'column').map(({ key }) => JSON.stringify(row[key])).join()}
      columns={shown}
      state={{ page: state.page, perPage: state.perPage, sort: first && { key: first.column, direction: first.direction } }}
      total={total}
      totalLabel={t('info.total')}
      onChange={({ page = state.page, perPage = state.perPage, sort }) => (sort ? onSort({ column: sort.key, direction: sort.direction }) : onPage(page, perPage))}
    />
  );
}

/** A figure of a group: a number as counted, a time as it is; `none` where there was nothing to take. */
export function figureText(value: unknown, locale: string, none: string): string {
  return typeof value === 'number' ? formatCount(value, locale) : factText(value) || none;
}

/** A group as it is read: a country by its name, with the code that files and rules know it by. */
export function groupText(key: string, text: string, country: string): string {
  return key === 'country_code' && text !== '' && country !== text ? `${country} (${text})` : text;
}
