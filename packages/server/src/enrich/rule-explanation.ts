import type { SpiderRule } from './spider-rules.js';

/** A rule with a keyword in an agent, and what becomes of it. */
export interface ExplainedRule {
  readonly rule: SpiderRule;
  /** The longest of the rule's keywords that the agent contains, as the rule spells it. */
  readonly keyword: string;
  /** Where it stands first in the agent in small letters, in UTF-16 units. */
  readonly at: number;
  /** Units of the keyword in small letters. */
  readonly length: number;
  readonly outcome: 'wins' | 'shorter' | 'later' | 'disabled';
}

interface Found {
  readonly rule: SpiderRule;
  readonly rank: number;
  readonly keyword: string;
  readonly lower: string;
}

function longestIn(rule: SpiderRule, rank: number, agent: string): Found[] {
  let best: Found | null = null;
  for (const typed of rule.keywords) {
    const keyword = typed.trim();
    const lower = keyword.toLowerCase();
    if (lower !== '' && lower.length > (best?.lower.length ?? 0) && agent.includes(lower)) best = { rule, rank, keyword, lower };
  }
  return best === null ? [] : [best];
}

/**
 * Every rule with a keyword in an agent, the one that wins first, then the longer keywords and the earlier rules. Says in so
 * many words what `compileRules` decides: switched-off rules match nothing, the longest keyword wins, of equal ones the earlier rule's.
 */
export function explainRules(rules: readonly SpiderRule[], agent: string): ExplainedRule[] {
  const lower = agent.toLowerCase();
  const found = rules.flatMap((rule, rank) => longestIn(rule, rank, lower));
  const order = (a: Found, b: Found): number => Number(b.rule.enabled) - Number(a.rule.enabled) || b.lower.length - a.lower.length || a.rank - b.rank;
  const [first, ...rest] = found.toSorted(order);
  if (first === undefined) return [];
  const explained = ({ rule, keyword, lower: text }: Found, outcome: ExplainedRule['outcome']): ExplainedRule => ({ rule, keyword, at: lower.indexOf(text), length: text.length, outcome: rule.enabled ? outcome : 'disabled' });
  return [explained(first, 'wins'), ...rest.map((one) => explained(one, one.lower.length < first.lower.length ? 'shorter' : 'later'))];
}
