import type { NetworkOwners } from '@footfall/contract';
import type { QueryParams } from '../warehouse/query-params.js';
import type { KeptAnswers } from '../warehouse/kept-answers.js';
import type { KeptNumbers } from '../warehouse/rolled/kept-numbers.js';
import type { KeptOfOver, KnownHours } from '../warehouse/rolled/known-hours.js';
import type { Answer, Piece, QueryOptions } from '../warehouse/store-query.js';
import type { CompiledQuery } from './compile.js';
import type { CountryNames } from './country-names.js';
import type { CrawlerRanges } from './crawler-ranges.js';
import type { LocalRange } from './period.js';
import type { QuestionSite, SiteScope } from './scope.js';
import type { Zone } from './zone.js';

export type { QuestionCaps } from '../warehouse/store-query.js';

/** What questions need of the store. */
export interface QuestionStore {
  /** Hours whose figures need not be counted; null or absent where there are none. */
  readonly rolled?: KnownHours | null;
  /** Answers that nothing has changed since; null or absent where everything is asked. */
  readonly answers?: KeptAnswers | null;
  query<T>(sql: string, params: QueryParams, options?: QueryOptions): Promise<Answer<T>>;
  stream(sql: string, params: QueryParams, options?: QueryOptions): AsyncGenerator<Piece>;
}

/** Who asks, about which sites, when; everything of a question besides its own input. */
export interface Asked {
  /** The sites that may be looked at. */
  readonly sites: readonly QuestionSite[];
  readonly scope: SiteScope;
  /** The zone in which the answer is cut. */
  readonly zone: Zone;
  /** Milliseconds UTC. */
  readonly now: number;
  /** Up to when everything received is stored, milliseconds UTC; null when nothing waits. */
  readonly completeTo: number | null;
  /** Names countries in the asker's language. */
  readonly countryNames: CountryNames;
  /** From where crawlers come. */
  readonly crawlers: CrawlerRanges;
  /** Who runs the network of an address. */
  readonly networkOwner: NetworkOwners;
  /** The number of the visitor whom a fingerprint is: see visitor.ts. */
  readonly visitorOf: (fingerprint: string) => string;
  /** Hours that are rolled up: see rolled.ts. */
  readonly rolled: KnownHours | null;
  /** What is kept of hours that are over: see kept-groups.ts and kept-periods.ts; null where everything is to be counted. */
  readonly kept: KeptOfOver | null;
  /** Numbers that were looked up: see counted-rest.ts; null where everything is to be told by one statement. */
  readonly numbers: KeptNumbers | null;
  /** Asks the store; stops when the asker goes away. @throws FootfallError of `store.*` */
  run<Row>(query: CompiledQuery): Promise<Answer<Row>>;
  /**
   * Makes what is kept for whoever asks next, once for all who need it meanwhile, and to its end although they have waited long enough: see builds.ts.
   * @param key what is made, of which sites
   * @param work is given who asks with the patience that this takes
   * @returns what the work told; null where somebody else did it
   * @throws as `run`, FootfallError `store.busy` when the asker's patience ends before it is done
   */
  build<T>(key: string, work: (asked: Asked) => Promise<T>): Promise<{ readonly told: T } | null>;
  /** The rows of an answer as they come, in constant memory; stops as `run` does, and when nobody reads on. @throws as `run`, possibly after some rows */
  stream(query: CompiledQuery): AsyncGenerator<Piece>;
}

/** How an answer was cut: the contract's `cut`. */
export interface Cut {
  time_zone: string;
  from: string;
  to: string;
  complete_to: string | null;
}

export function cutOf(asked: Asked, [from, to]: LocalRange): Cut {
  const { zone, completeTo } = asked;
  return { time_zone: zone.name, from, to, complete_to: completeTo === null ? null : zone.text(completeTo) };
}
