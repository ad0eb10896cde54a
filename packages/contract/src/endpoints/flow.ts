import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { count, domainScope, localTime, panelFilter } from '../shapes.js';
import { series } from './traffic-shapes.js';

/** Minutes that somebody counts as present. */
export const LIVE_MINUTES = 5;

export const flow = {
  recently: defineEndpoint({
    id: 'flow.recently',
    method: 'GET',
    path: '/flow/recently',
    access: ['DashboardInfo', 'flowTendency', 'flowHour', 'flowDay'],
    summary: 'PV, UV and IP of the last 24 hours, by hour.',
    input: panelFilter,
    output: series,
  }),
  live: defineEndpoint({
    id: 'flow.live',
    method: 'GET',
    path: '/flow/live',
    access: 'signed-in',
    summary: `Visitors of the last ${LIVE_MINUTES} minutes, on the sites that the user may see.`,
    input: z.object({ domain: domainScope }),
    output: z.object({
      visitors: count,
      pv: count,
      /** Those with anybody, most visitors first; somebody on two sites is counted on both. */
      sites: z.array(z.object({ id: z.number(), domain: z.string(), visitors: count, pv: count })),
      /** The last 30 minutes, the oldest first. */
      minutes: z.array(z.object({ at: z.number(), key: localTime, pv: count, uv: count })),
      /** When this was asked, in the zone of the answer. */
      at: localTime,
      time_zone: z.string(),
    }),
  }),
};
