/** From published to visited as tables. */
import type { endpoints, Lifecycle, LifecycleMedian, Parsed } from '@footfall/contract';
import type { Asked } from '../questions/asked.js';
import type { Row } from '../questions/counts.js';
import { chosenCrawlers, sortOf } from '../questions/coverage.js';
import { lifecycleMedians, lifecycleOf, lifecyclePlan, lifecycleTotal } from '../questions/lifecycle.js';
import { compileLifecycle } from '../questions/lifecycle-sql.js';
import { peeked } from './peeked.js';
import { cellsOf, chosenColumns, type Sheet, type SheetColumn, sheetOf } from './sheet.js';
import { namedRows } from './stored-rows.js';

const STEPS = ['crawl', 'search', 'visit'] as const;

const COLUMNS: readonly SheetColumn<Lifecycle>[] = [
  { key: 'key', cell: ({ key }) => key },
  { key: 'seen_at', cell: (row) => row.seen_at },
  { key: 'listed', cell: ({ listed }) => listed?.at ?? null },
  ...STEPS.flatMap((step): SheetColumn<Lifecycle>[] => [
    { key: step, cell: (row) => row[step]?.at ?? null },
    ...(step === 'visit' ? [] : [{ key: `${step}_name`, cell: (row: Lifecycle) => row[step]?.name ?? null }]),
    { key: `${step}_after`, cell: (row) => row[step]?.after ?? null },
  ]),
];

/** Columns of the crawler at a place, named by the place: a name may hold anything. */
const crawlerColumns = (place: number): SheetColumn<Lifecycle>[] => (['at', 'after'] as const).map((key) => ({ key: `crawl_${key}_${place}`, cell: ({ crawlers }) => crawlers[place]?.[key] ?? null }));

async function* urlsIn(pieces: AsyncIterable<readonly Row[]>, crawlers: readonly string[], asked: Asked): AsyncGenerator<readonly Lifecycle[]> {
  for await (const piece of pieces) yield piece.map((row) => lifecycleOf(row, crawlers, asked));
}

/** The addresses first seen in the range, in constant memory. */
export async function lifecycleSheet(input: Parsed<typeof endpoints.lifecycle.urlsExport>, readings: readonly number[], asked: Asked): Promise<Sheet> {
  const crawlers = await chosenCrawlers(input.crawlers, asked);
  const plan = lifecyclePlan(input, crawlers, readings, asked);
  const own = new Map<string, string>(crawlers.flatMap((name, place) => [[`crawl_at_${place}`, name], [`crawl_after_${place}`, `${name} after`]] as const));
  const { columns, titles } = chosenColumns([...COLUMNS, ...crawlers.flatMap((_, place) => crawlerColumns(place))], input);
  const total = await lifecycleTotal(plan, asked);
  const { all } = await peeked(namedRows(asked.stream(compileLifecycle(plan, sortOf(input.sort), { limit: input.per_page, offset: 0 }))));
  return { name: 'lifecycle', titles: titles.map((title) => own.get(title) ?? title), total: Math.min(input.per_page, total), rows: cellsOf(urlsIn(all, crawlers, asked), columns) };
}

const MEDIANS = (['domain', 'kind', 'name', 'urls', 'reached', 'median'] as const).map((key): SheetColumn<LifecycleMedian> => ({ key, cell: (row) => row[key] }));

/** A few for each crawler and search engine. */
export async function mediansSheet(input: Parsed<typeof endpoints.lifecycle.mediansExport>, readings: readonly number[], asked: Asked): Promise<Sheet> {
  return sheetOf('medians', (await lifecycleMedians(input, readings, asked)).list.slice(0, input.per_page), MEDIANS, input);
}
