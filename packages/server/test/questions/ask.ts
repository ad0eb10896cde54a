import type { Endpoint, Input, Output } from '@footfall/contract';
import { visitorOf } from '../../src/enrich/steps/visitor.js';
import type { Handler, RequestContext } from '../../src/http/handler.js';
import type { Site, SiteDirectory } from '../../src/metadata/site-directory.js';
import { NO_RULES } from '../../src/metadata/site-rules.js';
import { DEFAULT_TRACKING } from '../../src/metadata/site-tracking.js';
import { createCountryNames } from '../../src/questions/country-names.js';
import { createBuilds } from '../../src/questions/builds.js';
import type { QuestionStore } from '../../src/questions/asked.js';
import { CRAWLER_LISTS } from '../../src/questions/crawler-lists.js';
import { createCrawlerRanges } from '../../src/questions/crawler-ranges.js';
import { createTurns } from '../../src/questions/turns.js';
import { createZones } from '../../src/questions/zone.js';
import type { QuestionDeps } from '../../src/routes/asking.js';
import { SITES } from './fixture.js';

const RANGES = createCrawlerRanges(CRAWLER_LISTS);
/** What a server has one of: a zone that was opened keeps thousands of offsets, and tests ask a hundred thousand questions. */
const ZONES = createZones();
const COUNTRY_NAMES = createCountryNames();
export const INSTALLATION_ZONE = 'Asia/Shanghai';

export function directoryOf(sites: readonly { id: number; name: string; domain: string; timeZone: string }[] = SITES): SiteDirectory {
  const all = sites.map((site): Site => ({ ...site, aliases: [], subdomains: false, isStat: site.id % 2 === 1, tracking: DEFAULT_TRACKING, rules: NO_RULES, respectDnt: false, stripCampaign: false, createdAt: Date.UTC(2025, 0, 1), hosts: (host) => host === site.domain }));
  return {
    timeZone: INSTALLATION_ZONE,
    all: () => all,
    byId: (id) => all.find((site) => site.id === id),
    byHost: (host) => all.find((site) => site.domain === host),
    byDomain: (domain) => all.find((site) => site.domain === domain),
    reload: () => Promise.resolve(),
  };
}

export function depsOf(store: QuestionStore, now: number, more: Partial<QuestionDeps> = {}): QuestionDeps {
  return { store, caps: { memory: 1_000_000_000, rows: 200_000 }, turns: createTurns({ atOnce: 3, waiting: 100 }), builds: createBuilds(), directory: directoryOf(), zones: ZONES, countryNames: COUNTRY_NAMES, crawlers: () => RANGES, networkOwner: () => ({ asn: 0, name: '' }), visitorOf, now: () => now, completeTo: () => null, ...more };
}

export function contextOf(more: Partial<RequestContext> = {}): RequestContext {
  return {
    user: { id: 1, username: 'u', nickname: 'U', avatar: '', introduction: '', email: '', roles: ['admin'], grants: { isAdmin: true, routes: [], sites: 'all' }, preferences: { language: '', theme: '', settings: {} } },
    sessionFamily: null, signal: new AbortController().signal, requestId: 'r', language: 'en', address: '127.0.0.1', agent: '', ...more,
  };
}

/** Asks as a request does: input and answer go through the contract's own checks. */
export async function ask<E extends Endpoint>(endpoint: E, handler: Handler<E>, input: Input<E>, context: RequestContext = contextOf()): Promise<Output<E>> {
  const answer = await handler(endpoint.input.parse(input) as Parameters<Handler<E>>[0], context);
  return endpoint.output.parse(JSON.parse(JSON.stringify(answer))) as Output<E>;
}
