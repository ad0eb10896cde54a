import type { endpoints, Output, Parsed } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { countIn, type Row } from './counts.js';
import { pageOf, paginationOf } from './paging.js';
import { instantsOf, mergeRanges, namedRange } from './period.js';
import { during, everything, grouped, matching } from './plan.js';

type Events = typeof endpoints.report.events;

/** Custom events by name, most first, of today unless a range is given. */
export async function events(input: Parsed<Events>, asked: Asked): Promise<Output<Events>> {
  const { zone } = asked;
  const local = input.query_time ?? namedRange('today', zone, asked.now);
  const source = matching(during(everything(asked.scope, 'events'), mergeRanges([instantsOf(local, zone)])), {
    country_code: input.country_code,
    device_type: input.device_type,
  });
  const plan = grouped(source, ['events', 'visitors'], { keys: ['name'], totals: true, order: 'events', page: pageOf(input) });
  const { rows } = await asked.run<Row>(compileGroups(plan));
  // Each row carries the totals; a page behind the last has none to carry them.
  const isBehind = rows.length === 0 && input.page > 1;
  const [carrier] = isBehind ? (await asked.run<Row>(compileGroups({ ...plan, page: { limit: 1, offset: 0 } }))).rows : rows;
  const list = rows.map((row) => ({ name: String(row['k_name']), num: countIn(row, 'm_events'), visitors: countIn(row, 'm_visitors') }));
  return { list, total: countIn(carrier, 'total'), meta: paginationOf(input, countIn(carrier, 'groups')), cut: cutOf(asked, local) };
}
