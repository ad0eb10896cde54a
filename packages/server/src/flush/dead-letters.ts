import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replace-file.js';
import { encodeLedgerEntry } from '../journal/ledger-row.js';
import type { JournalTable } from '../journal/row.js';
import type { SealedSegment } from '../journal/sealed-segment.js';
import type { PoisonRow } from './poison.js';
import type { Batch } from './store.js';

const MINUTE = 60_000;

/** Where they are kept, inside the journal's folder. */
export const deadLetterFolder = (journalFolder: string): string => join(journalFolder, 'dead-letter');

/**
 * Keeps rows that the store refuses, one JSON object a line: table, columns, row, error. One file for each segment and
 * table; the same rows again replace the same file. On disk when it resolves; answers with the file's path.
 */
export async function writeDeadLetters(folder: string, segment: SealedSegment, table: JournalTable, rows: readonly PoisonRow[]): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${String(segment.seq)}-${table}.jsonl`);
  await replaceFile(file, rows.map(({ row, error }) => JSON.stringify({ table, columns: segment.columns[table], row, error })));
  return file;
}

/** What text says as JSON; undefined where it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A row's value in a column; undefined where it has none. */
function valueOf(row: string, columns: readonly unknown[], column: string): unknown {
  const values = jsonOf(row);
  return Array.isArray(values) ? values[columns.indexOf(column)] : undefined;
}

/** Site and minute that a row is counted under in the ledger; null when the row itself does not tell. */
function countedUnder(row: string, columns: readonly string[]): { site: number; minute: number } | null {
  const site = valueOf(row, columns, 'site_id');
  const received = valueOf(row, columns, 'received_at');
  if (typeof site !== 'number' || typeof received !== 'number') return null;
  return { site, minute: (Math.floor(received / MINUTE) * MINUTE) / 1_000 };
}

/**
 * The ledger's side of dead letters: they were received, so they are now refused. A batch of its own beside the segment's,
 * under the segment's number, with a token that follows from it: counted once however often the segment is sent.
 */
export function refusalBatch(segment: SealedSegment, table: JournalTable, rows: readonly PoisonRow[]): Batch {
  const counts = new Map<string, { site_id: number; minute: number; num: number }>();
  for (const { row } of rows) {
    const { site, minute } = countedUnder(row, segment.columns[table]) ?? { site: 0, minute: (Math.floor(segment.createdAt / MINUTE) * MINUTE) / 1_000 };
    const key = `${String(site)} ${String(minute)}`;
    const entry = counts.get(key) ?? { site_id: site, minute, num: 0 };
    entry.num += 1;
    counts.set(key, entry);
  }
  const lines = [...counts.values()].map((count) => `[${String(segment.seq)},${encodeLedgerEntry({ ...count, outcome: 'refused', reason: 'store_rejected' }).tail}\n`);
  return { table: 'ledger', columns: segment.columns.ledger, body: Buffer.from(lines.join('')), token: `${segment.token('ledger')}-dead-${table}` };
}

