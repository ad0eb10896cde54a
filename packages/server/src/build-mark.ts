import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Of the runtime, what figures may hang on: clocks of zones and countries are its own. */
const RUNTIME = ['node', 'icu', 'tz'] as const;
/** This code, and what it shares with the console: what a column is. */
const CODE = [import.meta.dirname, dirname(createRequire(import.meta.url).resolve('@footfall/contract'))];

/** Scripts in a folder and all below it, in their order. */
async function scriptsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && /\.[jt]s$/u.test(entry.name) && !entry.name.endsWith('.d.ts')).map(({ parentPath, name }) => join(parentPath, name)).toSorted();
}

/**
 * Tells one build of the server from another by what is in its files, so that nothing has to be remembered when it is released: an operator may have it from a
 * repository, in which no number changes. To be asked at the start, as long as the files are those that run.
 * @param folders of code
 * @throws file errors
 */
export async function buildMark(folders: readonly string[] = CODE): Promise<string> {
  const hash = createHash('sha256').update(RUNTIME.map((part) => process.versions[part]).join(' '));
  for (const folder of folders) {
    for (const path of await scriptsIn(folder)) hash.update(`\0${relative(folder, path)}\0`).update(await readFile(path));
  }
  return hash.digest('hex');
}
