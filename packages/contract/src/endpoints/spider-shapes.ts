import { z } from 'zod';
import { count, localTime } from '../shapes.js';

/** Longest texts of a rule, and most keywords. An agent has at most 1,024 characters, so longer keywords match nothing. */
export const SPIDER_LIMITS = { type: 64, name: 100, keyword: 200, keywords: 200, agent: 8_192 } as const;

const oneLine = (longest: number) => z.string().trim().min(1).max(longest).refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'must not hold control characters');

/** Blank keywords are ignored (specification 2, section 5), and one that is given twice stands once. */
const keywords = z
  .array(z.string().max(SPIDER_LIMITS.keyword))
  .max(SPIDER_LIMITS.keywords)
  .transform((list) => {
    const seen = new Map<string, string>();
    for (const one of list.map((text) => text.trim())) if (one !== '' && !seen.has(one.toLowerCase())) seen.set(one.toLowerCase(), one);
    return [...seen.values()];
  })
  .refine((list) => list.every((text) => !/\p{Cc}/u.test(text) && text.isWellFormed()), 'must not hold control characters');

/** A rule as an operator writes it. */
export const spiderFields = { type: oneLine(SPIDER_LIMITS.type), name: oneLine(SPIDER_LIMITS.name), keyword: keywords };

export const spiderStatus = z.coerce.number().pipe(z.union([z.literal(0), z.literal(1)]));

/** Whether a rule is the operator's own, follows the releases, or was shipped and then changed. */
export const spiderOrigin = z.enum(['own', 'shipped', 'changed']);

/** Source: specification 2, section 3, "Spider". */
export const spider = z.object({
  id: z.number(),
  type: z.string(),
  name: z.string(),
  keyword: z.array(z.string()),
  status: z.union([z.literal(0), z.literal(1)]),
  created_at: localTime,
  origin: spiderOrigin,
});
export type Spider = z.infer<typeof spider>;

/** Whether a hit came from where its crawler's operator says that the crawler comes from; `unverifiable` where that can not be told. */
export const authenticity = z.enum(['genuine', 'forged', 'unverifiable']);
export type Authenticity = z.infer<typeof authenticity>;

/**
 * Why. `listed`: the address is in a network that the operator publishes; `not_listed`: it is in none; `confirmed`: its host is the operator's, and the host's name
 * leads back to the address; `refuted`: it is not; `not_asked`: only the host would tell, and is not known; `shortened`: it was kept without its last part, and only
 * some of what it may have been is listed; `not_public`: it is no address of the internet, but a proxy's, or not known; `no_list`: no list of this crawler's networks is known.
 */
export const evidence = z.object({
  why: z.enum(['listed', 'not_listed', 'confirmed', 'refuted', 'not_asked', 'shortened', 'not_public', 'no_list']),
  /** The network, or the host; '' where there is none. */
  network: z.string(),
  /** The list, and the day that its operator made it; '' without one. */
  list: z.string(),
  as_of: z.string(),
});
export type Evidence = z.infer<typeof evidence>;

/** Who runs the network of an address: `asn` is the number of its autonomous system, 0 where it is not known; `name` is '' where nobody knows. */
export const networkOwner = z.object({ asn: count, name: z.string() });
export type NetworkOwner = z.infer<typeof networkOwner>;
/** `AS64500 Example Hosting`; '' where neither is known. */
export function networkOwnerText({ asn, name }: NetworkOwner): string {
  return [asn === 0 ? '' : `AS${asn}`, name].filter((part) => part !== '').join(' ');
}

/** Says it of a canonical address. Never throws. */
export type NetworkOwners = (ip: string) => NetworkOwner;

/** Who reads a list of addresses that are to be kept out. */
export const BLOCK_SYNTAXES = ['nginx', 'caddy', 'apache', 'iptables'] as const;
export type BlockSyntax = (typeof BLOCK_SYNTAXES)[number];

/** A rule in the list: hits of the last 24 hours and 7 days, on the sites that the user may see. */
export const spiderRow = spider.extend({ hits_24h: count, hits_7d: count, /** Of `hits_7d`. */ forged_7d: count, last_hit_at: localTime.nullable() });
export type SpiderRow = z.infer<typeof spiderRow>;

/**
 * Why a keyword deserves a second look. `duplicate`: another rule has it (the one with the lower id wins); `covered`: longer
 * keywords of other rules contain it, and win over it; `covers`: it contains shorter keywords of other rules, and takes from
 * them; `redundant`: a shorter keyword of the same rule says as much; `generic`: people's agents contain it, or those of so
 * many crawlers that it would be a rule for all.
 */
