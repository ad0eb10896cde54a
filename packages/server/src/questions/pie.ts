import type { endpoints, Output, Parsed } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { countIn, type Row } from './counts.js';
import { instantsOf, mergeRanges, namedRange } from './period.js';
import { during, everything, grouped, matching } from './plan.js';

type Pie = typeof endpoints.home.pie;

/** PV by browser or country, most first; a visit of unknown browser or country is in the slice whose key is ''. */
export async function pie(input: Parsed<Pie>, asked: Asked): Promise<Output<Pie>> {
  const { zone } = asked;
  const local = input.query_time ?? namedRange('today', zone, asked.now);
  const source = matching(during(everything(asked.scope), mergeRanges([instantsOf(local, zone)])), {
    country_code: input.country_code,
    device_type: input.device_type,
  });
  const column = input.type === 'country' ? 'country_code' : 'browser_name';
  const { rows } = await asked.run<Row>(compileGroups(grouped(source, ['pv'], { keys: [column], order: 'pv' })));
  const list = rows.map((row) => {
    const key = String(row[`k_${column}`]);
    return { name: input.type === 'country' ? asked.countryNames(key) : key, key, value: countIn(row, 'm_pv') };
  });
  return { list, total: list.reduce((sum, slice) => sum + slice.value, 0), cut: cutOf(asked, local) };
}
