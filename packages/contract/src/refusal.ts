import { z } from 'zod';

/**
 * Why something received was not stored: the closed list. Each refusal is counted under one of these, never silent.
 * `http` is what a sender over HTTP is answered with.
 */
export const REFUSALS = {
  malformed: { http: 400, meaning: 'could not be read as the agreed shape' },
  too_large: { http: 413, meaning: 'larger than a beacon or a log line may be' },
  bad_url: { http: 400, meaning: 'the url is not an absolute http or https address' },
  unknown_site: { http: 404, meaning: 'no registered site answers for the host' },
  paused_site: { http: 403, meaning: 'counting is switched off for the site' },
  do_not_track: { http: 204, meaning: 'the browser asks not to be tracked, and the site respects that' },
  excluded_address: { http: 204, meaning: 'the site counts nobody from that address or network' },
  excluded_path: { http: 204, meaning: 'the site does not count that page' },
  expired: { http: 204, meaning: 'older than the site keeps its records' },
  duplicate: { http: 204, meaning: 'already stored by an earlier import or batch' },
  not_a_log_line: { http: 400, meaning: 'the line does not have the layout of the log' },
  heading: { http: 204, meaning: 'a blank line, or one that tells how the log is laid out: no request' },
  method: { http: 400, meaning: 'not a GET request, so not a page view' },
  status: { http: 400, meaning: 'answered with a redirect or an error, so no page was seen' },
  asset: { http: 400, meaning: 'an image, script, style sheet, feed or another file that is not a page' },
  people: { http: 204, meaning: 'a page view of a person, in a log imported for its crawlers alone' },
  other_site: { http: 403, meaning: 'the url belongs to another site than the API key' },
  bad_key: { http: 401, meaning: 'no API key, or one that is unknown or revoked' },
  bad_time: { http: 400, meaning: 'the time lies in the future, or longer ago than is taken' },
  crawler: { http: 204, meaning: 'a custom event of a crawler: its pages are spider hits, its events count nowhere' },
  rate_limited: { http: 429, meaning: 'more from one address, or for one site, than is taken in so short a time; the sender was told to retry' },
  undecided: { http: 503, meaning: 'the store could not say whether it was sent before; the sender was told to retry' },
  journal_full: { http: 503, meaning: 'no room to keep it safe; the sender was told to retry' },
  store_rejected: { http: 204, meaning: 'the store would not take it; kept in a dead-letter file beside the journal' },
} as const satisfies Record<string, { http: number; meaning: string }>;

export type RefusalReason = keyof typeof REFUSALS;

export const refusalReason = z.enum(Object.keys(REFUSALS) as [RefusalReason, ...RefusalReason[]]);