export const spiderWarning = z.object({
  keyword: z.string(),
  kind: z.enum(['duplicate', 'covered', 'covers', 'redundant', 'generic']),
  /** How many rules, or for `generic` how many well-known crawlers. */
  num: count,
  /** A few of them. */
  rules: z.array(z.object({ id: z.number(), name: z.string(), keyword: z.string() })),
  /** `generic` alone: agents of common browsers that contain it. */
  browsers: z.array(z.string()),
});
export type SpiderWarning = z.infer<typeof spiderWarning>;

/** A rule that an agent matches: with which keyword, where it stands in the agent (UTF-16 units), and why the rule wins or not. */
const candidate = z.object({
  id: z.number(),
  type: z.string(),
  name: z.string(),
  keyword: z.string(),
  at: count,
  length: count,
  /** `shorter`: another keyword is longer; `later`: one as long belongs to an earlier rule; `disabled`: the rule is switched off. */
  outcome: z.enum(['wins', 'shorter', 'later', 'disabled']),
});

/** What the rules and the generic detector make of an agent. */
export const spiderVerdict = z.object({
  /** As it is read: only the first 1,024 characters of an agent count. */
  user_agent: z.string(),
  /** What a hit with this agent becomes; null: a person's visit. */
  verdict: z.object({ spider_id: z.number(), type: z.string(), name: z.string(), reason: z.string() }).nullable(),
  /** Every rule with a keyword in the agent, the winner first, then by length of keyword. */
  candidates: z.array(candidate),
  /** The generic detector's own verdict, which counts where no rule matches. */
  generic: z.object({ type: z.string(), name: z.string(), reason: z.string() }).nullable(),
});
export type SpiderVerdictAnswer = z.infer<typeof spiderVerdict>;

/** Where a rule takes hits from: people's visits, other spiders, crawlers without a rule, or itself (under another name or type). */
export const takenFrom = z.enum(['people', 'spiders', 'unknown', 'own']);

const takenCounts = z.object({ people: count, spiders: count, unknown: count, own: count });
export type TakenCounts = z.infer<typeof takenCounts>;

/** What a rule would take of what is stored. */
export const dryRun = z.object({
  total: takenCounts,
  /** Distinct visitors among `total.people`. */
  visitors: count,
  /** Stored hits of this rule that it would no longer match; they stay where they are. */
  released: count,
  /** Page views in range, and hits by crawlers: what `total` is a part of. */
  pv: count,
  hits: count,
  sites: z.array(takenCounts.extend({ domain: z.string() })),
  /** Other spiders that lose hits, most first. */
  losers: z.array(z.object({ spider_id: z.number(), type: z.string(), name: z.string(), num: count })),
  /** The agents that would be taken, most hits first. */
  samples: z.array(z.object({ from: takenFrom, user_agent: z.string(), keyword: z.string(), num: count, name: z.string(), last_at: localTime })),
  /** Distinct agents in all. */
  agents: count,
  from: localTime.nullable(),
  to: localTime.nullable(),
  time_zone: z.string(),
});
export type DryRun = z.infer<typeof dryRun>;

/** `staging` and `moving` end as `applied`, `undoing` as `undone`; what failed changed nothing and says why. */
export const spiderRunState = z.enum(['staging', 'moving', 'applied', 'undoing', 'undone', 'failed']);

/** A rule that was applied back in time. */
export const spiderRun = z.object({
  /** Counts up: the version of the stored figures. */
  id: z.number(),
  spider_id: z.number(),
  type: z.string(),
  name: z.string(),
  keyword: z.array(z.string()),
  state: spiderRunState,
  moved: takenCounts,
  /** Custom events that went along with the visitors who turned out to be crawlers. */
  events: count,
  created_at: localTime,
  created_by: z.string(),
  finished_at: localTime.nullable(),
  undone_at: localTime.nullable(),
  undone_by: z.string(),
  /** Why it failed, or has not got further yet; '' otherwise. */
  problem: z.string(),
  /** Whether it can be undone now: it is applied, it is the latest that is, and what is needed is still kept. */
  can_undo: z.boolean(),
});
export type SpiderRun = z.infer<typeof spiderRun>;

/** Source: specification 2, section 3, "Spider log record", and what else is known of a hit. */
export const spiderHit = z.object({
  /** UInt64 as decimal text. */
  id: z.string(),
  ip: z.string(),
  country: z.string(),
  country_code: z.string(),
  domain: z.string(),
  /** 0: the generic detector. */
  spider_id: z.number(),
  type: z.string(),
  name: z.string(),
  /** The keyword that matched, or the generic sign. */
  reason: z.string(),
  url: z.string(),
  referer: z.string(),
  created_at: localTime,
  user_agent: z.string(),
  method: z.string(),
  /** From a log; null from a beacon. */
  status: z.number().nullable(),
  bytes: z.number().nullable(),
  source: z.string(),
  authenticity,
  evidence,
  network_owner: networkOwner,
});
export type SpiderHit = z.infer<typeof spiderHit>;
