import type { endpoints, Output } from '@footfall/contract';
import { sheetOf, type Choice, type Sheet, type SheetColumn } from './sheet.js';

type SiteRow = Output<typeof endpoints.websites.statistics>['list'][number];

const FACTS = ['id', 'name', 'domain', 'is_stat', 'time_zone', 'created_at', 'last_hit_at'] as const;
const FIGURES = ['pv', 'uv', 'ip', 'spider', 'referer_num'] as const;
/** By the prefix of their columns. */
const DAYS = [['', 'today'], ['yesterday_', 'yesterday'], ['yesterday_same_time_', 'yesterday_same_time']] as const;

const COLUMNS: readonly SheetColumn<SiteRow>[] = [
  ...FACTS.map((key): SheetColumn<SiteRow> => ({ key, cell: (row) => row[key] })),
  ...FIGURES.flatMap((figure) => DAYS.map(([prefix, day]): SheetColumn<SiteRow> => ({ key: `${prefix}${figure}`, cell: (row) => row[day][figure] }))),
];

/** Sites with their figures of today, of yesterday, and of yesterday up to the time of day that it is now. */
export function siteSheet(rows: readonly SiteRow[], choice: Choice): Sheet {
  return sheetOf('sites', rows, COLUMNS, choice);
}
