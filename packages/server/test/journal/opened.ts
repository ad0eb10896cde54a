import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { lockFolder } from '../../src/folder-lock.js';
import type { Journal } from '../../src/journal/journal.js';
import { openJournal } from '../../src/journal/open-journal.js';
import type { JournalOptions } from '../../src/journal/options.js';
import type { JournalRow, JournalTable } from '../../src/journal/row.js';
import type { SealedSegment } from '../../src/journal/sealed-segment.js';

/** Columns of rows as short as `[batch, n, text]`. */
export const SHORT_COLUMNS = { visits: ['batch_id', 'n', 'text'], spider_hits: ['batch_id', 'n', 'text'], events: ['batch_id', 'n', 'text'], event_ids: ['batch_id', 'n', 'text'], ledger: ['batch_id', 'n', 'text'] } as const;

/** Bytes of the mark behind the last frame of a segment. */
export const END_MARK = 76;

export const BOOT = 'boot-one';
export const START = 1_790_000_000_000;

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A new folder, removed when the test file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-journal-'));
  made.push(folder);
  return folder;
}

export interface Logged {
  readonly level: number;
  readonly msg: string;
  readonly [key: string]: unknown;
}

/** A logger that remembers what it was told. */
export function rememberingLog(): { log: JournalOptions['log']; lines: Logged[] } {
  const lines: Logged[] = [];
  return { lines, log: pino({ level: 'debug' }, { write: (text: string) => lines.push(JSON.parse(text) as Logged) }) };
}

export function open(folder: string, options: Partial<JournalOptions> = {}): Promise<Journal> {
  return openJournal({ folder, log: pino({ level: 'silent' }), now: Date.now, lock: lockFolder, columns: SHORT_COLUMNS, bootId: () => Promise.resolve(BOOT), ...options });
}

export function row(n: number, text = `row ${String(n)}`, table: JournalTable = 'visits'): JournalRow {
  return { table, tail: `${String(n)},${JSON.stringify(text)}]` };
}

/** The rows of a table over some segments, read without the code under test: [batch, n, text]. */
export async function rowsOf(segments: readonly SealedSegment[], table: JournalTable = 'visits'): Promise<[number, number, string][]> {
  const found: [number, number, string][] = [];
  for (const segment of segments) {
    const text = (await segment.payload()).get(table)?.toString('utf8') ?? '';
    for (const line of text.split('\n')) if (line !== '') found.push(JSON.parse(line) as [number, number, string]);
  }
  return found;
}

export async function numbersOf(segments: readonly SealedSegment[], table: JournalTable = 'visits'): Promise<number[]> {
  return (await rowsOf(segments, table)).map(([, n]) => n);
}

export function segmentFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.segment'))
    .toSorted()
    .map((name) => join(folder, name));
}
