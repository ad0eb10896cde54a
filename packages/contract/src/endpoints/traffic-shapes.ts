import { z } from 'zod';
import { compared, count, cut, localTime, trafficCounts } from '../shapes.js';

/** `now`: the running hour or day, a part of it only; `future`: nothing can be known yet, draw it blank. */
export const pointState = z.enum(['past', 'now', 'future']);

export const point = trafficCounts.extend({
  /** Start of the hour or day, in the site's zone. On a day of 25 hours one label stands twice: `at` tells them apart. */
  key: localTime,
  /** The same instant, milliseconds UTC. */
  at: z.number(),
  state: pointState,
});

/** Points of a range, and of the one it is compared with. */
export const series = z.object({
  list: z.array(point),
  /** Deduplicated over the whole range: what a share is a share of. */
  total: trafficCounts,
  /** Empty where nothing is compared. */
  before: z.array(point),
  /** Of what `compared` says. */
  total_before: trafficCounts.nullable(),
  compared: compared.nullable(),
  cut,
});

export const trafficMean = z.object({ pv: z.number().nonnegative(), uv: z.number().nonnegative(), ip: z.number().nonnegative() });

/** Hours of the day (`00` to `23`) or days of the month (`01` to `31`). */
export const censusList = z.array(
  trafficCounts.extend({
    key: z.string(),
    /** In how many days, or months, of the range there was such an hour or day: the 31st is rarer than the 1st. */
    times: count,
    /** What one such hour or day had on average; of running ones only what has passed. */
    mean: trafficMean,
  }),
);
