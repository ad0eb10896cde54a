import { z } from 'zod';
import { count, domainScope, localTime, queryTime } from '../shapes.js';

/** Whose visits: by fingerprint, or at an address. Source: specification 1, section 5, "Trajectory search". */
export const visitorFields = {
  domain: domainScope,
  /** Says which of the two below is looked for; that one must be given. */
  type: z.enum(['ip', 'fingerprint']),
  ip: z.string().max(45).default(''),
  fingerprint: z.string().max(64).default(''),
  query_time: queryTime.optional(),
};

const fact = z.union([z.string(), z.number()]);

/** How often, and when first and last, something was seen of a visitor. */
const seen = { num: count, first_seen: localTime, last_seen: localTime };

/** The panel of the trajectory: the facts of the newest visit, and all that was seen. Absent facts are ''. */
export const visitInfo = z.object({
  platform: z.string(),
  device_type: z.string(),
  device_vendor: z.string(),
  device_model: z.string(),
  cpu_cores: fact,
  ram: fact,
  os_name: z.string(),
  os_version: z.string(),
  browser_name: z.string(),
  browser_version: z.string(),
  screen_resolution: z.string(),
  fingerprint: z.string(),
  ip: z.string(),
  connection_type: z.string(),
  country: z.string(),
  country_code: z.string(),
  user_agent: z.string(),
  /** Visits and sessions in all. */
  pv: count,
  sessions: count,
  first_seen: localTime,
  last_seen: localTime,
  /** Most visits first, at most 100 of each; the totals say how many there are. */
  ips: z.array(z.object({ ip: z.string(), country: z.string(), country_code: z.string(), ...seen })),
  ips_total: count,
  /** Only real fingerprints: visits that brought none (logs, no script) are not listed. */
  fingerprints: z.array(z.object({ fingerprint: z.string(), device_type: z.string(), os_name: z.string(), browser_name: z.string(), ...seen })),
  fingerprints_total: count,
  sites: z.array(z.object({ domain: z.string(), num: count, last_seen: localTime })),
  time_zone: z.string(),
});
export type VisitInfo = z.infer<typeof visitInfo>;

/** One page view of a timeline. */
export const trajectoryVisit = z.object({
  id: z.string(),
  created_at: localTime,
  /** The same instant, milliseconds UTC. */
  at: z.number(),
  url: z.string(),
  title: z.string(),
  referer: z.string(),
  ip: z.string(),
  fingerprint: z.string(),
  user_agent: z.string(),
  /** Seconds until the next page of the session; null on its last page, whose end nobody knows. */
  dwell: z.number().nullable(),
});
export type TrajectoryVisit = z.infer<typeof trajectoryVisit>;

/** A session of the timeline: the specification's visits, grouped. */
export const trajectorySession = z.object({
  session_id: z.string(),
  domain: z.string(),
  started_at: localTime,
  ended_at: localTime,
  /** Seconds from the first page to the last. */
  duration: z.number(),
  entry_url: z.string(),
  referer: z.string(),
  /** How the visitor came: `direct`, `search` ... and by which engine, assistant or network. */
  channel: z.string(),
  referer_name: z.string(),
  country: z.string(),
  country_code: z.string(),
  device_type: z.string(),
  device_model: z.string(),
  os_name: z.string(),
  browser_name: z.string(),
  ip: z.string(),
  fingerprint: z.string(),
  /** What was otherwise in the session before this one. */
  changes: z.array(z.enum(['ip', 'fingerprint', 'country_code', 'device_type', 'device_model', 'os_name', 'os_version', 'browser_name', 'browser_version', 'screen_resolution'])),
  /** Page views in all; `visits` holds the first 500 of them, oldest first. */
  pv: count,
  visits: z.array(trajectoryVisit),
});
export type TrajectorySession = z.infer<typeof trajectorySession>;
