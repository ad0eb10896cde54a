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

/** Today over yesterday. The changes compare with yesterday up to the same time of day. */
export function TrafficTable({ columns, today, yesterday, sameTime }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const rows = [
    { id: 'today', name: t('overview.today'), traffic: today, date: today.key, change: true },
    { id: 'yesterday', name: t('overview.yesterday'), traffic: yesterday, date: yesterday.key, change: false },
    { id: 'same', name: t('overview.sameTime'), traffic: sameTime, date: undefined, change: false },
  ];
  return (
    <div className={figures.scroll}>
      <table className={figures.table}>
        <thead>
          <tr>
            <th scope="col"><span className="ff-visually-hidden">{t('overview.day')}</span></th>
            {columns.map((column) => <th key={column} scope="col">{t(TITLES[column])} <Hint text={t(HINTS[column])} /></th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, traffic, date, change }) => (
            <tr key={id}>
              <th scope="row">
                <span className={change ? figures.strong : ''}>{name}</span>
                {date === undefined ? null : ` ${date.slice(5, 10).replace('-', '/')} ${weekdayName(date, locale)}`}
              </th>
              {columns.map((column) => (
                <td key={column} className={change ? figures.strong : figures.muted}>
                  <span className={figures.withChange}>
                    {column === 'referer_num' ? <ReferersPopover traffic={traffic} day={name} /> : <Count value={traffic[column]} />}
                    {change ? <Change now={traffic[column]} before={sameTime[column]} /> : null}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
