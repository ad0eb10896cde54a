/** Suspicious visitors as a table. */
import type { endpoints, Parsed, SuspiciousVisitor } from '@footfall/contract';
import type { Asked } from '../questions/asked.js';
import { suspiciousPages } from '../questions/suspicious.js';
import { cellsOf, chosenColumns, type Sheet, type SheetColumn } from './sheet.js';

const MOST = 100_000;
/** Visitors whose values are looked up at once. */
const PIECE = 500;

const PLAIN = ['views', 'pv', 'first_at', 'last_at', 'ip', 'country', 'country_code', 'device_type', 'device_model', 'os_name', 'browser_name', 'user_agent'] as const;

const COLUMNS: readonly SheetColumn<SuspiciousVisitor>[] = [
  { key: 'kind', cell: ({ kind }) => kind },
  { key: 'key', cell: ({ key }) => key },
  { key: 'signs', cell: ({ signs }) => signs.map(({ sign }) => sign).join(', ') },
  { key: 'values', cell: ({ signs }) => signs.map(({ sign, values }) => `${sign}: ${Object.entries(values).map(([name, value]) => `${name}=${value}`).join(', ')}`).join('; ') },
  ...PLAIN.map((key): SheetColumn<SuspiciousVisitor> => ({ key, cell: (row) => row[key] })),
];

/** The visitors of the list, a few hundred at a time. */
export async function suspicionSheet(input: Parsed<typeof endpoints.suspicious.listExport>, asked: Asked): Promise<Sheet> {
  const { columns, titles } = chosenColumns(COLUMNS, input);
  const { total, rows } = await suspiciousPages(input, Math.min(input.per_page, MOST), PIECE, asked);
  return { name: 'suspicious visitors', titles, total, rows: cellsOf(rows, columns) };
}
