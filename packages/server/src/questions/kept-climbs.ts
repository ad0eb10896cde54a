/**
 * How the figures of a period climb through its last hour. "Until now" takes the beginning of an hour that is over in the time that it is compared with: what
 * every ten seconds of the hour add to the period before it is worked out once, and kept for as long as nothing changes either. A later asking takes some
 * moments more.
 */
import type { Reading } from '../warehouse/rolled/kept-counts.js';
import type { Member } from '../warehouse/rolled/kept-numbers.js';
import type { RowList } from '../warehouse/rolled/row-list.js';
import type { Asked } from './asked.js';
import { type BaseRow, compileBase } from './compile-climb.js';
import { compileRest, MOST_MEMBERS, type RestRow } from './compile-rest.js';
import { countIn, type Row } from './counts.js';
import { COLUMN, numbersOf } from './member-numbers.js';
import { CLOCK_STEP, hourOver, type TimeRange } from './period.js';
import type { GroupPlan, RolledTime } from './plan.js';
import { SiteScope } from './scope.js';

const HOUR = 3_600_000;
const FIGURES: ReadonlySet<string> = new Set(['pv', 'uv', 'ip']);
/** Members of the moments of an hour: with more, what is asked for is counted. */
const MOST_OF_HOUR = 40_000;

/** A period that climbs, up to some moment of its last hour. */
interface Course {
  readonly name: string;
  readonly plan: GroupPlan;
  readonly time: RolledTime;
  readonly hour: number;
  readonly until: number;
}

/** What is added at an instant, milliseconds UTC; first of all what there was before the hour. */
interface Step {
  readonly at: number;
  readonly pv: number;
  readonly uv: number;
  readonly ip: number;
}

function courseOf(plan: GroupPlan, time: RolledTime | null, now: number): Course | null {
  const [rest, ...others] = time?.rest ?? [];
  const [range, ...more] = plan.ranges ?? [];
  if (time === null || rest === undefined || range === undefined || others.length + more.length > 0 || rest.to !== range.to || plan.cuts.length > 0 || !plan.figures.every((figure) => FIGURES.has(figure))) return null;
  const hour = rest.from / HOUR;
  if (!Number.isInteger(hour) || rest.to % CLOCK_STEP !== 0 || rest.to > rest.from + HOUR || hour >= hourOver(now)) return null;
  return { name: JSON.stringify(['climb', range.from, hour]), plan, time, hour, until: rest.to };
}

/** The whole of the last hour, in moments. */
function momentsOf({ plan, time, hour }: Course): GroupPlan {
  const whole: TimeRange = { from: hour * HOUR, to: (hour + 1) * HOUR };
  const edges = Array.from({ length: HOUR / CLOCK_STEP }, (_, i) => whole.from + i * CLOCK_STEP);
  return { ...plan, cuts: [edges], figures: ['pv', 'uv', 'ip'], rolled: { ...time, rest: [whole] } };
}

/** How many of them are neither among the members already, nor in the period before; they are among the members from now on. */
function added(names: readonly string[], members: Set<string>, isKnown: (name: string) => boolean): number {
  let sum = 0;
  for (const name of names) {
    if (members.has(name)) continue;
    members.add(name);
    if (!isKnown(name)) sum += 1;
  }
  return sum;
}

