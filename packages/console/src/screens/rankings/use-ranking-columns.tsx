import type { endpoints, Output } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceReportPath } from '../../lib/links';
import { useLanguage } from '../../widgets/language';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { countColumns } from '../../widgets/list-table/count-columns';
import { ShareBar } from '../../widgets/share-bar';
import { useIsMobile } from '../../widgets/use-media';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import { RankingKey } from './ranking-key';
import type { Fold, RankingType } from './ranking-state';

type Ranked = Output<typeof endpoints.home.topList>;
type Row = Ranked['list'][number];

/** Pixels of the key at least: on a phone its figures stay in sight beside it. */
const WIDE = 280;
const NARROW = 170;

const KEYS = { url: 'info.url', entry_url: 'info.entryUrl', referer: 'info.referer' } as const;

/**
 * The columns of a ranking: place, key with its share behind it, PV, share, and the change where something is compared.
 * @param onUnfold shows what a folded entry consists of
 */
export function useRankingColumns(type: RankingType, filter: ScreenFilter, fold: Fold | '', onUnfold: (key: string) => void): (data: Ranked | undefined) => readonly ListColumn<Row>[] {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const mobile = useIsMobile();
  return useCallback(
    (data) => [
      { key: 'place', title: t('list.place'), width: mobile ? 48 : 60, numeric: true, file: [], render: (_row, at) => at },
      {
        key: 'key', title: t(KEYS[type]), width: mobile ? NARROW : WIDE, grow: true, sort: 'asc',
        render: ({ key, num }) => (
          <ShareBar part={num} total={data?.total ?? 0}>
            <RankingKey text={key} domain={filter.domain} folded={fold !== ''} onUnfold={onUnfold} to={deviceReportPath(filter, { [type]: key })} />
          </ShareBar>
        ),
      },
      ...countColumns<Row>(data, t, locale),
    ],
    [type, filter, fold, onUnfold, t, locale, mobile],
  );
}
