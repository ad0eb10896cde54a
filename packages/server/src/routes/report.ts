import { endpoints } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import { visits } from '../questions/visits.js';
import { asking, type QuestionDeps } from './asking.js';

const { report } = endpoints;

/** Visits one by one. */
export function reportRoutes(deps: QuestionDeps): HandlersOf<typeof report> {
  return {
    deviceLogs: (input, context) => visits(input, asking(deps, input.domain, context, report.deviceLogs.timeout)),
  };
}
