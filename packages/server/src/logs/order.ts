import type { LogFormat } from './format.js';
import { detectFormat } from './detect.js';
import { createLineSplitter } from './line-splitter.js';
import { fileSource } from './source.js';

/** Lines of a log in which its first time is looked for. */
const LOOKED_AT = 200;

/** When the first request of a log happened (milliseconds UTC); null when its first lines do not tell. Rejects when it can not be read. */
async function beginningOf(file: string, formats: readonly LogFormat[], format: LogFormat | undefined): Promise<number | null> {
  const lines: string[] = [];
  const splitter = createLineSplitter((line) => void (line !== null && lines.length < LOOKED_AT && lines.push(line)));
  for await (const chunk of fileSource(file).chunks) {
    splitter.push(chunk);
    if (lines.length >= LOOKED_AT) break;
  }
  splitter.end();
  const parse = (format ?? detectFormat(lines, formats))?.createParser();
  for (const line of lines) {
    const record = parse?.(line);
    if (record !== undefined && record !== null) return record.at;
  }
  return null;
}

/**
 * Files by when they begin, so that sessions are put together in the order in which they happened: a shell names `access.log` before `access.log.1`, which is
 * older. Files that do not tell stay where they are.
 */
export async function inOrder(files: readonly string[], formats: readonly LogFormat[], format: LogFormat | undefined): Promise<string[]> {
  const known: { file: string; at: number }[] = [];
  for (const file of files) {
    const at = await beginningOf(file, formats, format);
    if (at !== null) known.push({ file, at });
  }
  const sorted = known.toSorted((a, b) => a.at - b.at).map(({ file }) => file);
  const moved = new Set(sorted);
  return files.map((file) => (moved.has(file) ? (sorted.shift() ?? file) : file));
}
