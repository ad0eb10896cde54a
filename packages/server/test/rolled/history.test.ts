/** All days that are over of a site are added up by value as one span, made anew of it and the day that came since. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createZones } from '../../src/questions/zone.js';
import { createRollUpJob } from '../../src/roll-up-job.js';
import { type Span, SpanSet } from '../../src/warehouse/rolled/span-set.js';

const HOUR = 3_600_000;
const DAY = 24;
const FIRST = Date.UTC(2026, 2, 20, 9) / HOUR;
const endOf = ({ first, hours }: Span): number => first + hours;

it('is one span, of the one before and the day since, and of the months where there is none', async () => {
  const [spans, values] = [new SpanSet(), new SpanSet()];
  const joins: { readonly span: Span; readonly parts: readonly Span[] }[] = [];
  let now = Date.UTC(2026, 4, 3, 12, 30);
  let isQuiet = true;
  const add = (set: SpanSet) => (_: number, some: readonly Span[]): Promise<number> => {
    for (const span of some) set.add(span);
    return Promise.resolve(some.length);
  };
  const job = createRollUpJob({
    rolled: {
      has: (_, hour) => hour >= FIRST && hour < Math.floor(now / HOUR),
      spansAt: (_, hour) => spans.at(hour), valuesAt: (_, hour) => values.at(hour),
      setFirst: () => undefined, load: () => Promise.resolve(), rows: { scattered: () => Promise.resolve([]) } as never, removeNumbers: () => Promise.resolve(),
      removeValues(_, some) {
        for (const span of some) values.delete(span);
        return Promise.resolve();
      },
    },
    rollUps: {
      busySites: () => Promise.resolve([{ siteId: 1, first: FIRST, visits: 1_000_000 }]), visitsOf: () => Promise.resolve(new Map()), rollUp: () => Promise.resolve(0),
      addUp: add(spans), addValues: add(values),
      joinValues(_, span, parts) {
        // Without a gap, and each there.
        expect(parts.map(({ first }) => first)).toEqual([span.first, ...parts.slice(0, -1).map(endOf)]);
        expect(parts.map(endOf).at(-1)).toBe(endOf(span));
        expect(parts.every((part) => values.has(part))).toBe(true);
        if (!isQuiet) return Promise.resolve(0);
        joins.push({ span, parts });
        values.add(span);
        return Promise.resolve(1);
      },
    },
    zoneOf: () => createZones()('UTC'), now: () => now, log: pino({ level: 'silent' }),
  });
  const longest = (): Span[] => [...values].filter(({ hours }) => hours > 31 * DAY);
  const untilMidnight = (): number => Math.floor(now / HOUR / DAY) * DAY;

  await job.run();
  // What there is of March, April, and two days of May.
  expect(joins.at(-1)?.parts.map(({ hours }) => hours)).toEqual([12 * DAY - 9, 30 * DAY, DAY, DAY]);
  expect(longest()).toEqual([{ first: FIRST, hours: untilMidnight() - FIRST }]);

  await job.run();
  expect(joins.filter(({ span }) => span.hours > 31 * DAY)).toHaveLength(1);

  for (let day = 0; day < 3; day += 1) {
    const former = longest();
    now += DAY * HOUR;
    await job.run();
    expect(joins.at(-1)?.parts).toEqual([...former, { first: untilMidnight() - DAY, hours: DAY }]);
    expect(longest()).toEqual([{ first: FIRST, hours: untilMidnight() - FIRST }]);
  }

  // Where visits change meanwhile it is not made, and the one before stays.
  const before = longest();
  isQuiet = false;
  now += DAY * HOUR;
  await job.run();
  expect(longest()).toEqual(before);
  isQuiet = true;
  await job.run();
  expect(longest()).toEqual([{ first: FIRST, hours: untilMidnight() - FIRST }]);

  // A day that visits came late for takes it along; it is made of the months once the day is there again.
  for (const span of [...longest(), { first: FIRST + 15, hours: DAY }, { first: FIRST, hours: 12 * DAY - 9 }]) values.delete(span);
  await job.run();
  expect(joins.at(-1)?.parts.map(({ hours }) => hours)).toEqual([12 * DAY - 9, 30 * DAY, DAY, DAY, DAY, DAY, DAY, DAY]);
  expect(longest()).toEqual([{ first: FIRST, hours: untilMidnight() - FIRST }]);
  // Nothing else is left of those before.
  expect([...values].filter(({ hours }) => hours > DAY).map(({ hours }) => hours).toSorted((a, b) => a - b)).toEqual([12 * DAY - 9, 30 * DAY, untilMidnight() - FIRST]);
});
