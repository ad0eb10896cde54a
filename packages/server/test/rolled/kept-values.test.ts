/** Values of the beginning of an hour that is over, from moments that are kept. */
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../src/questions/asked.js';
import { createBuilds } from '../../src/questions/builds.js';
import type { CompiledQuery } from '../../src/questions/compile.js';
import { keptGroups } from '../../src/questions/kept-groups.js';
import { valuesListing } from '../../src/questions/kept-values.js';
import { everything } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';
import { HourSet } from '../../src/warehouse/rolled/hour-set.js';
import { RolledHours } from '../../src/warehouse/rolled/rolled-hours.js';
import type { RolledRows } from '../../src/warehouse/rolled/rolled-rows.js';
import { SITES } from '../questions/fixture.js';
import { askedOf } from './asked-of.js';
import { countsIn, inOrder, keyOf, recordOf } from './listed.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 20, 12, 30);
/** The like of the running hour, a day ago. */
const FROM = Math.floor(NOW / HOUR) * HOUR - 24 * HOUR;
const STEP = 10_000;

/** What is in the store: page views at an instant. */
type View = readonly [at: number, url: string];
const VIEWS: readonly View[] = [[FROM - HOUR, '/before'], [FROM, '/a'], [FROM + 9_999, '/b'], [FROM + 10_000, '/a'], [FROM + 600_000, '/c'], [FROM + HOUR - 1, '/a']];

const instantOf = (text: unknown): number => Date.parse(`${String(text).replace(' ', 'T')}Z`);

/** Answers as the store would: part by part from the instants of its parameters, by moments where the statement asks for them. */
function asking(views: readonly View[] = VIEWS) {
  const rolled = new RolledHours({ read: () => Promise.resolve(new Map()) } as Partial<RolledRows> as RolledRows, () => NOW);
  const queries: CompiledQuery[] = [];
  const run = (query: CompiledQuery) => {
    queries.push(query);
    const rows = query.sql.split('UNION ALL').map((sql, part) => {
      const [from, to] = [instantOf(query.params[`p${String(part)}_from0`]), instantOf(query.params[`p${String(part)}_to0`])];
      const own = views.filter(([at]) => at >= from && at < to);
      const counts = new Map<string, number>();
      for (const [, url] of own) counts.set(url, (counts.get(url) ?? 0) + 1);
      const records = sql.includes('g_moment') ? own.map(([at, url]) => recordOf(url, 1, Buffer.from(Uint32Array.of(Math.floor(at / STEP)).buffer))) : [...counts].map(([url, num]) => recordOf(url, num));
      return { part, records: inOrder(records).toString('base64url'), keys: Buffer.concat([...counts.keys()].map(keyOf)).toString('base64url'), texts: [...counts.keys()], known: 1 };
    });
    return Promise.resolve({ rows, statistics: { elapsed: 0, rows_read: 0 } });
  };
  const asked = askedOf({ kept: rolled, now: NOW, run });
  const until = async (to: number, own: Asked = asked) => {
    const source = { ...everything(SiteScope.of(SITES.slice(0, 1))), ranges: [{ from: FROM - 2 * HOUR, to }] };
    const [groups] = (await keptGroups([source], valuesListing('url'), own)) ?? [];
    return groups === undefined ? null : { over: Object.fromEntries(countsIn(groups.over) ?? []), since: Object.fromEntries(countsIn(groups.since) ?? []) };
  };
  const change = (hour: number): Promise<void> => rolled.change(new Map([[1, HourSet.of([hour])]]), () => Promise.resolve());
  return { asked, until, queries, change };
}

const endsOf = (queries: readonly CompiledQuery[]): string[] => queries.map(({ params }) => String(params['p0_to0']).slice(11, 19));

