import type { TextKey } from '../../i18n/texts/en';

/** Under which name the choice of columns is kept. */
export const SITE_TABLE = 'site_list';

/** A column beside the site itself, which is always there. */
export interface SiteColumn {
  readonly key: 'id' | 'pv' | 'uv' | 'ip' | 'spider' | 'referer_num' | 'hours' | 'live' | 'last_hit_at' | 'time_zone' | 'created_at';
  readonly title: TextKey;
  /** What the figure means. */
  readonly hint?: TextKey;
  readonly width: number;
  readonly hidden: boolean;
  /** Whether the server can put the list in its order. */
  readonly sortable: boolean;
}

const FIGURE_WIDTH = 144;

/** In their default order. Source: specification 1, section 2, "Site list" and "customizable table". */
export const SITE_COLUMNS: readonly SiteColumn[] = [
  { key: 'id', title: 'sites.id', width: 64, hidden: false, sortable: true },
  { key: 'pv', title: 'metric.pv', hint: 'metric.pvHint', width: FIGURE_WIDTH, hidden: false, sortable: true },
  { key: 'uv', title: 'metric.uv', hint: 'metric.uvHint', width: FIGURE_WIDTH, hidden: false, sortable: true },
  { key: 'ip', title: 'metric.ip', hint: 'metric.ipHint', width: FIGURE_WIDTH, hidden: false, sortable: true },
  { key: 'spider', title: 'metric.spider', hint: 'metric.spiderHint', width: FIGURE_WIDTH, hidden: false, sortable: true },
  // Its title is longer than the others'.
  { key: 'referer_num', title: 'metric.refererNum', hint: 'metric.refererNumHint', width: 168, hidden: false, sortable: true },
  { key: 'hours', title: 'sites.hours', width: 136, hidden: false, sortable: false },
  { key: 'live', title: 'sites.live', hint: 'live.hint', width: 104, hidden: true, sortable: false },
  { key: 'last_hit_at', title: 'site.lastHit', width: 136, hidden: true, sortable: false },
  { key: 'time_zone', title: 'site.timeZone', width: 160, hidden: true, sortable: false },
  { key: 'created_at', title: 'site.createdAt', width: 160, hidden: true, sortable: false },
];

/** Those that hold a figure of two days. */
export const DAY_FIGURES = ['pv', 'uv', 'ip', 'spider', 'referer_num'] as const;

/** The columns of a file of the sites: name and domain, then the shown ones; figures of today and of yesterday apart, pictures not at all. */
export function siteFileColumns(shown: readonly string[], t: (key: TextKey) => string): readonly { readonly key: string; readonly title: string }[] {
  return [
    { key: 'name', title: t('site.name') },
    { key: 'domain', title: t('site.domain') },
    ...shown.flatMap((key) => SITE_COLUMNS.find((column) => column.key === key && key !== 'hours' && key !== 'live') ?? []).flatMap(({ key, title }) =>
      DAY_FIGURES.some((figure) => figure === key)
        ? [{ key, title: `${t(title)}: ${t('overview.today')}` }, { key: `yesterday_${key}`, title: `${t(title)}: ${t('overview.yesterday')}` }]
        : [{ key, title: t(title) }]),
  ];
}
