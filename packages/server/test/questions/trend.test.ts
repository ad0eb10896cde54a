import { endpoints, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homeRoutes } from '../../src/routes/home.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, depsOf, INSTALLATION_ZONE } from './ask.js';
import { localText, traffic, wallClock } from './count.js';
import { CLOCK_CHANGES, makeFixture, SITES, store } from './fixture.js';

const fixture = makeFixture();
const HOUR = 3_600_000;
let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, fixture);
});
afterAll(() => engine.stop());

const trend = (now: number, input: Parameters<typeof ask<typeof endpoints.home.trend>>[2]) => ask(endpoints.home.trend, homeRoutes(depsOf(engine.warehouse, now)).trend, input);
const of = (site: number): VisitRecord[] => fixture.visits.filter((visit) => visit.site_id === site);

/** Every change of the clocks in the zone that has it, and the number of hours, some of them short, of that day. */
const DAYS = [
  { site: 1, now: CLOCK_CHANGES.berlinAutumn, date: '2026-10-25', points: 24 },
  { site: 2, now: CLOCK_CHANGES.berlinAutumn, date: '2026-10-25', points: 25 },
  { site: 2, now: CLOCK_CHANGES.berlinSpring, date: '2026-03-29', points: 23 },
  { site: 3, now: CLOCK_CHANGES.stJohnsAutumn, date: '2026-11-01', points: 25 },
  { site: 3, now: CLOCK_CHANGES.stJohnsSpring, date: '2026-03-08', points: 23 },
  { site: 4, now: CLOCK_CHANGES.lordHoweSpring, date: '2026-10-04', points: 24 },
  { site: 4, now: CLOCK_CHANGES.lordHoweAutumn, date: '2026-04-05', points: 25 },
  { site: 5, now: CLOCK_CHANGES.berlinAutumn, date: '2026-10-25', points: 24 },
  { site: 6, now: CLOCK_CHANGES.stJohnsAutumn, date: '2026-11-01', points: 24 },
] as const;

describe.each(DAYS)('trend of today on $date, site $site', ({ site, now, date, points }) => {
  const zone = SITES.find((each) => each.id === site)?.timeZone ?? '';
  const domain = SITES.find((each) => each.id === site)?.domain ?? '';
  const read = wallClock(zone);
  const visits = of(site).filter((visit) => read(visit.created_at).date === date);

  it('has a point for every hour, each with the figures counted by hand', async () => {
    const answer = await trend(now, { domain });
    expect(answer.grain).toBe('hour');
    expect(answer.now).toHaveLength(points);
    for (const point of answer.now) {
      const label = read(point.at);
      const own = visits.filter((visit) => {
        const { hour, offset } = read(visit.created_at);
        return hour === label.hour && offset === label.offset;
      });
      expect([point.key, traffic(own)]).toEqual([`${date} ${label.clock}`, { pv: point.pv, uv: point.uv, ip: point.ip }]);
    }
    expect(visits.length).toBeGreaterThan(20);
    expect(answer.total.now).toEqual(traffic(visits));
    expect(answer.cut).toEqual({ time_zone: zone, from: `${date} 00:00:00`, to: `${date} 23:59:59`, complete_to: null });
  });

  it('compares with the whole of the day before', async () => {
    const answer = await trend(now, { domain });
    const before = read(answer.before[0]?.at ?? 0).date;
    expect(Date.parse(date) - Date.parse(before)).toBe(24 * HOUR);
    expect(answer.total.before).toEqual(traffic(of(site).filter((visit) => read(visit.created_at).date === before)));
    expect(answer.before.every((point) => point.state === 'past')).toBe(true);
  });

  it('knows which points are over, which one runs, and which are still to come', async () => {
    const { now: series } = await trend(now, { domain });
    const running = series.findIndex((point) => point.state === 'now');
    expect(read(series[running]?.at ?? 0)).toMatchObject({ date, hour: read(now).hour });
    expect(series.map((point) => point.state)).toEqual(series.map((_, i) => (i < running ? 'past' : i === running ? 'now' : 'future')));
  });
});

it('shows the hour that happens twice as two points, told apart by their instants', async () => {
  const { now: series } = await trend(CLOCK_CHANGES.berlinAutumn, { domain: 'blog.example' });
  expect(series.filter((point) => point.key === '2026-10-25 02:00:00').map((point) => point.at)).toEqual([Date.UTC(2026, 9, 25, 0), Date.UTC(2026, 9, 25, 1)]);
});

it('shows the half hour that Lord Howe repeats as a point of its own', async () => {
  const { now: series } = await trend(CLOCK_CHANGES.lordHoweAutumn, { domain: 'island.example' });
  expect(series.slice(1, 4).map((point) => [point.key, new Date(point.at).toISOString()])).toEqual([
    ['2026-04-05 01:00:00', '2026-04-04T14:00:00.000Z'],
    ['2026-04-05 01:30:00', '2026-04-04T15:00:00.000Z'],
    ['2026-04-05 02:00:00', '2026-04-04T15:30:00.000Z'],
  ]);
});

