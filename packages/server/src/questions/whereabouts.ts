/**
 * When a visitor was on which sites. Nobody's visits lie together, so that an index has to be looked through for all sites and all time, and would be for whatever
 * else is asked of him: it is once, and the moments of hours that are over are kept for as long as nothing changes them. All else is asked of those moments alone.
 */
import { storeTime } from '../warehouse/store-time.js';
import type { Asked } from './asked.js';
import type { CompiledQuery } from './compile.js';
import { conditions } from './conditions.js';
import { Parameters } from './parameters.js';
import { ALWAYS, hourOver } from './period.js';
import { during, everything, type Filter, where, type Source } from './plan.js';
import { SiteScope } from './scope.js';
import { isWorthKeeping } from './worth.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Moments of one visitor, at most: they go with each statement. */
const MOST = 500;
const WHO: ReadonlySet<string> = new Set(['visitor', 'fingerprint', 'ip']);

/** On a site, milliseconds UTC. */
interface Moments {
  readonly site: number;
  readonly at: readonly number[];
}

const since = (source: Source, at: number): Source => where(source, [{ column: 'created_at', operator: '>=', value: storeTime(at) }]);
const isOf = ({ column, operator = '=' }: Filter): boolean => WHO.has(column) && operator === '=';

/** The visits of the visitor or address that a source is of, whatever else they must be; null where it is of nobody. */
function visitsOf({ scope, ranges, filters }: Source, now: number): Source | null {
  const who = filters.filter(isOf);
  // A fingerprint alone is in no index.
  if (!who.some(({ column }) => column !== 'fingerprint')) return null;
  const visits = where(everything(scope), who);
  const isAll = ranges === null || (ranges.length === 1 && ranges.every(({ from, to }) => from < DAY && to > now));
  return isAll ? visits : during(visits, ranges);
}

/** Columns site and at: up to `MOST` moments of each site, and one more where there are more. */
function compileMoments(source: Source): CompiledQuery {
  const parameters = new Parameters();
  return {
    sql: `SELECT site_id AS site, groupUniqArray(${MOST + 1})(toUnixTimestamp64Milli(created_at)) AS at FROM visits WHERE ${conditions(source, parameters)} GROUP BY site_id ORDER BY site_id`,
    params: parameters.values,
    looks: [{ as: 'joined', plan: source }],
  };
}

const countOf = (all: readonly Moments[]): number => all.reduce((sum, { at }) => sum + at.length, 0);

/** Both, site by site. */
function together(before: readonly Moments[], later: readonly Moments[]): Moments[] {
  const bySite = new Map<number, readonly number[]>();
  for (const { site, at } of [...before, ...later]) bySite.set(site, [...(bySite.get(site) ?? []), ...at]);
  return [...bySite].map(([site, at]) => ({ site, at }));
}

function upTo(all: readonly Moments[], end: number): Moments[] {
  return all.map(({ site, at }) => ({ site, at: at.filter((one) => one < end) })).filter(({ at }) => at.length > 0);
}

/** All moments of some visits; null where they are too many. @throws as `asked.run` */
async function momentsOf(visits: Source, kept: NonNullable<Asked['kept']>, asked: Asked): Promise<readonly Moments[] | null> {
  const reading = kept.periods.read(SiteScope.idsOf(visits.scope), JSON.stringify(['moments', visits.ranges, visits.filters]), (visits.ranges?.[0] ?? ALWAYS).from / HOUR);
  if (reading.kept?.counts === null) return null;
  const [known = [], from = null] = [reading.kept?.counts.rows as readonly Moments[] | undefined, reading.kept?.before];
  const { rows } = await asked.run<{ readonly site: number; readonly at: readonly (string | number)[] }>(compileMoments(from === null ? visits : since(visits, from * HOUR)));
  const all = together(known, rows.map(({ site, at }) => ({ site, at: at.map(Number) })));
  const isWhole = countOf(all) <= MOST;
  const before = Math.max(from ?? 0, hourOver(asked.now));
  if (!isWhole || before !== from) {
    const over = upTo(all, before * HOUR);
    reading.keep({ before, counts: isWhole ? { rows: over, size: over.length + countOf(over) } : null });
  }
  return isWhole ? all : null;
}

/** Whether so many visits come that looking them through takes longer than asking once more. */
function areMany(source: Source, asked: Asked): boolean {
  const firsts = SiteScope.idsOf(source.scope).flatMap((siteId) => asked.rolled?.first(siteId) ?? []);
  const from = Math.max(Math.min(...firsts), (source.ranges?.[0]?.from ?? 0) / HOUR);
  return firsts.length > 0 && isWorthKeeping(source, hourOver(asked.now) - from, asked);
}

/**
 * The same visits, of the sites and moments alone in which the visitor or address was there that the source is of; what comes in later is not among them.
 * @returns null where the source is of nobody, where he came too often, and where looking for him once is not worth it
 * @throws as `asked.run`
 */
export async function atMoments(source: Source, asked: Asked): Promise<Source | null> {
  const visits = visitsOf(source, asked.now);
  if (visits === null || asked.kept === null || !areMany(source, asked)) return null;
  const moments = await momentsOf(visits, asked.kept, asked);
  if (moments === null) return null;
  if (moments.length === 0) return during(source, []);
  const at = [...new Set(moments.flatMap((one) => one.at))].toSorted((a, b) => a - b);
  return where(source, [
    ...(SiteScope.idsOf(source.scope).length > 1 ? [{ column: 'site_id', operator: 'in', value: moments.map(({ site }) => site) } as const] : []),
    { column: 'created_at', operator: 'in', value: at.map(storeTime) },
  ]);
}
