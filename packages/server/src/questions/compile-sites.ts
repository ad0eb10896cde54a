/** The statement of kept-sites.ts: figures of each site in some stretches of time, and everybody who was there, as records in the order of their bytes. */
import type { CompiledQuery } from './compile.js';
import { united } from './compile-rest.js';
import { memberRecords } from './compile-series.js';
import { conditions } from './conditions.js';
import { Parameters } from './parameters.js';
import { during, type Source } from './plan.js';
import type { TimeRange } from './period.js';

/** 64-bit numbers as decimal text. */
export interface SiteRow {
  /** Place of the stretch. */
  readonly part: string | number;
  readonly site: string | number;
  readonly m_pv: string;
  readonly m_referer_num: string;
  readonly m_last_at: string;
  /** Search engines, and the page views that came from each. */
  readonly engines: readonly [names: readonly string[], nums: readonly string[]];
  /** In base64url. */
  readonly visitors: string;
  readonly addresses: string;
}

/** Rows are SiteRow, one of each site that anybody was on. @param most of the visitors or addresses of one site */
export function compileSites(stretches: readonly (readonly [Source, TimeRange])[], most: number): CompiledQuery {
  return united(stretches.map(([source, range], part) => {
    const parameters = new Parameters(`p${part}_`);
    const where = conditions(during(source, [range]), parameters);
    const limit = parameters.add('limit', 'UInt32', most);
    const columns = [
      `${part} AS part`,
      'toString(site_id) AS site',
      'count() AS m_pv',
      "countIf(channel = 'search') AS m_referer_num",
      'toUInt64(toUnixTimestamp64Milli(max(created_at))) AS m_last_at',
      "sumMapIf([toString(referer_name)], [toUInt64(1)], channel = 'search') AS engines",
      `${memberRecords('visitor', limit)} AS visitors`,
      `${memberRecords('ip', limit)} AS addresses`,
    ];
    return { sql: `SELECT ${columns.join(', ')}\nFROM visits\nWHERE ${where}\nGROUP BY site_id`, parameters };
  }));
}
