import { type endpoints, LIVE_MINUTES, type Output } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { during, everything, grouped } from './plan.js';
import { SETTLED } from './running.js';
import { SiteScope } from './scope.js';

type Live = typeof endpoints.flow.live;

const HOUR = 3_600_000;
const MINUTE = 60_000;
const SHOWN_MINUTES = 30;

/** Who came in a minute. */
interface Minute {
  readonly at: number;
  readonly pv: number;
  readonly uv: number;
}

/** What is shown, and whether nothing has changed meanwhile of what was kept. */
interface Counted {
  readonly present: readonly Row[];
  readonly minutes: readonly Minute[];
  readonly isTrue: boolean;
}

/**
 * Minutes that ended a while ago are counted once and kept for as long as nothing changes them: who looks on has those asked for that came since.
 * @param first the first minute that is shown
 */
async function counted(first: number, asked: Asked, kept: Asked['kept']): Promise<Counted> {
  const { now, scope } = asked;
  const reading = kept?.periods.read(SiteScope.idsOf(scope), 'live minutes', Math.floor(first / HOUR)) ?? null;
  const reached = Math.round((reading?.kept?.before ?? 0) * HOUR);
  // Nothing of before is shown any more, or the clock was set back.
  const until = reached > first && reached <= now ? reached : first;
  const known = until === first ? [] : ((reading?.kept?.counts?.rows ?? []) as readonly Minute[]).filter(({ at }) => at >= first);
  const starts = Array.from({ length: Math.floor((now - until) / MINUTE) + 1 }, (_, i) => until + i * MINUTE);
  const { rows } = await asked.run<Row>(compileUnion([
    grouped(during(everything(scope), [{ from: now - LIVE_MINUTES * MINUTE, to: now + 1 }]), ['pv', 'uv'], { keys: ['site_id'], rollup: true }),
    grouped(during(everything(scope), [{ from: until, to: now + 1 }]), ['pv', 'uv'], { cuts: [starts] }),
  ]));
  const of = (part: number): Row[] => rows.filter((row) => countIn(row, 'part') === part);
  const minutes = [...known, ...of(1).map((row): Minute => ({ at: countIn(row, 'c0'), pv: countIn(row, 'm_pv'), uv: countIn(row, 'm_uv') }))];
  const settled = Math.floor((now - SETTLED) / MINUTE) * MINUTE;
  if (settled > until) {
    const past = minutes.filter(({ at }) => at < settled);
    reading?.keep({ before: settled / HOUR, counts: { rows: past, size: past.length } });
  }
  return { present: of(0), minutes, isTrue: reading?.isTrue(until / HOUR) ?? true };
}

/** Who was there within the last minutes, by site, and the last half hour by minute. */
export async function live(asked: Asked): Promise<Output<Live>> {
  const { now, zone, sites } = asked;
  const running = Math.floor(now / MINUTE) * MINUTE;
  const shown = Array.from({ length: SHOWN_MINUTES }, (_, i) => running - (SHOWN_MINUTES - 1 - i) * MINUTE);
  const [first = running] = shown;
  const once = await counted(first, asked, asked.kept);
  const { present, minutes } = once.isTrue ? once : await counted(first, asked, null);
  // A roll-up leaves 0 where it summed over the sites.
  const all = present.find((row) => countIn(row, 'k_site_id') === 0);
  const byMinute = new Map(minutes.map((minute) => [minute.at, minute]));
  const domains = new Map(sites.map((site) => [site.id, site.domain]));
  return {
    visitors: countIn(all, 'm_uv'),
    pv: countIn(all, 'm_pv'),
    sites: present
      .filter((row) => row !== all)
      .map((row) => ({ id: countIn(row, 'k_site_id'), domain: domains.get(countIn(row, 'k_site_id')) ?? '', visitors: countIn(row, 'm_uv'), pv: countIn(row, 'm_pv') }))
      .toSorted((a, b) => b.visitors - a.visitors || b.pv - a.pv || a.id - b.id),
    minutes: shown.map((at) => ({ at, key: zone.text(at), pv: byMinute.get(at)?.pv ?? 0, uv: byMinute.get(at)?.uv ?? 0 })),
    at: zone.text(now),
    time_zone: zone.name,
  };
}
