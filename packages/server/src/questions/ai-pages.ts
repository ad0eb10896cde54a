/** The addresses that AI crawlers took, beside the visits that assistants sent to them, and both over time. */
import { AI_TYPES, type AiPage, type endpoints, type Output, type Parsed } from '@footfall/contract';
import { sentOf, takenOf } from './ai-sources.js';
import { cutOf, type Asked } from './asked.js';
import { compileSummed, compileUnion, type SummedPlan } from './compile.js';
import { countIn, type Row } from './counts.js';
import { bucketsOf, chooseGrain } from './grain.js';
import { pageOf, paginationOf } from './paging.js';
import { instantsOf, namedRange, type LocalRange } from './period.js';
import { grouped, where, type Filter, type Sort } from './plan.js';

type Pages = typeof endpoints.ai.pages;
type Trend = typeof endpoints.ai.trend;
export type AiPagesInput = Omit<Parsed<Pages>, 'domain' | 'page' | 'per_page'>;

const rangeOf = (input: { readonly query_time?: LocalRange | undefined }, asked: Asked): LocalRange => input.query_time ?? namedRange('today', asked.zone, asked.now);

/** Both lists laid together by address, before a page is chosen. */
export function aiPagesPlan(input: AiPagesInput, asked: Asked): SummedPlan {
  const range = instantsOf(rangeOf(input, asked), asked.zone);
  const key = input.fold === 'path' ? 'url_path' : 'url';
  const contains: Filter[] = input.search === '' ? [] : [{ column: key, operator: 'like', value: input.search }];
  const figures = { taken: 'hits', sent: 'pv' } as const;
  const sort = (Object.entries(input.sort) as [keyof AiPagesInput['sort'], 'asc' | 'desc'][]).map(([by, direction]): Sort => ({ by: by === 'key' ? key : (figures[by as keyof typeof figures] ?? by), direction }));
  return {
    parts: [
      grouped(where(takenOf(asked.scope, range, input.operator), contains), ['hits', ...AI_TYPES], { keys: [key] }),
      grouped(where(sentOf(asked.scope, range, input.operator), contains), ['pv'], { keys: [key] }),
    ],
    key,
    sort: sort.length > 0 ? sort : [{ by: 'hits', direction: 'desc' }, { by: 'pv', direction: 'desc' }],
    page: null,
  };
}

/** A row of that plan, as it is shown. @param prefix of the figures: `m_` of the row's own, `total_` of all rows' */
function flowsIn(row: Row | undefined, prefix: 'm_' | 'total_'): Omit<AiPage, 'key'> {
  const of = (figure: string): number => countIn(row, `${prefix}${figure}`);
  return { taken: of('hits'), ai_training: of('ai_training'), ai_search: of('ai_search'), ai_assistant: of('ai_assistant'), sent: of('pv') };
}

export function aiPageOf(row: Row, fold: AiPagesInput['fold']): AiPage {
  return { key: String(row[fold === 'path' ? 'k_url_path' : 'k_url']), ...flowsIn(row, 'm_') };
}

/** A page of the addresses. @throws FootfallError `request.invalid` */
export async function aiPages(input: Parsed<Pages>, asked: Asked): Promise<Output<Pages>> {
  const plan = aiPagesPlan(input, asked);
  const { rows } = await asked.run<Row>(compileSummed({ ...plan, page: pageOf(input) }));
  // Each row carries the totals; a page behind the last has none to carry them.
  const [carrier] = rows.length === 0 && input.page > 1 ? (await asked.run<Row>(compileSummed({ ...plan, page: { limit: 1, offset: 0 } }))).rows : rows;
  return {
    list: rows.map((row) => aiPageOf(row, input.fold)),
    total: flowsIn(carrier, 'total_'),
    meta: paginationOf(input, countIn(carrier, 'groups')),
    cut: cutOf(asked, rangeOf(input, asked)),
  };
}

interface Line<N extends string> {
  readonly name: N;
  readonly total: number;
  readonly values: number[];
}

/** Lines of a chart from rows of groups cut at its points; no point is left out. */
function linesOf<N extends string>(rows: readonly Row[], { key, figure }: { readonly key: string; readonly figure: string }, points: readonly number[]): Line<N>[] {
  const places = new Map(points.map((at, place) => [at, place]));
  const lines = new Map<N, number[]>();
  for (const row of rows) {
    const name = String(row[`k_${key}`]) as N;
    const values = lines.get(name) ?? points.map(() => 0);
    lines.set(name, values);
    const place = places.get(countIn(row, 'c0'));
    if (place !== undefined) values[place] = countIn(row, `m_${figure}`);
  }
  return [...lines].map(([name, values]) => ({ name, total: values.reduce((sum, value) => sum + value, 0), values })).toSorted((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
}

/** What was taken and sent over time. @throws FootfallError `request.invalid` */
export async function aiTrend(input: Parsed<Trend>, asked: Asked): Promise<Output<Trend>> {
  const local = rangeOf(input, asked);
  const range = instantsOf(local, asked.zone);
  const grain = chooseGrain(input.grain, local);
  const buckets = bucketsOf(range, grain, asked.zone);
  const points = buckets.map(({ at }) => at);
  const { rows } = await asked.run<Row>(compileUnion([
    grouped(takenOf(asked.scope, range, input.operator), ['hits'], { keys: ['type'], cuts: [points] }),
    grouped(sentOf(asked.scope, range, input.operator), ['pv'], { keys: ['referer_name'], cuts: [points] }),
  ]));
  const part = (at: number): readonly Row[] => rows.filter((row) => countIn(row, 'part') === at);
  return {
    grain,
    keys: buckets.map(({ key }) => key),
    taken: linesOf(part(0), { key: 'type', figure: 'hits' }, points),
    sent: linesOf(part(1), { key: 'referer_name', figure: 'pv' }, points),
    cut: cutOf(asked, local),
  };
}
