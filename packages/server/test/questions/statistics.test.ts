import { endpoints } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { homeRoutes } from '../../src/routes/home.js';
import { statisticsRoutes } from '../../src/routes/statistics.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, depsOf } from './ask.js';
import { localText, tally, traffic, wallClock } from './count.js';
import { CLOCK_CHANGES, makeFixture, SITES, store } from './fixture.js';

const fixture = makeFixture();
const HOUR = 3_600_000;
let engine: TestEngine;
let asked = 0;
const counting: QuestionStore = {
  query: (sql, params, options) => {
    asked += 1;
    return engine.warehouse.query(sql, params, options);
  },
  stream: () => {
    throw new Error('nothing here is a download');
  },
};
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, fixture);
});
afterAll(() => engine.stop());

type Input = Parameters<typeof ask<typeof endpoints.websites.statistics>>[2];
const statistics = (now: number, input: Input = {}) => ask(endpoints.websites.statistics, statisticsRoutes(depsOf(counting, now)).statistics, input);

describe.each(Object.entries(CLOCK_CHANGES))('at the clock change %s', (_, middle) => {
  const now = middle + 1.6 * HOUR;

  it('has each site as it is counted by hand in its own zone', async () => {
    const { list, meta } = await statistics(now, { sort: 'id', direction: 'asc' });
    expect(list.map((row) => row.id)).toEqual(SITES.map((site) => site.id));
    expect(meta.pagination).toEqual({ total: SITES.length, current_page: 1, page: 1, per_page: 20 });
    for (const row of list) {
      const read = localText(row.time_zone);
      const clock = wallClock(row.time_zone);
      const visits = fixture.visits.filter((visit) => visit.site_id === row.id);
      const hits = fixture.hits.filter((hit) => hit.site_id === row.id);
      const today = read(now).slice(0, 10);
      const yesterday = new Date(Date.parse(today) - 24 * HOUR).toISOString().slice(0, 10);
      const summary = (has: (at: number) => boolean) => {
        const own = visits.filter((visit) => has(visit.created_at));
        const search = own.filter((visit) => visit.channel === 'search');
        const referer = tally(search.map((visit) => visit.referer_name)).map(([name, num]) => ({ referer: name, num }));
        return { ...traffic(own), spider: hits.filter((hit) => has(hit.created_at)).length, referer_num: search.length, referer };
      };
      expect(row.today).toEqual(summary((at) => read(at).startsWith(today)));
      expect(row.yesterday).toEqual(summary((at) => read(at).startsWith(yesterday)));
      expect(row.yesterday_same_time).toEqual(summary((at) => read(at).startsWith(yesterday) && read(at).slice(11) < read(now).slice(11)));
      const label = (at: number): string => `${read(at).slice(0, 13)} ${clock(at).offset}`;
      const upToNow = visits.filter((visit) => read(visit.created_at).startsWith(today) && (visit.created_at <= now || label(visit.created_at) === label(now)));
      expect(row.hours.reduce((sum, num) => sum + num, 0)).toBe(upToNow.length);
      expect(row.hours.at(-1)).toBe(visits.filter((visit) => label(visit.created_at) === label(now)).length);
    }
  });
});

describe('site statistics', () => {
  const now = CLOCK_CHANGES.berlinAutumn + 2 * HOUR;

  it('agree with the dashboard of the site', async () => {
    const { list } = await statistics(now);
    for (const row of list) {
      const own = await ask(endpoints.home.summary, homeRoutes(depsOf(engine.warehouse, now)).summary, { domain: row.domain });
      expect([row.yesterday, row.today, row.yesterday_same_time]).toEqual([...own.list.map(({ key: _key, ...summary }) => summary), own.yesterday_same_time]);
      const trend = await ask(endpoints.home.trend, homeRoutes(depsOf(engine.warehouse, now)).trend, { domain: row.domain });
      expect(row.hours).toEqual(trend.now.filter((point) => point.state !== 'future').map((point) => point.pv));
    }
  });

  it('ask once for every zone, and once more for sites that were quiet for two days', async () => {
    asked = 0;
    await statistics(now);
    expect(asked).toBe(new Set(SITES.map((site) => site.timeZone)).size + 1);
  });

  it.each([
    ['a recent one', CLOCK_CHANGES.stJohnsAutumn + 36 * HOUR],
    ['one of forty days ago', CLOCK_CHANGES.stJohnsAutumn + 40 * 24 * HOUR],
  ])('know the newest visit or crawler hit: %s', async (_, at) => {
    const { list } = await statistics(at);
    for (const row of list) {
      const times = [...fixture.visits, ...fixture.hits].filter((record) => record.site_id === row.id).map((record) => record.created_at);
      expect(row.last_hit_at).toBe(times.length === 0 ? null : new Date(Math.max(...times)).toISOString());
    }
  });

  it.each(['pv', 'uv', 'ip', 'spider', 'referer_num'] as const)('are sorted by the %s of today, both ways', async (sort) => {
    const down = (await statistics(now, { sort })).list.map((row) => row.today[sort]);
    const up = (await statistics(now, { sort, direction: 'asc' })).list.map((row) => row.today[sort]);
    expect(down).toEqual(down.toSorted((a, b) => b - a));
    expect(up).toEqual(down.toReversed());
    expect(new Set(down).size).toBeGreaterThan(4);
  });

  it('are sorted by name, filtered, and paged', async () => {
    const names = SITES.map((site) => site.name).toSorted();
    expect((await statistics(now, { sort: 'name', direction: 'asc' })).list.map((row) => row.name)).toEqual(names);
    const page = await statistics(now, { sort: 'name', direction: 'asc', page: 2, per_page: 3 });
    expect([page.list.map((row) => row.name), page.meta.pagination]).toEqual([names.slice(3, 6), { total: 7, current_page: 2, page: 2, per_page: 3 }]);
    expect((await statistics(now, { domain: 'SHOP' })).list.map((row) => row.domain)).toEqual(['shop.example']);
    expect((await statistics(now, { is_stat: 0 })).list.map((row) => row.id).toSorted((a, b) => a - b)).toEqual([2, 4, 6]);
    expect((await statistics(now, { domain: 'nowhere' })).list).toEqual([]);
  });
});
