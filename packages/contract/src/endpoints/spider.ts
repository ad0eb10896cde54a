import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { count, cut, domainScope, exportFields, exportPaging, grain, jsonOr, localTime, pageInput, pagination, queryTime, sortDirection } from '../shapes.js';
import { authenticity, BLOCK_SYNTAXES, dryRun, networkOwner, spider, spiderFields, spiderHit, spiderRow, spiderRun, spiderStatus, spiderVerdict, spiderWarning, SPIDER_LIMITS } from './spider-shapes.js';

const identity = z.object({ id: z.coerce.number().int().positive() });
/** A rule's id; 0 stands for crawlers that no rule names. */
const spiderId = z.coerce.number().int().nonnegative().optional();

const listQuery = {
  type: z.string().max(SPIDER_LIMITS.type).default(''),
  spider_id: spiderId,
  status: spiderStatus.optional(),
  /** Contained in name or a keyword; '' lets all through. */
  search: z.string().max(100).default(''),
  sort: jsonOr(z.partialRecord(z.enum(['id', 'type', 'name', 'hits_24h', 'hits_7d', 'forged_7d', 'last_hit_at']), sortDirection)).default({}),
};

/** What hits are looked at: of today unless a range is given. Source: specification 2, section 3, "Spider log filter state". */
const hitQuery = {
  domain: domainScope,
  query_time: queryTime.optional(),
  type: z.string().max(SPIDER_LIMITS.type).default(''),
  spider_id: spiderId,
  /** A whole address, or a part of one. */
  ip: z.string().max(64).default(''),
  /** Contained, whatever the case. */
  user_agent: z.string().max(200).default(''),
  /** The spider's name, exactly: for crawlers that share the id 0. */
  name: z.string().max(SPIDER_LIMITS.name).default(''),
  /** Contained, whatever the case. */
  url: z.string().max(500).default(''),
  /** The address, exactly. */
  address: z.string().max(4_096).default(''),
  /** Who runs the crawlers, of those for AI: see `ai.operators`. */
  operator: z.string().max(100).default(''),
  authenticity: z.union([z.literal(''), authenticity]).default(''),
  /** `none` for hits whose status is not known. */
  status: z.union([z.literal(''), z.literal('none'), z.string().regex(/^\d{3}$/u)]).default(''),
};

const logSort = jsonOr(z.partialRecord(z.enum(['ip', 'type', 'name', 'url', 'created_at', 'status', 'bytes']), sortDirection)).default({});
const summaryItem = z.object({ name: z.string(), value: count });
const verdictCounts = z.object({ hits: count, genuine: count, forged: count, unverifiable: count });
const LIST = ['SpiderList'] as const;
const LOG = ['SpiderLog'] as const;
const BOTH = [...LIST, ...LOG] as const;

