import type { SpiderVerdictAnswer, SpiderWarning } from '@footfall/contract';
import { keywordWarnings } from './keyword-warnings.js';
import { explainRules } from './rule-explanation.js';
import type { SpiderClassifier } from './spider-classifier.js';
import { createDetector } from './spider-detector.js';
import type { SpiderRule } from './spider-rules.js';
import { NEW_RULE, searchedFor, takingOf } from './taking.js';
import { MAX_TEXT, storable } from './text.js';

/** A rule against history: what to look for, and what of it the rule really takes. */
export interface Trial {
  /** The stored rule that it changes, 0 for a new one. */
  readonly id: number;
  /** What an agent must contain one of, in small letters. */
  readonly keywords: readonly string[];
  /** The keyword by which the rule takes an agent, null where it does not. */
  readonly taking: (agent: string) => string | null;
}

/** What can be told about rules without asking the store. */
export interface SpiderLab {
  /** What becomes of an agent, and why. */
  judge(agent: string, rules: readonly SpiderRule[]): SpiderVerdictAnswer;
  warnings(id: number, keywords: readonly string[], rules: readonly SpiderRule[]): SpiderWarning[];
  /** @param id of the stored rule that is changed; any other number is a new one */
  trial(rule: Omit<SpiderRule, 'enabled'>, rules: readonly SpiderRule[]): Trial;
}

export function createSpiderLab({ classify }: Pick<SpiderClassifier, 'classify'>): SpiderLab {
  const detect = createDetector();
  return {
    judge(typed, rules) {
      const agent = storable(typed, MAX_TEXT.agent);
      const verdict = classify(agent);
      const generic = detect(agent);
      return {
        user_agent: agent,
        verdict: verdict === null ? null : { spider_id: verdict.spiderId, type: verdict.type, name: verdict.name, reason: verdict.reason },
        candidates: explainRules(rules, agent).map(({ rule, keyword, at, length, outcome }) => ({ id: rule.id, type: rule.type, name: rule.name, keyword, at, length, outcome })),
        generic: generic === null ? null : { type: generic.type, name: generic.name, reason: generic.reason },
      };
    },
    warnings: keywordWarnings,
    trial(draft, rules) {
      const isStored = rules.some(({ id }) => id === draft.id);
      const rule = { ...draft, id: isStored ? draft.id : NEW_RULE, enabled: true };
      return { id: isStored ? draft.id : 0, keywords: searchedFor(rule), taking: takingOf(rule, rules) };
    },
  };
}
