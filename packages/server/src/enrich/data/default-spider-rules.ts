import { SPIDER_TYPES } from '@footfall/contract';
import type { SpiderRule } from '../spider-rules.js';
import { SPIDER_LIST } from './spider-list.js';
import { RARE_SPIDER_LIST } from './spider-list-rare.js';

/** A rule that the product ships. Its `key` names it for ever: it is the name in small letters when the rule was added. */
export interface DefaultSpiderRule extends SpiderRule {
  readonly key: string;
}

/**
 * The rules that a new installation starts with, the well-known crawlers of all types first. `id` is the place in this list, good for a
 * process without stored rules only: stored rules have ids of their own.
 */
export const DEFAULT_SPIDER_RULES: readonly DefaultSpiderRule[] = [SPIDER_LIST, RARE_SPIDER_LIST]
  .flatMap((list) => SPIDER_TYPES.flatMap((type) => list[type].split('\n').filter(Boolean).map((line) => ({ type, line }))))
  .map(({ type, line }, index) => {
    const colon = line.indexOf(': ');
    const name = colon === -1 ? line : line.slice(0, colon);
    const keywords = colon === -1 ? [name] : line.slice(colon + 2).split(', ');
    return { id: index + 1, key: keyOf(name), type, name, keywords, enabled: true };
  });

function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
}
