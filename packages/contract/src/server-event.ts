import { z } from 'zod';
import { customEvent, MAX_EVENT_NAME } from './hit.js';

/**
 * The wire shape of what a server sends about its visitors: `POST /api/v1/events`, an array of items or `{"events": [...]}`.
 * `server/src/collect/server-events/check-item.ts` does the same by hand, and says of each item what is wrong with it.
 */
export const SERVER_EVENTS_PATH = '/api/v1/events';
/** Items of one batch. */
export const MAX_BATCH = 1_000;
/** Bytes of one batch. */
export const MAX_BATCH_BYTES = 4_194_304;
export const MAX_EVENT_ID = 128;
export const MAX_VISITOR_ID = 256;
/** How long ago something may have happened: two years. */
export const MAX_PAST_MS = 731 * 86_400_000;
/** How far the sender's clock may be ahead: such a time becomes the time of receipt. */
export const MAX_AHEAD_MS = 5 * 60_000;

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/u;
const pixels = z.number().int().min(0).max(100_000);

const about = {
  id: z.string().min(1).max(MAX_EVENT_ID).optional().describe('Yours, unique within the site: the same id again, however much later, is counted once. Without it a repeat counts again.'),
  timestamp: z
    .union([z.string().regex(ISO).refine((text) => !Number.isNaN(Date.parse(text))), z.number()])
    .optional()
    .describe('When it happened: ISO 8601 with a zone, or milliseconds since 1970 UTC. At most two years ago; up to five minutes ahead becomes now. Left out: now.'),
  ip: z.string().max(45).optional().describe("The visitor's address, IPv4 or IPv6."),
  user_agent: z.string().optional().describe("The visitor's User-Agent header; it also tells crawlers, whose page views become spider hits."),
  referrer: z.string().optional().describe("The visitor's Referer header."),
  title: z.string().optional(),
  language: z.string().optional().describe('Preferred first, comma separated: zh-CN,zh'),
  visitor_id: z.string().min(1).max(MAX_VISITOR_ID).optional().describe('Any text that stays the same for one person, such as an account number; only its hash is kept.'),
  fingerprint: z.string().regex(/^[0-9a-f]{16}$/u).optional().describe("The tracker's fingerprint of the visitor, so that both count as one."),
  screen: z.object({ width: pixels, height: pixels }).optional(),
};

export const serverPageview = z.object({ type: z.literal('pageview'), url: z.string().describe("Absolute; its host must be the key's site."), ...about });

export const serverCustomEvent = z.object({
  type: z.literal('event'),
  name: z.string().min(1).max(MAX_EVENT_NAME),
  props: customEvent.def.items[1].optional().describe('Flat: texts, numbers and booleans.'),
  url: z.string().optional().describe("The page it happened on, if any; its host must be the key's site."),
  ...about,
});

export const serverItem = z.discriminatedUnion('type', [serverPageview, serverCustomEvent]);
export type ServerItem = z.infer<typeof serverItem>;

const items = z.array(serverItem).min(1).max(MAX_BATCH);
export const serverBatch = z.union([items, z.object({ events: items })]);
