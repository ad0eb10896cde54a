import { describe, expect, it } from 'vitest';
import { everything, grouped, type GroupPlan } from '../../src/questions/plan.js';
import { rolledGroups } from '../../src/questions/rolled.js';
import { SiteScope } from '../../src/questions/scope.js';
import { createRollUpJob } from '../../src/roll-up-job.js';
import { createZones } from '../../src/questions/zone.js';
import { KeptNumbers } from '../../src/warehouse/rolled/kept-numbers.js';
import type { KnownHours } from '../../src/warehouse/rolled/known-hours.js';
import { pino } from 'pino';
import { SITES } from '../questions/fixture.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 20, 12, 30);
const [SITE] = SITES;

function lastDays(days: number): GroupPlan {
  const source = everything(SiteScope.of(SITES.slice(0, 1)));
  return grouped({ ...source, ranges: [{ from: Math.floor(NOW / HOUR) * HOUR - days * 24 * HOUR, to: NOW }] }, ['pv', 'uv']);
}

/** Every hour is rolled up. */
const known = (leastHours: number): KnownHours => ({ has: (_, hour) => hour < Math.floor(NOW / HOUR), spansAt: () => [], valuesAt: () => [], first: () => 0, leastHours: () => leastHours, version: () => 0, counts: { of: () => null } as never, addresses: { of: () => null } as never, periods: { of: () => null } as never, suspects: { of: () => null } as never, series: { of: () => null } as never, sites: { of: () => null } as never, rests: { of: () => null } as never, panels: { of: () => null } as never, numbers: new KeptNumbers() });

describe('what is worth asking of roll-ups', () => {
  it('is three days, or more where few visits come', () => {
    const taken = (days: number, leastHours: number): boolean => rolledGroups(lastDays(days), known(leastHours), NOW) !== null;
    expect([taken(2, 0), taken(3, 0), taken(7, 0)]).toEqual([false, true, true]);
    expect([taken(7, 168), taken(7, 169), taken(31, 169)]).toEqual([true, false, true]);
  });

  it('follows from how many visits a site gets in an hour', async () => {
    const told: (readonly [number, number, number | undefined])[] = [];
    const first = Math.floor(NOW / HOUR) - 1_000;
    await createRollUpJob({
      rolled: { has: () => true, spansAt: () => [], valuesAt: () => [], setFirst: (...given) => told.push([given[0], given[1], given[2]]), load: () => Promise.resolve(), rows: { scattered: () => Promise.resolve([]) } as never, removeNumbers: () => Promise.resolve(), removeValues: () => Promise.resolve() },
      rollUps: { busySites: () => Promise.resolve([{ siteId: SITE?.id ?? 1, first, visits: 300_000 }, { siteId: 2, first, visits: 30_000_000 }, { siteId: 3, first: first + 1_000, visits: 400_000 }]), visitsOf: () => Promise.resolve(new Map()), rollUp: () => Promise.resolve(0), addUp: () => Promise.resolve(0), addValues: () => Promise.resolve(0), joinValues: () => Promise.resolve(0) },
      zoneOf: () => createZones()('UTC'), now: () => NOW, log: pino({ level: 'silent' }),
    }).run();
    expect(told).toEqual([[SITE?.id, first, 1_000], [2, first, 10], [3, first + 1_000, 1]]);
  });
});
