import { type endpoints, LIVE_MINUTES, type Output } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { during, everything, grouped } from './plan.js';

type Live = typeof endpoints.flow.live;

const MINUTE = 60_000;
const SHOWN_MINUTES = 30;

/** Who was there within the last minutes, by site, and the last half hour by minute. */
export async function live(asked: Asked): Promise<Output<Live>> {
  const { now, zone, scope, sites } = asked;
  const running = Math.floor(now / MINUTE) * MINUTE;
  const minutes = Array.from({ length: SHOWN_MINUTES }, (_, i) => running - (SHOWN_MINUTES - 1 - i) * MINUTE);
  const present = during(everything(scope), [{ from: now - LIVE_MINUTES * MINUTE, to: now + 1 }]);
  const shown = during(everything(scope), [{ from: minutes[0] ?? running, to: now + 1 }]);
  const { rows } = await asked.run<Row>(
    compileUnion([grouped(present, ['pv', 'uv']), grouped(present, ['pv', 'uv'], { keys: ['site_id'] }), grouped(shown, ['pv', 'uv'], { cuts: [minutes] })]),
  );
  const of = (part: number): Row[] => rows.filter((row) => countIn(row, 'part') === part);
  const [all] = of(0);
  const byMinute = new Map(of(2).map((row) => [countIn(row, 'c0'), row]));
  const domains = new Map(sites.map((site) => [site.id, site.domain]));
  return {
    visitors: countIn(all, 'm_uv'),
    pv: countIn(all, 'm_pv'),
    sites: of(1)
      .map((row) => ({ id: countIn(row, 'k_site_id'), domain: domains.get(countIn(row, 'k_site_id')) ?? '', visitors: countIn(row, 'm_uv'), pv: countIn(row, 'm_pv') }))
      .toSorted((a, b) => b.visitors - a.visitors || b.pv - a.pv || a.id - b.id),
    minutes: minutes.map((at) => ({ at, key: zone.text(at), pv: countIn(byMinute.get(at), 'm_pv'), uv: countIn(byMinute.get(at), 'm_uv') })),
    at: zone.text(now),
    time_zone: zone.name,
  };
}
