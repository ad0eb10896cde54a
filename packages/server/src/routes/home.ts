import { endpoints } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import { pie } from '../questions/pie.js';
import { summary } from '../questions/summary.js';
import { topList } from '../questions/top-list.js';
import { trend } from '../questions/trend.js';
import { visitTotal } from '../questions/visit-total.js';
import { asking, type QuestionDeps } from './asking.js';

const { home } = endpoints;

/** The panels of the dashboards. */
export function homeRoutes(deps: QuestionDeps): HandlersOf<typeof home> {
  return {
    summary: (input, context) => summary(input, asking(deps, input.domain, context, home.summary.timeout)),
    visitTotal: (input, context) => visitTotal(asking(deps, input.domain, context, home.visitTotal.timeout)),
    trend: (input, context) => trend(input, asking(deps, input.domain, context, home.trend.timeout)),
    topList: (input, context) => topList(input, asking(deps, input.domain, context, home.topList.timeout)),
    pie: (input, context) => pie(input, asking(deps, input.domain, context, home.pie.timeout)),
  };
}
