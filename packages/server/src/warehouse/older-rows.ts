/** Rows of visits as earlier versions left them in a journal, in the columns of this one. */
import { readFile } from 'node:fs/promises';
import { firstLanguage, joinFacts, JOINED_FACTS } from '@footfall/contract';
import type { Batch } from './batches.js';
import { partedNames } from './tables/joined.js';
import { VISITS } from './tables/visits.js';

const PARTED: ReadonlySet<string> = new Set(partedNames);

type Value = string | number | null;

/** A row's values by column; null for a text that is no row of so many, which the store is left to refuse. */
function valuesOf(line: string, columns: readonly string[]): Map<string, Value> | null {
  try {
    const values: unknown = JSON.parse(line);
    return Array.isArray(values) && values.length === columns.length ? new Map(columns.map((column, at) => [column, values[at] as Value])) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The languages of a row, the first of which is its language. */
function languagesOf(row: ReadonlyMap<string, Value>): string {
  const [language, languages] = [String(row.get('language') ?? ''), String(row.get('languages') ?? '')];
  if (firstLanguage(languages) === language || !row.has('language')) return languages;
  return languages === '' ? language : `${language},${languages}`;
}

function joinedRow(line: string, columns: readonly string[], kept: readonly string[]): string {
  const row = valuesOf(line, columns);
  if (row === null) return line;
  const joined = Object.values(JOINED_FACTS).map(({ separator, facts }) => joinFacts(separator, facts.map((fact) => row.get(fact) ?? null)));
  return JSON.stringify([...kept.map((column) => row.get(column)), languagesOf(row), ...joined]);
}

/**
 * The batch itself, unless its rows have columns apart that are one now. Whole rows by whole rows: what is no row stays as it is, for the store to refuse.
 * @throws file errors
 */
export async function inColumnsOfNow(batch: Batch): Promise<Batch> {
  const { table, columns, body } = batch;
  if (table !== VISITS.name || !columns.some((column) => PARTED.has(column))) return batch;
  const kept = columns.filter((column) => !PARTED.has(column) && column !== 'languages');
  const text = Buffer.isBuffer(body) ? body : await readFile(body.path);
  const lines = text.toString('utf8').split('\n').filter((line) => line !== '');
  return { ...batch, columns: [...kept, 'languages', ...Object.keys(JOINED_FACTS)], body: Buffer.from(lines.map((line) => `${joinedRow(line, columns, kept)}\n`).join('')) };
}
