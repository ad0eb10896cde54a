import { AI_TYPES, type AiPage, type endpoints, type Output } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS, scopedPath } from '../../lib/links';
import { addressLabel } from '../../lib/text';
import { Count } from '../../widgets/count';
import { FilterValue } from '../../widgets/filter-value';
import { GrantedLink } from '../../widgets/granted-link';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import { ShareBar } from '../../widgets/share-bar';
import { useIsMobile } from '../../widgets/use-media';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import type { AiState } from './ai-state';

type Pages = Output<typeof endpoints.ai.pages>;

const WIDE = 320;
const NARROW = 170;

/**
 * The columns of the pages. A figure of one whole address leads to what is behind it; addresses that are laid together open to themselves first.
 * @param onUnfold shows what a folded entry consists of
 */
export function usePageColumns(filter: ScreenFilter, { fold, operator }: AiState, onUnfold: (key: string) => void): (data: Pages | undefined) => readonly ListColumn<AiPage>[] {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  return useCallback(
    (data) => {
      const total = data?.total;
      const whole = fold === '';
      const log = ({ key }: AiPage, num: number, type: string | undefined) => (
        whole && num > 0 ? <GrantedLink screen="SpiderLog" to={scopedPath(PATHS.spiderLog, filter, { address: key, type, operator: operator || undefined })}><Count value={num} /></GrantedLink> : <Count value={num} />
      );
      const visits = ({ key, sent }: AiPage) => (
        // The report knows no operators: it is asked for all assistants or not at all.
        whole && sent > 0 && operator === '' ? <GrantedLink screen="reportDevice" to={scopedPath(PATHS.deviceReport, filter, { url: key, rules: JSON.stringify([['channel', '=', 'ai']]) })}><Count value={sent} /></GrantedLink> : <Count value={sent} />
      );
      return [
        {
          key: 'key', title: t('field.url'), width: mobile ? NARROW : WIDE, grow: true, sort: 'asc',
          render: ({ key, taken }) => <ShareBar part={taken} total={total?.taken ?? 0}>{whole ? <><LongText text={key} label={addressLabel(key, filter.domain)} /><OutsideLink address={key} /></> : <FilterValue text={addressLabel(key, filter.domain)} onFilter={() => onUnfold(key)} />}</ShareBar>,
        },
        ...AI_TYPES.map((type): ListColumn<AiPage> => ({ key: type, title: t(`ai.purpose.${type}`), width: 104, numeric: true, sort: 'desc', render: (row) => log(row, row[type], type), total: <Count value={total?.[type] ?? 0} /> })),
        { key: 'taken', title: t('ai.taken'), width: 116, numeric: true, sort: 'desc', render: (row) => (operator === '' ? <Count value={row.taken} /> : log(row, row.taken, undefined)), total: <Count value={total?.taken ?? 0} /> },
        { key: 'sent', title: t('ai.sent'), width: 150, numeric: true, sort: 'desc', render: visits, total: <Count value={total?.sent ?? 0} /> },
      ];
    },
    [t, mobile, filter, fold, operator, onUnfold],
  );
}
