import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrendDatum } from '../charts/trend-option';
import { Change } from './change';
import { Count } from './count';
import figures from './figures.module.css';

interface Props {
  readonly points: readonly TrendDatum[];
  readonly nowName: string;
  /** undefined where nothing is compared. */
  readonly beforeName: string | undefined;
  readonly total: number;
  /** Of as much of the other period as has passed of this one. */
  readonly totalBefore: number | undefined;
  readonly running: boolean;
}

/** The chart's figures as a table. An hour or day that is not over is not compared. */
export function TrendTable({ points, nowName, beforeName, total, totalBefore, running }: Props): ReactNode {
  const { t } = useTranslation();
  const blank = t('common.none');
  return (
    <table className={figures.table}>
      <thead>
        <tr>
          <th scope="col">{t('panel.time')}</th>
          <th scope="col">{nowName}</th>
          {beforeName === undefined ? null : <><th scope="col">{beforeName}</th><th scope="col">{t('info.change')}</th></>}
        </tr>
      </thead>
      <tbody>
        {points.map(({ at, label, state, now, before }) => (
          <tr key={at}>
            <th scope="row">{label}{state === 'now' ? ` (${t('info.running')})` : ''}</th>
            <td>{state === 'future' ? blank : <Count value={now} />}</td>
            {beforeName === undefined ? null : (
              <>
                <td>{before === undefined ? blank : <Count value={before} />}</td>
                <td>{state === 'past' && before !== undefined ? <Change now={now} before={before} /> : blank}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={figures.strong}>
          <th scope="row">{t('info.total')}</th>
          <td><Count value={total} /></td>
          {totalBefore === undefined ? null : (
            <>
              <td title={running ? t('compare.upToNow') : undefined}><Count value={totalBefore} /></td>
              <td><Change now={total} before={totalBefore} /></td>
            </>
          )}
        </tr>
      </tfoot>
    </table>
  );
}
