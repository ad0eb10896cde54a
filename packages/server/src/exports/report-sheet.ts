/** The device report as a table: every row of a search, in its order. */
import type { ReportRow } from '@footfall/contract';
import type { Asked } from '../questions/asked.js';
import { compileCount, compileGroups, compileRows } from '../questions/compile.js';
import { countIn, type Row } from '../questions/counts.js';
import { columnsOf, groupRowOf, isGrouped, reportGroupPlan, reportRowPlan, type ReportInput } from '../questions/report.js';
import { domainsOf } from '../questions/visit-rows.js';
import { peeked } from './peeked.js';
import { cellsOf, chosenColumns, type Choice, type Sheet, type SheetColumn } from './sheet.js';
import { namedRows } from './stored-rows.js';
import { visitCells } from './visit-cells.js';

export interface ReportChoice extends ReportInput, Choice {
  /** Rows at most. */
  readonly page_size: number;
}

async function* mapped<A, B>(pieces: AsyncIterable<readonly A[]>, map: (item: A) => B): AsyncGenerator<readonly B[]> {
  for await (const piece of pieces) yield piece.map(map);
}

/** @throws FootfallError `request.invalid` */
export async function reportSheet(input: ReportChoice, asked: Asked): Promise<Sheet> {
  const domains = domainsOf(asked);
  const limit = input.page_size;
  const page = { limit, offset: 0 };
  const { columns, titles } = chosenColumns(columnsOf(input).map(({ key }): SheetColumn<ReportRow> => ({ key, cell: (row) => row[key] ?? null })), input);
  if (isGrouped(input)) {
    const groups = reportGroupPlan(input, asked);
    const { first, all } = await peeked(namedRows(asked.stream(compileGroups({ ...groups.plan, page }))));
    const rows = mapped(all, (row) => groupRowOf(row, groups, asked, domains));
    return { name: 'report', titles, total: Math.min(limit, countIn(first, 'groups')), rows: cellsOf(rows, columns) };
  }
  const plan = reportRowPlan(input, asked);
  const { rows: counted } = await asked.run<Row>(compileCount(plan));
  const shown = columns.map(({ key }) => key);
  return { name: 'visits', titles, total: Math.min(limit, countIn(counted[0], 'total')), rows: visitCells(asked, shown, (needed) => compileRows({ ...plan, columns: needed, page })) };
}
