import { endpoints, type Output, type Parsed } from '@footfall/contract';
import { fileName, fileOf } from '../exports/file.js';
import { siteSheet } from '../exports/site-sheet.js';
import type { HandlersOf } from '../http/handler.js';
import type { Site } from '../metadata/site-directory.js';
import type { Asked } from '../questions/asked.js';
import { lastHits, siteFigures, type SiteFigures } from '../questions/site-statistics.js';
import { asking, type QuestionDeps } from './asking.js';
import { siteSummary } from './site-answer.js';
import { passesSiteFilter } from './site-filter.js';

type Statistics = typeof endpoints.websites.statistics;
type StatisticsRow = Output<Statistics>['list'][number];
type Wanted = Parsed<Statistics>;
type Sorting = Pick<Wanted, 'sort' | 'direction'>;

function sortValue(row: StatisticsRow, sort: Sorting['sort']): number | string {
  return sort === 'id' || sort === 'name' ? row[sort] : row.today[sort];
}

/** By the value asked for, ties by id, so that a page never shows what another page shows too. */
function compareRows({ sort, direction }: Sorting): (a: StatisticsRow, b: StatisticsRow) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) => {
    const [left, right] = [sortValue(a, sort), sortValue(b, sort)];
    const order = typeof left === 'string' ? left.localeCompare(String(right)) : left - Number(right);
    return sign * order || a.id - b.id;
  };
}

/** Each site with its figures of today and yesterday, cut in its own zone: to look at, and as a file. */
export function statisticsRoutes(deps: QuestionDeps): Pick<HandlersOf<typeof endpoints.websites>, 'statistics' | 'statisticsExport'> {
  const rowOf = (site: Site, figures: SiteFigures): StatisticsRow => ({
    ...siteSummary(site, deps.zones(deps.directory.timeZone).text(site.createdAt)),
    ...figures,
  });

  /** A page of the sites in order, and how many there are in all. */
  async function pageOf({ page, per_page: perPage, sort, direction, ...filter }: Wanted, asked: Asked): Promise<{ readonly list: StatisticsRow[]; readonly total: number }> {
    const ids = new Set(asked.sites.map((site) => site.id));
    const sites = deps.directory.all().filter((site) => ids.has(site.id) && passesSiteFilter(site, filter));
    const figures = await siteFigures(sites, deps.zones, asked);
    const rows = sites
      .flatMap((site) => {
        const own = figures.get(site.id);
        return own === undefined ? [] : [rowOf(site, own)];
      })
      .toSorted(compareRows({ sort, direction }));
    const list = rows.slice((page - 1) * perPage, page * perPage);
    // Most sites were visited since yesterday; only for the others is all of their time searched.
    const quiet = asked.sites.filter((site) => list.some((row) => row.id === site.id && row.last_hit_at === null));
    const found = quiet.length === 0 ? new Map<number, string>() : await lastHits(quiet, asked);
    return { list: list.map((row) => ({ ...row, last_hit_at: row.last_hit_at ?? found.get(row.id) ?? null })), total: rows.length };
  }

  return {
    async statistics(input, context) {
      const { page, per_page } = input;
      const { list, total } = await pageOf(input, asking(deps, '', context, endpoints.websites.statistics.timeout));
      return { list, meta: { pagination: { total, current_page: page, page, per_page } } };
    },
    async statisticsExport({ format, fields, titles, ...wanted }, context) {
      const asked = asking(deps, '', context, endpoints.websites.statisticsExport.timeout);
      const { list } = await pageOf(wanted, asked);
      return fileOf(siteSheet(list, { fields, titles }), format, fileName('', 'sites', undefined, asked.zone.text(asked.now)), asked.now);
    },
  };
}
