import { endpoints } from '@footfall/contract';
import { fileName, fileOf } from '../exports/file.js';
import { spiderLogSheet } from '../exports/spider-sheets.js';
import type { HandlersOf } from '../http/handler.js';
import { spiderAuthenticity, spiderBlockList } from '../questions/spider-authenticity.js';
import { spiderStatistics, spiderStatuses, spiderTopUrls, spiderTrend } from '../questions/spider-figures.js';
import { hitRange, spiderLog } from '../questions/spider-hits.js';
import { asking, type QuestionDeps } from './asking.js';

const { spiders: calls } = endpoints;

/** The hits of crawlers, one by one and counted. */
export function spiderLogRoutes(deps: QuestionDeps): Pick<HandlersOf<typeof calls>, 'log' | 'logExport' | 'statistics' | 'trend' | 'topUrls' | 'statuses' | 'authenticity' | 'blockList'> {
  return {
    log: (input, context) => spiderLog(input, asking(deps, input.domain, context, calls.log.timeout)),
    async logExport(input, context) {
      const asked = asking(deps, input.domain, context, calls.logExport.timeout);
      return fileOf(await spiderLogSheet(input, asked), input.format, fileName(input.domain, 'spider-log', hitRange(input, asked), asked.zone.text(asked.now)), asked.now);
    },
    statistics: (input, context) => spiderStatistics(input, asking(deps, input.domain, context, calls.statistics.timeout)),
    trend: (input, context) => spiderTrend(input, asking(deps, input.domain, context, calls.trend.timeout)),
    topUrls: (input, context) => spiderTopUrls(input, asking(deps, input.domain, context, calls.topUrls.timeout)),
    authenticity: (input, context) => spiderAuthenticity(input, asking(deps, input.domain, context, calls.authenticity.timeout)),
    blockList: (input, context) => spiderBlockList(input, asking(deps, input.domain, context, calls.blockList.timeout)),
    statuses: (input, context) => spiderStatuses(input, asking(deps, input.domain, context, calls.statuses.timeout)),
  };
}
