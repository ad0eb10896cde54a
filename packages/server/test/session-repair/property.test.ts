import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionId } from '../../src/enrich/session-id.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import type { PlainVisit } from './plain.js';
import { plainSessions } from './plain.js';
import { type Random, seeded } from '../fuzz/random.js';
import { World } from './world.js';

const T = Date.UTC(2026, 4, 20, 10);
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** Pauses around the one that decides, and others. Long absences are rare: each month is a part of the table, and costs. */
const PAUSES = [0, 1, 1_000, 5 * MINUTE, 29 * MINUTE, 30 * MINUTE - 1, 30 * MINUTE, 30 * MINUTE, 30 * MINUTE + 1, 30 * MINUTE + 1, 31 * MINUTE, 59 * MINUTE, 3 * 60 * MINUTE];

/** How many random stories are told. */
const SEEDS = Number(process.env['REPAIR_SEEDS'] ?? 16);

let engine: TestEngine;
let site = 1_000;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

/** Visits of a few visitors, in order of time. Now and then two at the same instant, or the very same one twice. */
function randomVisits(random: Random, sites: readonly number[]): PlainVisit[] {
  const visits: PlainVisit[] = [];
  for (let person = 0; person < 2 + random.below(5); person += 1) {
    const visitor = person === 0 ? '18446744073709551615' : String(random.below(1e9) * 1e9 + person);
    const isLong = random.chance(0.2);
    let at = T + random.below(DAY);
    for (let view = 0; view < 3 + random.below(40); view += 1) {
      at += isLong ? random.below(30 * MINUTE) + 1 : random.pick(PAUSES);
      if (random.chance(0.01)) at += random.pick([DAY, 9 * DAY, 40 * DAY]);
      const one: PlainVisit = { site: random.pick(sites), visitor, id: BigInt(random.below(2 ** 32)) * BigInt(random.below(2 ** 31)) + 1n, at, url: `/${String(random.below(4))}` };
      visits.push(one);
      if (random.chance(0.03)) visits.push({ ...one, url: `/same-${String(random.below(2))}` });
    }
  }
  return visits.toSorted((a, b) => a.at - b.at);
}

/** Some order in which they may come in: nearly in order, in pieces that are not, backwards, or any. */
function inSomeOrder(random: Random, visits: readonly PlainVisit[]): PlainVisit[] {
  const kind = random.below(4);
  if (kind === 0) return visits.toSorted((a, b) => a.at - b.at + (random.chance(0.1) ? random.below(DAY) - DAY / 2 : 0));
  if (kind === 1) return random.shuffled([visits.slice(0, visits.length / 3), visits.slice(visits.length / 3, visits.length / 2), visits.slice(visits.length / 2)]).flat();
  return kind === 2 ? visits.toReversed() : random.shuffled(visits);
}

function newSites(): number[] {
  site += 2;
  return [site, site + 1];
}

describe('sessions in the store, whatever the order of arrival', () => {
  it.each(Array.from({ length: SEEDS }, (_, seed) => seed))('seed %i', async (seed) => {
    const random = seeded(seed);
    const sites = newSites();
    const world = new World(engine.warehouse, seed % 2 === 0 ? 6 : undefined);
    const arriving = inSomeOrder(random, randomVisits(random, sites));
    for (let at = 0; at < arriving.length;) {
      const size = 1 + random.below(random.chance(0.5) ? 10 : 60);
      world.take(arriving.slice(at, at + size));
      at += size;
      if (random.chance(0.6)) await world.flush(seed % 3 === 0 ? () => random.chance(0.05) : undefined);
      if (random.chance(0.15)) await world.restart(arriving[at]?.at ?? T);
      if (random.chance(0.2)) await world.settle();
      if (random.chance(0.1) && world.stored.size > 0) await world.again([random.pick([...world.stored.values()])], () => world.settle());
    }
    await world.flush();
    await world.settle();
    const { stored, expected } = await world.lines(sites);
    expect(stored).toEqual(expected);
  });
});

describe('an hour with more visits than are looked at at once', () => {
  it.each([['some', 1_000_003n], ['the highest that there are', 2n ** 64n - 40n]])('has the sessions of all its visitors made right: %s', async (_, lowest) => {
    const [one = 0] = newSites();
    const world = new World(engine.warehouse, 20);
    const visits: PlainVisit[] = Array.from({ length: 120 }, (__, n) => ({ site: one, visitor: String(lowest + BigInt(n % 40)), id: BigInt(n + 1), at: T + n * 20_000, url: `/${String(n)}` }));
    // Memory knows the later ones first, and then nothing of them: every visitor's first session is a wrong one in the store.
    world.take(visits.slice(40));
    await world.flush();
    await world.restart(T + DAY);
    world.take(visits.slice(0, 40));
    await world.flush();
    const before = await world.lines([one]);
    expect(before.stored.filter((line, at) => line !== before.expected[at])).toHaveLength(80);
    await world.settle();
    const { stored, expected } = await world.lines([one]);
    expect(stored).toEqual(expected);
  });
});

