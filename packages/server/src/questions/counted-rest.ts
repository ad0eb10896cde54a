/**
 * What is not rolled up of a question's time, mostly the running hour and the like of it in the time compared with, counted by a statement of its own: its
 * visitors' and addresses' numbers are looked up once and kept, where the statement itself would look for each among all of the site's every time.
 */
import { type Member, NO_NUMBER } from '../warehouse/rolled/kept-numbers.js';
import type { Asked } from './asked.js';
import { FIRST_OF_NOBODY } from './compile-rolled.js';
import { compileRest, MOST_MEMBERS, type RestRow } from './compile-rest.js';
import { type MemberNumbers, numbersOf } from './member-numbers.js';
import type { CohortPlan, CountedGroup, GroupPlan, Members } from './plan.js';

const HOUR = 3_600_000;
/** More time than this is not the rest of hours that are over, and is counted where it is. */
const MOST_TIME = 3 * HOUR;
const MOST_GROUPS = 6;

/** What of a question it is told by. */
type Asking = Pick<Asked, 'numbers' | 'now' | 'run'>;

const restOf = ({ rolled }: GroupPlan | CohortPlan) => rolled?.rest ?? [];

/** Milliseconds of the rest that are past. */
const timeOf = (plan: GroupPlan | CohortPlan, now: number): number => restOf(plan).reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, now) - from), 0);

/** Members of a group; who is in several groups is the same in each. */
function numbering(known: MemberNumbers, member: Member): (names: readonly string[]) => Members {
  const own = new Map<string, number>();
  return (names) => {
    const from = FIRST_OF_NOBODY + own.size;
    const numbers: number[] = [];
    for (const name of names) {
      const number = known.numberOf(member, name);
      const given = number === NO_NUMBER ? own.get(name) : number;
      if (given === undefined) own.set(name, FIRST_OF_NOBODY + own.size);
      else numbers.push(given);
    }
    return { numbers, unnumbered: { from, count: FIRST_OF_NOBODY + own.size - from } };
  };
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
  const { rows } = await asked.run<RestRow>(compileRest(asking));
  if (rows.length > MOST_GROUPS || rows.some(({ visitors, addresses }) => Math.max(visitors.length, addresses.length) > MOST_MEMBERS)) return null;
  const known = await numbersOf(rows, siteId, numbers, asked);
  const numberOf = { visitor: numbering(known, 'visitor'), ip: numbering(known, 'ip') };
  const groupOf = ({ cuts, pv, referer_num, visitors, addresses }: RestRow): CountedGroup => ({
    cuts: cuts.map(Number), pv: Number(pv), referer_num: Number(referer_num), visitors: numberOf.visitor(visitors), addresses: numberOf.ip(addresses),
  });
  return plans.map((plan) => {
    const at = asking.indexOf(plan);
    if (at === -1 || plan.rolled === null) return plan;
    return Object.freeze({ ...plan, rolled: { ...plan.rolled, counted: rows.filter(({ part }) => Number(part) === at).map(groupOf) } });
  });
}
