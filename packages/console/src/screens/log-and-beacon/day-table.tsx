import { type Output, RECONCILED_CATEGORIES, type reconcile, type ReconciledDay } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDuration } from '../../lib/duration';
import { PATHS, scopedPath } from '../../lib/links';
import { Count } from '../../widgets/count';
import figures from '../../widgets/figures.module.css';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import { countOf } from './reconcile-state';

interface Props {
  readonly data: Output<typeof reconcile.days>;
  readonly filter: ScreenFilter;
}

/** A row for each day, the newest first: a day leads to itself alone, a figure to the views behind it. */
export function DayTable({ data: { list, total }, filter: { domain } }: Props): ReactNode {
  const { t } = useTranslation();
  const pathOf = (day: string, finding?: string): string => scopedPath(PATHS.logAndBeacon, { domain, range: { start: `${day} 00:00:00`, end: `${day} 23:59:59` } }, { finding });
  return (
    <div className={figures.scroll} role="region" aria-label={t('reconcile.days')}>
      <table className={figures.table}>
        <thead>
          <tr>
            <th scope="col">{t('reconcile.day')}</th>
            {RECONCILED_CATEGORIES.map((category) => <th scope="col" key={category}>{t(`reconcile.category.${category}`)}</th>)}
            <th scope="col">{t('reconcile.compared')} <Hint text={t('reconcile.comparedHint')} /></th>
            <th scope="col">{t('reconcile.outsideLog')}</th>
            <th scope="col">{t('reconcile.outsideBeacon')}</th>
          </tr>
        </thead>
        <tbody>
          {list.toReversed().map((row) => (
            <tr key={row.day}>
              <th scope="row"><Link className={figures.date ?? ''} to={pathOf(row.day)}>{row.day}</Link></th>
              {RECONCILED_CATEGORIES.map((category) => {
                const num = countOf(row.findings, category);
                return <td key={category}>{num === 0 ? <Count value={0} /> : <Link to={pathOf(row.day, category)}><Count value={num} /></Link>}</td>;
              })}
              <Rest row={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={figures.strong}>
            <th scope="row">{t('info.total')}</th>
            {RECONCILED_CATEGORIES.map((category) => <td key={category}><Count value={countOf(total.findings, category)} /></td>)}
            <Rest row={total} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Rest({ row: { compared, outside } }: { readonly row: Omit<ReconciledDay, 'day'> }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return (
    <>
      <td>{compared === 0 ? t('common.none') : formatDuration(compared, locale)}</td>
      <td><Count value={outside.log} /></td>
      <td><Count value={outside.beacon} /></td>
    </>
  );
}
