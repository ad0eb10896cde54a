import { z } from 'zod';
import { grantableRoute } from '../catalogue/grantable-routes.js';
import { defineEndpoint } from '../endpoint.js';

/** Tokens of one user that are valid at a time. */
export const MOST_TOKENS = 50;
/** Days that a token may live; 0 stands for no end. */
const MOST_DAYS = 3_650;

const token = z.object({
  id: z.number(),
  name: z.string(),
  /** How the token begins, to tell one from another. */
  hint: z.string(),
  /** The screens whose figures it may read. */
  routes: z.array(grantableRoute),
  /** Domains; empty for all that its owner may see. */
  sites: z.array(z.string()),
  created_at: z.string(),
  /** '' for never. */
  expires_at: z.string(),
  /** To the minute; '' for never. */
  last_used_at: z.string(),
  /** '' while it is not revoked. */
  revoked_at: z.string(),
  /** Whether it works now. */
  valid: z.boolean(),
});
export type ApiToken = z.infer<typeof token>;

export const tokens = {
  list: defineEndpoint({
    id: 'token.list',
    method: 'GET',
    path: '/profile/token/list',
    access: 'signed-in',
    summary: "One's own API tokens, newest first, ended ones too.",
    input: z.object({}),
    output: z.object({ list: z.array(token) }),
  }),
  add: defineEndpoint({
    id: 'token.add',
    method: 'POST',
    path: '/profile/token/add',
    access: 'signed-in',
    summary: 'Make an API token that reads what the given screens show of the given sites, never more than one may see oneself. It is answered this once and kept as a hash only.',
    input: z.object({
      name: z.string().trim().min(1).max(100).refine((name) => !/\p{Cc}/u.test(name) && name.isWellFormed(), 'must not hold control characters'),
      routes: z.array(grantableRoute).min(1).max(100),
      /** Domains; none for all. */
      sites: z.array(z.string().max(253)).max(1_000).default([]),
      days: z.coerce.number().int().min(0).max(MOST_DAYS).default(90),
    }),
    output: token.extend({ token: z.string() }),
  }),
  revoke: defineEndpoint({
    id: 'token.revoke',
    method: 'POST',
    path: '/profile/token/revoke',
    access: 'signed-in',
    summary: "Revoke one of one's own API tokens, at once and for good.",
    input: z.object({ id: z.coerce.number().int().positive() }),
    output: token,
  }),
};
