/**
 * What is not rolled up of a question's time, mostly the running hour and the like of it in the time compared with, counted by a statement of its own: its
 * visitors' and addresses' numbers are looked up once and kept, where the statement itself would look for each among all of the site's every time.
 */
import { type Member, MEMBERS, NO_NUMBER, type Numbers } from '../warehouse/rolled/kept-numbers.js';
import type { Asked } from './asked.js';
import { FIRST_OF_NOBODY } from './compile-rolled.js';
import { compileNumbers, compileRest, MOST_MEMBERS, type NumberRow, type RestRow } from './compile-rest.js';
import { type Moments, momentsOf, togetherOf } from './kept-moments.js';
import type { CohortPlan, CountedGroup, GroupPlan, Members } from './plan.js';

const HOUR = 3_600_000;
/** More time than this is not the rest of hours that are over, and is counted where it is. */
const MOST_TIME = 3 * HOUR;
const MOST_GROUPS = 6;
/** Members of an hour that are kept: of one with more, what is asked for is counted. */
const MOST_OF_HOUR = 40_000;

/** What of a question it is told by. */
type Asking = Pick<Asked, 'kept' | 'numbers' | 'now' | 'run'>;

const COLUMN: Readonly<Record<Member, 'visitors' | 'addresses'>> = { visitor: 'visitors', ip: 'addresses' };

const restOf = ({ rolled }: GroupPlan | CohortPlan) => rolled?.rest ?? [];

/** Milliseconds of the rest that are past. */
const timeOf = (plan: GroupPlan | CohortPlan, now: number): number => restOf(plan).reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, now) - from), 0);

const nobody = (names: readonly string[]): Map<string, number> => new Map(names.map((name) => [name, NO_NUMBER]));

const distinct = (lists: readonly (readonly string[])[]): Set<string> => new Set(lists.flat());

/** Numbers of all members of the rows, NO_NUMBER of those that have none: what is kept, and of the others from the store, to be kept as well. */
async function numbersOf(rows: readonly RestRow[], siteId: number, kept: NonNullable<Asked['numbers']>, asked: Asking): Promise<Numbers> {
  const since = kept.since(siteId);
  const known = kept.of(siteId);
  const here = { visitor: new Map<string, number>(), ip: new Map<string, number>() };
  const missing: Record<Member, string[]> = { visitor: [], ip: [] };
  for (const member of MEMBERS) {
    for (const name of distinct(rows.map((row) => row[COLUMN[member]]))) {
      const number = known[member].get(name);
      if (number === undefined) missing[member].push(name);
      else here[member].set(name, number);
    }
  }
  if (missing.visitor.length + missing.ip.length === 0) return here;
  const found = { visitor: nobody(missing.visitor), ip: nobody(missing.ip) };
  const answer = await asked.run<NumberRow>(compileNumbers(siteId, missing));
  for (const { part, name, number } of answer.rows) found[MEMBERS[Number(part)] ?? 'visitor'].set(name, Number(number));
  kept.keep(siteId, found, since);
  for (const member of MEMBERS) for (const [name, number] of found[member]) here[member].set(name, number);
  return here;
}

/** Members of a group; who is in several groups is the same in each. */
function numbering(known: ReadonlyMap<string, number>): (names: readonly string[]) => Members {
  const own = new Map<string, number>();
  return (names) => {
    const from = FIRST_OF_NOBODY + own.size;
    const numbers: number[] = [];
    for (const name of names) {
      const number = known.get(name) ?? NO_NUMBER;
      const given = number === NO_NUMBER ? own.get(name) : number;
      if (given === undefined) own.set(name, FIRST_OF_NOBODY + own.size);
      else numbers.push(given);
    }
    return { numbers, unnumbered: { from, count: FIRST_OF_NOBODY + own.size - from } };
  };
}

/** What there is of the rests of plans, by their place; null where it has changed meanwhile. */
async function restsOf(asking: readonly (GroupPlan | CohortPlan)[], siteId: number, { kept, now, run }: Asking): Promise<RestRow[] | null> {
  const parts = asking.map((plan, part) => {
    const moments: Moments | null = kept === null ? null : momentsOf(plan, now);
    const reading = moments === null ? null : (kept?.periods.read([siteId], moments.name) ?? null);
    return reading?.kept?.counts === null ? { plan, part, moments: null, reading: null } : { plan, part, moments, reading };
  });
  const missing = parts.filter(({ reading }) => (reading?.kept ?? null) === null);
  const { rows } = missing.length === 0 ? { rows: [] } : await run<RestRow>(compileRest(missing.map(({ plan, moments }) => moments?.plan ?? plan)));
  const rests = parts.map(({ part, moments, reading }) => {
    const place = missing.findIndex((one) => one.part === part);
    const own = place === -1 ? ((reading?.kept?.counts?.rows ?? []) as readonly RestRow[]) : rows.filter((row) => Number(row.part) === place);
    if (moments === null) return own.map((row): RestRow => ({ ...row, part }));
    const size = own.reduce((sum, { visitors, addresses }) => sum + visitors.length + addresses.length, own.length);
    if (place !== -1) reading?.keep({ before: moments.hour + 1, counts: size > MOST_OF_HOUR ? null : { rows: own, size } });
    return togetherOf(own, moments.until, part);
  });
  return parts.every(({ moments, reading }) => moments === null || reading?.isTrue(moments.hour + 1) === true) ? rests.flat() : null;
}

/**
 * @param plans of one site
 * @returns the plans with their rest counted; null where that is not to be, or not worth it: then their statement counts it
 * @throws as `asked.run`
 */
export async function withCountedRest<P extends GroupPlan | CohortPlan>(plans: readonly P[], siteId: number, asked: Asking): Promise<readonly P[] | null> {
  const { numbers, now } = asked;
  const asking = plans.filter((plan) => restOf(plan).length > 0);
  // With one that is counted as a whole all must see the same visits.
  if (numbers === null || asking.length === 0 || plans.some(({ rolled }) => rolled === null) || asking.some((plan) => timeOf(plan, now) > MOST_TIME)) return null;
  const rows = await restsOf(asking, siteId, asked);
  if (rows === null || rows.length > MOST_GROUPS || rows.some(({ visitors, addresses }) => Math.max(visitors.length, addresses.length) > MOST_MEMBERS)) return null;
  const known = await numbersOf(rows, siteId, numbers, asked);
  const numberOf = { visitor: numbering(known.visitor), ip: numbering(known.ip) };
  const groupOf = ({ cuts, pv, referer_num, visitors, addresses }: RestRow): CountedGroup => ({
    cuts: cuts.map(Number), pv: Number(pv), referer_num: Number(referer_num), visitors: numberOf.visitor(visitors), addresses: numberOf.ip(addresses),
  });
  return plans.map((plan) => {
    const at = asking.indexOf(plan);
    if (at === -1 || plan.rolled === null) return plan;
    return Object.freeze({ ...plan, rolled: { ...plan.rolled, counted: rows.filter(({ part }) => Number(part) === at).map(groupOf) } });
  });
}
