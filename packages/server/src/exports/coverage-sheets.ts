/** Known addresses by crawler as a table. */
import type { CoverageUrl, endpoints, Parsed } from '@footfall/contract';
import type { Asked } from '../questions/asked.js';
import type { Row } from '../questions/counts.js';
import { chosenCrawlers, coveragePlan, coverageTotal, coverageUrlOf, sortOf } from '../questions/coverage.js';
import { compileCoverage } from '../questions/coverage-sql.js';
import { peeked } from './peeked.js';
import { cellsOf, chosenColumns, type Sheet, type SheetColumn } from './sheet.js';
import { namedRows } from './stored-rows.js';

const COLUMNS: readonly SheetColumn<CoverageUrl>[] = [
  ...(['key', 'pv', 'visited_at'] as const).map((key): SheetColumn<CoverageUrl> => ({ key, cell: (row) => row[key] })),
  { key: 'listed', cell: ({ listed }) => (listed ? 1 : 0) },
  ...(['hits', 'errors', 'redirects', 'parameters', 'last_at', 'status'] as const).map((key): SheetColumn<CoverageUrl> => ({ key, cell: (row) => row[key] })),
];

/** Columns of the crawler at a place, named by the place: a name may hold anything. */
const crawlerColumns = (place: number): SheetColumn<CoverageUrl>[] =>
  (['hits', 'last_at', 'status'] as const).map((key) => ({ key: `${key}_${place}`, cell: ({ crawlers }) => crawlers[place]?.[key] ?? null }));

async function* urlsIn(pieces: AsyncIterable<readonly Row[]>, crawlers: readonly string[], asked: Asked): AsyncGenerator<readonly CoverageUrl[]> {
  for await (const piece of pieces) yield piece.map((row) => coverageUrlOf(row, crawlers, asked));
}

/** The addresses that are known, in constant memory. */
export async function coverageSheet(input: Parsed<typeof endpoints.coverage.urlsExport>, readings: readonly number[], asked: Asked): Promise<Sheet> {
  const crawlers = await chosenCrawlers(input.crawlers, asked);
  const plan = coveragePlan(input, crawlers, readings, asked);
  const named = crawlers.flatMap((name, place) => crawlerColumns(place).map(({ key }) => [key, `${name} ${key.slice(0, key.lastIndexOf('_'))}`] as const));
  const { columns, titles } = chosenColumns([...COLUMNS, ...crawlers.flatMap((_, place) => crawlerColumns(place))], input);
  const total = await coverageTotal(plan, asked);
  const { all } = await peeked(namedRows(asked.stream(compileCoverage(plan, sortOf(input.sort), { limit: input.per_page, offset: 0 }))));
  const own = new Map(named);
  return { name: 'crawl coverage', titles: titles.map((title) => own.get(title) ?? title), total: Math.min(input.per_page, total), rows: cellsOf(urlsIn(all, crawlers, asked), columns) };
}
