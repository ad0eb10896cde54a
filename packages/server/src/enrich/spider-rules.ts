/** An operator's rule: an agent that contains any of the keywords is this spider's. */
export interface SpiderRule {
  /** 1 or more; 0 stands for "no rule" in the records. */
  readonly id: number;
  /** One of SPIDER_TYPES, or a type of the operator's own. */
  readonly type: string;
  readonly name: string;
  readonly keywords: readonly string[];
  readonly enabled: boolean;
}

export interface RuleMatch {
  readonly rule: SpiderRule;
  /** As the rule spells it. */
  readonly keyword: string;
}

interface Candidate extends RuleMatch {
  readonly lower: string;
  /** Position of the rule in the list: the lower wins a tie. */
  readonly rank: number;
}

/** Keywords are found by their first units; shorter ones are tried one by one. */
const HEAD = 3;

/**
 * A matcher over the enabled rules: given an agent, the rule with the longest keyword that the agent contains, letter case
 * ignored. Of two keywords equally long the one of the earlier rule wins; a blank keyword matches nothing. The keywords
 * are indexed by their first three letters, so that a match costs one look-up per letter of the agent, however many rules there are.
 */
export function compileRules(rules: readonly SpiderRule[]): (agent: string) => RuleMatch | null {
  const byHead = new Map<number, Candidate[]>();
  const short: Candidate[] = [];
  for (const [rank, rule] of rules.entries()) {
    if (!rule.enabled) continue;
    for (const keyword of rule.keywords) {
      const lower = keyword.trim().toLowerCase();
      if (lower === '') continue;
      const candidate: Candidate = { rule, keyword: keyword.trim(), lower, rank };
      if (lower.length < HEAD) short.push(candidate);
      else {
        const head = headAt(lower, 0);
        const sharing = byHead.get(head);
        if (sharing === undefined) byHead.set(head, [candidate]);
        else sharing.push(candidate);
      }
    }
  }

  return (agent) => {
    const lower = agent.toLowerCase();
    let best: Candidate | null = null;
    for (const candidate of short) {
      if (beats(candidate, best) && lower.includes(candidate.lower)) best = candidate;
    }
    for (let at = 0; at + HEAD <= lower.length; at += 1) {
      const sharing = byHead.get(headAt(lower, at));
      if (sharing === undefined) continue;
      for (const candidate of sharing) {
        if (beats(candidate, best) && lower.startsWith(candidate.lower, at)) best = candidate;
      }
    }
    return best;
  };
}

function beats(candidate: Candidate, best: Candidate | null): boolean {
  if (best === null) return true;
  const longer = candidate.lower.length - best.lower.length;
  return longer > 0 || (longer === 0 && candidate.rank < best.rank);
}

/** Three UTF-16 units as one number below 2^48. */
function headAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x1_0000_0000 + text.charCodeAt(at + 1) * 0x1_0000 + text.charCodeAt(at + 2);
}
