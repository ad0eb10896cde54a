import type { endpoints, Output, Parsed } from '@footfall/contract';
import type { Asked } from './asked.js';
import { countIn, trafficIn } from './counts.js';
import { instantsOf } from './period.js';
import { during, everything, grouped, matching } from './plan.js';
import { runValues } from './rolled.js';

type UserTotals = typeof endpoints.common.userTotalList;

/** Addresses, visitors and page views by country, and over all; of all time unless a range is given. */
export async function userTotals(input: Parsed<UserTotals>, asked: Asked): Promise<Output<UserTotals>> {
  const { zone } = asked;
  const source = matching(everything(asked.scope), { country_code: input.country_code });
  const ranged = input.query_time === undefined ? source : during(source, [instantsOf(input.query_time, zone)]);
  const { rows } = await runValues(asked, grouped(ranged, ['pv', 'uv', 'ip', 'last_at'], { keys: ['country_code'], rollup: true }));
  // A roll-up leaves '' where it summed, as a country that is not known has: the whole is the larger of the two.
  const whole = rows.filter((row) => row['k_country_code'] === '').toSorted((a, b) => countIn(b, 'm_pv') - countIn(a, 'm_pv'))[0];
  const list = rows.filter((row) => row !== whole).map((row) => {
    const code = String(row['k_country_code']);
    return { country: asked.countryNames(code), country_code: code, ...trafficIn(row), last_seen: zone.text(countIn(row, 'm_last_at')) };
  });
  return {
    list: list.toSorted((a, b) => b.pv - a.pv || (a.country_code < b.country_code ? -1 : 1)),
    total: trafficIn(whole),
  };
}
