import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrendDatum } from '../../charts/trend-option';
import { Change } from '../../widgets/change';
import { Count } from '../../widgets/count';
import figures from '../../widgets/figures.module.css';

interface Props {
  readonly points: readonly TrendDatum[];
  readonly nowName: string;
  readonly beforeName: string;
  readonly total: number;
  readonly totalBefore: number;
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
          <th scope="col">{beforeName}</th>
          <th scope="col">{t('info.change')}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ at, label, state, now, before }) => (
          <tr key={at}>
            <th scope="row">{label}{state === 'now' ? ` (${t('info.running')})` : ''}</th>
            <td>{state === 'future' ? blank : <Count value={now} />}</td>
            <td>{before === undefined ? blank : <Count value={before} />}</td>
            <td>{state === 'past' && before !== undefined ? <Change now={now} before={before} /> : blank}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={figures.strong}>
          <th scope="row">{t('info.total')}</th>
          <td><Count value={total} /></td>
          <td><Count value={totalBefore} /></td>
          <td>{running ? blank : <Change now={total} before={totalBefore} />}</td>
        </tr>
      </tfoot>
    </table>
  );
}
