/** AI crawlers and assistants as tables. */
import type { AiOperator, AiPage, endpoints, Parsed } from '@footfall/contract';
import { everyAiOperator } from '../questions/ai-operator-list.js';
import { aiPageOf, aiPagesPlan } from '../questions/ai-pages.js';
import type { Asked } from '../questions/asked.js';
import { compileSummed } from '../questions/compile.js';
import { countIn, type Row } from '../questions/counts.js';
import { peeked } from './peeked.js';
import { cellsOf, chosenColumns, sheetOf, type Sheet, type SheetColumn } from './sheet.js';
import { namedRows } from './stored-rows.js';

const FLOWS = ['taken', 'ai_training', 'ai_search', 'ai_assistant', 'sent'] as const;

const operatorColumns = (isCompared: boolean): readonly SheetColumn<AiOperator>[] => [
  { key: 'operator', cell: ({ operator }) => operator },
  ...[...FLOWS, 'ratio' as const].map((key): SheetColumn<AiOperator> => ({ key, cell: (row) => row[key] })),
  ...(isCompared ? (['taken_before', 'sent_before'] as const).map((key): SheetColumn<AiOperator> => ({ key, cell: (row) => row[key] ?? null })) : []),
  { key: 'crawlers', cell: ({ crawlers }) => crawlers.map(({ name, num }) => `${name} ${num}`).join(', ') },
  { key: 'assistants', cell: ({ assistants }) => assistants.map(({ name, num }) => `${name} ${num}`).join(', ') },
];

/** Who runs AI crawlers and assistants: a few dozen at most. */
export async function aiOperatorsSheet(input: Parsed<typeof endpoints.ai.operatorsExport>, asked: Asked): Promise<Sheet> {
  return sheetOf('ai operators', (await everyAiOperator(input, asked)).slice(0, input.per_page), operatorColumns(input.compare !== undefined), input);
}

const PAGE_COLUMNS = (['key', ...FLOWS] as const).map((key): SheetColumn<AiPage> => ({ key, cell: (row) => row[key] }));

async function* pagesIn(pieces: AsyncIterable<readonly Row[]>, fold: '' | 'path'): AsyncGenerator<readonly AiPage[]> {
  for await (const piece of pieces) yield piece.map((row) => aiPageOf(row, fold));
}

/** The addresses taken, with the visits sent to them, in constant memory. */
export async function aiPagesSheet(input: Parsed<typeof endpoints.ai.pagesExport>, asked: Asked): Promise<Sheet> {
  const { columns, titles } = chosenColumns(PAGE_COLUMNS, input);
  const { first, all } = await peeked(namedRows(asked.stream(compileSummed({ ...aiPagesPlan(input, asked), page: { limit: input.per_page, offset: 0 } }))));
  return { name: 'ai pages', titles, total: Math.min(input.per_page, countIn(first, 'groups')), rows: cellsOf(pagesIn(all, input.fold), columns) };
}
