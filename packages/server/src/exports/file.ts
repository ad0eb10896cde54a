import { Readable } from 'node:stream';
import type { FileAnswer } from '../file-answer.js';
import { csvOf } from './csv.js';
import type { Sheet } from './sheet.js';
import { xlsxOf } from './xlsx.js';

export type Format = 'csv' | 'xlsx';

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The bytes of a table in a format. */
export function bytesOf(sheet: Sheet, format: Format, at: number): AsyncGenerator<Buffer> {
  return format === 'csv' ? csvOf(sheet) : xlsxOf(sheet, at);
}

/** A table as a file that is written while it is read. */
export function fileOf(sheet: Sheet, format: Format, name: string, at: number): FileAnswer {
  return { filename: `${name}.${format}`, type: TYPES[format], rows: sheet.total, body: Readable.from(bytesOf(sheet, format, at), { objectMode: false, highWaterMark: 65_536 }) };
}

/** What a file is called: the site, what it holds, and the dates of its range; none for all time. */
export function fileName(domain: string, what: string, range: readonly [string, string] | undefined, today: string): string {
  const dates = range === undefined ? [today.slice(0, 10)] : [range[0].slice(0, 10), range[1].slice(0, 10)];
  return [domain.replaceAll(/[^\w.-]/gu, '_') || 'all-sites', what, ...new Set(dates)].join('_');
}