describe('values of the beginning of an hour that is over', () => {
  it('are asked for once, for the whole hour, and are of as many moments as are past', async () => {
    const { until, queries } = asking();
    expect(await until(FROM + 10_000)).toEqual({ over: { '/before': 1 }, since: { '/a': 1, '/b': 1 } });
    expect(await until(FROM + 20_000)).toEqual({ over: { '/before': 1 }, since: { '/a': 2, '/b': 1 } });
    expect(await until(FROM + 3_590_000)).toEqual({ over: { '/before': 1 }, since: { '/a': 2, '/b': 1, '/c': 1 } });
    expect(await until(FROM + 10_000)).toEqual({ over: { '/before': 1 }, since: { '/a': 1, '/b': 1 } });
    expect(endsOf(queries)).toEqual(['12:00:00', '13:00:00']);
  });

  it('are asked for anew when anything of the hour has changed, and are not told when it did so meanwhile', async () => {
    const { asked, until, queries, change } = asking();
    await until(FROM + 600_000);
    await change(FROM / HOUR + 1);
    await until(FROM + 600_000);
    expect(queries).toHaveLength(2);
    await change(FROM / HOUR);
    await until(FROM + 600_000);
    expect(endsOf(queries).slice(2)).toEqual(['13:00:00']);
    const changing = askedOf({ ...asked, run: async (query) => {
      await change(FROM / HOUR);
      return asked.run(query);
    } });
    await change(FROM / HOUR);
    expect(await until(FROM + 600_000, changing)).toBeNull();
  });

  it('are counted as they are where the hour runs, between two moments, and where there are very many', async () => {
    const { until, queries } = asking();
    await until(FROM + 605_000);
    expect(endsOf(queries)).toEqual(['12:00:00', '12:10:05']);
    const running = asking([[NOW - 60_000, '/now']]);
    expect(await running.until(NOW)).toEqual({ over: {}, since: { '/now': 1 } });
    expect(await running.until(NOW)).toEqual({ over: {}, since: { '/now': 1 } });
    expect(endsOf(running.queries)).toEqual(['12:00:00', '12:30:00', '12:30:00']);
    const crowd = asking(Array.from({ length: 20_001 }, (_, i): View => [FROM + i, `/${String(i)}`]));
    expect(await crowd.until(FROM + STEP)).toBeNull();
    expect(Object.keys((await crowd.until(FROM + STEP))?.since ?? {})).toHaveLength(10_000);
    expect(endsOf(crowd.queries)).toEqual(['12:00:00', '13:00:00', '12:00:10']);
  });
});

/** Many ask, and the store takes long: each statement for what is over ends when the test says so. */
function slowly(views: readonly View[] = VIEWS) {
  const { asked, until, change } = asking(views);
  const builds = createBuilds();
  const ends: (() => void)[] = [];
  const slow = askedOf({ ...asked, run: async (query) => {
    const answer = await asked.run(query);
    await new Promise<void>((end) => {
      ends.push(end);
    });
    return answer;
  } });
  const who = (patience: number): Asked => askedOf(asked, (key, work) => builds.build(key, () => work(slow), { signal: new AbortController().signal, patience }));
  return { ends, change, ask: (patience: number) => until(FROM + 10_000, who(patience)) };
}

const TOLD = { over: { '/before': 1 }, since: { '/a': 1, '/b': 1 } };
const settled = (): Promise<void> => new Promise((resolve) => {
  setImmediate(resolve);
});

describe('values of hours that are over, of which many ask at the same time', () => {
  it('are counted once, for whoever has waited long enough as well', async () => {
    const { ask, ends } = slowly();
    await expect(ask(1)).rejects.toMatchObject({ errorName: 'store.busy' });
    const others = [ask(60_000), ask(60_000)];
    await settled();
    ends[0]?.();
    expect(await Promise.all(others)).toEqual([TOLD, TOLD]);
    expect(await ask(60_000)).toEqual(TOLD);
    expect(ends).toHaveLength(1);
  });

  it('are counted again for who came when what others had counted was true no more', async () => {
    const views: View[] = [...VIEWS];
    const { ask, ends, change } = slowly(views);
    const first = ask(60_000);
    await settled();
    views.push([FROM - HOUR + 1, '/late']);
    await change(FROM / HOUR - 1);
    const second = ask(60_000);
    await settled();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    const late = { ...TOLD, over: { '/before': 1, '/late': 1 } };
    expect(await second).toEqual(late);
    expect(await first).toEqual(late);
  });
});
