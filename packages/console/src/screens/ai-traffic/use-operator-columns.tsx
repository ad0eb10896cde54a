import { AI_TYPES, type AiOperator, type endpoints, type Output } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS, scopedPath } from '../../lib/links';
import { formatCount } from '../../lib/numbers';
import { Change } from '../../widgets/change';
import { Count } from '../../widgets/count';
import { FilterValue } from '../../widgets/filter-value';
import { GrantedLink } from '../../widgets/granted-link';
import { useLanguage } from '../../widgets/language';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { ShareBar } from '../../widgets/share-bar';
import { useIsMobile } from '../../widgets/use-media';
import type { ScreenFilter } from '../../widgets/use-screen-filter';

type Operators = Output<typeof endpoints.ai.operators>;

const WIDE = 200;
const NARROW = 130;
const BEFORE = { taken: 'ai.takenBefore', sent: 'ai.sentBefore' } as const;

/** The columns of the operators: what each took by purpose, what it sent, requests for each visit, and the changes where something is compared. */
export function useOperatorColumns(filter: ScreenFilter): (data: Operators | undefined) => readonly ListColumn<AiOperator>[] {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const mobile = useIsMobile();
  return useCallback(
    (data) => {
      const total = data?.total;
      const ratio = (value: number | null): string => (value === null ? t('common.none') : t('ai.perVisit', { num: formatCount(value, locale) }));
      const log = (operator: string, num: number, type?: string) => (num === 0 ? <Count value={0} /> : <GrantedLink screen="SpiderLog" to={scopedPath(PATHS.spiderLog, filter, { operator, type })}><Count value={num} /></GrantedLink>);
      const change = (key: 'taken' | 'sent'): readonly ListColumn<AiOperator>[] => {
        const before = total?.[`${key}_before`] ?? null;
        if (total === undefined || before === null) return [];
        return [{ key: `${key}_before`, title: t('info.change'), width: 98, numeric: true, file: [{ key: `${key}_before`, title: t(BEFORE[key]) }], render: (row) => <Change now={row[key]} before={row[`${key}_before`] ?? 0} />, total: <Change now={total[key]} before={before} /> }];
      };
      return [
        { key: 'operator', title: t('ai.operator'), width: mobile ? NARROW : WIDE, grow: true, sort: 'asc', render: ({ operator, taken }) => <ShareBar part={taken} total={total?.taken ?? 0}><FilterValue text={operator} onFilter={() => filter.change({ operator, page: undefined })} /></ShareBar> },
        ...AI_TYPES.map((type): ListColumn<AiOperator> => ({ key: type, title: t(`ai.purpose.${type}`), width: 104, numeric: true, sort: 'desc', render: (row) => log(row.operator, row[type], type), total: <Count value={total?.[type] ?? 0} /> })),
        { key: 'taken', title: t('ai.taken'), hint: t('ai.takenHint'), width: 116, numeric: true, sort: 'desc', render: ({ operator, taken }) => log(operator, taken), total: <Count value={total?.taken ?? 0} /> },
        ...change('taken'),
        { key: 'sent', title: t('ai.sent'), hint: t('ai.sentHint'), width: 172, numeric: true, sort: 'desc', render: ({ sent }) => <Count value={sent} />, total: <Count value={total?.sent ?? 0} /> },
        ...change('sent'),
        { key: 'ratio', title: t('ai.ratio'), hint: t('ai.ratioHint'), width: 120, numeric: true, sort: 'desc', render: (row) => ratio(row.ratio), total: ratio(total?.ratio ?? null) },
      ];
    },
    [t, locale, mobile, filter],
  );
}
