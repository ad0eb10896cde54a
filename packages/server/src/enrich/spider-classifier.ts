import { Remembered } from './remembered.js';
import { createDetector } from './spider-detector.js';
import { compileRules, type SpiderRule } from './spider-rules.js';
import { MAX_TEXT, storable } from './text.js';

/** Why a request is a crawler's. */
export interface SpiderVerdict {
  /** The rule that took it; 0 for the generic detector. */
  readonly spiderId: number;
  readonly type: string;
  readonly name: string;
  /** The keyword that matched, or the name of the generic sign. */
  readonly reason: string;
}

export interface SpiderClassifier {
  /** The verdict on an agent, null for a person's. An agent of null (the source records none) is nobody's. */
  classify(agent: string | null): SpiderVerdict | null;
  /** Replaces the operator's rules; takes effect with the next call. */
  useRules(rules: readonly SpiderRule[]): void;
}

const AGENTS = 20_000;

/**
 * Operator's rules first, the generic detector after them. Verdicts are remembered by agent, until the rules change.
 * Only the first 1,024 units of an agent count, as only those are stored.
 */
export function createSpiderClassifier(rules: readonly SpiderRule[]): SpiderClassifier {
  const known = new Remembered<SpiderVerdict | null>(AGENTS);
  const detect = createDetector();
  let match = compileRules(rules);

  function decide(agent: string): SpiderVerdict | null {
    const matched = match(agent);
    if (matched !== null) {
      return { spiderId: matched.rule.id, type: matched.rule.type, name: matched.rule.name, reason: matched.keyword };
    }
    const sign = detect(agent);
    return sign === null ? null : { spiderId: 0, ...sign };
  }

  return {
    classify(received) {
      if (received === null) return null;
      const agent = storable(received, MAX_TEXT.agent);
      const held = known.get(agent);
      if (held !== undefined) return held;
      const verdict = decide(agent);
      known.set(agent, verdict);
      return verdict;
    },
    useRules(next) {
      match = compileRules(next);
      known.clear();
    },
  };
}
