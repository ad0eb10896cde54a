/** What a statement may read, and how it comes to stand in front of it. */
import { type GrantableRoute, JOINED_FACTS } from '@footfall/contract';
import { RECORDS } from '../../warehouse/tables/all.js';

/** A column that is shown to whoever may open one of these screens; else to everybody. */
const PERSONAL: Readonly<Record<string, Readonly<Record<string, readonly GrantableRoute[]>>>> = {
  visits: { ip: ['reportDevice', 'visitIp', 'userTrajectory'], fingerprint: ['reportDevice', 'visitIp', 'userTrajectory'] },
  events: { ip: ['reportDevice', 'visitIp', 'userTrajectory'] },
  spider_hits: { ip: ['SpiderLog'] },
};
/** Of no meaning to anybody else, and what keeps facts that are columns of their own. */
const OURS: ReadonlySet<string> = new Set(['batch_id', ...Object.keys(JOINED_FACTS)]);

export interface SeenTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** The sites themselves, by which rows are told from one another. */
const SITES: SeenTable = { name: 'sites', columns: [{ name: 'id', type: 'UInt32' }, { name: 'domain', type: 'String' }, { name: 'time_zone', type: 'String' }] };

/** The tables of records as whoever holds these grants may read them. */
function recordsFor(routes: readonly GrantableRoute[]): SeenTable[] {
  return RECORDS.map(({ name, columns, derived }) => ({
    name,
    columns: [...columns, ...derived]
      .filter((column) => !OURS.has(column.name) && (PERSONAL[name]?.[column.name]?.some((route) => routes.includes(route)) ?? true))
      .map((column) => ({ name: column.name, type: column.type })),
  }));
}

/** All tables, for whoever holds these grants. */
export const seenTables = (routes: readonly GrantableRoute[]): SeenTable[] => [...recordsFor(routes), SITES];

const siteParams = { ids: 'footfall_sites', domains: 'footfall_domains', zones: 'footfall_zones' } as const;

/**
 * The tables as names in front of a statement. PREWHERE, not WHERE: rows of other sites lie beside those that are asked for, and the store puts conditions of WHERE together in
 * an order of its own. A statement that fails over such a row would tell of it.
 * @param database where the tables lie
 */
export function inFrontOf(statement: string, database: string, routes: readonly GrantableRoute[]): string {
  const { ids, domains, zones } = siteParams;
  const records = recordsFor(routes).map(({ name, columns }) => `${name} AS (SELECT ${columns.map((column) => column.name).join(', ')} FROM ${database}.${name} PREWHERE site_id IN {${ids}:Array(UInt32)})`);
  const sites = `sites AS (SELECT site.1 AS id, site.2 AS domain, site.3 AS time_zone FROM (SELECT arrayJoin(arrayZip({${ids}:Array(UInt32)}, {${domains}:Array(String)}, {${zones}:Array(String)})) AS site))`;
  return `WITH ${[...records, sites].join(', ')} SELECT * FROM (\n${statement}\n)`;
}

/** The values that go with it. */
export const paramsOf = (sites: readonly { readonly id: number; readonly domain: string; readonly timeZone: string }[]) => ({
  [siteParams.ids]: sites.map(({ id }) => id),
  [siteParams.domains]: sites.map(({ domain }) => domain),
  [siteParams.zones]: sites.map(({ timeZone }) => timeZone),
});
