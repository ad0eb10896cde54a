import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { refusalReason } from '../refusal.js';
import { serverBatch } from '../server-event.js';
import { count } from '../shapes.js';

/** What became of an item that was not accepted. */
const unaccepted = z.object({
  /** Place in the batch, from 0. */
  index: count,
  /** As it was sent; absent when the item has none that can be read. */
  id: z.string().optional(),
  outcome: z.enum(['duplicate', 'refused']),
  reason: refusalReason,
  message: z.string(),
});

/** Answered beside the other endpoints, with an API key in place of a session. */
export const sendEvents = defineEndpoint({
  id: 'events.send',
  method: 'POST',
  path: '/v1/events',
  access: 'site-key',
  summary: 'Page views and custom events from a server, up to 1,000 at once. Answered when all that is accepted is safe on disk.',
  input: serverBatch,
  /** received = accepted + duplicates + refused; `items` lists those that were not accepted. */
  output: z.object({ received: count, accepted: count, duplicates: count, refused: count, items: z.array(unaccepted) }),
  timeout: 30_000,
});

const key = z.object({
  id: z.number(),
  name: z.string(),
  /** How the key begins, to tell one from another. */
  hint: z.string(),
  created_at: z.string(),
  /** To the minute; '' for never. */
  last_used_at: z.string(),
  /** '' while it is valid. */
  revoked_at: z.string(),
});
export type ApiKey = z.infer<typeof key>;

const site = z.object({ site_id: z.coerce.number().int().positive() });

export const apiKeys = {
  list: defineEndpoint({
    id: 'api_key.list',
    method: 'GET',
    path: '/website/key/list',
    access: 'admin',
    summary: 'The API keys of a site, newest first, revoked ones too.',
    input: site,
    output: z.object({ list: z.array(key) }),
  }),
  add: defineEndpoint({
    id: 'api_key.add',
    method: 'POST',
    path: '/website/key/add',
    access: 'admin',
    summary: 'Make an API key for a site. It is answered this once and kept as a hash only.',
    input: site.extend({ name: z.string().trim().min(1).max(100) }),
    output: key.extend({ key: z.string() }),
  }),
  revoke: defineEndpoint({
    id: 'api_key.revoke',
    method: 'POST',
    path: '/website/key/revoke',
    access: 'admin',
    summary: 'Revoke an API key, at once and for good.',
    input: z.object({ id: z.coerce.number().int().positive() }),
    output: key,
  }),
};
