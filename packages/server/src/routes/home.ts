import { endpoints } from '@footfall/contract';
import { fileName, fileOf } from '../exports/file.js';
import { censusSheet, topListSheet, trafficSheet, trendSheet } from '../exports/list-sheets.js';
import type { HandlersOf } from '../http/handler.js';
import { census } from '../questions/census.js';
import { pie } from '../questions/pie.js';
import { summary } from '../questions/summary.js';
import { topList } from '../questions/top-list.js';
import { trafficLog } from '../questions/traffic-log.js';
import { trend } from '../questions/trend.js';
import { visitTotal } from '../questions/visit-total.js';
import { asking, type QuestionDeps } from './asking.js';

const { home } = endpoints;

/** The panels of the dashboards, rankings and the flow rate. */
export function homeRoutes(deps: QuestionDeps): HandlersOf<typeof home> {
  return {
    summary: (input, context) => summary(input, asking(deps, input.domain, context, home.summary.timeout)),
    visitTotal: (input, context) => visitTotal(input, asking(deps, input.domain, context, home.visitTotal.timeout)),
    trend: (input, context) => trend(input, asking(deps, input.domain, context, home.trend.timeout)),
    async trendExport(input, context) {
      const asked = asking(deps, input.domain, context, home.trendExport.timeout);
      return fileOf(await trendSheet(input, asked), input.format, fileName(input.domain, 'trend', input.query_time, asked.zone.text(asked.now)), asked.now);
    },
    topList: (input, context) => topList(input, asking(deps, input.domain, context, home.topList.timeout)),
    async topListExport(input, context) {
      const asked = asking(deps, input.domain, context, home.topListExport.timeout);
      return fileOf(await topListSheet(input, asked), input.format, fileName(input.domain, `top-${input.type}`, input.query_time, asked.zone.text(asked.now)), asked.now);
    },
    pie: (input, context) => pie(input, asking(deps, input.domain, context, home.pie.timeout)),
    log: (input, context) => trafficLog(input, asking(deps, input.domain, context, home.log.timeout)),
    async logExport(input, context) {
      const asked = asking(deps, input.domain, context, home.logExport.timeout);
      return fileOf(await trafficSheet(input, asked), input.format, fileName(input.domain, `by-${input.query_type}`, input.query_time, asked.zone.text(asked.now)), asked.now);
    },
    census: (input, context) => census(input, asking(deps, input.domain, context, home.census.timeout)),
    async censusExport(input, context) {
      const asked = asking(deps, input.domain, context, home.censusExport.timeout);
      return fileOf(await censusSheet(input, asked), input.format, fileName(input.domain, input.query_type.replace('_', '-'), undefined, asked.zone.text(asked.now)), asked.now);
    },
  };
}