export const spiders = {
  list: defineEndpoint({
    id: 'spider.list',
    method: 'GET',
    path: '/spider/list',
    access: LIST,
    summary: 'The spider rules, with their hits on the sites that the user may see.',
    input: pageInput.extend(listQuery),
    output: z.object({ list: z.array(spiderRow), meta: z.object({ pagination }) }),
  }),
  listExport: defineDownload({
    id: 'spider.list_export',
    path: '/spider/list_export',
    access: LIST,
    summary: 'The spider rules as a file.',
    input: z.object({ ...listQuery, ...exportPaging, ...exportFields }),
  }),
  info: defineEndpoint({ id: 'spider.info', method: 'GET', path: '/spider/info', access: LIST, summary: 'One spider rule.', input: identity, output: spider }),
  add: defineEndpoint({
    id: 'spider.add',
    method: 'POST',
    path: '/spider/add',
    access: 'admin',
    summary: 'Add a spider rule; it decides about hits from now on.',
    input: z.object({ ...spiderFields, status: spiderStatus.default(1) }),
    output: spider,
  }),
  edit: defineEndpoint({
    id: 'spider.edit',
    method: 'POST',
    path: '/spider/edit',
    access: 'admin',
    summary: 'Change the given fields of a spider rule, from now on.',
    input: identity.extend({ ...z.object(spiderFields).partial().shape, status: spiderStatus.optional() }),
    output: spider,
  }),
  remove: defineEndpoint({
    id: 'spider.remove',
    method: 'GET',
    path: '/spider/del',
    access: 'admin',
    summary: 'Remove a spider rule; its stored hits stay, and a shipped rule stays removed through later releases.',
    input: identity,
    output: z.null(),
    aliases: [{ method: 'DELETE', path: '/spider' }],
  }),
  bulk: defineEndpoint({
    id: 'spider.bulk',
    method: 'POST',
    path: '/spider/bulk',
    access: 'admin',
    summary: 'Switch several rules on or off, or remove them: all or none.',
    input: z.object({ ids: z.array(z.number().int().positive()).min(1).max(5_000), action: z.enum(['enable', 'disable', 'remove']) }),
    output: z.object({ changed: count }),
  }),
  typeList: defineEndpoint({ id: 'spider.type_list', method: 'GET', path: '/spider/type_list', access: BOTH, summary: 'The types of the spider rules.', input: z.object({}), output: z.array(z.string()) }),
  spiderList: defineEndpoint({
    id: 'spider.spider_list',
    method: 'GET',
    path: '/spider/spider_list',
    access: BOTH,
    summary: 'The names of the spider rules of a type; of all when none is given.',
    input: z.object({ type: z.string().max(SPIDER_LIMITS.type).default('') }),
    output: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  warnings: defineEndpoint({
    id: 'spider.warnings',
    method: 'POST',
    path: '/spider/warnings',
    access: LIST,
    effect: 'reads',
    summary: 'What deserves a second look in the keywords of a rule before it is saved.',
    input: z.object({ id: z.number().int().nonnegative().default(0), keyword: spiderFields.keyword }),
    output: z.array(spiderWarning),
  }),
  test: defineEndpoint({
    id: 'spider.test',
    method: 'POST',
    path: '/spider/test',
    access: LIST,
    effect: 'reads',
    summary: 'Which rule an agent falls to, and why.',
    input: z.object({ user_agent: z.string().max(SPIDER_LIMITS.agent) }),
    output: spiderVerdict,
  }),
  dryRun: defineEndpoint({
    id: 'spider.dry_run',
    method: 'POST',
    path: '/spider/dry_run',
    access: LIST,
    effect: 'reads',
    timeout: 60_000,
    summary: 'What a new rule, or a change of one, would take of what is stored on the sites that the user may see: from people, from other spiders, from the unknown.',
    input: z.object({ ...spiderFields, id: z.number().int().nonnegative().default(0), domain: domainScope, query_time: queryTime.optional() }),
    output: dryRun,
  }),
  apply: defineEndpoint({
    id: 'spider.apply',
    method: 'POST',
    path: '/spider/apply',
    access: 'admin',
    summary: 'Apply a saved rule back in time, on all sites. Goes on after the answer; see runs.',
    input: identity,
    output: spiderRun,
  }),
  undo: defineEndpoint({
    id: 'spider.undo',
    method: 'POST',
    path: '/spider/undo',
    access: 'admin',
    summary: 'Undo the latest rule that was applied back in time. Goes on after the answer; see runs.',
    input: identity,
    output: spiderRun,
  }),
  runs: defineEndpoint({ id: 'spider.runs', method: 'GET', path: '/spider/runs', access: 'admin', summary: 'The rules that were applied back in time, the latest first.', input: z.object({}), output: z.array(spiderRun) }),
  statistics: defineEndpoint({
    id: 'spider.statistics',
    method: 'GET',
    path: '/spider/statistics',
    access: LOG,
    summary: 'Hits by spider type, most first; of today unless a range is given.',
    input: z.object({ domain: domainScope, query_time: queryTime.optional() }),
    output: z.object({ list: z.array(summaryItem), total: count, cut }),
  }),
  log: defineEndpoint({
    id: 'spider.log',
    method: 'GET',
    path: '/spider/log',
    access: LOG,
    summary: 'Hits by crawlers, the newest first; of today unless a range is given.',
    input: pageInput.extend({ ...hitQuery, sort: logSort }),
    output: z.object({ list: z.array(spiderHit), meta: z.object({ pagination }), cut }),
  }),
  logExport: defineDownload({ id: 'spider.log_export', path: '/spider/log_export', access: LOG, summary: 'Hits by crawlers as a file.', input: z.object({ ...hitQuery, sort: logSort, ...exportPaging, ...exportFields }) }),
  trend: defineEndpoint({
    id: 'spider.trend',
    method: 'GET',
    path: '/spider/trend',
    access: LOG,
    summary: 'Hits by type over time: by hour up to two days, else by day, unless said otherwise.',
    input: z.object({ ...hitQuery, grain: grain.optional() }),
    output: z.object({
      grain,
      keys: z.array(localTime),
      /** Most hits first; `values` are as many as `keys`. */
      types: z.array(z.object({ type: z.string(), total: count, values: z.array(count) })),
      total: count,
      cut,
    }),
  }),
  topUrls: defineEndpoint({
    id: 'spider.top_urls',
    method: 'GET',
    path: '/spider/top_urls',
    access: LOG,
    summary: 'The addresses that crawlers asked for most.',
    input: pageInput.extend(hitQuery),
    /** `bytes` of the hits whose size is known. `total`: hits in all. */
    output: z.object({ list: z.array(z.object({ key: z.string(), num: count, bytes: count, last_at: localTime })), total: count, meta: z.object({ pagination }), cut }),
  }),
  authenticity: defineEndpoint({
    id: 'spider.authenticity',
    method: 'GET',
    path: '/spider/authenticity',
    access: LOG,
    summary: 'Which hits of the crawlers whose operators publish their networks are genuine, and which are forged; of today unless a range is given.',
    input: z.object(hitQuery),
    output: z.object({
      /** Most forged first. */
      list: z.array(verdictCounts.extend({ type: z.string(), name: z.string() })),
      total: verdictCounts,
      /** Who runs the networks that forged hits came from, most hits first; `left_out`: forged hits of addresses that were not looked up, being beyond ten thousand. */
      networks: z.object({ list: z.array(networkOwner.extend({ hits: count, addresses: count })), left_out: count }),
      /** What is judged by. */
      sources: z.array(z.object({ key: z.string(), crawlers: z.array(z.string()), source: z.string(), as_of: z.string(), networks: count })),
      cut,
    }),
  }),
  blockList: defineEndpoint({
    id: 'spider.block_list',
    method: 'GET',
    path: '/spider/block_list',
    access: LOG,
    summary: 'The addresses that forged a crawler, ten thousand at most, as nginx, Caddy, Apache or iptables read them; of today unless a range is given.',
    input: z.object({ ...hitQuery, syntax: z.enum(BLOCK_SYNTAXES).default('nginx') }),
    /** `hits` of all addresses; `left_out`: addresses that are kept without their last part, or beyond ten thousand. */
    output: z.object({ text: z.string(), addresses: count, left_out: count, hits: count, cut }),
  }),
  statuses: defineEndpoint({
    id: 'spider.statuses',
    method: 'GET',
    path: '/spider/statuses',
    access: LOG,
    summary: 'Hits and bytes by the status that was answered; null where it is not known.',
    input: z.object(hitQuery),
    output: z.object({ list: z.array(z.object({ status: z.number().nullable(), num: count, bytes: count })), total: count, bytes: count, cut }),
  }),
};
