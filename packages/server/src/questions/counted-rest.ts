/**
 * What is not rolled up of a question's time, mostly the running hour and the like of it in the time compared with, counted by a statement of its own: its
 * visitors' and addresses' numbers are looked up once and kept, where the statement itself would look for each among all of the site's every time.
 */
import { type Member, NO_NUMBER } from '../warehouse/rolled/kept-numbers.js';
import type { ValueKind } from '../warehouse/tables/rolled-values.js';
import type { Asked } from './asked.js';
import { FIRST_OF_NOBODY } from './compile-rolled.js';
import { compileAgents, compileRest, compileValueRest, MOST_MEMBERS, type RestRow, type ValueRestRow } from './compile-rest.js';
import { type MemberNumbers, numbersOf } from './member-numbers.js';
import type { TimeRange } from './period.js';
import type { CohortPlan, CountedGroup, CountedValue, GroupPlan, Members } from './plan.js';
import { type Grouping, restInPieces } from './running-rest.js';

const HOUR = 3_600_000;
/** More time than this is not the rest of hours that are over, and is counted where it is. */
const MOST_TIME = 3 * HOUR;
const MOST_GROUPS = 6;
/** Members of all values together. */
const MOST_OF_VALUES = 90_000;

/** What of a question it is told by. */
type Asking = Pick<Asked, 'kept' | 'numbers' | 'now' | 'rolled' | 'run'>;

const restOf = ({ rolled }: GroupPlan | CohortPlan) => rolled?.rest ?? [];

/** Milliseconds of the rest that are past, since the site's first visits: before them there are none, or few that came late. */
function timeOf(plan: GroupPlan | CohortPlan, siteId: number, { now, rolled }: Asking): number {
  const first = (rolled?.first(siteId) ?? 0) * HOUR;
  return restOf(plan).reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, now) - Math.max(from, first)), 0);
}

/** What is counted of a rest. */
const restName = (plan: GroupPlan | CohortPlan): string => JSON.stringify('figures' in plan ? [plan.cuts, plan.labels, plan.figures] : [plan.earlier, plan.later]);

/** What a rest is told by: plans with the same have one. */
const restKey = (plan: GroupPlan | CohortPlan): string => JSON.stringify([restName(plan), plan.filters, restOf(plan)]);

const withRest = <P extends GroupPlan | CohortPlan>(plan: P, rest: readonly TimeRange[]): P => (plan.rolled === null ? plan : { ...plan, rolled: { ...plan.rolled, rest } });

/** Whether not all of a group's members are told. */
const isCut = ({ visitors, addresses }: Pick<RestRow, 'visitors' | 'addresses'>): boolean => Math.max(visitors.length, addresses.length) > MOST_MEMBERS;

const sumOf = (a: string, b: string): string => String(Number(a) + Number(b));

const GROUPS: Grouping<RestRow> = {
  keyOf: ({ cuts }) => cuts.join(' '),
  both: (row, other) => ({ ...row, pv: sumOf(row.pv, other.pv), referer_num: sumOf(row.referer_num, other.referer_num) }),
};

/** What there is of the rests of some plans, with their place in the list as `part`; null where not all of it is told. @throws as `asked.run` */
async function countedRests(plans: readonly (GroupPlan | CohortPlan)[], asked: Asking, isFirst = true): Promise<readonly RestRow[] | null> {
  const rests = plans.map((plan) => restInPieces(plan, restOf(plan), restName(plan), GROUPS, isFirst, asked));
  const pieces = plans.flatMap((plan, i) => rests[i]?.times.map((times) => withRest(plan, times)) ?? []);
  const { rows } = pieces.length === 0 ? { rows: [] } : await asked.run<RestRow>(compileRest(pieces));
  if (rows.some(isCut)) return null;
  if (!rests.every((rest) => rest.isTrue())) return countedRests(plans, asked, false);
  const byPiece = pieces.map((_, piece) => rows.filter(({ part }) => Number(part) === piece));
  let at = 0;
  const told = rests.map((rest, part) => rest.told(byPiece.slice(at, (at += rest.times.length)))?.map((row): RestRow => ({ ...row, part })) ?? null);
  return told.every((some) => some !== null) ? told.flat() : null;
}

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
  const { numbers } = asked;
  const asking = plans.filter((plan) => restOf(plan).length > 0);
  // With one that is counted as a whole all must see the same visits.
  if (numbers === null || asking.length === 0 || plans.some(({ rolled }) => rolled === null) || asking.some((plan) => timeOf(plan, siteId, asked) > MOST_TIME)) return null;
  // Plans of times that end alike have one rest.
  const keys = asking.map(restKey);
  const rests = [...new Set(keys)];
  const apart = rests.flatMap((key) => asking[keys.indexOf(key)] ?? []);
  const rows = await countedRests(apart, asked);
  if (rows === null || rows.length > MOST_GROUPS || rows.some(isCut)) return null;
  const known = await numbersOf(rows, siteId, numbers, asked);
  const numberOf = { visitor: numbering(known, 'visitor'), ip: numbering(known, 'ip') };
  const groupOf = ({ cuts, pv, referer_num, visitors, addresses }: RestRow): CountedGroup => ({
    cuts: cuts.map(Number), pv: Number(pv), referer_num: Number(referer_num), visitors: numberOf.visitor(visitors), addresses: numberOf.ip(addresses),
  });
  const groups = rows.map((row) => ({ part: Number(row.part), group: groupOf(row) }));
  return plans.map((plan) => {
    const at = asking.indexOf(plan);
    if (at === -1 || plan.rolled === null) return plan;
    return Object.freeze({ ...plan, rolled: { ...plan.rolled, counted: groups.filter(({ part }) => rests[part] === keys[at]).map(({ group }) => group) } });
  });
}

