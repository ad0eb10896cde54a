import { endpoints } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import { events } from '../questions/events.js';
import { visits } from '../questions/visits.js';
import { asking, type QuestionDeps } from './asking.js';

const { report } = endpoints;

/** Visits one by one, and custom events by name. */
export function reportRoutes(deps: QuestionDeps): HandlersOf<typeof report> {
  return {
    events: (input, context) => events(input, asking(deps, input.domain, context, report.events.timeout)),
    deviceLogs: (input, context) => visits(input, asking(deps, input.domain, context, report.deviceLogs.timeout)),
  };
}
