/** Who is there now, of which minutes that ended are kept, held to loops over the visits, while some come in, early and late, and go. */
import { endpoints, LIVE_MINUTES } from '@footfall/contract';
import { expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { flowRoutes } from '../../src/routes/flow.js';
import { ask, depsOf } from '../questions/ask.js';
import { randomFrom } from '../random.js';
import { alone, openWorld } from './open-world.js';
import { NOW, visitorOf } from './world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Math.floor(NOW / HOUR) * HOUR - 20 * MINUTE;
const STEPS = 24;
const random = randomFrom(71);
const upTo = (most: number): number => Math.floor(random() * most);
const { world } = openWorld(random, (made) => made.store([...made.many(400, 1, START - 40 * MINUTE, START), ...made.many(100, 2, START - 40 * MINUTE, START)]));

/** As the answer has them. */
function looped(now: number, siteIds: readonly number[]) {
  const all = world().visits.filter(({ site_id: siteId, created_at: at }) => siteIds.includes(siteId) && at <= now);
  const figures = (some: typeof all) => ({ pv: some.length, visitors: new Set(some.map(({ visitor }) => visitor)).size });
  const present = all.filter(({ created_at: at }) => at >= now - LIVE_MINUTES * MINUTE);
  const running = Math.floor(now / MINUTE) * MINUTE;
  return {
    ...figures(present),
    sites: siteIds.map((id) => ({ id, ...figures(present.filter(({ site_id: siteId }) => siteId === id)) })).filter(({ pv }) => pv > 0).toSorted((a, b) => b.visitors - a.visitors || b.pv - a.pv || a.id - b.id),
    minutes: Array.from({ length: 30 }, (_, i) => running - (29 - i) * MINUTE).map((at) => {
      const { pv, visitors: uv } = figures(all.filter(({ created_at: one }) => one >= at && one < at + MINUTE));
      return { at, pv, uv };
    }),
  };
}

it.runIf(alone)('are those of the visits, and minutes that ended are not counted again', async () => {
  const { warehouse } = world();
  /** For each asking, milliseconds from which minutes were counted. */
  const since: number[] = [];
  const listening: QuestionStore = {
    rolled: warehouse.rolled, stream: (...given) => warehouse.stream(...given),
    query(sql, params, ...given) {
      since.push(Date.parse(`${String(params?.['p1_from0']).replace(' ', 'T')}Z`));
      return warehouse.query(sql, params, ...given);
    },
  };
  let now = START;
  const kept: boolean[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const before = now;
    now += step === 20 ? 40 * MINUTE : (5 + upTo(80)) * 1_000;
    await world().store(world().many(5 + upTo(60), 1 + upTo(2), before, now));
    if (step % 6 === 4) await world().store(world().many(5, 1, before - 10 * MINUTE, before - MINUTE));
    if (step === 15) await warehouse.eraseVisitor({ siteIds: [1], type: 'ip', value: world().visits.at(-1)?.ip ?? '', visitor: null });
    if (step === 15) world().visits = world().visits.filter(({ site_id: siteId, ip }) => siteId !== 1 || ip !== world().visits.at(-1)?.ip);
    const deps = depsOf(listening, now, { visitorOf });
    for (const [domain, siteIds] of [['', [1, 2]], ['shop.example', [1]]] as const) {
      const { visitors, pv, sites, minutes } = await ask(endpoints.flow.live, flowRoutes(deps).live, { domain });
      const told = { visitors, pv, sites: sites.map(({ id, visitors: some, pv: views }) => ({ id, pv: views, visitors: some })), minutes: minutes.map(({ at, pv: views, uv }) => ({ at, pv: views, uv })) };
      expect({ step, domain, ...told }).toEqual({ step, domain, ...looped(now, siteIds) });
      kept.push((since.at(-1) ?? 0) > now - 5 * MINUTE);
    }
  }
  // But for the first, after late visits, the erasure and a long time.
  expect(kept.filter((is) => !is).length).toBeLessThan(2 * 8);
  expect(kept.filter((is) => is).length).toBeGreaterThan(STEPS);
}, 120_000);
