import type { TrafficSummary } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayName } from '../lib/names';
import { Change } from './change';
import { Count } from './count';
import figures from './figures.module.css';
import { Hint } from './hint';
import { useLanguage } from './language';
import { ReferersPopover } from './referers-popover';
import { useMedia } from './use-media';

export type TrafficColumn = 'pv' | 'uv' | 'ip' | 'spider' | 'referer_num';

const TITLES = { pv: 'metric.pv', uv: 'metric.uv', ip: 'metric.ip', spider: 'metric.spider', referer_num: 'metric.refererNum' } as const;
const HINTS = { pv: 'metric.pvHint', uv: 'metric.uvHint', ip: 'metric.ipHint', spider: 'metric.spiderHint', referer_num: 'metric.refererNumHint' } as const;

interface Day extends TrafficSummary {
  readonly key?: string;
}

interface Props {
  readonly columns: readonly TrafficColumn[];
  readonly today: Day;
  readonly yesterday: Day;
  /** Yesterday up to the time of day that it is now: the only fair comparison with a day that is not over. */
  readonly sameTime: TrafficSummary;
}

interface DayRow {
  readonly id: string;
  readonly name: string;
  readonly traffic: TrafficSummary;
  readonly date: string | undefined;
  /** Whether it is told how it changed. */
  readonly change: boolean;
}

interface CellProps {
  readonly column: TrafficColumn;
  readonly row: DayRow;
  readonly sameTime: TrafficSummary;
}

function Cell({ column, row: { name, traffic, change }, sameTime }: CellProps): ReactNode {
  return (
    <td className={change ? figures.strong : figures.muted}>
      <span className={figures.withChange}>
        {column === 'referer_num' ? <ReferersPopover traffic={traffic} day={name} /> : <Count value={traffic[column]} />}
        {change ? <Change now={traffic[column]} before={sameTime[column]} /> : null}
      </span>
    </td>
  );
}

/** Narrower than this five figures do not fit beside each other. */
const NARROW = '(max-width: 600px)';

/** Today over yesterday; on a telephone beside it. The changes compare with yesterday up to the same time of day. */
export function TrafficTable({ columns, today, yesterday, sameTime }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const isNarrow = useMedia(NARROW);
  const rows: readonly DayRow[] = [
    { id: 'today', name: t('overview.today'), traffic: today, date: today.key, change: true },
    { id: 'yesterday', name: t('overview.yesterday'), traffic: yesterday, date: yesterday.key, change: false },
    { id: 'same', name: t('overview.sameTime'), traffic: sameTime, date: undefined, change: false },
  ];
  const head = (scope: 'row' | 'col', { id, name, date, change }: DayRow): ReactNode => (
    <th key={id} scope={scope}>
      <span className={change ? figures.strong : ''}>{name}</span>
      {date === undefined ? null : <>{' '}<span className={figures.date}>{date.slice(5, 10).replace('-', '/')} {weekdayName(date, locale)}</span></>}
    </th>
  );
  const title = (scope: 'row' | 'col', column: TrafficColumn): ReactNode => <th key={column} scope={scope}>{t(TITLES[column])} <Hint text={t(HINTS[column])} /></th>;
  const corner = <th scope="col"><span className="ff-visually-hidden">{t('overview.day')}</span></th>;
  if (isNarrow) {
    return (
      <div className={figures.scroll}>
        <table className={`${figures.table ?? ''} ${figures.narrow ?? ''}`}>
          <thead><tr>{corner}{rows.map((row) => head('col', row))}</tr></thead>
          <tbody>{columns.map((column) => <tr key={column}>{title('row', column)}{rows.map((row) => <Cell key={row.id} column={column} row={row} sameTime={sameTime} />)}</tr>)}</tbody>
        </table>
      </div>
    );
  }
  return (
    <div className={figures.scroll}>
      <table className={figures.table}>
        <thead><tr>{corner}{columns.map((column) => title('col', column))}</tr></thead>
        <tbody>{rows.map((row) => <tr key={row.id}>{head('row', row)}{columns.map((column) => <Cell key={column} column={column} row={row} sameTime={sameTime} />)}</tr>)}</tbody>
      </table>
    </div>
  );
}
