import { endpoints } from '@footfall/contract';
import { type HandlersOf, userOf } from '../http/handler.js';
import { ledger, type Waiting } from '../questions/ledger.js';
import { asking, type QuestionDeps } from './asking.js';

export interface LedgerDeps extends QuestionDeps {
  /** What is safe in the journal and not yet stored. */
  readonly waiting: () => Waiting;
}

/**
 * What became of everything received. Asked over all sites by whoever may see them all, it includes what belongs to none
 * of them. What waits is not told apart by site: it is counted for whoever may see all sites; for everyone else a record
 * is received when it is stored.
 */
export function ledgerRoutes(deps: LedgerDeps): HandlersOf<typeof endpoints.ledger> {
  return {
    read({ domain, minutes }, context) {
      const asked = asking(deps, domain, context, endpoints.ledger.read.timeout);
      const seesAll = userOf(context).grants.sites === 'all';
      const scope = seesAll && domain.trim() === '' ? asked.scope.withUnknownSite() : asked.scope;
      const waiting = deps.waiting();
      return ledger(minutes, scope, seesAll ? waiting : { ...waiting, records: 0 }, asked);
    },
  };
}
