/**
 * Parts of a question that are of a period which is over, like the day that today is compared with: asked once and kept for as long as nothing
 * changes them. Who asks again asks for the other parts alone.
 */
import type { RowList } from '../warehouse/rolled/row-list.js';
import type { Asked } from './asked.js';
import { countIn, type Row } from './counts.js';
import { hourOver } from './period.js';
import type { GroupPlan } from './plan.js';
import { SiteScope } from './scope.js';
import { isBusyEnough } from './worth.js';

const HOUR = 3_600_000;
/** A sixth of the visits that make a site busy: fewer are counted as quickly as it is asked for anything. */
const WORTH = 6;
/** Rows of a period; one with more is asked for every time. */
const MOST_ROWS = 2_000;
/** Times that visits may come in late while it is asked, before everything is asked at once. */
const TRIES = 3;

/** A part that may be kept: what it asks, and the hours that it begins and ends with. */
interface Course {
  readonly name: string;
  readonly from: number;
  readonly before: number;
}

function courseOf(plan: GroupPlan, { rolled, now }: Asked): Course | null {
  const [range, ...more] = plan.ranges ?? [];
  if (rolled === null || range === undefined || more.length > 0 || plan.table !== 'visits' || plan.time !== 'created_at' || plan.crawlers !== null) return null;
  const before = range.to / HOUR;
  if (!Number.isInteger(before) || before > hourOver(now) || !isBusyEnough(plan, before - range.from / HOUR, WORTH, rolled)) return null;
  return { name: JSON.stringify({ ...plan, scope: null }), from: range.from / HOUR, before };
}

/**
 * The rows of several plans, with their place in the list as `part`.
 * @param ask asks some of them of the store, in one statement, and gives theirs
 * @throws as `ask` does
 */
export async function withKeptPeriods(plans: readonly GroupPlan[], asked: Asked, ask: (plans: readonly GroupPlan[]) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const { kept } = asked;
  const courses = plans.map((plan) => courseOf(plan, asked));
  if (kept === null || courses.every((course) => course === null)) return ask(plans);
  for (let i = 0; i < TRIES; i += 1) {
    const parts = plans.map((plan, part) => {
      const course = courses[part] ?? null;
      return { plan, part, course, reading: course === null ? null : kept.periods.read(SiteScope.idsOf(plan.scope), course.name, course.from) };
    });
    const known = parts.map(({ reading }): RowList | null => reading?.kept?.counts ?? null);
    const missing = parts.filter(({ part }) => known[part] === null);
    const found = missing.length === 0 ? [] : await ask(missing.map(({ plan }) => plan));
    // What is kept may have stood in another place of the list.
    const rows = parts.map(({ part }) => ((known[part]?.rows as readonly Row[] | undefined) ?? found.filter((row) => missing[countIn(row, 'part')]?.part === part)).map((row): Row => ({ ...row, part })));
    for (const { part, course, reading } of missing) {
      const own = rows[part] ?? [];
      if (course !== null && own.length <= MOST_ROWS) reading?.keep({ before: course.before, counts: { rows: own, size: own.length } });
    }
    if (parts.every(({ course, reading }) => course === null || reading?.isTrue(course.before) === true)) return rows.flat();
  }
  return ask(plans);
}
