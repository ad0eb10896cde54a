import { endpoints } from '@footfall/contract';
import { aiOperatorsSheet, aiPagesSheet } from '../exports/ai-sheets.js';
import { fileName, fileOf } from '../exports/file.js';
import type { HandlersOf } from '../http/handler.js';
import { aiOperators } from '../questions/ai-operator-list.js';
import { aiPages, aiTrend } from '../questions/ai-pages.js';
import { namedRange } from '../questions/period.js';
import { asking, type QuestionDeps } from './asking.js';

const { ai: calls } = endpoints;

/** What AI crawlers took and what assistants sent back. */
export function aiRoutes(deps: QuestionDeps): HandlersOf<typeof calls> {
  return {
    operators: (input, context) => aiOperators(input, asking(deps, input.domain, context, calls.operators.timeout)),
    async operatorsExport(input, context) {
      const asked = asking(deps, input.domain, context, calls.operatorsExport.timeout);
      return fileOf(await aiOperatorsSheet(input, asked), input.format, fileName(input.domain, 'ai-operators', input.query_time ?? namedRange('today', asked.zone, asked.now), asked.zone.text(asked.now)), asked.now);
    },
    trend: (input, context) => aiTrend(input, asking(deps, input.domain, context, calls.trend.timeout)),
    pages: (input, context) => aiPages(input, asking(deps, input.domain, context, calls.pages.timeout)),
    async pagesExport(input, context) {
      const asked = asking(deps, input.domain, context, calls.pagesExport.timeout);
      return fileOf(await aiPagesSheet(input, asked), input.format, fileName(input.domain, 'ai-pages', input.query_time ?? namedRange('today', asked.zone, asked.now), asked.zone.text(asked.now)), asked.now);
    },
  };
}
