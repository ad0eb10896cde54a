import { compileRules, type SpiderRule } from './spider-rules.js';

/** A rule that is not stored yet has this id: the last of all, as its number would be. */
export const NEW_RULE = Number.MAX_SAFE_INTEGER;

/**
 * Which agents a rule takes once it stands among the others, in its place if it is there already: the keyword by which it does,
 * null where it does not win. Decided by the matcher that decides at the way in.
 * @param rules all stored rules in order of their ids
 */
export function takingOf(rule: SpiderRule, rules: readonly SpiderRule[]): (agent: string) => string | null {
  const proposed = rules.some(({ id }) => id === rule.id) ? rules.map((one) => (one.id === rule.id ? rule : one)) : [...rules, rule];
  const match = compileRules(proposed);
  return (agent) => {
    const winner = match(agent);
    return winner !== null && winner.rule.id === rule.id ? winner.keyword : null;
  };
}

/** The keywords in the form in which a store can look for them: small letters, none blank, each once. */
export function searchedFor(rule: Pick<SpiderRule, 'keywords'>): string[] {
  return [...new Set(rule.keywords.map((keyword) => keyword.trim().toLowerCase()).filter((keyword) => keyword !== ''))];
}
