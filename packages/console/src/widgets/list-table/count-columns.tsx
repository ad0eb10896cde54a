import type { TextKey } from '../../i18n/texts/en';
import { formatShare } from '../../lib/numbers';
import { Change } from '../change';
import { Count } from '../count';
import type { ListColumn } from './list-column';

/** What rows and answers of counted lists have in common. */
interface CountedRow {
  readonly num: number;
  /** In the range compared with; absent where nothing is compared. */
  readonly before?: number | undefined;
}

interface Counted {
  /** PV of the whole answer, not of the page. */
  readonly total: number;
  readonly total_before: number | null;
}

/** PV, its share of the whole answer, and, where something is compared, the figure before and the change. */
export function countColumns<T extends CountedRow>(data: Counted | undefined, t: (key: TextKey) => string, locale: string): readonly ListColumn<T>[] {
  const total = data?.total ?? 0;
  const before = data?.total_before ?? null;
  return [
    { key: 'num', title: t('metric.pv'), hint: t('metric.pvHint'), width: 110, numeric: true, sort: 'desc', render: ({ num }) => <Count value={num} />, total: <Count value={total} /> },
    { key: 'share', title: t('info.share'), width: 100, numeric: true, render: ({ num }) => formatShare(num, total, locale), total: formatShare(total, total, locale) },
    ...(before === null
      ? []
      : [
          { key: 'before', title: t('list.before'), width: 110, numeric: true, render: (row: T) => <Count value={row.before ?? 0} />, total: <Count value={before} /> },
          { key: 'change', title: t('info.change'), width: 120, numeric: true, file: [], render: (row: T) => <RowChange row={row} label={t('list.new')} />, total: <Change now={total} before={before} /> },
        ]),
  ];
}

/** What was not there before is new: a percentage would say nothing of it. */
function RowChange({ row: { num, before = 0 }, label }: { readonly row: CountedRow; readonly label: string }) {
  return before === 0 ? <span>{label}</span> : <Change now={num} before={before} />;
}