/** Agents of the newest visits, by their ids; null where one of those is gone meanwhile. */
async function agentsOf(plan: GroupPlan, rows: readonly ValueRestRow[], asked: Asking): Promise<ReadonlyMap<string, string> | null> {
  if (rows.length === 0 || !plan.figures.includes('user_agent')) return new Map();
  const { rows: agents } = await asked.run<{ readonly id: string; readonly agent: string }>(compileAgents(plan, rows.map(({ newest }) => newest)));
  const found = new Map(agents.map(({ id, agent }) => [id, agent]));
  return rows.every(({ newest }) => found.has(newest)) ? found : null;
}

/** Which visit is newer, as the store has it: of two at one instant the one whose id is greater. */
const isNewer = (one: ValueRestRow, other: ValueRestRow): boolean => Number(one.last) > Number(other.last) || (one.last === other.last && BigInt(one.newest) > BigInt(other.newest));

const VALUES: Grouping<ValueRestRow> = {
  keyOf: ({ facts }) => JSON.stringify(facts),
  both(row, other) {
    const { last, newest } = isNewer(row, other) ? row : other;
    return { ...row, pv: sumOf(row.pv, other.pv), last, newest };
  },
};

/** What there is of the rest of a plan by value; null where not all of it is told. @throws as `asked.run` */
async function countedByValue(plan: GroupPlan, kind: ValueKind, asked: Asking, isFirst = true): Promise<readonly ValueRestRow[] | null> {
  const rest = restInPieces(plan, restOf(plan), JSON.stringify([kind.kind, plan.figures]), VALUES, isFirst, asked);
  const rows = await Promise.all(rest.times.map(async (times) => (await asked.run<ValueRestRow>(compileValueRest(withRest(plan, times), kind))).rows));
  if (rows.flat().some(isCut)) return null;
  return rest.isTrue() ? rest.told(rows) : countedByValue(plan, kind, asked, false);
}

/** The same of a plan by value. */
export async function withCountedValues(plans: readonly GroupPlan[], siteId: number, asked: Asking): Promise<readonly GroupPlan[] | null> {
  const [plan, ...others] = plans;
  const { numbers } = asked;
  const time = plan?.rolled;
  if (plan === undefined || time?.values === undefined || others.length > 0 || numbers === null || restOf(plan).length === 0 || timeOf(plan, siteId, asked) > MOST_TIME) return null;
  const rows = await countedByValue(plan, time.values, asked);
  if (rows === null || rows.some(isCut) || rows.reduce((sum, { visitors, addresses }) => sum + visitors.length + addresses.length, 0) > MOST_OF_VALUES) return null;
  const [known, agents] = await Promise.all([numbersOf(rows, siteId, numbers, asked), agentsOf(plan, rows, asked)]);
  if (agents === null) return null;
  const numberOf = { visitor: numbering(known, 'visitor'), ip: numbering(known, 'ip') };
  const countedValues = rows.map(({ facts, pv, last, newest, visitors, addresses }): CountedValue => ({ facts, pv: Number(pv), last: Number(last), id: newest, agent: agents.get(newest) ?? '', visitors: numberOf.visitor(visitors), addresses: numberOf.ip(addresses) }));
  return [Object.freeze({ ...plan, rolled: { ...time, countedValues } })];
}
