import { refusalReason, type endpoints, type Output } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { during, everything, grouped } from './plan.js';
import type { SiteScope } from './scope.js';

type Ledger = typeof endpoints.ledger.read;

const MINUTE = 60_000;

/**
 * What became of everything received in the last `minutes` (begun minutes count whole): received = stored + refused +
 * waiting. What was received and stored are counted apart, from the ledger and from the records themselves, so that the
 * sum proves something.
 * @param waiting records that are safe in the journal and not yet stored
 */
export async function ledger(minutes: number, scope: SiteScope, waiting: number, asked: Pick<Asked, 'now' | 'run'>): Promise<Output<Ledger>> {
  const from = Math.floor((asked.now - (minutes - 1) * MINUTE) / MINUTE) * MINUTE;
  const range = [{ from, to: Math.floor(asked.now / MINUTE) * MINUTE + MINUTE }];
  const { rows } = await asked.run<Row>(
    compileUnion([
      grouped(during(everything(scope, 'ledger', 'minute'), range), ['num'], { keys: ['outcome', 'reason'] }),
      grouped(during(everything(scope, 'visits', 'received_at'), range), ['pv']),
      grouped(during(everything(scope, 'spider_hits', 'received_at'), range), ['hits']),
      grouped(during(everything(scope, 'events', 'received_at'), range), ['events']),
    ]),
  );
  const counted = rows.filter((row) => countIn(row, 'part') === 0);
  const refused = counted.flatMap((row) => {
    const reason = refusalReason.safeParse(row['k_reason']);
    return row['k_outcome'] === 'refused' && reason.success ? [{ reason: reason.data, num: countIn(row, 'm_num') }] : [];
  });
  const received = counted.filter((row) => row['k_outcome'] === 'received').reduce((sum, row) => sum + countIn(row, 'm_num'), 0);
  return {
    received: received + waiting,
    stored: rows.reduce((sum, row) => sum + countIn(row, 'm_pv') + countIn(row, 'm_hits') + countIn(row, 'm_events'), 0),
    refused: refused.toSorted((a, b) => b.num - a.num || (a.reason < b.reason ? -1 : 1)),
    waiting,
  };
}
