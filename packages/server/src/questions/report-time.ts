/** Groups of the device report that are pieces of time and nothing else: they are asked as a trend's are, from roll-ups and from what is kept. */
import type { Answer } from '../warehouse/store-query.js';
import type { Asked } from './asked.js';
import { aliasOf } from './columns.js';
import type { CompiledQuery } from './compile.js';
import { countIn, type Row } from './counts.js';
import type { GroupPlan } from './plan.js';
import { runGroups } from './rolled.js';

/** The report's figures that a trend has, by what it calls them. */
const AS_OF_TREND: ReadonlyMap<string, string> = new Map([['pv', 'pv'], ['count(*)', 'pv'], ['uv', 'uv'], ['distinct(visitor)', 'uv'], ['ip', 'ip']]);

/** By the plan's order, and where that tells nothing by time. */
function inOrder(rows: readonly Row[], { sort }: GroupPlan): Row[] {
  const rules = [...sort.map(({ by, direction }) => ({ column: by === 'c0' ? by : `m_${aliasOf(by)}`, sign: direction === 'asc' ? 1 : -1 })), { column: 'c0', sign: 1 }];
  return rows.toSorted((a, b) => {
    const decides = rules.find(({ column }) => countIn(a, column) !== countIn(b, column));
    return decides === undefined ? 0 : decides.sign * (countIn(a, decides.column) - countIn(b, decides.column));
  });
}

interface TimeGroups {
  /** All of them, in the plan's order, with the columns of `compileGroups`. */
  readonly rows: readonly Row[];
  /** That the store took, none where all is kept. */
  readonly seconds: number;
}

/**
 * The plan's groups.
 * @returns null where they are more than figures of a trend by one piece of time
 * @throws as `asked.run`
 */
export async function timeGroups(plan: GroupPlan, asked: Asked): Promise<TimeGroups | null> {
  const figures = plan.figures.map((figure) => AS_OF_TREND.get(figure));
  if (plan.keys.length > 0 || plan.filters.length > 0 || plan.cuts.length !== 1 || !figures.every((figure) => figure !== undefined)) return null;
  let seconds = 0;
  const timed: Asked = {
    ...asked,
    async run<R>(query: CompiledQuery): Promise<Answer<R>> {
      const answer = await asked.run<R>(query);
      seconds += answer.statistics.elapsed;
      return answer;
    },
  };
  const rows = await runGroups(timed, [{ ...plan, figures: [...new Set(['pv', ...figures])], sort: [], totals: false, page: null }]);
  const figuresIn = (row: Row): [string, number][] => plan.figures.map((figure, i) => [`m_${aliasOf(figure)}`, countIn(row, `m_${figures[i] ?? ''}`)]);
  const groups = rows.filter((row) => countIn(row, 'm_pv') > 0).map((row) => Object.fromEntries([['c0', countIn(row, 'c0')], ...figuresIn(row)]));
  return { rows: inOrder(groups, plan), seconds };
}
