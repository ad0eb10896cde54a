import type { TablePaginationConfig } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../lib/numbers';
import { useLanguage } from './language';
import { useIsMobile } from './use-media';

/** Source: specification 1, section 9. */
const PAGE_SIZES = [10, 15, 20, 30, 50, 100, 500, 1_000, 2_000, 3_000, 5_000];

/** The page of a list, and what its answer says of the whole. */
export interface PageState {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

/** A table's paging: sizes, total and size of the screen. */
export function usePaging({ page, perPage, total }: PageState): TablePaginationConfig {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const mobile = useIsMobile();
  const number = (value: number) => formatCount(value, locale);
  return {
    current: page,
    pageSize: perPage,
    total,
    size: 'small',
    simple: mobile,
    showSizeChanger: !mobile,
    pageSizeOptions: PAGE_SIZES,
    hideOnSinglePage: total <= Math.min(perPage, PAGE_SIZES[0] ?? 10),
    showTotal: mobile ? () => null : (all, [from, to]) => t('common.total', { from: number(from), to: number(to), total: number(all) }),
  };
}
