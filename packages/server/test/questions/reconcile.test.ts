/** Log and beacons beside each other, against plain loops over the records: pairs, reasons, days, what both cover, lists and files. */
import { type Download, endpoints, type Finding, FINDINGS, type Input, RECONCILED, type ReconciledView, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileAnswer } from '../../src/file-answer.js';
import type { Handler } from '../../src/http/handler.js';
import { countAs } from '../../src/logs/page-rules.js';
import { comparedSpans, type SourceHour } from '../../src/questions/reconcile-spans.js';
import { reconcileRoutes } from '../../src/routes/reconcile.js';
import { readCsv } from '../exports/read-files.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, contextOf, depsOf } from './ask.js';
import { localText } from './count.js';
import { store } from './fixture.js';
import { DAYS, makeWorld, SITE, START } from './reconcile-world.js';

const { reconcile } = endpoints;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = START + (DAYS + 3) * DAY;
const read = localText(SITE.zone);
const RANGE: [string, string] = [`${read(START).slice(0, 10)} 00:00:00`, `${read(START + DAYS * DAY).slice(0, 10)} 23:59:59`];

const { visits, hits } = makeWorld();
const own = visits.filter((visit) => visit.site_id === SITE.id && visit.source !== 'event' && visit.user_agent !== '');
const pageLines = hits.filter((hit) => hit.source === 'log' && countAs({ method: hit.method, target: new URL(hit.url).pathname + new URL(hit.url).search, status: hit.status, contentType: '' } as Parameters<typeof countAs>[0], true, false).as === 'visit');

let engine: TestEngine;
let routes: ReturnType<typeof reconcileRoutes>;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, { visits, hits });
  routes = reconcileRoutes(depsOf(engine.warehouse, NOW));
});
afterAll(() => engine.stop());

/** One view, told by plain loops. */
interface View {
  readonly at: number;
  readonly day: string;
  readonly line: VisitRecord | null;
  readonly beacon: VisitRecord | null;
  readonly finding: Finding;
}

