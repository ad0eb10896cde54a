import { AI_TYPES } from '@footfall/contract';
import { namesOf } from './ai-operators.js';
import type { TimeRange } from './period.js';
import { during, everything, where, type Filter, type Source } from './plan.js';
import type { SiteScope } from './scope.js';

/** Which hits are AI crawlers'. @param operator who runs them; '' for all */
export function crawlersOf(operator: string): Filter[] {
  const own: Filter[] = operator === '' ? [] : [{ column: 'name', operator: 'in', value: namesOf(operator).crawlers }];
  return [{ column: 'type', operator: 'in', value: AI_TYPES }, ...own];
}

/** The requests of AI crawlers within a range. @param operator '' for all of them */
export function takenOf(scope: SiteScope, range: TimeRange, operator = ''): Source {
  return where(during(everything(scope, 'spider_hits'), [range]), crawlersOf(operator));
}

/** The page views that came from an assistant within a range: one for each visit that it sent. @param operator '' for all of them */
export function sentOf(scope: SiteScope, range: TimeRange, operator = ''): Source {
  const own: Filter[] = operator === '' ? [] : [{ column: 'referer_name', operator: 'in', value: namesOf(operator).assistants }];
  return where(during(everything(scope), [range]), [{ column: 'channel', value: 'ai' }, ...own]);
}

/** Requests for each visit sent, to two decimals; null where none was sent. */
export function ratioOf(taken: number, sent: number): number | null {
  return sent === 0 ? null : Math.round((taken / sent) * 100) / 100;
}
