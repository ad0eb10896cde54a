/** Bundles the tracker into one classic script and prints what a page pays for it. */
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bytes, gzip. */
const BUDGET = 2_048;
const outfile = fileURLToPath(new URL('dist/t.js', import.meta.url));

await build({
  entryPoints: [fileURLToPath(new URL('src/t.ts', import.meta.url))],
  outfile,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2020',
  legalComments: 'none',
});

const script = readFileSync(outfile);
const gzip = gzipSync(script, { level: 9 }).length;
process.stdout.write(`tracker: ${statSync(outfile).size} bytes, gzip ${gzip} (budget ${BUDGET}), brotli ${brotliCompressSync(script).length}\n`);
if (gzip > BUDGET) throw new Error(`the tracker is ${gzip - BUDGET} bytes over its budget`);
