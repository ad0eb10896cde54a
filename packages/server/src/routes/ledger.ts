import { endpoints } from '@footfall/contract';
import { type HandlersOf, userOf } from '../http/handler.js';
import { ledger } from '../questions/ledger.js';
import { asking, type QuestionDeps } from './asking.js';

export interface LedgerDeps extends QuestionDeps {
  /** Records that are safe in the journal and not yet stored. */
  readonly waiting: () => number;
}

/**
 * What became of everything received. Asked over all sites by whoever may see them all, it includes what belongs to none
 * of them and what waits, which is not counted by site; for everyone else nothing waits until it is stored.
 */
export function ledgerRoutes(deps: LedgerDeps): HandlersOf<typeof endpoints.ledger> {
  return {
    read({ domain, minutes }, context) {
      const asked = asking(deps, domain, context, endpoints.ledger.read.timeout);
      const isWhole = domain.trim() === '' && userOf(context).grants.sites === 'all';
      return isWhole ? ledger(minutes, asked.scope.withUnknownSite(), deps.waiting(), asked) : ledger(minutes, asked.scope, 0, asked);
    },
  };
}
