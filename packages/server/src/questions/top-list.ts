import type { endpoints, Output, Parsed } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { addressText, countIn, type Row } from './counts.js';
import { pageOf, paginationOf } from './paging.js';
import { instantsOf, mergeRanges, namedRange } from './period.js';
import { during, everything, grouped, matching } from './plan.js';

type TopList = typeof endpoints.home.topList;

/**
 * Referrers, pages, entry pages or addresses, most page views first. The list of referrers holds '' for direct visits,
 * so that its total is the page views of the range, as in every other panel.
 */
export async function topList(input: Parsed<TopList>, asked: Asked): Promise<Output<TopList>> {
  const { zone } = asked;
  const local = input.query_time ?? namedRange('today', zone, asked.now);
  const source = matching(during(everything(asked.scope), mergeRanges([instantsOf(local, zone)])), {
    country_code: input.country_code,
    device_type: input.device_type,
  });
  const isAddress = input.type === 'ip';
  const plan = grouped(source, isAddress ? ['pv', 'country_code'] : ['pv'], { keys: [input.type], totals: true, order: 'pv', page: pageOf(input) });
  const { rows } = await asked.run<Row>(compileGroups(plan));
  // Each row carries the totals; a page behind the last has none to carry them.
  const isBehind = rows.length === 0 && input.page > 1;
  const [carrier] = isBehind ? (await asked.run<Row>(compileGroups({ ...plan, page: { limit: 1, offset: 0 } }))).rows : rows;
  const list = rows.map((row) => {
    const key = String(row[`k_${input.type}`]);
    const num = countIn(row, 'm_pv');
    if (!isAddress) return { key, num };
    const code = String(row['m_country_code']);
    return { key: addressText(key), num, country: asked.countryNames(code), country_code: code };
  });
  return { list, total: countIn(carrier, 'total'), meta: paginationOf(input, countIn(carrier, 'groups')), cut: cutOf(asked, local) };
}
