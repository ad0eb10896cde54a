import { FootfallError } from '@footfall/contract';
import type { Page } from './plan.js';

/** What is asked: pages counted from 1. */
export interface PageInput {
  readonly page: number;
  readonly per_page: number;
}

/** The store sorts and throws away everything before a page: beyond this, a filter finds faster than leafing. */
const MAX_ROW = 1_000_000;

/**
 * The rows of a page.
 * @throws FootfallError `request.invalid` when the page lies beyond the first million rows
 */
export function pageOf({ page, per_page: perPage }: PageInput): Page {
  const offset = (page - 1) * perPage;
  if (offset + perPage > MAX_ROW) {
    throw new FootfallError('request.invalid', { fields: [{ path: 'page', message: `only the first ${MAX_ROW} rows can be leafed through: narrow the filter` }] });
  }
  return Object.freeze({ limit: perPage, offset });
}

/** The answer's description of a page. Source: specification 1, section 3, "Pagination meta". */
export function paginationOf({ page, per_page: perPage }: PageInput, total: number): { pagination: { total: number; current_page: number; page: number; per_page: number } } {
  return { pagination: { total, current_page: page, page, per_page: perPage } };
}
