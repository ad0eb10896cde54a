import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AUTO, type FormatChoice } from '../../logs/choose-format.js';
import { OperatorError } from '../../operator-error.js';
import { UsageError, wordsOf } from '../command.js';

export const STANDARD_INPUT = '-';

/** What `footfall import` is asked for. */
export interface ImportWords extends FormatChoice {
  readonly files: readonly string[];
  readonly site: string;
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly follow: boolean;
  readonly crawlersOnly: boolean;
}

/** @throws UsageError when the words do not fit */
export function readWords(args: readonly string[]): ImportWords {
  return wordsOf(() => {
    const { values, positionals } = parseArgs({
      args: [...args], allowPositionals: true,
      options: {
        site: { type: 'string' }, format: { type: 'string', default: AUTO }, 'date-format': { type: 'string' }, 'time-format': { type: 'string' },
        json: { type: 'boolean', default: false }, 'dry-run': { type: 'boolean', default: false }, follow: { type: 'boolean', default: false }, 'crawlers-only': { type: 'boolean', default: false },
      },
    });
    const { site, format, json, follow } = values;
    if (positionals.length === 0) throw new UsageError('name the files to import, or - for standard input');
    if (site === undefined) throw new UsageError('say with --site DOMAIN whose logs they are');
    if (positionals.filter((file) => file === STANDARD_INPUT).length > 1) throw new UsageError('standard input can be read once only');
    if (follow && (positionals.length > 1 || positionals[0] === STANDARD_INPUT)) throw new UsageError('--follow takes the one file that is still written');
    if (follow && values['dry-run']) throw new UsageError('--follow and --dry-run do not go together');
    return { files: positionals, site, format, dateFormat: values['date-format'], timeFormat: values['time-format'], json, dryRun: values['dry-run'], follow, crawlersOnly: values['crawlers-only'] };
  });
}

/**
 * All files are looked at before the first is read: a typing error shows at once, not after an hour.
 * @throws OperatorError
 */
export function checkFiles(files: readonly string[]): void {
  for (const file of files) {
    if (file === STANDARD_INPUT) continue;
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) throw new OperatorError(`there is no file ${file}.`);
    if (stat.isDirectory()) throw new OperatorError(`${file} is a folder: name the log files inside.`);
  }
}
