import { refusalReason, type endpoints, type Output } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { during, everything, grouped, where } from './plan.js';
import type { SiteScope } from './scope.js';

type Ledger = typeof endpoints.ledger.read;

const MINUTE = 60_000;

/** What is on its way into the store. */
export interface Waiting {
  readonly records: number;
  readonly batches: readonly number[];
}

/**
 * What became of everything received in the last `minutes` (begun minutes count whole): received = stored + refused +
 * waiting. What was received and stored are counted apart, from the ledger and from the records themselves, so that the
 * sum proves something.
 * @param waiting records that are safe in the journal and not yet stored
 * @param batches the batches that these are in: what is there of one that is only stored in part is no more than waiting
 */
export async function ledger(minutes: number, scope: SiteScope, { records: waiting, batches }: Waiting, asked: Pick<Asked, 'now' | 'run'>): Promise<Output<Ledger>> {
  const from = Math.floor((asked.now - (minutes - 1) * MINUTE) / MINUTE) * MINUTE;
  const range = [{ from, to: Math.floor(asked.now / MINUTE) * MINUTE + MINUTE }];
  const settled = batches.length === 0 ? [] : [{ column: 'batch_id', operator: 'except' as const, value: batches.map(String) }];
  const { rows } = await asked.run<Row>(
    compileUnion([
      grouped(where(during(everything(scope, 'ledger', 'minute'), range), settled), ['num'], { keys: ['outcome', 'reason'] }),
      grouped(where(during(everything(scope, 'visits', 'received_at'), range), settled), ['pv']),
      grouped(where(during(everything(scope, 'spider_hits', 'received_at'), range), settled), ['hits']),
      grouped(where(during(everything(scope, 'events', 'received_at'), range), settled), ['events']),
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