describe('a visit whose session is wrong in one respect alone', () => {
  /** Visits of one visitor by minute, each with the minute whose visit its session is said to begin with, and the entry page it says. */
  const CASES: Readonly<Record<string, readonly (readonly [minute: number, begins: number, entry: string])[]>> = {
    'goes on after a pause that ends one': [[0, 0, '/0'], [31, 0, '/0']],
    'goes on after several pauses that do not, and one that does': [[0, 0, '/0'], [20, 0, '/0'], [40, 0, '/0'], [71, 0, '/0']],
    'is another than that of the visit before': [[0, 0, '/0'], [10, 10, '/0']],
    'has another entry page than that of the visit before': [[0, 0, '/0'], [10, 0, '/10']],
    'begins with another visit, as all of its visits say': [[0, 10, '/10'], [10, 10, '/10']],
    'has another entry page than its first visit, as all of its visits say': [[0, 0, '/10'], [10, 0, '/10']],
    'has the entry page of the second of two visits at the same instant': [[0, 0, '/0-second'], [0, 0, '/0-second']],
    'is that of nobody': [[0, 500, '/0']],
  };

  it.each(Object.entries(CASES))('%s', async (_, visits) => {
    const [one = 0] = newSites();
    const world = new World(engine.warehouse);
    const visitor = '18446744073709551614';
    const at = (minute: number): number => T + minute * MINUTE;
    await world.storeAs(visits.map(([minute, begins, entry], n) => ({
      visit: { site: one, visitor, id: BigInt(n + 1), at: at(minute), url: n === 1 && minute === 0 ? '/0-second' : `/${String(minute)}` }, session: sessionId(one, visitor, at(begins)), entry,
    })));
    const before = await world.lines([one]);
    expect(before.stored).not.toEqual(before.expected);
    await world.settle();
    const { stored, expected } = await world.lines([one]);
    expect(stored).toEqual(expected);
  });
});

describe('a repair that ends at any step', () => {
  it.each(Array.from({ length: 14 }, (_, step) => step))('after %i steps, its change done, done in part or not done', async (step) => {
    const random = seeded(9_000 + step);
    const sites = newSites();
    const world = new World(engine.warehouse, step % 4 < 2 ? 6 : undefined);
    const visits = randomVisits(random, sites);
    const late = visits.filter((_, at) => at % 7 === 3);
    world.take(visits.filter((_, at) => at % 7 !== 3));
    await world.flush();
    await world.settle();
    world.take(random.shuffled(late));
    await world.flush();

    // The process ends at a step of the store or of the watermark; some of the change may be done, and is then lost to it.
    let left = Math.floor(step / 2);
    const ends = (): void => {
      if (left === 0) throw new Error('the process ends here');
      left -= 1;
    };
    const repair = await world.repair({
      query: (...asked) => {
        ends();
        return engine.warehouse.query(...asked);
      },
      sessionFixesDone: () => engine.warehouse.sessionFixesDone(),
      async fixSessions(fixes) {
        if (left <= 1) await engine.warehouse.fixSessions(fixes.filter(() => random.chance(step % 2 === 0 ? 0.5 : 1)));
        ends();
        await engine.warehouse.fixSessions(fixes);
      },
    }, ends);
    const ended = repair.settled().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 250));
    await repair.stop();
    await ended;

    if (random.chance(0.5)) await world.restart(T);
    await world.settle();
    const { stored, expected } = await world.lines(sites);
    expect(stored).toEqual(expected);
  });
});

describe('a session\'s id', () => {
  it('is the same in the store and in memory, at both ends of the numbers', async () => {
    const sites = newSites();
    const world = new World(engine.warehouse);
    const visits = ['0', '1', '9223372036854775808', '18446744073709551615'].flatMap((visitor) =>
      [Date.UTC(1901, 0, 1), 0, T, Date.UTC(2298, 5, 1)].map((at, view): PlainVisit => ({ site: sites[0] ?? 0, visitor, id: BigInt(view + 1), at, url: '/' })));
    world.take(visits);
    await world.flush();
    await world.settle();
    const { stored, expected } = await world.lines(sites);
    expect(stored).toEqual(expected);
    expect(stored).toHaveLength(visits.length);
    expect(new Set(visits.map(({ site: of, visitor, at }) => sessionId(of, visitor, at))).size).toBe(visits.length);
  });

  it('leaves what is right alone', async () => {
    const sites = newSites();
    const world = new World(engine.warehouse);
    const visits = randomVisits(seeded(4), sites);
    // Of two views at one instant the lower id is the first, which memory does not look at.
    world.take(visits.filter((visit, at) => visits.findIndex((other) => other.visitor === visit.visitor && other.at === visit.at) === at));
    await world.flush();
    let changes = 0;
    const repair = await world.repair({ ...engine.warehouse, fixSessions: async () => void (changes += 1) });
    await repair.settled();
    await repair.stop();
    expect(changes).toBe(0);
    expect(plainSessions([...world.stored.values()].flatMap(({ rows }) => rows.map(({ visit }) => visit))).length).toBeGreaterThan(5);
  });
});
