/** Log and beacons laid beside each other, as tables. */
import { type endpoints, type Finding, FINDINGS, type Parsed, RECONCILED, RECONCILED_CATEGORIES, type ReconciledDay, type ReconciledView } from '@footfall/contract';
import type { Asked } from '../questions/asked.js';
import { countOf, findingsOf, pagesOf, reconciled, type Reconciled, withFacts } from '../questions/reconcile.js';
import { compileReconciledViews } from '../questions/reconcile-sql.js';
import { peeked } from './peeked.js';
import { cellsOf, chosenColumns, type Sheet, type SheetColumn, sheetOf } from './sheet.js';
import { namedRows } from './stored-rows.js';

/** Views that are looked up at once. */
const PIECE = 2_000;

const DAY_COLUMNS: readonly SheetColumn<ReconciledDay>[] = [
  { key: 'day', cell: ({ day }) => day },
  { key: 'compared', cell: ({ compared }) => compared },
  // A category of one finding has its name.
  ...RECONCILED_CATEGORIES.filter((category) => RECONCILED[category].length > 1).map((category): SheetColumn<ReconciledDay> => ({ key: category, cell: (day) => countOf([day], RECONCILED[category]) })),
  ...FINDINGS.map((finding): SheetColumn<ReconciledDay> => ({ key: finding, cell: ({ findings }) => findings[finding] })),
  { key: 'outside_log', cell: ({ outside }) => outside.log },
  { key: 'outside_beacon', cell: ({ outside }) => outside.beacon },
];

/** A few dozen days. */
export async function reconciledDaysSheet(input: Parsed<typeof endpoints.reconcile.daysExport>, asked: Asked): Promise<Sheet> {
  return sheetOf('days', (await reconciled(input, asked)).days.slice(0, input.per_page), DAY_COLUMNS, input);
}

const VIEW_COLUMNS = (['at', 'finding', 'late', 'url', 'ip', 'user_agent', 'browser_name', 'os_name', 'fingerprint', 'spider'] as const).map((key): SheetColumn<ReconciledView> => ({ key, cell: (row) => row[key] }));

async function* viewsIn(all: Reconciled, findings: readonly Finding[], limit: number, asked: Asked): AsyncGenerator<readonly ReconciledView[]> {
  for (const { plan, page } of pagesOf(all, findings, { limit, offset: 0 })) {
    for await (const rows of namedRows(asked.stream(compileReconciledViews(plan, findings, page)))) {
      for (let at = 0; at < rows.length; at += PIECE) yield await withFacts(rows.slice(at, at + PIECE), asked);
    }
  }
}

/** The views, piece by piece. */
export async function reconciledViewsSheet(input: Parsed<typeof endpoints.reconcile.viewsExport>, asked: Asked): Promise<Sheet> {
  const { columns, titles } = chosenColumns(VIEW_COLUMNS, input);
  const findings = findingsOf(input.finding);
  const all = await reconciled(input, asked);
  const total = Math.min(input.per_page, countOf(all.days, findings));
  const { all: pieces } = await peeked(viewsIn(all, findings, total, asked));
  return { name: 'log and beacon', titles, total, rows: cellsOf(pieces, columns) };
}
