import type { endpoints, Output, Parsed } from '@footfall/contract';
import type { Asked } from './asked.js';
import { namedRange } from './period.js';
import { ranking } from './ranking.js';

type Pie = typeof endpoints.home.pie;

/** PV by browser or country, most first; a visit of unknown browser or country is in the slice whose key is ''. */
export async function pie(input: Parsed<Pie>, asked: Asked): Promise<Output<Pie>> {
  const { compare, compare_time } = input;
  const { list, total, totalBefore, compared, cut } = await ranking(
    {
      column: input.type === 'country' ? 'country_code' : 'browser_name',
      local: input.query_time ?? namedRange('today', asked.zone, asked.now),
      filters: { country_code: input.country_code, device_type: input.device_type },
      page: null,
      compare,
      compare_time,
    },
    asked,
  );
  return {
    list: list.map(({ key, num, before }) => ({ name: input.type === 'country' ? asked.countryNames(key) : key, key, value: num, ...(before === undefined ? {} : { before }) })),
    total,
    total_before: totalBefore,
    compared,
    cut,
  };
}
