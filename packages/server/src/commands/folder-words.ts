import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, wordsOf } from './command.js';

/** The words of a command that takes one folder; an absolute path. @param missing said where none or several are named. @throws UsageError */
export function readFolderWords(args: readonly string[], missing: string): { folder: string; json: boolean } {
  return wordsOf(() => {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { json: { type: 'boolean', default: false } } });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) throw new UsageError(missing);
    return { folder: resolve(folder), json: values.json };
  });
}