describe('trend over other ranges', () => {
  it('cuts seven days by day, and compares them with the seven before', async () => {
    const now = CLOCK_CHANGES.berlinAutumn;
    const read = wallClock('Europe/Berlin');
    const answer = await trend(now, { domain: 'blog.example', time_range: 'recently' });
    expect(answer.grain).toBe('day');
    expect(answer.now.map((point) => point.key)).toEqual(['19', '20', '21', '22', '23', '24', '25'].map((day) => `2026-10-${day} 00:00:00`));
    expect(answer.before.map((point) => point.key)).toEqual(['12', '13', '14', '15', '16', '17', '18'].map((day) => `2026-10-${day} 00:00:00`));
    for (const point of answer.now) {
      expect(traffic(of(2).filter((visit) => read(visit.created_at).date === point.key.slice(0, 10)))).toEqual({ pv: point.pv, uv: point.uv, ip: point.ip });
    }
    const dates = new Set(answer.now.map((point) => point.key.slice(0, 10)));
    expect(answer.total.now).toEqual(traffic(of(2).filter((visit) => dates.has(read(visit.created_at).date))));
  });

  it('counts over all sites in the zone of the installation, visitors once', async () => {
    const now = CLOCK_CHANGES.stJohnsAutumn;
    const read = wallClock(INSTALLATION_ZONE);
    const known = new Set<number>(SITES.map((site) => site.id));
    const answer = await trend(now, { time_range: 'yesterday' });
    const visits = fixture.visits.filter((visit) => known.has(visit.site_id) && read(visit.created_at).date === '2026-10-31');
    expect(answer.cut.time_zone).toBe(INSTALLATION_ZONE);
    expect(answer.total.now).toEqual(traffic(visits));
    expect(visits.length).toBeGreaterThan(100);
  });

  it('takes both ends of a range as included, and compares the same hours of the day before', async () => {
    const read = localText('Asia/Kathmandu');
    const range: [string, string] = ['2026-10-25 08:15:00', '2026-10-25 17:29:59'];
    const answer = await trend(CLOCK_CHANGES.berlinAutumn, { domain: 'hills.example', query_time: range });
    const inside = of(5).filter((visit) => read(visit.created_at) >= range[0] && read(visit.created_at) <= range[1]);
    expect(answer.total.now).toEqual(traffic(inside));
    const before = of(5).filter((visit) => read(visit.created_at) >= '2026-10-24 08:15:00' && read(visit.created_at) <= '2026-10-24 17:29:59');
    expect(answer.total.before).toEqual(traffic(before));
    expect([answer.now[0]?.key, answer.now.at(-1)?.key]).toEqual(['2026-10-25 08:00:00', '2026-10-25 17:00:00']);
    expect(answer.now.reduce((sum, point) => sum + point.pv, 0)).toBe(inside.length);
  });

  it('splits the hour in which one period ends and the next begins', async () => {
    const read = localText('Asia/Shanghai');
    const answer = await trend(CLOCK_CHANGES.berlinAutumn, { domain: 'shop.example', query_time: ['2026-10-24 15:30:00', '2026-10-25 15:29:59'] });
    const between = (from: string, to: string) => traffic(of(1).filter((visit) => read(visit.created_at) >= from && read(visit.created_at) <= to));
    expect(answer.total.now).toEqual(between('2026-10-24 15:30:00', '2026-10-25 15:29:59'));
    expect(answer.total.before).toEqual(between('2026-10-23 15:30:00', '2026-10-24 15:29:59'));
    expect(answer.now.reduce((sum, point) => sum + point.pv, 0)).toBe(answer.total.now.pv);
    expect(answer.before.reduce((sum, point) => sum + point.pv, 0)).toBe(answer.total.before.pv);
    expect(answer.before.at(-1)?.key).toBe('2026-10-24 15:00:00');
    expect(answer.now[0]?.key).toBe('2026-10-24 15:00:00');
  });

  it('answers nothing for time that the clocks jumped over', async () => {
    const answer = await trend(CLOCK_CHANGES.berlinSpring, { domain: 'blog.example', query_time: ['2026-03-29 02:10:00', '2026-03-29 02:50:00'] });
    expect(answer.now).toEqual([]);
    expect(answer.total.now).toEqual({ pv: 0, uv: 0, ip: 0 });
  });

  it('has every point, all zero, where nobody came', async () => {
    const answer = await trend(CLOCK_CHANGES.berlinAutumn, { domain: 'silent.example' });
    expect(answer.now).toHaveLength(24);
    expect(answer.now.every((point) => point.pv === 0 && point.uv === 0 && point.ip === 0)).toBe(true);
  });

  it('refuses a time that no calendar has, and a range of more than ten years', async () => {
    const now = CLOCK_CHANGES.berlinAutumn;
    await expect(trend(now, { query_time: ['2026-02-30 00:00:00', '2026-03-02 00:00:00'] })).rejects.toMatchObject({ errorName: 'request.invalid' });
    await expect(trend(now, { query_time: ['2010-01-01 00:00:00', '2026-03-02 00:00:00'] })).rejects.toMatchObject({ errorName: 'request.invalid' });
    await expect(trend(now, { domain: 'nobody.example' })).rejects.toMatchObject({ errorName: 'site.unknown' });
  });
});
