import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Of the runtime, what figures may hang on: clocks of zones and countries are its own. */
const RUNTIME = ['node', 'icu', 'tz'] as const;

/**
 * Tells one build of the server from another by what is in its files, so that nothing has to be remembered when it is released: an operator may have it from a
 * repository, in which no number changes. To be asked at the start, as long as the files are those that run.
 * @param folder of this code
 * @throws file errors
 */
export async function buildMark(folder = import.meta.dirname): Promise<string> {
  const hash = createHash('sha256').update(RUNTIME.map((part) => process.versions[part]).join(' '));
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && /\.[jt]s$/u.test(entry.name) && !entry.name.endsWith('.d.ts'));
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) hash.update(`\0${relative(folder, path)}\0`).update(await readFile(path));
  return hash.digest('hex');
}
