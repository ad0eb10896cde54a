/** Both directions between a site and AI, by who runs it: what crawlers took, and the visits that assistants sent back. */
import { AI_TYPES, type AiOperator, type AiType, type endpoints, type Output, type Parsed } from '@footfall/contract';
import { groupBy } from '../group-by.js';
import { operatorOfAssistant, operatorOfCrawler } from './ai-operators.js';
import { ratioOf, sentOf, takenOf } from './ai-sources.js';
import { cutOf, type Asked } from './asked.js';
import { compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { paginationOf } from './paging.js';
import { comparedOf, comparedPeriod, instantsOf, namedRange } from './period.js';
import { grouped } from './plan.js';

type Operators = typeof endpoints.ai.operators;
type Input = Omit<Parsed<Operators>, 'domain' | 'page' | 'per_page'>;
type Total = Output<Operators>['total'];
type Key = keyof Parsed<Operators>['sort'];

interface Counted {
  readonly list: readonly AiOperator[];
  readonly total: Total;
}

const NOW = { taken: 0, sent: 1 } as const;
const BEFORE = { taken: 2, sent: 3 } as const;

const byNumber = <T extends { num: number; name: string }>(a: T, b: T): number => b.num - a.num || (a.name < b.name ? -1 : 1);
const sum = (rows: readonly Row[], figure: string): number => rows.reduce((total, row) => total + countIn(row, figure), 0);

const crawlerOf = (row: Row): string => operatorOfCrawler(String(row['k_name']));
const assistantOf = (row: Row): string => operatorOfAssistant(String(row['k_referer_name']));

/** What was taken, by type. */
function byType(rows: readonly Row[]): Record<AiType, number> & { taken: number } {
  const of = (type: AiType): number => sum(rows.filter((row) => row['k_type'] === type), 'm_hits');
  const [training, search, assistant] = AI_TYPES.map(of) as [number, number, number];
  return { ai_training: training, ai_search: search, ai_assistant: assistant, taken: training + search + assistant };
}

function countedOf(rows: readonly Row[], isCompared: boolean, asked: Asked): Counted {
  const part = (at: number): readonly Row[] => rows.filter((row) => countIn(row, 'part') === at);
  const parts = { taken: part(NOW.taken), sent: part(NOW.sent), takenBefore: part(BEFORE.taken), sentBefore: part(BEFORE.sent) };
  const groups = {
    taken: groupBy(parts.taken, crawlerOf), sent: groupBy(parts.sent, assistantOf),
    takenBefore: groupBy(parts.takenBefore, crawlerOf), sentBefore: groupBy(parts.sentBefore, assistantOf),
  };
  const operators = new Set(Object.values(groups).flatMap((group) => [...group.keys()]));
  const list = [...operators].map((operator): AiOperator => {
    const of = (group: keyof typeof groups): readonly Row[] => groups[group].get(operator) ?? [];
    const types = byType(of('taken'));
    const sent = sum(of('sent'), 'm_pv');
    return {
      operator, ...types, sent,
      ratio: ratioOf(types.taken, sent),
      ...(isCompared ? { taken_before: sum(of('takenBefore'), 'm_hits'), sent_before: sum(of('sentBefore'), 'm_pv') } : {}),
      crawlers: of('taken').map((row) => ({ type: row['k_type'] as AiType, name: String(row['k_name']), num: countIn(row, 'm_hits'), last_at: asked.zone.text(countIn(row, 'm_last_at')) })).toSorted(byNumber),
      assistants: of('sent').map((row) => ({ name: String(row['k_referer_name']), num: countIn(row, 'm_pv') })).toSorted(byNumber),
    };
  });
  const types = byType(parts.taken);
  const sent = sum(parts.sent, 'm_pv');
  return {
    list,
    total: { ...types, sent, ratio: ratioOf(types.taken, sent), taken_before: isCompared ? sum(parts.takenBefore, 'm_hits') : null, sent_before: isCompared ? sum(parts.sentBefore, 'm_pv') : null },
  };
}

/** Who sent nothing has no ratio, and stands behind whoever has one, whichever way the list goes. */
function compared(a: string | number | null, b: string | number | null, direction: 'asc' | 'desc'): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return (a < b ? -1 : 1) * (direction === 'asc' ? 1 : -1);
}

/** Everyone in the order asked for, most requests first unless another is asked. */
async function counted(input: Input, asked: Asked): Promise<Counted & Pick<Output<Operators>, 'compared' | 'cut'>> {
  const local = input.query_time ?? namedRange('today', asked.zone, asked.now);
  const now = instantsOf(local, asked.zone);
  const other = comparedPeriod(local, input, asked.zone, asked.now, null);
  const plans = [now, ...(other === null ? [] : [other.soFar])].flatMap((range) => [
    grouped(takenOf(asked.scope, range), ['hits', 'last_at'], { keys: ['type', 'name'] }),
    grouped(sentOf(asked.scope, range), ['pv'], { keys: ['referer_name'] }),
  ]);
  const { rows } = await asked.run<Row>(compileUnion(plans));
  const { list, total } = countedOf(rows, other !== null, asked);
  const rules = [...(Object.entries(input.sort) as [Key, 'asc' | 'desc'][]), ...(['taken', 'sent'] as const).map((key): [Key, 'desc'] => [key, 'desc']), ['operator', 'asc'] as [Key, 'asc']];
  const ordered = list.toSorted((a, b) => {
    for (const [key, direction] of rules) {
      const order = compared(a[key], b[key], direction);
      if (order !== 0) return order;
    }
    return 0;
  });
  return { list: ordered, total, compared: other === null ? null : comparedOf(other, asked.zone), cut: cutOf(asked, local) };
}

/** A page of those who run AI crawlers and assistants. @throws FootfallError `request.invalid` */
export async function aiOperators(input: Parsed<Operators>, asked: Asked): Promise<Output<Operators>> {
  const { list, ...answer } = await counted(input, asked);
  const from = (input.page - 1) * input.per_page;
  return { ...answer, list: list.slice(from, from + input.per_page), meta: paginationOf(input, list.length) };
}

/** All of them. @throws FootfallError `request.invalid` */
export async function everyAiOperator(input: Input, asked: Asked): Promise<readonly AiOperator[]> {
  return (await counted(input, asked)).list;
}
