import type { endpoints, Output, Parsed } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileCohorts } from './compile.js';
import { countIn, type Row } from './counts.js';
import { instantsOf, namedRange } from './period.js';
import { type CohortPlan, cohorts, everything, matching } from './plan.js';
import { rolledCohorts, runRolled } from './rolled.js';

type VisitTotal = typeof endpoints.home.visitTotal;

/**
 * Visitors ever seen, and the new and old ones of today and yesterday. Over several sites a visitor is new where he was
 * first seen on any of them, so that new and old together are the visitors that the other panels
 * count: also under a filter, which chooses visitors by their visits, never what their first visit was.
 * Source: DEFINITIONS, "new visitor".
 */
export async function visitTotal({ country_code, device_type }: Parsed<VisitTotal>, asked: Asked): Promise<Output<VisitTotal>> {
  const { zone, now } = asked;
  const yesterday = instantsOf(namedRange('yesterday', zone, now), zone);
  const today = instantsOf(namedRange('today', zone, now), zone);
  const all = everything(asked.scope);
  const { filters } = matching(all, { country_code, device_type });
  const plan = cohorts(all, yesterday, today, filters);
  const { rows } = await runRolled<CohortPlan, Row>(asked, [plan], rolledCohorts, ([one = plan]) => compileCohorts(one));
  return {
    history_total: countIn(rows[0], 'history_total'),
    today_new: countIn(rows[0], 'later_new'),
    today_old: countIn(rows[0], 'later_old'),
    yesterday_new: countIn(rows[0], 'earlier_new'),
    yesterday_old: countIn(rows[0], 'earlier_old'),
  };
}
