/** Periods that are over, from what is kept of them, wherever they stand in a question. */
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../src/questions/asked.js';
import type { Row } from '../../src/questions/counts.js';
import { withKeptPeriods } from '../../src/questions/kept-periods.js';
import { everything, grouped, type GroupPlan } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';
import { HourSet } from '../../src/warehouse/rolled/hour-set.js';
import { RolledHours } from '../../src/warehouse/rolled/rolled-hours.js';
import type { RolledRows } from '../../src/warehouse/rolled/rolled-rows.js';
import { SITES } from '../questions/fixture.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 20, 12, 30);
const TODAY = Date.UTC(2026, 4, 20);
const YESTERDAY = TODAY - 24 * HOUR;

const planOf = (from: number, to: number): GroupPlan => grouped({ ...everything(SiteScope.of(SITES.slice(0, 1))), ranges: [{ from, to }] }, ['pv'], { cuts: [[from]] });
const [OVER, RUNNING] = [planOf(YESTERDAY, TODAY), planOf(TODAY, TODAY + 24 * HOUR)];

function asking() {
  const kept = new RolledHours({ read: () => Promise.resolve(new Map()), remove: () => Promise.resolve() } as Partial<RolledRows> as RolledRows, () => NOW);
  kept.setFirst(1, 0);
  const asked: number[][] = [];
  const ask = (plans: readonly GroupPlan[]): Promise<readonly Row[]> => {
    asked.push(plans.map(({ ranges }) => ranges?.[0]?.from ?? 0));
    return Promise.resolve(plans.map((plan, part): Row => ({ part, m_pv: plan.ranges?.[0]?.from ?? 0 })));
  };
  const rows = (plans: readonly GroupPlan[]) => withKeptPeriods(plans, { kept, rolled: kept, now: NOW } as Partial<Asked> as Asked, ask);
  const change = (hour: number): Promise<void> => kept.change(new Map([[1, HourSet.of([hour])]]), () => Promise.resolve());
  return { rows, asked, change };
}

describe('a period that is over', () => {
  it('is asked for once, and told of by its place in each question', async () => {
    const { rows, asked } = asking();
    for (const plans of [[RUNNING, OVER], [OVER], [OVER, RUNNING], [RUNNING, RUNNING, OVER]]) {
      const told = new Map((await rows(plans)).map(({ part, m_pv: from }) => [part, from]));
      expect(plans.map((_, part) => told.get(part))).toEqual(plans.map(({ ranges }) => ranges?.[0]?.from));
    }
    expect(asked).toEqual([[TODAY, YESTERDAY], [TODAY], [TODAY, TODAY]]);
  });

  it('is asked for again when an hour of it, or before it, has changed', async () => {
    const { rows, asked, change } = asking();
    await rows([OVER]);
    await change(TODAY / HOUR);
    await rows([OVER]);
    expect(asked).toHaveLength(1);
    await change(TODAY / HOUR - 1);
    await rows([OVER]);
    expect(asked).toHaveLength(2);
  });
});
