import type { endpoints, Output, Parsed } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileUnion } from './compile.js';
import { countIn, trafficIn, type Row } from './counts.js';
import { instantsOf } from './period.js';
import { during, everything, grouped, matching } from './plan.js';

type UserTotals = typeof endpoints.common.userTotalList;

/** Addresses, visitors and page views by country, and over all; of all time unless a range is given. */
export async function userTotals(input: Parsed<UserTotals>, asked: Asked): Promise<Output<UserTotals>> {
  const { zone } = asked;
  const source = matching(everything(asked.scope), { country_code: input.country_code });
  const ranged = input.query_time === undefined ? source : during(source, [instantsOf(input.query_time, zone)]);
  const { rows } = await asked.run<Row>(compileUnion([grouped(ranged, ['pv', 'uv', 'ip', 'last_at'], { keys: ['country_code'] }), grouped(ranged, ['pv', 'uv', 'ip'])]));
  const list = rows.filter((row) => countIn(row, 'part') === 0).map((row) => {
    const code = String(row['k_country_code']);
    return { country: asked.countryNames(code), country_code: code, ...trafficIn(row), last_seen: zone.text(countIn(row, 'm_last_at')) };
  });
  return {
    list: list.toSorted((a, b) => b.pv - a.pv || (a.country_code < b.country_code ? -1 : 1)),
    total: trafficIn(rows.find((row) => countIn(row, 'part') === 1)),
  };
}