/** @returns no counts where there are very many; null where numbers were taken away meanwhile */
async function climbed(course: Course, siteId: number, numbers: NonNullable<Asked['numbers']>, asked: Asked): Promise<{ readonly counts: RowList | null } | null> {
  const version = asked.rolled?.version(siteId);
  const { rows } = await asked.run<RestRow>(compileRest([momentsOf(course)]));
  const size = rows.reduce((sum, { visitors, addresses }) => sum + visitors.length + addresses.length, rows.length);
  if (size > MOST_OF_HOUR || rows.some(({ visitors, addresses }) => Math.max(visitors.length, addresses.length) > MOST_MEMBERS)) return { counts: null };
  const known = await numbersOf(rows, siteId, numbers, asked);
  const { rows: [base] } = await asked.run<BaseRow>(compileBase(course.plan, { ...course.time, rest: [] }, { visitor: known.numbers('visitor'), ip: known.numbers('ip') }));
  if (base === undefined || asked.rolled?.version(siteId) !== version) return null;
  const before: Readonly<Record<Member, ReadonlySet<number>>> = { visitor: new Set(base.visitors), ip: new Set(base.addresses) };
  const members = { visitor: new Set<string>(), ip: new Set<string>() };
  const addedBy = (row: RestRow, member: Member): number => added(row[COLUMN[member]], members[member], (name) => before[member].has(known.numberOf(member, name)));
  const steps: Step[] = [{ at: Number.NEGATIVE_INFINITY, pv: Number(base.pv), uv: Number(base.uv), ip: Number(base.ip) }];
  for (const row of rows.toSorted((a, b) => Number(a.cuts[0]) - Number(b.cuts[0]))) {
    steps.push({ at: Number(row.cuts[0]), pv: Number(row.pv), uv: addedBy(row, 'visitor'), ip: addedBy(row, 'ip') });
  }
  return { counts: { rows: steps, size: steps.length } };
}

function rowOf(steps: readonly Step[], until: number, part: number): Row {
  const sum = { pv: 0, uv: 0, ip: 0 };
  for (const { at, pv, uv, ip } of steps) {
    if (at >= until) continue;
    sum.pv += pv;
    sum.uv += uv;
    sum.ip += ip;
  }
  return { part, m_pv: sum.pv, m_uv: sum.uv, m_ip: sum.ip };
}

/** What is kept of a course, or is from now on. @returns null where it is to be asked for */
async function stepsOf(course: Course, reading: Reading<RowList>, siteId: number, numbers: NonNullable<Asked['numbers']>, asked: Asked): Promise<readonly Step[] | null> {
  if (reading.kept !== null) return (reading.kept.counts?.rows as readonly Step[] | undefined) ?? null;
  const found = await climbed(course, siteId, numbers, asked);
  if (found !== null) reading.keep({ before: course.hour + 1, counts: found.counts });
  return (found?.counts?.rows as readonly Step[] | undefined) ?? null;
}

/**
 * The rows of several plans, with their place in the list as `part`.
 * @param timeOf what of a plan's time is rolled up
 * @param ask asks some of them of the store, in one statement, and gives theirs
 * @throws as `ask` and `asked.run` do
 */
export async function withKeptClimbs(plans: readonly GroupPlan[], asked: Asked, timeOf: (plan: GroupPlan) => RolledTime | null, ask: (plans: readonly GroupPlan[]) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const { kept, numbers, now, scope } = asked;
  const [siteId, ...others] = SiteScope.idsOf(scope);
  if (kept === null || numbers === null || siteId === undefined || others.length > 0) return ask(plans);
  const parts = await Promise.all(plans.map(async (plan, part) => {
    const course = courseOf(plan, timeOf(plan), now);
    if (course === null) return { plan, part, course: null, reading: null, steps: null };
    const reading = kept.periods.read([siteId], course.name);
    return { plan, part, course, reading, steps: await stepsOf(course, reading, siteId, numbers, asked) };
  }));
  const missing = parts.filter(({ steps }) => steps === null);
  const found = missing.length === 0 ? [] : await ask(missing.map(({ plan }) => plan));
  if (!parts.every(({ course, reading, steps }) => course === null || steps === null || reading.isTrue(course.hour + 1))) return ask(plans);
  return [
    ...found.map((row): Row => ({ ...row, part: missing[countIn(row, 'part')]?.part ?? 0 })),
    ...parts.flatMap(({ part, course, steps }) => (course === null || steps === null ? [] : [rowOf(steps, course.until, part)])),
  ];
}
