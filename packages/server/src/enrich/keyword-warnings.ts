import type { SpiderWarning } from '@footfall/contract';
import { COMMON_BROWSERS } from './data/common-browsers.js';
import type { SpiderRule } from './spider-rules.js';

/** Rules that are named in a warning. */
const NAMED = 5;
/** A keyword within those of more than this share of all rules, and at least so many, is one for crawlers at large. */
const GENERIC_SHARE = 0.03;
const GENERIC_RULES = 10;

interface Entry {
  readonly rule: SpiderRule;
  readonly keyword: string;
  readonly lower: string;
}

const lowered = (keyword: string): string => keyword.trim().toLowerCase();

function named(entries: readonly Entry[]): Pick<SpiderWarning, 'num' | 'rules'> {
  const byRule = new Map(entries.map((entry) => [entry.rule.id, entry]));
  return { num: byRule.size, rules: [...byRule.values()].slice(0, NAMED).map(({ rule, keyword }) => ({ id: rule.id, name: rule.name, keyword })) };
}

function warningsOf(keyword: string, own: readonly string[], entries: readonly Entry[], ruleCount: number): SpiderWarning[] {
  const lower = lowered(keyword);
  const warnings: SpiderWarning[] = [];
  const warn = (kind: SpiderWarning['kind'], found: readonly Entry[], browsers: readonly string[] = []): void => {
    warnings.push({ keyword, kind, ...named(found), browsers: [...browsers] });
  };
  const browsers = COMMON_BROWSERS.filter(([, agent]) => agent.toLowerCase().includes(lower)).map(([name]) => name);
  const same = entries.filter((entry) => entry.lower === lower);
  const longer = entries.filter((entry) => entry.lower !== lower && entry.lower.includes(lower));
  const shorter = entries.filter((entry) => entry.lower !== lower && lower.includes(entry.lower));
  const isForAll = new Set(longer.map(({ rule }) => rule.id)).size > Math.max(GENERIC_RULES, ruleCount * GENERIC_SHARE);
  if (browsers.length > 0 || isForAll) warn('generic', longer, browsers);
  if (same.length > 0) warn('duplicate', same);
  if (longer.length > 0 && !isForAll) warn('covered', longer);
  if (shorter.length > 0) warn('covers', shorter);
  if (own.some((other) => lowered(other) !== lower && lower.includes(lowered(other)))) warn('redundant', []);
  return warnings;
}

/**
 * What deserves a second look in the keywords of a rule, measured against the other rules (switched-off ones too: they may come
 * back) and the agents of common browsers.
 * @param id the rule's own, 0 for a new one
 */
export function keywordWarnings(id: number, keywords: readonly string[], rules: readonly SpiderRule[]): SpiderWarning[] {
  const others = rules.filter((rule) => rule.id !== id);
  const entries = others.flatMap((rule) => rule.keywords.map((keyword): Entry => ({ rule, keyword, lower: lowered(keyword) }))).filter(({ lower }) => lower !== '');
  return keywords.filter((keyword) => keyword.trim() !== '').flatMap((keyword) => warningsOf(keyword, keywords, entries, others.length));
}
