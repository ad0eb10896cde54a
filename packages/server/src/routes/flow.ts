import { endpoints } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import { live } from '../questions/live.js';
import { trafficLog } from '../questions/traffic-log.js';
import { asking, type QuestionDeps } from './asking.js';

const { flow } = endpoints;

/** The last 24 hours, and who is there now. */
export function flowRoutes(deps: QuestionDeps): HandlersOf<typeof flow> {
  return {
    recently: (input, context) => trafficLog({ ...input, query_type: 'hour' }, asking(deps, input.domain, context, flow.recently.timeout)),
    live: ({ domain }, context) => live(asking(deps, domain, context, flow.live.timeout)),
  };
}
