import { endpoints } from '@footfall/contract';
import type { QuestionDeps } from '../../src/routes/asking.js';
import { homeRoutes } from '../../src/routes/home.js';
import { spiderLogRoutes } from '../../src/routes/spider-log.js';
import { statisticsRoutes } from '../../src/routes/statistics.js';
import { bare, type RawRow } from '../logs/raw-rows.js';
import { ask } from '../questions/ask.js';
import { plainSessions } from '../session-repair/plain.js';
import type { TestEngine } from '../warehouse/start-engine.js';

const { home, spiders, websites } = endpoints;
const ALL = { page: 1, per_page: 5_000 } as const;

export const sum = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((total, item) => total + of(item), 0);

/** Sums by key, those that are 0 left out, in an order of their own. */
function byKey<T>(items: readonly T[], keyOf: (item: T) => string, of: (item: T) => number = () => 1): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + of(item));
  return [...sums].filter(([, num]) => num > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** What the screens show of people and crawlers, in a form that raw lines can be counted into as well. */
export interface CountedFigures {
  /** PV, UV, IP and hits by day and by hour. */
  readonly days: readonly string[];
  readonly hours: readonly string[];
  readonly pages: readonly (readonly [string, number])[];
  readonly addresses: readonly (readonly [string, number])[];
  readonly sessions: number;
  readonly visitors: number;
  readonly pie: readonly (readonly [string, number])[];
  readonly hits: number;
  readonly hitDays: readonly (readonly [string, number])[];
  readonly hitHours: readonly (readonly [string, number])[];
  readonly hitPaths: readonly (readonly [string, number])[];
  readonly statuses: readonly (readonly [string, number])[];
  readonly bytes: number;
  readonly log: readonly string[];
}

/** Figures of a site by the routes that the screens ask; `shown` are all of their answers. */
export interface SiteFigures {
  readonly counted: CountedFigures;
  readonly shown: unknown;
}

/** @param rows lines of the site's log: the days they lie in are asked for */
export async function figuresOf(domain: string, rows: readonly RawRow[], deps: QuestionDeps, engine: TestEngine): Promise<SiteFigures> {
  const dates = rows.map(({ time }) => time.slice(0, 10)).toSorted();
  const asked = { domain, query_time: [`${dates[0]} 00:00:00`, `${dates.at(-1)} 23:59:59`] as [string, string] };
  const panels = homeRoutes(deps);
  const log = spiderLogRoutes(deps);
  const top = (type: 'url' | 'entry_url' | 'ip' | 'referer') => ask(home.topList, panels.topList, { ...asked, ...ALL, type });
  const summary = await ask(home.summary, panels.summary, asked);
  const hours = await ask(home.log, panels.log, { ...asked, query_type: 'hour' });
  const [pages, entries, addresses, referers] = [await top('url'), await top('entry_url'), await top('ip'), await top('referer')];
  const visits = await ask(home.visitTotal, panels.visitTotal, { domain });
  const census = await ask(home.census, panels.census, { domain, query_type: 'every_hour' });
  const statistics = await ask(websites.statistics, statisticsRoutes(deps).statistics, {});
  const pie = await ask(spiders.statistics, log.statistics, asked);
  const byDay = await ask(spiders.trend, log.trend, { ...asked, grain: 'day' });
  const byHour = await ask(spiders.trend, log.trend, { ...asked, grain: 'hour' });
  const paths = await ask(spiders.topUrls, log.topUrls, { ...asked, ...ALL });
  const statuses = await ask(spiders.statuses, log.statuses, asked);
  const list = await ask(spiders.log, log.log, { ...asked, ...ALL });
  const { rows: sessions } = await engine.warehouse.query<{ num: string; visitors: string }>(
    'SELECT uniqExact(session_id) AS num, uniqExact(visitor) AS visitors FROM visits WHERE site_id = {site:UInt32}', { site: deps.directory.byDomain(domain)?.id ?? 0 });
  const points = ({ keys, types }: typeof byDay): [string, number][] => types.flatMap(({ type, values }) => values.map((value, at): [string, number] => [`${keys[at]} ${type}`, value]));
  const [hitDays, hitHours] = [points(byDay), points(byHour)];
  // All of these count the same hits.
  const agree = [pie.total, byDay.total, byHour.total, paths.total, statuses.total, list.meta.pagination.total, sum(summary.list, ({ spider }) => spider)];
  return {
    counted: {
      days: summary.list.map(({ key, pv, uv, ip, spider }) => `${key.slice(0, 10)} ${pv} ${uv} ${ip} ${spider}`),
      hours: hours.list.map(({ key, pv, uv, ip }) => `${key.slice(0, 13)} ${pv} ${uv} ${ip}`).filter((line) => !line.endsWith(' 0 0 0')),
      pages: byKey(pages.list, ({ key }) => bare(key), ({ num }) => num),
      addresses: byKey(addresses.list, ({ key }) => key, ({ num }) => num),
      sessions: Number(sessions[0]?.num),
      visitors: Number(sessions[0]?.visitors),
      pie: byKey(pie.list, ({ name }) => name, ({ value }) => value),
      hits: new Set(agree).size === 1 ? pie.total : Number.NaN,
      hitDays: byKey(hitDays, ([key]) => key.replace(' 00:00:00', ''), ([, num]) => num),
      hitHours: byKey(hitHours, ([key]) => key.replace(':00:00', ''), ([, num]) => num),
      hitPaths: byKey(paths.list, ({ key }) => bare(key), ({ num }) => num),
      statuses: byKey(statuses.list, ({ status }) => String(status ?? ''), ({ num }) => num),
      bytes: statuses.bytes,
      log: list.list.map((hit) => `${hit.created_at} ${hit.type} ${hit.ip} ${hit.status ?? ''} ${hit.bytes ?? 0} ${bare(hit.url)} ${hit.user_agent.replaceAll('"', "'")}`).toSorted(),
    },
    shown: { summary, hours, pages, entries, addresses, referers, visits, census, statistics, pie, byDay, byHour, paths, statuses, list, sessions },
  };
}

/** The same from the raw lines. */
export function countedFigures(rows: readonly RawRow[]): CountedFigures {
  const views = rows.filter(({ isHit }) => !isHit);
  const hits = rows.filter(({ isHit }) => isHit);
  const person = ({ ip, agent }: RawRow) => `${ip} ${agent}`;
  const distinct = (of: readonly RawRow[], key: (row: RawRow) => string) => new Set(of.map(key)).size;
  const traffic = (of: readonly RawRow[]) => `${of.length} ${distinct(of, person)} ${distinct(of, ({ ip }) => ip)}`;
  const within = (of: readonly RawRow[], start: string) => of.filter(({ time }) => time.startsWith(start));
  const dates = rows.map(({ at }) => at).toSorted((a, b) => a - b);
  const day = 86_400_000;
  const days: string[] = [];
  for (let at = Math.floor((dates[0] ?? 0) / day) * day; at <= (dates.at(-1) ?? 0); at += day) days.push(new Date(at).toISOString().slice(0, 10));
  const plain = views.map((row, at) => ({ site: 1, visitor: person(row), id: BigInt(at), at: row.at, url: row.path }));
  return {
    days: days.map((key) => `${key} ${traffic(within(views, key))} ${within(hits, key).length}`),
    hours: [...new Set(views.map(({ time }) => time.slice(0, 13)))].toSorted().map((key) => `${key} ${traffic(within(views, key))}`),
    pages: byKey(views, ({ path }) => path),
    addresses: byKey(views, ({ ip }) => ip),
    sessions: plainSessions(plain).length,
    visitors: distinct(views, person),
    pie: byKey(hits, ({ type }) => type),
    hits: hits.length,
    hitDays: byKey(hits, ({ time, type }) => `${time.slice(0, 10)} ${type}`),
    hitHours: byKey(hits, ({ time, type }) => `${time.slice(0, 13)} ${type}`),
    hitPaths: byKey(hits, ({ path }) => path),
    statuses: byKey(hits, ({ status }) => status),
    bytes: sum(hits, ({ bytes }) => bytes),
    log: hits.map((row) => `${row.time} ${row.type} ${row.ip} ${row.status} ${row.bytes} ${row.path} ${row.agent}`).toSorted(),
  };
}
