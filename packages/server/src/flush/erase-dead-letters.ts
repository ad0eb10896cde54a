import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A row that the store refused, by column. */
export type DeadRow = Readonly<Record<string, unknown>>;

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

/**
 * Removes the rows of the dead-letter files that are meant; a file without any left goes as a whole. A line that can not be read as a row is
 * kept unless it mentions the text.
 * @returns how many went
 */
export async function eraseDeadLetters(folder: string, isMeant: (row: DeadRow) => boolean, mention: string): Promise<number> {
  let removed = 0;
  for (const name of await filesIn(folder)) {
    const file = join(folder, name);
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    const kept = lines.filter((line) => {
      const row = readLetter(line);
      return row === null ? !line.includes(mention) : !isMeant(row);
    });
    if (kept.length === lines.length) continue;
    removed += lines.length - kept.length;
    if (kept.length === 0) {
      await rm(file);
      continue;
    }
    const handle = await open(`${file}.new`, 'w', 0o600);
    try {
      await handle.write(kept.map((line) => `${line}\n`).join(''));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.new`, file);
  }
  return removed;
}
