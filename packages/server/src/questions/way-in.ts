import { refusalReason, type endpoints, type Output } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { countIn, type Row } from './counts.js';
import { during, everything, grouped } from './plan.js';

const MINUTE = 60_000;

/** What the ledger counted in the last `minutes`, the running one included, over all sites and what belongs to none. */
export async function wayIn(minutes: number, { scope, now, zone, run }: Pick<Asked, 'scope' | 'now' | 'zone' | 'run'>): Promise<Output<typeof endpoints.status.wayIn>> {
  const last = Math.floor(now / MINUTE) * MINUTE;
  const instants = Array.from({ length: minutes }, (_, at) => last - (minutes - 1 - at) * MINUTE);
  const range = { from: instants[0] ?? last, to: last + MINUTE };
  const { rows } = await run<Row>(compileGroups(grouped(during(everything(scope.withUnknownSite(), 'ledger', 'minute'), [range]), ['num'], { keys: ['outcome', 'reason'], cuts: [instants] })));
  const sums = new Map<number, { received: number; refused: number }>(instants.map((at) => [at, { received: 0, refused: 0 }]));
  const reasons = new Map<string, number>();
  for (const row of rows) {
    const num = countIn(row, 'm_num');
    const sum = sums.get(countIn(row, 'c0'));
    const outcome = row['k_outcome'];
    if (sum && (outcome === 'received' || outcome === 'refused')) sum[outcome] += num;
    const reason = String(row['k_reason'] ?? '');
    if (outcome === 'refused') reasons.set(reason, (reasons.get(reason) ?? 0) + num);
  }
  const counted = [...sums.values()];
  return {
    minutes: instants.map((at) => ({ at: zone.text(at), ...(sums.get(at) ?? { received: 0, refused: 0 }) })),
    received: counted.reduce((sum, { received }) => sum + received, 0),
    refused: counted.reduce((sum, { refused }) => sum + refused, 0),
    reasons: [...reasons]
      .flatMap(([name, num]) => {
        const reason = refusalReason.safeParse(name);
        return reason.success ? [{ reason: reason.data, num }] : [];
      })
      .toSorted((a, b) => b.num - a.num || (a.reason < b.reason ? -1 : 1)),
  };
}
