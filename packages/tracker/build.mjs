/** Bundles the tracker's two files and prints what a page pays for them. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bytes, gzip, of the file that counts the visit. */
export const BUDGET = 2_048;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

async function bundle(entry, options) {
  const built = await build({ entryPoints: [here(entry)], bundle: true, minify: true, target: 'es2020', legalComments: 'none', write: false, ...options });
  return Buffer.from(built.outputFiles[0].contents);
}

/** Both files as they are served, and the bytes of each, gzip. */
export async function bundleTracker() {
  const second = await bundle('src/second.ts', { format: 'esm' });
  // The mark makes a page that just got a new first file get the second that belongs to it.
  const mark = createHash('sha256').update(second).digest('hex').slice(0, 8);
  const first = await bundle('src/t.ts', { format: 'iife', define: { SECOND_FILE: JSON.stringify(`t2.js?${mark}`) } });
  return { 't.js': first, 't2.js': second };
}

/** Bytes of a file on the wire. */
export const gzipped = (file) => gzipSync(file, { level: 9 }).length;

if (argv[1] === here('build.mjs')) {
  const files = await bundleTracker();
  mkdirSync(here('dist'), { recursive: true });
  for (const [name, file] of Object.entries(files)) {
    writeFileSync(join(here('dist'), name), file);
    process.stdout.write(`tracker ${name}: ${file.length} bytes, gzip ${gzipped(file)}${name === 't.js' ? ` (budget ${BUDGET})` : ''}, brotli ${brotliCompressSync(file).length}\n`);
  }
  const over = gzipped(files['t.js']) - BUDGET;
  if (over > 0) throw new Error(`the tracker is ${over} bytes over its budget`);
}
