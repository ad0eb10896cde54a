/** The device report by day and by hour, which roll-ups answer: held to plain loops over visits, whatever the order and the page. */
import { endpoints } from '@footfall/contract';
import { beforeEach, expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { reportRoutes } from '../../src/routes/report.js';
import type { Answer } from '../../src/warehouse/store-query.js';
import { ask, depsOf, directoryOf } from '../questions/ask.js';
import { localText, traffic } from '../questions/count.js';
import { randomFrom } from '../random.js';
import { alone, openWorld } from './open-world.js';
import { NOW, visitorOf } from './world.js';

const { search } = endpoints.report;
const ZONE = 'Asia/Shanghai';
const DOMAIN = 'site1.example';
const PAGE = 7;
/** What each statement is said to take. */
const SECONDS = 0.25;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const { world } = openWorld(randomFrom(23), async (opened) => {
  await opened.store(opened.many(4_000));
  await opened.job.run();
  await opened.store(opened.many(60, 1, NOW - 15 * MINUTE, NOW));
});

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
});

function searched(input: object) {
  const { warehouse } = world();
  const store: QuestionStore = {
    rolled: warehouse.rolled,
    async query<T>(sql: string, ...given: [Parameters<QuestionStore['query']>[1], Parameters<QuestionStore['query']>[2]?]): Promise<Answer<T>> {
      asked.push(sql);
      return { ...(await warehouse.query<T>(sql, ...given)), statistics: { elapsed: SECONDS, rows_read: 0 } };
    },
    stream: (...given) => warehouse.stream(...given),
  };
  const directory = directoryOf([{ id: 1, name: 'Site 1', domain: DOMAIN, timeZone: ZONE }]);
  return ask(search, reportRoutes(depsOf(store, NOW, { directory, visitorOf })).search, { domain: DOMAIN, ...input });
}

/** Groups of all visits within a range, by a plain loop; `length` is of the local text that they are grouped by. */
function groupsOf([from, to]: readonly [string, string], group: string, length: number) {
  const textOf = localText(ZONE);
  const groups = new Map<string, ReturnType<typeof world>['visits']>();
  for (const visit of world().visits) {
    const at = textOf(visit.created_at);
    if (visit.site_id !== 1 || at < from || at > to) continue;
    const key = length === 10 ? at.slice(0, length) : `${at.slice(0, length)}:00:00`;
    groups.set(key, [...(groups.get(key) ?? []), visit]);
  }
  return [...groups].map(([key, visits]): Record<string, string | number> => ({ [group]: key, ...traffic(visits) }));
}

const compared = (a: string | number | undefined, b: string | number | undefined): number => (a === b ? 0 : (a ?? 0) < (b ?? 0) ? -1 : 1);
const date = (at: number): string => localText(ZONE)(at).slice(0, 10);
const LONG: [string, string] = [`${date(NOW - 35 * DAY)} 00:00:00`, `${date(NOW)} 23:59:59`];
const SHORT: [string, string] = [`${date(NOW - 5 * DAY)} 07:00:00`, `${date(NOW - DAY)} 18:59:59`];

it.runIf(alone).each([['day', LONG, 10], ['hour', SHORT, 13]] as const)('counts by %s as visits do, from roll-ups', async (group, range, length) => {
  const all = groupsOf(range, group, length);
  const key = (row: Record<string, string | number>) => row[group];
  for (const [sort, order] of [
    [undefined, (a, b) => compared(b['pv'], a['pv']) || compared(key(a), key(b))],
    [{ [group]: 'desc' }, (a, b) => compared(key(b), key(a))],
    [{ uv: 'asc', [group]: 'desc' }, (a, b) => compared(a['uv'], b['uv']) || compared(key(b), key(a))],
  ] as readonly [object | undefined, (a: Record<string, string | number>, b: Record<string, string | number>) => number][]) {
    const expected = all.toSorted(order);
    for (const page of [1, 3, 500]) {
      const { list, grouped, meta } = await searched({ created_at: range, group_by: [group], page, page_size: PAGE, ...(sort === undefined ? {} : { sort }) });
      expect({ sort, page, list, grouped, total: meta.pagination.total }).toEqual({ sort, page, list: expected.slice((page - 1) * PAGE, page * PAGE), grouped: true, total: all.length });
    }
  }
  expect(all.length).toBeGreaterThan(3 * PAGE);
  expect(asked.some((sql) => sql.includes('rolled_'))).toBe(true);
});

it.runIf(alone)('calls them as it is told to, and counts what no roll-up has from visits', async () => {
  const named = await searched({ created_at: LONG, group_by: ['day'], aggregates: { views: 'count(*)', people: 'distinct(visitor)' }, page_size: 200 });
  const expected = groupsOf(LONG, 'day', 10).toSorted((a, b) => compared(b['pv'], a['pv']) || compared(a['day'], b['day']));
  expect(named.took).toBe(1_000 * SECONDS * asked.length);
  expect(named.list).toEqual(expected.map(({ day, pv, uv }) => ({ day, views: pv, people: uv })));
  expect(asked.some((sql) => sql.includes('rolled_'))).toBe(true);
  asked.length = 0;
  const pages = await searched({ created_at: LONG, group_by: ['day'], aggregates: { views: 'count(*)', pages: 'distinct(url)' }, page_size: 200 });
  expect(pages.list.map(({ day, views }) => ({ day, views }))).toEqual(expected.map(({ day, pv }) => ({ day, views: pv })));
  expect(asked.some((sql) => sql.includes('rolled_'))).toBe(false);
});
