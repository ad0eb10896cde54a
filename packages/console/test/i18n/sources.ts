import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** From `src`, with slashes. */
  readonly path: string;
  readonly text: string;
}

const SOURCE = join(import.meta.dirname, '../../src');

/** The console's sources without the texts themselves. */
export const SOURCES: readonly SourceFile[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/u.test(file) && !file.startsWith('i18n/texts/'))
  .map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }));
