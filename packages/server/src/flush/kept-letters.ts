import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from './replace-file.js';

/** A row that the store refused, by column. */
export type DeadRow = Readonly<Record<string, unknown>>;

/** The rows that are set aside in a folder, for whoever removes some of them. */
export interface KeptLetters {
  /**
   * Removes the rows that are gone for good; a file without any left goes as a whole. A line that can not be read as a row comes as null.
   * Removals of one object wait for each other: two of them would write the same file.
   * @returns how many went
   */
  remove(isGone: (row: DeadRow | null, line: string) => boolean): Promise<number>;
}

const letter = z.looseObject({ columns: z.array(z.string()), row: z.string() });

/** A line as `writeDeadLetters` writes it; null for one that is none. */
function readLetter(line: string): DeadRow | null {
  try {
    const { columns, row } = letter.parse(JSON.parse(line));
    const values = z.array(z.unknown()).parse(JSON.parse(row));
    return Object.fromEntries(columns.map((column, at) => [column, values[at]]));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The letters of a folder (see `deadLetterFolder`), which need not be there. */
export function keptLetters(folder: string): KeptLetters {
  let last: Promise<unknown> = Promise.resolve();

  async function removeNow(isGone: (row: DeadRow | null, line: string) => boolean): Promise<number> {
    let removed = 0;
    for (const name of await filesIn(folder)) {
      const file = join(folder, name);
      const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
      const kept = lines.filter((line) => !isGone(readLetter(line), line));
      if (kept.length === lines.length) continue;
      removed += lines.length - kept.length;
      await (kept.length === 0 ? rm(file) : replaceFile(file, kept));
    }
    return removed;
  }

  return {
    remove(isGone) {
      const removing = last.then(() => removeNow(isGone));
      last = removing.catch(() => undefined);
      return removing;
    },
  };
}
