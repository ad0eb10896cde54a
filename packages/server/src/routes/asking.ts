import type { NetworkOwners } from '@footfall/contract';
import type { RequestContext } from '../http/handler.js';
import { resolveScope } from '../http/scope.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import type { Asked, QuestionCaps, QuestionStore } from '../questions/asked.js';
import type { Builds } from '../questions/builds.js';
import type { CountryNames } from '../questions/country-names.js';
import type { CrawlerRanges } from '../questions/crawler-ranges.js';
import type { Recording } from '../questions/recording.js';
import { runStatement } from '../questions/run.js';
import { SiteScope } from '../questions/scope.js';
import type { Turns } from '../questions/turns.js';
import type { Zone } from '../questions/zone.js';

/** What the routes that ask questions are built from. */
export interface QuestionDeps {
  readonly store: QuestionStore;
  /** What one question may take. */
  readonly caps: QuestionCaps;
  /** So that nobody's questions hold up everybody's. */
  readonly turns: Turns;
  /** So that what is kept is made once, whoever needs it. */
  readonly builds: Builds;
  readonly directory: SiteDirectory;
  /** Opens IANA zones; createZones(). */
  readonly zones: (name: string) => Zone;
  /** Names countries in a language; createCountryNames(). */
  readonly countryNames: (language: string) => CountryNames;
  /** From where crawlers come, as it is known now; openCrawlerRanges(). */
  readonly crawlers: () => CrawlerRanges;
  /** Who runs the network of an address; openNetworkOwners(). */
  readonly networkOwner: NetworkOwners;
  /** The number of the visitor whom a fingerprint is, as it is given when a visit comes in. */
  readonly visitorOf: (fingerprint: string) => string;
  readonly now: () => number;
  /** Up to when everything received is stored, milliseconds UTC; null when nothing waits. */
  readonly completeTo: () => number | null;
}

/** A request whose statements are written down, if somebody asks how its answer comes about (proof.ts). */
export interface RecordedContext extends RequestContext {
  readonly recording?: Recording;
}

const DEFAULT_MS = 5_000;
/** What is made for all who ask next may take longer than one of them waits. */
const BUILD_MS = 30_000;
/** The part of his patience after which an asker is told to ask again: he is to hear it before he has given up by himself, which the console takes for no answer. */
const HEARS = 0.9;
/** A line of its own (turns.ts): what goes on without him must not keep him from asking something else. */
const builderOf = (asker: number): number => -1 - asker;
/** Ten million rows to a slow reader; one who is gone ends it at once. */
const DOWNLOAD_SECONDS = 4 * 3_600;

/**
 * Everything of a question besides its input: who may see what, in which zone, for how long.
 * @param domain the sites asked about; '' for all that the user may see
 * @param patience milliseconds that the client waits
 * @throws FootfallError `site.unknown`
 */
export function asking(deps: QuestionDeps, domain: string, context: RecordedContext, patience = DEFAULT_MS): Asked {
  const { sites, timeZone } = resolveScope(domain, context.user, deps.directory);
  const asker = context.user?.id ?? 0;
  const run = (id: number, signal: AbortSignal, most: number): Asked['run'] => (query) => runStatement(deps, query, { id, signal, patience: most });
  const asked: Asked = {
    sites,
    scope: SiteScope.of(sites),
    zone: deps.zones(timeZone),
    now: deps.now(),
    completeTo: deps.completeTo(),
    countryNames: deps.countryNames(context.language),
    crawlers: deps.crawlers(),
    networkOwner: deps.networkOwner,
    visitorOf: deps.visitorOf,
    rolled: deps.store.rolled ?? null,
    kept: deps.store.rolled ?? null,
    numbers: deps.store.rolled?.numbers ?? null,
    run: run(asker, context.signal, patience),
    build: (key, work) => deps.builds.build(key, (stop) => work({ ...asked, run: run(builderOf(asker), stop, Math.max(patience, BUILD_MS)) }), { signal: context.signal, patience: HEARS * patience }),
    stream: ({ sql, params, settings }) => deps.store.stream(sql, params, { signal: context.signal, maxSeconds: DOWNLOAD_SECONDS, caps: deps.caps, ...(settings === undefined ? {} : { settings }) }),
  };
  return context.recording?.of(asked) ?? asked;
}
