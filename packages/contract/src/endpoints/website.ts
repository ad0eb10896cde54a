import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { roleKey } from '../person.js';
import { refusalReason } from '../refusal.js';
import { count, exportFields, exportPaging, pageInput, pagination, trafficSummary } from '../shapes.js';

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

/** What every answer shows of a site. */
const siteSummary = z.object({
  id: z.number(),
  name: z.string(),
  domain: z.string(),
  is_stat: z.union([z.literal(0), z.literal(1)]),
  time_zone: z.string(),
  tracking,
  created_at: z.string(),
});

/** `partial`: the last octet of IPv4 and the last 80 bits of IPv6 are never stored. */
const addressMask = z.enum(['none', 'partial']);

/** What a site answers for, what it leaves out, and how long it keeps the rest: see docs/websites.md. */
export const website = siteSummary.extend({
  aliases: z.array(z.string()),
  /** Whether sub-domains of the domain and of the aliases count as the site. */
  subdomains: z.union([z.literal(0), z.literal(1)]),
  /** Addresses and networks, as CIDR. */
  excluded_addresses: z.array(z.string()),
  /** Paths, `*` for anything. */
  excluded_paths: z.array(z.string()),
  /** Names, `*` for anything. */
  excluded_parameters: z.array(z.string()),
  /** 0: for ever. */
  retention_days: z.number(),
  address_mask: addressMask,
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
  /** More hosts of the site; each as a domain is given. */
  aliases: z.array(z.string().max(253)).max(200),
  subdomains: flag,
  excluded_addresses: z.array(z.string().max(60)).max(1_000),
  excluded_paths: z.array(z.string().max(500)).max(500),
  excluded_parameters: z.array(z.string().max(100)).max(500),
  /** 0 keeps for ever. */
  retention_days: z.coerce.number().int().min(0).max(36_500),
  address_mask: addressMask,
};
const { name, domain, ...optional } = editable;

const members = z.object({
  /** All roles; `all_sites`: it grants every site, whatever is chosen here. */
  roles: z.array(z.object({ key: z.string(), name: z.string(), built_in: z.boolean(), all_sites: z.boolean(), granted: z.boolean() })),
  /** Who may see the site, by name; the keys of the roles that grant it. */
  users: z.array(z.object({ id: z.number(), username: z.string(), nickname: z.string(), roles: z.array(z.string()) })),
});
export type WebsiteMembers = z.infer<typeof members>;

export const siteFilter = z.object({ domain: z.string().max(253).default(''), is_stat: flag.optional() });

const siteOrder = {
  sort: z.enum(['id', 'name', 'pv', 'uv', 'ip', 'spider', 'referer_num']).default('pv'),
  direction: z.enum(['asc', 'desc']).default('desc'),
};

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
    input: z.object(optional).partial().extend({ name, domain }),
    output: website,
  }),
  edit: defineEndpoint({
    id: 'website.edit',
    method: 'POST',
    path: '/website/edit',
    access: 'admin',
    summary: 'Change the given fields of a site.',
    input: z.object(editable).partial().extend(identity.shape),
    output: website,
  }),
  remove: defineEndpoint({
    id: 'website.remove',
    method: 'GET',
    path: '/website/del',
    access: 'admin',
    summary: 'Remove a site from the list. Its stored data is kept, and comes back when its domain is registered again, unless it is to be erased: then for ever.',
    input: identity.extend({
      data: z.enum(['keep', 'erase']).default('keep'),
      /** To erase: the domain of the site once more. */
      domain: z.string().max(253).default(''),
    }),
    output: z.null(),
    aliases: [{ method: 'DELETE', path: '/website' }],
  }),
  liveCheck: defineEndpoint({
    id: 'website.live_check',
    method: 'GET',
    path: '/website/live_check',
    access: ['DomainList'],
    summary: 'Whether visits of a site arrive: its newest one, and what was refused of its pages within the last 15 minutes, with the reason.',
    input: identity,
    output: z.object({
      /** `null`: none ever came. */
      visit: z.object({
        /** ISO 8601 UTC. */
        at: z.string(),
        url: z.string(),
        browser_name: z.string(),
        os_name: z.string(),
        country_code: z.string(),
      }).nullable(),
      refused: z.array(z.object({ host: z.string(), reason: refusalReason, num: count, at: z.string() })),
    }),
  }),
  members: defineEndpoint({
    id: 'website.members',
    method: 'GET',
    path: '/website/members',
    access: 'admin',
    summary: 'Who may see a site: the roles that grant it, and the users who hold them.',
    input: identity,
    output: members,
  }),
  setMembers: defineEndpoint({
    id: 'website.set_members',
    method: 'POST',
    path: '/website/members',
    access: 'admin',
    summary: 'Grant a site to exactly these roles, among those that name their sites.',
    input: identity.extend({ roles: z.array(roleKey).max(1_000) }),
    output: members,
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
    input: pageInput.extend({ ...siteFilter.shape, ...siteOrder }),
    output: z.object({
      list: z.array(
        siteSummary.extend({
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
  statisticsExport: defineDownload({
    id: 'website.list_statistics_export',
    path: '/website/list_statistics_export',
    access: 'signed-in',
    summary: 'The sites with their figures of today and yesterday as a file.',
    input: siteFilter.extend({ ...siteOrder, ...exportPaging, ...exportFields }),
  }),
};
