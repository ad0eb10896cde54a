import type { EventRecord, RefusalReason, SpiderHitRecord, VisitRecord } from '@footfall/contract';
import { createAgentReader } from './agent.js';
import type { Arrival } from './arrival.js';
import { type Draft, spiderHit, startDraft, type Step } from './draft.js';
import { customEvent } from './event.js';
import type { Geo } from './geo.js';
import { createReferrerReader } from './referrer.js';
import type { Sessions } from './sessions.js';
import type { SpiderClassifier, SpiderVerdict } from './spider-classifier.js';
import type { SpiderRule } from './spider-rules.js';
import { addressStep } from './steps/address.js';
import { agentStep } from './steps/agent.js';
import { automationStep } from './steps/automation.js';
import { campaignStep } from './steps/campaign.js';
import { clientStep } from './steps/client.js';
import { hintsStep } from './steps/hints.js';
import { parametersStep } from './steps/parameters.js';
import { referrerStep } from './steps/referrer.js';
import { sessionStep } from './steps/session.js';
import { spiderStep } from './steps/spider.js';
import { stripStep } from './steps/strip.js';
import { visitorStep } from './steps/visitor.js';

export type Enriched =
  | { readonly kind: 'visit'; readonly visit: VisitRecord }
  | { readonly kind: 'spider'; readonly hit: SpiderHitRecord }
  | { readonly kind: 'event'; readonly event: EventRecord }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

export interface Enricher {
  /** Everything that can be known of an arrival. Never throws on what strangers send; does no input or output. */
  enrich(arrival: Arrival): Enriched;
  /** The spider step's verdict alone, for whoever must know before there is an arrival. */
  classify(agent: string | null): SpiderVerdict | null;
  /** Replaces the operator's spider rules from the next arrival on. */
  useRules(rules: readonly SpiderRule[]): void;
  /** How often the rules were replaced. */
  revision(): number;
}

export interface EnricherParts {
  readonly geo: Geo;
  readonly spiders: SpiderClassifier;
  readonly sessions: Sessions;
}

/**
 * The enrichment: two visible lists of small steps, in the order they run. Steps for everybody decide whether a crawler asked;
 * a crawler's request ends there, a person's goes through the rest. A custom event takes the same steps but the session's. A new step is one file and one line here.
 */
export function createEnricher({ geo, spiders, sessions }: EnricherParts): Enricher {
  const readAgent = createAgentReader();
  let revision = 0;
  const forEverybody: readonly Step[] = [addressStep(geo), spiderStep(spiders)];
  const forCrawlers: readonly Step[] = [parametersStep];
  const forPeople: readonly Step[] = [
    agentStep(readAgent),
    clientStep,
    hintsStep(readAgent),
    automationStep,
    referrerStep(createReferrerReader()),
    campaignStep,
    stripStep,
    parametersStep,
    visitorStep,
  ];
  const forViews: readonly Step[] = [...forPeople, sessionStep(sessions)];

  return {
    enrich(arrival) {
      const known = run(forEverybody, startDraft(arrival));
      if (arrival.event !== undefined) {
        if (known.spider !== null) return { kind: 'refused', reason: 'crawler' };
        return { kind: 'event', event: customEvent(run(forPeople, known), arrival.event, sessions) };
      }
      if (known.spider !== null) return { kind: 'spider', hit: spiderHit(run(forCrawlers, known), known.spider) };
      return { kind: 'visit', visit: run(forViews, known).visit };
    },
    classify: (agent) => spiders.classify(agent),
    useRules(rules) {
      revision += 1;
      spiders.useRules(rules);
    },
    revision: () => revision,
  };
}

function run(steps: readonly Step[], start: Draft): Draft {
  let draft = start;
  for (const step of steps) draft = step(draft);
  return draft;
}
