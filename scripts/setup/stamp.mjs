/** Tells whether something made from files is still up to date, by a hash of those files kept beside it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './run.mjs';

const SKIP = new Set(['node_modules', 'dist', 'test', '.git']);

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).toSorted()) if (!SKIP.has(name)) yield* filesUnder(join(path, name));
}

/** @param {string[]} paths files and folders, relative to the project's root */
export function hashOf(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths) {
    for (const file of filesUnder(join(ROOT, path))) hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

export function isFresh(stampFile, hash) {
  const file = join(ROOT, stampFile);
  return existsSync(file) && readFileSync(file, 'utf8') === hash;
}

export function writeStamp(stampFile, hash) {
  const file = join(ROOT, stampFile);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
}

/** Before something is made anew: what a failure leaves half done counts as up to date for no files. */
export function removeStamp(stampFile) {
  rmSync(join(ROOT, stampFile), { force: true });
}
