import type { TablePaginationConfig } from 'antd';
import { cloneElement, isValidElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../lib/numbers';
import { useLanguage } from './language';
import { useIsMobile } from './use-media';

/** Source: specification 1, section 9. */
export const PAGE_SIZES = [10, 15, 20, 30, 50, 100, 500, 1_000, 2_000, 3_000, 5_000];

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
  const itemRender = usePageArrows();
  const number = (value: number) => formatCount(value, locale);
  return {
    current: page,
    pageSize: perPage,
    total,
    size: 'small',
    simple: mobile,
    showSizeChanger: !mobile,
    pageSizeOptions: PAGE_SIZES,
    itemRender,
    hideOnSinglePage: total <= Math.min(perPage, PAGE_SIZES[0] ?? 10),
    showTotal: mobile ? () => null : (all, [from, to]) => t('common.total', { from: number(from), to: number(to), total: number(all) }),
  };
}

/** Names for the arrows of a paging, which the library leaves without words. */
export function usePageArrows(): NonNullable<TablePaginationConfig['itemRender']> {
  const { t } = useTranslation();
  return (_page, type, element): ReactNode => {
    const label = type === 'prev' ? t('common.previousPage') : type === 'next' ? t('common.nextPage') : undefined;
    return label !== undefined && isValidElement<{ 'aria-label'?: string }>(element) ? cloneElement(element, { 'aria-label': label }) : element;
  };
}
