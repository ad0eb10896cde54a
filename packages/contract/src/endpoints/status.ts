import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { refusalReason } from '../refusal.js';
import { count, localTime } from '../shapes.js';

const storeState = z.enum(['ok', 'unavailable']);

/** A process of the installation, as it said of itself last. */
export const processStatus = z.object({
  /** Host and port. */
  name: z.string(),
  role: z.enum(['all', 'collect', 'console']),
  seen_at: localTime,
  /** Not heard of for longer than any that runs is silent: what waits is on its disk. */
  silent: z.boolean(),
  taking: z.boolean(),
  waiting_records: count,
  complete_up_to: localTime,
  failing_since: localTime.nullable(),
});
export type ProcessStatus = z.infer<typeof processStatus>;

/** How the parts of the server are now. Times are in the installation's zone. */
export const serverStatus = z.object({
  version: z.string(),
  time_zone: z.string(),
  now: localTime,
  started_at: localTime,
  stores: z.object({ visits: storeState, metadata: storeState }),
  /** The servers of a cluster, as one of them says; null where there is none, or none answers. */
  replicas: z.object({ total: count, reached: count, /** Seconds. */ behind: count, /** Tables that take nothing. */ read_only: count }).nullable(),
  /** All that any process acknowledged before is stored. */
  complete_up_to: localTime,
  /** Seconds between that and now. */
  lag: count,
  /** Where several processes may be on one store: each as it said of itself last. */
  processes: z.array(processStatus),
  /** Of the process that answers. */
  journal: z.object({
    /** Whether the disk takes what comes in. */
    taking: z.boolean(),
    waiting_records: count,
    waiting_bytes: count,
    waiting_segments: count,
    /** All that was acknowledged before is stored. */
    complete_up_to: localTime,
    /** Seconds between that and now. */
    lag: count,
    /** Since when the store has taken nothing; null while it does. */
    failing_since: localTime.nullable(),
    /** Since the server started. */
    stored_rows: count,
    /** Rows that the store would not take since the server started: they are in dead-letter files. */
    dead_rows: count,
  }),
  /** Bytes of the disk that the data folder is on. */
  disk: z.object({ free: count, total: count }),
  process: z.object({
    /** Bytes in memory, without the embedded engine. */
    memory: count,
    /** Milliseconds that one in a hundred turns of the event loop was late in the last minute. */
    loop_delay: z.number().nonnegative(),
  }),
});
export type ServerStatus = z.infer<typeof serverStatus>;

/** What came in, by minute: the oldest first, minutes without anything included. */
export const wayIn = z.object({
  minutes: z.array(z.object({ at: localTime, received: count, refused: count })),
  received: count,
  refused: count,
  reasons: z.array(z.object({ reason: refusalReason, num: count })),
});
export type WayIn = z.infer<typeof wayIn>;

export const siteSize = z.object({
  id: z.number(),
  /** '' for a site that was deleted and whose data was kept. */
  domain: z.string(),
  visits: count,
  spider_hits: count,
  events: count,
  /** Compressed, on disk: the table's bytes by the site's part of its rows. */
  bytes: count,
});
export type SiteSize = z.infer<typeof siteSize>;

export const slowQuestion = z.object({
  id: z.string(),
  /** With placeholders: the values are not shown. */
  sql: z.string(),
  times: count,
  /** Milliseconds. */
  longest: count,
  /** Rows read by the longest. */
  rows_read: count,
  last_at: localTime,
});
export type SlowQuestion = z.infer<typeof slowQuestion>;

export const status = {
  overview: defineEndpoint({
    id: 'status.overview',
    method: 'GET',
    path: '/status/overview',
    access: 'admin',
    summary: 'How the parts of the server are now.',
    input: z.object({}),
    output: serverStatus,
  }),
  wayIn: defineEndpoint({
    id: 'status.way_in',
    method: 'GET',
    path: '/status/way_in',
    access: 'admin',
    summary: 'What came in by minute, over all sites and what belongs to none, and why things were refused.',
    input: z.object({ minutes: z.coerce.number().int().min(1).max(1_440).default(60) }),
    output: wayIn,
  }),
  sizes: defineEndpoint({
    id: 'status.sizes',
    method: 'GET',
    path: '/status/sizes',
    access: 'admin',
    summary: 'What each site has in the store of visits, the largest first.',
    input: z.object({}),
    output: z.object({ sites: z.array(siteSize), bytes: count }),
  }),
  slow: defineEndpoint({
    id: 'status.slow',
    method: 'GET',
    path: '/status/slow',
    access: 'admin',
    summary: 'Questions that took longer than `threshold` milliseconds since the server started, the longest first.',
    input: z.object({}),
    output: z.object({ threshold: count, list: z.array(slowQuestion) }),
  }),
  plan: defineEndpoint({
    id: 'status.plan',
    method: 'GET',
    path: '/status/plan',
    access: 'admin',
    summary: 'How the store answers a slow question.',
    input: z.object({ id: z.string().min(1).max(64) }),
    output: z.object({ lines: z.array(z.string()) }),
  }),
};
