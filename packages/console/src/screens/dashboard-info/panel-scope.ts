import type { QueryTime, Range } from '../../lib/range';

/** The filter that all panels of the screen share, so that they agree to the unit. */
export interface PanelScope {
  readonly domain: string;
  /** ISO 3166-1 alpha-2, '' for all. */
  readonly country: string;
  /** What the reader chose; links to other screens carry it on. */
  readonly range: Range;
  /** What it means now, in the site's zone. */
  readonly queryTime: QueryTime;
}

/** The shared part of every panel's question. */
export function panelInput({ domain, country, queryTime }: PanelScope): { domain: string; country_code: string; query_time: QueryTime } {
  return { domain, country_code: country, query_time: queryTime };
}
