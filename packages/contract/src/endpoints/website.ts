import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { count, pageInput, pagination, trafficSummary } from '../shapes.js';

const flag = z.coerce.number().pipe(z.union([z.literal(0), z.literal(1)]));

const settings = { respect_dnt: flag, canvas_fingerprint: flag, visitor_id: flag, strip_campaign: flag };

/** How a site wants its visitors to be counted: see docs/tracker.md. */
const tracking = z.object({
  respect_dnt: z.union([z.literal(0), z.literal(1)]),
  canvas_fingerprint: z.union([z.literal(0), z.literal(1)]),
  visitor_id: z.union([z.literal(0), z.literal(1)]),
  strip_campaign: z.union([z.literal(0), z.literal(1)]),
});
export type WebsiteTracking = z.infer<typeof tracking>;

export const website = z.object({
  id: z.number(),
  name: z.string(),
  domain: z.string(),
  is_stat: z.union([z.literal(0), z.literal(1)]),
  time_zone: z.string(),
  tracking,
  created_at: z.string(),
});
export type Website = z.infer<typeof website>;

const identity = z.object({ id: z.coerce.number().int().positive() });
const editable = {
  name: z.string().trim().min(1).max(100),
  domain: z.string().trim().min(1).max(253),
  is_stat: flag,
  /** An IANA zone; empty takes the installation's. */
  time_zone: z.string().max(64),
  /** The settings to change; the others stay. */
  tracking: z.object(settings).partial(),
};

export const siteFilter = z.object({ domain: z.string().max(253).default(''), is_stat: flag.optional() });

export const websites = {
  list: defineEndpoint({
    id: 'website.list',
    method: 'GET',
    path: '/website/list',
    access: ['DomainList'],
    summary: 'The registered sites.',
    input: pageInput.extend(siteFilter.shape),
    output: z.object({ list: z.array(website), meta: z.object({ pagination }) }),
  }),
  info: defineEndpoint({
    id: 'website.info',
    method: 'GET',
    path: '/website/info',
    access: ['DomainList'],
    summary: 'One site.',
    input: identity,
    output: website,
  }),
  add: defineEndpoint({
    id: 'website.add',
    method: 'POST',
    path: '/website/add',
    access: 'admin',
    summary: 'Register a site; its visits count from now on.',
    input: z.object({ ...editable, is_stat: editable.is_stat.default(1), time_zone: editable.time_zone.default(''), tracking: editable.tracking.default({}) }),
    output: website,
  }),
  edit: defineEndpoint({
    id: 'website.edit',
    method: 'POST',
    path: '/website/edit',
    access: 'admin',
    summary: 'Change the given fields of a site.',
    input: identity.extend({
      name: editable.name.optional(),
      domain: editable.domain.optional(),
      is_stat: editable.is_stat.optional(),
      time_zone: editable.time_zone.optional(),
      tracking: editable.tracking.optional(),
    }),
    output: website,
  }),
  remove: defineEndpoint({
    id: 'website.remove',
    method: 'GET',
    path: '/website/del',
    access: 'admin',
    summary: 'Remove a site from the list; its stored visits are kept.',
    input: identity,
    output: z.null(),
    aliases: [{ method: 'DELETE', path: '/website' }],
  }),
  publicAddress: defineEndpoint({
    id: 'website.public_address',
    method: 'GET',
    path: '/website/public_address',
    access: 'signed-in',
    summary: 'Where the pages of the sites reach this server, as its operator set it; empty when the address in the browser is all that is known.',
    input: z.object({}),
    output: z.object({ url: z.string() }),
  }),
  statistics: defineEndpoint({
    id: 'website.list_statistics',
    method: 'GET',
    path: '/website/list_statistics',
    access: 'signed-in',
    summary: 'Each site with its figures of today and yesterday, each cut in its own time zone.',
    input: pageInput.extend({
      ...siteFilter.shape,
      sort: z.enum(['id', 'name', 'pv', 'uv', 'ip', 'spider', 'referer_num']).default('pv'),
      direction: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: z.object({
      list: z.array(
        website.extend({
          today: trafficSummary,
          yesterday: trafficSummary,
          yesterday_same_time: trafficSummary,
          /** PV by hour of today, hour 0 first, up to the running hour. */
          hours: z.array(count),
          /** ISO 8601 UTC of the newest visit or spider hit, `null` when none ever came. */
          last_hit_at: z.string().nullable(),
        }),
      ),
      meta: z.object({ pagination }),
    }),
  }),
};
