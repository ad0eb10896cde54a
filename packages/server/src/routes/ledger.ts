import { endpoints } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import { ledger } from '../questions/ledger.js';
import { asking, type QuestionDeps } from './asking.js';

export interface LedgerDeps extends QuestionDeps {
  /** Records that are safe in the journal and not yet stored. */
  readonly waiting: () => number;
}

/** What became of everything received. Asked over all sites, it includes what belongs to none of them. */
export function ledgerRoutes(deps: LedgerDeps): HandlersOf<typeof endpoints.ledger> {
  return {
    read({ domain, minutes }, context) {
      const asked = asking(deps, domain, context, endpoints.ledger.read.timeout);
      return ledger(minutes, domain === '' ? asked.scope.withUnknownSite() : asked.scope, deps.waiting(), asked);
    },
  };
}
