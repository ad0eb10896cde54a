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

/** Keywords of one length, that start alike, by their text. */
interface Alike {
  readonly length: number;
  readonly byText: Map<string, Candidate>;
}

interface Candidate extends RuleMatch {
  readonly lower: string;
  /** Position of the rule in the list: the lower wins a tie. */
  readonly rank: number;
}

/** Keywords are found by their first units; shorter ones are tried one by one. */
const HEAD = 3;
/** Places for first units: few enough to stay in the processor's cache, so many that two of 2,000 keywords seldom share one. */
const PLACES = 1 << 16;

/**
 * A matcher over the enabled rules: given an agent, the rule with the longest keyword that the agent contains, letter case
 * ignored. Of two keywords equally long the one of the earlier rule wins; a blank keyword matches nothing. The keywords
 * are indexed by their first three letters, and those that share them by their length, so that a match costs about one look-up
 * per letter of the agent, however many rules there are and however alike.
 */
export function compileRules(rules: readonly SpiderRule[]): (agent: string) => RuleMatch | null {
  const byHead = Array.from<Alike[] | undefined>({ length: PLACES }).fill(undefined);
  const short: Candidate[] = [];
  for (const [rank, rule] of rules.entries()) {
    if (!rule.enabled) continue;
    for (const keyword of rule.keywords) {
      const lower = keyword.trim().toLowerCase();
      if (lower === '') continue;
      const candidate: Candidate = { rule, keyword: keyword.trim(), lower, rank };
      if (lower.length < HEAD) short.push(candidate);
      else add((byHead[headAt(lower, 0)] ??= []), candidate);
    }
  }
  for (const sharing of byHead) sharing?.sort((one, other) => other.length - one.length);

  return (agent) => {
    const lower = agent.toLowerCase();
    let best: Candidate | null = null;
    for (const candidate of short) {
      if (beats(candidate, best) && lower.includes(candidate.lower)) best = candidate;
    }
    for (let at = 0; at + HEAD <= lower.length; at += 1) {
      const sharing = byHead[headAt(lower, at)];
      if (sharing === undefined) continue;
      for (const { length, byText } of sharing) {
        if (best !== null && length < best.lower.length) break;
        const candidate = byText.get(lower.slice(at, at + length));
        if (candidate !== undefined && beats(candidate, best)) best = candidate;
      }
    }
    return best;
  };
}

/** Of two rules with one keyword the earlier one stays. */
function add(sharing: Alike[], candidate: Candidate): void {
  const { length } = candidate.lower;
  let alike = sharing.find((other) => other.length === length);
  if (alike === undefined) sharing.push((alike = { length, byText: new Map() }));
  if (!alike.byText.has(candidate.lower)) alike.byText.set(candidate.lower, candidate);
}

function beats(candidate: Candidate, best: Candidate | null): boolean {
  if (best === null) return true;
  const longer = candidate.lower.length - best.lower.length;
  return longer > 0 || (longer === 0 && candidate.rank < best.rank);
}

/** The place of three UTF-16 units: others may have the same, so what lies there is still compared. */
function headAt(text: string, at: number): number {
  return ((text.charCodeAt(at) << 10) ^ (text.charCodeAt(at + 1) << 5) ^ text.charCodeAt(at + 2)) & (PLACES - 1);
}