const pageOf = (url: string): string => url.replace(/^https?:\/\/[^/]*/u, '').replace(/#.*/u, '');
const whoOf = ({ ip, user_agent: agent }: VisitRecord): string => `${ip} ${agent}`;
const byTime = <T extends { created_at: number; id: string }>(list: readonly T[]): T[] => list.toSorted((a, b) => a.created_at - b.created_at || Number(BigInt(a.id) - BigInt(b.id)));
const fits = (line: VisitRecord, beacon: VisitRecord): boolean => beacon.created_at - line.created_at <= 60_000 && line.created_at - beacon.created_at <= 5_000;

function groups(): VisitRecord[][] {
  const found = new Map<string, VisitRecord[]>();
  for (const visit of own) {
    const key = `${pageOf(visit.url)} ${whoOf(visit)}`;
    found.set(key, [...(found.get(key) ?? []), visit]);
  }
  return [...found.values()];
}

/** Every view of the site; of whom and of which page else something came that day is looked up one by one. */
function everyView(): View[] {
  const sides: { at: number; line: VisitRecord | null; beacon: VisitRecord | null }[] = [];
  for (const group of groups()) {
    const lines = byTime(group.filter(({ source }) => source === 'log'));
    const taken = new Set<VisitRecord>();
    for (const beacon of byTime(group.filter(({ source }) => source !== 'log'))) {
      const line = lines.find((one) => !taken.has(one) && fits(one, beacon)) ?? null;
      if (line !== null) taken.add(line);
      sides.push({ at: (line ?? beacon).created_at, line, beacon });
    }
    for (const line of lines) if (!taken.has(line)) sides.push({ at: line.created_at, line, beacon: null });
  }
  const all = sides.map((side) => {
    const of = side.line ?? side.beacon;
    if (of === null) throw new Error('a view of nothing');
    return { ...side, day: read(side.at).slice(0, 10), who: whoOf(of), page: pageOf(of.url) };
  });
  const views = all.map(({ at, line, beacon, day, who, page }): View => {
    const sameDay = all.filter((other) => other.day === day);
    const findingOf = (): Finding => {
      if (line !== null && beacon !== null) return beacon.source === 'pixel' ? 'pixel' : 'matched';
      if (line !== null) {
        if (!sameDay.some((other) => other.who === who && other.beacon !== null)) return ['', 'Lynx'].includes(line.browser_name) ? 'no_script_browser' : 'silent_visitor';
        return sameDay.some((other) => other.page === page && other.beacon !== null) ? 'lost' : 'silent_page';
      }
      if (sameDay.some((other) => other.who === who && other.page === page && other.line !== null && other.at < at)) return 'again';
      if (!sameDay.some((other) => other.who === who && other.line !== null)) return 'unlogged_visitor';
      return sameDay.some((other) => other.page === page && other.line !== null) ? 'unlogged_view' : 'unlogged_page';
    };
    return { at, day, line, beacon, finding: findingOf() };
  });
  return [...views, ...pageLines.map((hit): View => ({ at: hit.created_at, day: read(hit.created_at).slice(0, 10), line: null, beacon: null, finding: 'crawler' }))];
}

/** Whether a source covers an instant: it lies between two records that go on from each other, or as near to one as a pair may be. */
function covers(times: readonly number[], others: readonly number[], lead: number, trail: number): (at: number) => boolean {
  const sorted = times.toSorted((a, b) => a - b);
  const hourOf = (at: number): number => Math.floor(at / HOUR);
  const goesOn = (from: number, to: number): boolean => {
    const between = Array.from({ length: Math.max(0, hourOf(to) - hourOf(from) - 1) }, (_, i) => hourOf(from) + 1 + i);
    return between.length <= 12 && between.every((hour) => others.filter((at) => hourOf(at) === hour).length < 10);
  };
  const parts: [number, number][] = [];
  for (const at of sorted) {
    const last = parts.at(-1);
    if (last !== undefined && goesOn(last[1], at)) last[1] = at;
    else parts.push([at, at]);
  }
  return (at) => parts.some(([from, to]) => at >= from - lead && at <= to + trail);
}

const logTimes = own.filter(({ source }) => source === 'log').map(({ created_at: at }) => at);
const beaconTimes = own.filter(({ source }) => source !== 'log').map(({ created_at: at }) => at);
const timesOf = (ofLog: boolean): number[] => hits.filter(({ source }) => (source === 'log') === ofLog).map(({ created_at: at }) => at);
const inLog = covers([...logTimes, ...timesOf(true)], beaconTimes, 5_000, 60_000);
const inBeacons = covers([...beaconTimes, ...timesOf(false)], logTimes, 60_000, 5_000);
const isCompared = ({ at }: View): boolean => inLog(at) && inBeacons(at);
const views = everyView();
const numOf = (list: readonly View[]): Record<Finding, number> => Object.fromEntries(FINDINGS.map((finding) => [finding, list.filter((view) => view.finding === finding).length])) as Record<Finding, number>;
const isOfLog = (view: View): boolean => view.beacon === null || view.line !== null;

it('the story has every kind of view, and pairs as many as there can be', () => {
  expect(FINDINGS.filter((finding) => !views.some((view) => view.finding === finding && isCompared(view)))).toEqual([]);
  // Pairs found by looking for any way to give one more beacon a request (augmenting paths).
  let most = 0;
  for (const group of groups()) {
    const lines = group.filter(({ source }) => source === 'log');
    const held = new Map<VisitRecord, VisitRecord>();
    const give = (beacon: VisitRecord, seen: Set<VisitRecord>): boolean => lines.some((line) => {
      if (!fits(line, beacon) || seen.has(line)) return false;
      seen.add(line);
      const holder = held.get(line);
      if (holder !== undefined && !give(holder, seen)) return false;
      held.set(line, beacon);
      return true;
    });
    for (const beacon of group) if (beacon.source !== 'log' && give(beacon, new Set())) most += 1;
  }
  expect(views.filter(({ line, beacon }) => line !== null && beacon !== null)).toHaveLength(most);
});

describe('by day', () => {
  it('every finding of every day, what is outside, and how long was compared', async () => {
    const { list, total, without_agent: bare, log, beacon } = await ask(reconcile.days, routes.days, { domain: SITE.domain, query_time: RANGE });
    expect(list.map(({ day }) => day)).toEqual(Array.from({ length: DAYS }, (_, i) => read(START + i * DAY + 2 * HOUR).slice(0, 10)));
    for (const { day, findings, outside } of list) {
      const those = views.filter((view) => view.day === day);
      const out = those.filter((view) => !isCompared(view));
      expect([day, findings]).toEqual([day, numOf(those.filter(isCompared))]);
      expect([day, outside]).toEqual([day, { log: out.filter(isOfLog).length, beacon: out.filter((view) => !isOfLog(view)).length }]);
    }
    expect(total.findings).toEqual(numOf(views.filter(isCompared)));
    expect([bare, log.records, beacon.records]).toEqual([1, logTimes.length + timesOf(true).length, beaconTimes.length + timesOf(false).length]);
    expect([log.last_at, beacon.first_at]).toEqual([read(Math.max(...logTimes, ...timesOf(true))), read(Math.min(...beaconTimes, ...timesOf(false)))]);
  });

  it('a minute is compared where both cover it: neither the hole in the log nor what is after its end', async () => {
    const { list, spans } = await ask(reconcile.days, routes.days, { domain: SITE.domain, query_time: RANGE });
    const minutes = new Map<string, number>();
    for (let at = START - DAY; at < START + (DAYS + 2) * DAY; at += 60_000) if (inLog(at) && inBeacons(at)) minutes.set(read(at).slice(0, 10), (minutes.get(read(at).slice(0, 10)) ?? 0) + 1);
    for (const { day, compared } of list) expect(Math.abs(compared / 60 - (minutes.get(day) ?? 0))).toBeLessThan(4);
    expect(spans).toHaveLength(2);
  });

  it('a part of a day says of its views what the whole day says', async () => {
    const query_time: [string, string] = [`${read(START + DAY).slice(0, 10)} 10:00:00`, `${read(START + DAY).slice(0, 10)} 14:59:59`];
    const { total } = await ask(reconcile.days, routes.days, { domain: SITE.domain, query_time });
    expect(total.findings).toEqual(numOf(views.filter((view) => isCompared(view) && read(view.at) >= query_time[0] && read(view.at) <= query_time[1])));
  });

  it('more days than are answered at once are refused', async () => {
    await expect(ask(reconcile.days, routes.days, { domain: SITE.domain, query_time: ['2026-01-01 00:00:00', '2026-09-01 00:00:00'] })).rejects.toMatchObject({ name: 'FootfallError', details: { fields: [{ path: 'query_time' }] } });
  });
});

describe('the views behind the figures', () => {
  const facts = (view: View) => ({
    id: (view.line ?? view.beacon)?.id, at: read(view.at), finding: view.finding, url: (view.line ?? view.beacon)?.url, fingerprint: view.beacon?.fingerprint ?? '',
    late: view.line === null || view.beacon === null ? null : (view.beacon.created_at - view.line.created_at) / 1_000,
  });
  const shown = ({ id, at, finding, url, fingerprint, late }: ReconciledView) => ({ id, at, finding, url, fingerprint, late });
  const sorted = (list: readonly unknown[]): string[] => list.map((one) => JSON.stringify(one)).toSorted();

  it.each(['blocked', 'lost', 'cached', 'pixel', 'matched'] as const)('%s, page by page, the newest first', async (finding) => {
    const meant: readonly string[] = finding in RECONCILED ? RECONCILED[finding as keyof typeof RECONCILED] : [finding];
    const expected = views.filter((view) => isCompared(view) && meant.includes(view.finding));
    const found: ReconciledView[] = [];
    for (let page = 1; found.length < expected.length; page += 1) {
      const { list, meta } = await ask(reconcile.views, routes.views, { domain: SITE.domain, query_time: RANGE, finding, page, per_page: Math.ceil(expected.length / 2) });
      expect(meta.pagination.total).toBe(expected.length);
      expect(list.length).toBeGreaterThan(0);
      found.push(...list);
    }
    expect(sorted(found.map(shown))).toEqual(sorted(expected.map(facts)));
    const instants = found.map(({ id }) => expected.find((view) => (view.line ?? view.beacon)?.id === id)?.at ?? 0);
    expect(instants).toEqual(instants.toSorted((a, b) => b - a));
  });

  it('crawlers by name, and all of it as files', async () => {
    const { list } = await ask(reconcile.views, routes.views, { domain: SITE.domain, query_time: RANGE, finding: 'crawler', per_page: 5_000 });
    expect(list).toHaveLength(views.filter((view) => isCompared(view) && view.finding === 'crawler').length);
    expect(new Set(list.map(({ spider }) => spider))).toEqual(new Set(['Googlebot']));
    const [titles, ...rows] = await download(reconcile.viewsExport, routes.viewsExport, { domain: SITE.domain, query_time: RANGE });
    expect(titles).toEqual(['at', 'finding', 'late', 'url', 'ip', 'user_agent', 'browser_name', 'os_name', 'fingerprint', 'spider']);
    expect(sorted(rows.map(([at, finding]) => [at, finding]))).toEqual(sorted(views.filter(isCompared).map(({ at, finding }) => [read(at), finding])));
    const [head, ...days] = await download(reconcile.daysExport, routes.daysExport, { domain: SITE.domain, query_time: RANGE });
    expect(head).toEqual(['day', 'compared', 'blocked', 'no_script', 'cached', ...FINDINGS, 'outside_log', 'outside_beacon']);
    const blocked = days.map((cells) => Number(cells[2]));
    expect(blocked.reduce((sum, num) => sum + num, 0)).toBe(views.filter((view) => isCompared(view) && (RECONCILED.blocked as readonly string[]).includes(view.finding)).length);
  });
});

it('what both cover: from record to record, over quiet hours, to the end of both', () => {
  const hours = (...list: readonly (readonly [hour: number, people: number])[]): Map<number, SourceHour> => new Map(list.map(([hour, people]) => [hour, { records: people, people, first: hour * HOUR + 600_000, last: hour * HOUR + 3_000_000 }]));
  const spans = (log: Map<number, SourceHour>, beacon: Map<number, SourceHour>, until = 1_000 * HOUR) => comparedSpans(log, beacon, until).map(({ from, to }) => [from / HOUR, (to - 1) / HOUR]);
  const whole = (from: number, to: number) => [from + (600_000 - 5_000) / HOUR, to + (3_000_000 + 5_000) / HOUR];
  expect(spans(hours([10, 5], [11, 5]), hours([10, 5], [11, 5]))).toEqual([whole(10, 11)]);
  // Quiet: the other has nearly nothing, and not for long.
  expect(spans(hours([10, 5], [13, 5]), hours([10, 5], [11, 9], [12, 9], [13, 5]))).toEqual([whole(10, 13)]);
  expect(spans(hours([10, 5], [12, 5]), hours([10, 5], [11, 10], [12, 5]))).toHaveLength(2);
  expect(spans(hours([10, 5], [24, 5]), hours([10, 5], [24, 5]))).toHaveLength(2);
  expect(spans(hours([10, 5]), hours([12, 5]))).toEqual([]);
  expect(spans(hours([10, 5]), hours([10, 5]), 10 * HOUR + 1_000_000 + 60_000)).toEqual([[10 + 595_000 / HOUR, 10 + 999_999 / HOUR]]);
});

async function download<E extends Download>(endpoint: E, handler: Handler<E>, input: Input<E>): Promise<readonly (readonly unknown[])[]> {
  const file = (await handler(endpoint.input.parse(input) as Parameters<Handler<E>>[0], contextOf())) as FileAnswer;
  const pieces: Buffer[] = [];
  for await (const piece of file.body) pieces.push(piece as Buffer);
  return readCsv(Buffer.concat(pieces));
}
