import type { RefusalReason } from '@footfall/contract';
import type { Arrival } from '../enrich/arrival.js';
import { type CountedSite, leftOut } from '../enrich/site.js';
import type { SpiderVerdict } from '../enrich/spider-classifier.js';
import { detached } from '../enrich/text.js';
import type { LineParser } from './format.js';
import { createLineIds } from './line-id.js';
import { countAs } from './page-rules.js';
import { isForSite, pageUrl } from './page-url.js';
import type { LogRecord } from './record.js';

/** A line that is to be stored, unless it is already. */
export interface Candidate {
  readonly arrival: Arrival;
  readonly isSpider: boolean;
  /** Whether it may have been read before in the same log. */
  readonly isBehind: boolean;
}

export interface LineReaderOptions {
  readonly site: CountedSite;
  /** The spider step's verdict on an agent. */
  readonly classify: (agent: string | null) => SpiderVerdict | null;
  /** The client's address, from who connected and what proxies say. */
  readonly client: (address: string, forwarded: string) => string;
  readonly now: () => number;
  /** Whether the page views of people are left out. */
  readonly crawlersOnly?: boolean | undefined;
}

/** Distinct agents held at once. */
const MAX_AGENTS = 20_000;

/**
 * Makes of each line of one log a candidate for storing or the reason why it is none. Agents come again and again: each is held once, with
 * its verdict, so that whatever looks it up further on finds the very same text. A visitor's lines often follow each other, so the last is tried first.
 */
export function createLineReader({ site, classify, client, now, crawlersOnly = false }: LineReaderOptions): (line: string, parse: LineParser) => Candidate | RefusalReason {
  const ids = createLineIds(site.domain);
  const agents = new Map<string, KnownAgent>();
  let last: KnownAgent | undefined;

  function agentOf(text: string): KnownAgent {
    if (last?.agent === text) return last;
    last = agents.get(text) ?? remembered(text);
    return last;
  }

  function remembered(text: string): KnownAgent {
    if (agents.size >= MAX_AGENTS) agents.clear();
    const agent = detached(text);
    const known = { agent, isSpider: classify(agent) !== null };
    agents.set(agent, known);
    return known;
  }

  function arrivalOf(record: LogRecord, agent: string | null, id: string): Arrival {
    const { at, method, status, bytes } = record;
    const ip = client(record.ip, record.forwarded);
    return { id, site, at, receivedAt: now(), source: 'log', ip, userAgent: agent, url: pageUrl(record, site), referrer: record.referrer, title: '', method, status, bytes, client: null };
  }

  return (line, parse) => {
    const record = parse(line);
    if (record === null) return 'not_a_log_line';
    const { agent, isSpider } = record.agent === null ? NOBODY : agentOf(record.agent);
    const counted = countAs(record, isForSite(record, site), isSpider);
    if (counted.as === 'refused') return counted.reason;
    if (crawlersOnly && counted.as === 'visit') return 'people';
    const id = ids.next(line, record.at);
    const arrival = arrivalOf(record, agent, id);
    return leftOut(site, arrival.ip, arrival.url, arrival.at, arrival.receivedAt) ?? { arrival, isSpider, isBehind: ids.isBehind() };
  };
}

interface KnownAgent {
  readonly agent: string;
  readonly isSpider: boolean;
}

/** Without agents nobody is a crawler. */
const NOBODY = { agent: null, isSpider: false } as const;
