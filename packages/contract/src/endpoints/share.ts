import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';

/** Share links of one site that work at a time. */
export const MOST_SHARES = 50;
/** Days that a share link may live; 0 stands for no end. */
const MOST_DAYS = 3_650;
/** Under which the console shows what a link shares; the link's token follows. */
export const SHARE_PATH = '/share';

/** `suspended`: whoever made it is disabled, or may not see the site's dashboard any more. */
export const shareState = z.enum(['works', 'suspended', 'expired', 'revoked']);

const share = z.object({
  id: z.number(),
  name: z.string(),
  /** How the token begins, to tell one from another. */
  hint: z.string(),
  domain: z.string(),
  /** User name of whoever made it. */
  maker: z.string(),
  created_at: z.string(),
  /** '' for never. */
  expires_at: z.string(),
  /** To the minute; '' for never. */
  last_used_at: z.string(),
  /** '' while it is not revoked. */
  revoked_at: z.string(),
  state: shareState,
  /** Whether the asking user may end it: whoever made it, and administrators. */
  revocable: z.boolean(),
});
export type ShareLink = z.infer<typeof share>;

export const shares = {
  list: defineEndpoint({
    id: 'share.list',
    method: 'GET',
    path: '/share/list',
    access: ['DashboardInfo'],
    summary: "A site's share links, newest first, ended ones too.",
    input: z.object({ domain: z.string().min(1).max(253) }),
    output: z.object({ list: z.array(share) }),
  }),
  add: defineEndpoint({
    id: 'share.add',
    method: 'POST',
    path: '/share/add',
    access: ['DashboardInfo'],
    summary: "Make a link that shows a site's dashboard to whoever has it, without visitors' addresses, never more than one may see oneself. Its token is answered this once and kept as a hash only.",
    input: z.object({
      domain: z.string().min(1).max(253),
      name: z.string().trim().min(1).max(100).refine((name) => !/\p{Cc}/u.test(name) && name.isWellFormed(), 'must not hold control characters'),
      /** 0 for no end. */
      days: z.coerce.number().int().min(0).max(MOST_DAYS).default(30),
      /** Works up to the end of this day, by the site's clock; in place of `days`. */
      until: z.union([z.literal(''), z.iso.date()]).default(''),
    }),
    output: share.extend({ token: z.string() }),
  }),
  revoke: defineEndpoint({
    id: 'share.revoke',
    method: 'POST',
    path: '/share/revoke',
    access: ['DashboardInfo'],
    summary: 'End a share link, at once and for good: one of your own, or as an administrator any.',
    input: z.object({ id: z.coerce.number().int().positive() }),
    output: share,
  }),
  open: defineEndpoint({
    id: 'share.open',
    method: 'POST',
    path: '/share/open',
    access: 'public',
    effect: 'reads',
    summary: 'What a share link shows. With its token in the Authorization header, the calls of the dashboard answer for this site.',
    input: z.object({ token: z.string().max(200) }),
    output: z.object({
      site: z.string(),
      domain: z.string(),
      /** IANA. */
      time_zone: z.string(),
      /** '' for never. */
      expires_at: z.string(),
    }),
  }),
};
