import type { TrafficSummary } from '@footfall/contract';
import { groupBy } from '../group-by.js';
import type { SiteTraffic } from '../warehouse/rolled/site-members.js';
import type { Asked } from './asked.js';
import { compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { bucketsOf } from './grain.js';
import { keptSites, mayKeepSites } from './kept-sites.js';
import { counted } from './many-came.js';
import { hourOver, instantsOf, namedRange, type TimeRange, yesterdaySameTime } from './period.js';
import { everything, grouped } from './plan.js';
import { runGroups } from './rolled.js';
import type { QuestionSite, SiteScope } from './scope.js';
import { searchPlan, spidersPlan, summaryOf, TRAFFIC, visitsOf } from './traffic.js';
import type { Zone } from './zone.js';

/** The figures of one site; `last_hit_at` is ISO 8601 UTC. */
export interface SiteFigures {
  readonly today: TrafficSummary;
  readonly yesterday: TrafficSummary;
  readonly yesterday_same_time: TrafficSummary;
  /** PV by hour of today up to the running one. */
  readonly hours: number[];
  readonly last_hit_at: string | null;
}

const HOUR = 3_600_000;
const BY_SITE = ['site_id'];

/** What is kept of a site, as its rows would say it; undefined where nobody was on it. @param at where the range begins */
const rowsOf = (traffic: SiteTraffic | undefined, at: number): { readonly visits: Row | undefined; readonly search: readonly Row[] } => ({
  visits: traffic === undefined ? undefined : { m_pv: traffic.pv, m_uv: traffic.uv, m_ip: traffic.ip, m_referer_num: traffic.referer_num },
  search: Array.from(traffic?.engines ?? [], ([engine, num]): Row => ({ c0: at, k_referer_name: engine, m_pv: num })),
});

/**
 * The sites of one zone, in one round trip. What is over of today and yesterday goes by itself, for that is asked once (kept-periods.ts), and
 * of what is compared it is kept who was there (kept-sites.ts).
 * @param mayKeep false: that is counted
 */
async function zoneFigures(sites: readonly QuestionSite[], zone: Zone, asked: Asked, mayKeep = true): Promise<Map<number, SiteFigures>> {
  const scope = asked.scope.within(sites.map((site) => site.id));
  const today = instantsOf(namedRange('today', zone, asked.now), zone);
  const yesterday = instantsOf(namedRange('yesterday', zone, asked.now), zone);
  const sameTime = yesterdaySameTime(zone, asked.now);
  const hours = bucketsOf(today, 'hour', zone).map((hour) => hour.at);
  const over = Math.max(today.from, hourOver(asked.now) * HOUR);
  const ranges = [yesterday, sameTime, today];
  const compared = [visitsOf(scope, today), visitsOf(scope, sameTime)] as const;
  const isKept = mayKeep && compared.every((source) => mayKeepSites(source, asked));
  const counting = isKept ? [] : compared.map((source) => grouped(source, [...TRAFFIC, 'last_at'], { keys: BY_SITE }));
  const parts = [
    grouped(visitsOf(scope, yesterday), [...TRAFFIC, 'last_at'], { keys: BY_SITE }),
    spidersPlan(scope, ranges, {}, BY_SITE),
    searchPlan(scope, isKept ? [yesterday] : ranges, {}, BY_SITE),
    ...counting,
  ];
  const byHour = [{ from: over, to: today.to }, { from: today.from, to: over }].filter(({ from, to }) => from < to).map((range) => grouped(visitsOf(scope, range), ['pv'], { keys: BY_SITE, cuts: [hours] }));
  const [kept, rows] = await Promise.all([isKept ? keptSites(compared, asked) : null, runGroups(asked, [...parts, ...byHour])]);
  // More than is kept, or visits came late all the while.
  if (isKept && kept === null) return zoneFigures(sites, zone, asked, false);
  if (!isKept) counted(compared[0], rows.filter((row) => countIn(row, 'part') === 3).reduce((sum, row) => sum + countIn(row, 'm_pv'), 0), asked);
  const bySite = groupBy(rows, (row) => countIn(row, 'k_site_id'));
  return new Map(
    sites.map((site) => {
      const own = bySite.get(site.id) ?? [];
      const of = (part: number): Row[] => own.filter((row) => countIn(row, 'part') === part);
      const [spiders, search] = [of(1), of(2)];
      const inHours = own.filter((row) => countIn(row, 'part') >= parts.length);
      const comparedIn = (range: TimeRange, i: number): TrafficSummary => {
        if (kept === null) return summaryOf(range, of(3 + i)[0], search, spiders);
        const found = rowsOf(kept[i]?.get(site.id), range.from);
        return summaryOf(range, found.visits, found.search, spiders);
      };
      const last = Math.max(0, kept?.[0]?.get(site.id)?.last ?? 0, ...own.map((row) => countIn(row, 'm_last_at')));
      return [
        site.id,
        {
          today: comparedIn(today, 0),
          yesterday: summaryOf(yesterday, of(0)[0], search, spiders),
          yesterday_same_time: comparedIn(sameTime, 1),
          // An hour of a zone may be in both parts.
          hours: hours.filter((at) => at <= asked.now).map((at) => inHours.filter((row) => countIn(row, 'c0') === at).reduce((sum, row) => sum + countIn(row, 'm_pv'), 0)),
          last_hit_at: last === 0 ? null : new Date(last).toISOString(),
        },
      ];
    }),
  );
}

/**
 * Figures of each site, each cut in its own zone: one query for every zone, not for every site.
 * `last_hit_at` looks no further back than yesterday; `lastHits` finds older ones.
 */
export async function siteFigures(sites: readonly QuestionSite[], zones: (name: string) => Zone, asked: Asked): Promise<Map<number, SiteFigures>> {
  const byZone = groupBy(sites, (site) => site.timeZone);
  const found = await Promise.all([...byZone].map(([name, group]) => zoneFigures(group, zones(name), asked)));
  return new Map(found.flatMap((figures) => [...figures]));
}

/** The newest visit or spider hit ever of each of the sites, ISO 8601 UTC; sites without any are absent. */
export async function lastHits(sites: readonly QuestionSite[], asked: Asked): Promise<Map<number, string>> {
  const scope: SiteScope = asked.scope.within(sites.map((site) => site.id));
  const plans = (['visits', 'spider_hits'] as const).map((table) => grouped(everything(scope, table), ['last_at'], { keys: BY_SITE }));
  const { rows } = await asked.run<Row>(compileUnion(plans));
  const newest = new Map<number, number>();
  for (const row of rows) newest.set(countIn(row, 'k_site_id'), Math.max(newest.get(countIn(row, 'k_site_id')) ?? 0, countIn(row, 'm_last_at')));
  return new Map([...newest].map(([id, at]) => [id, new Date(at).toISOString()]));
}
