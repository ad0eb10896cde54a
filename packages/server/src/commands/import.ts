import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.js';
import { importThroughServer, isServed } from '../control/control-client.js';
import { controlSocket } from '../control/socket-path.js';
import { openParts } from '../deps.js';
import { openLog } from '../log.js';
import { UnknownLogFormat } from '../logs/detect.js';
import { LOG_FORMATS } from '../logs/formats/registry.js';
import type { ImportReport } from '../logs/report.js';
import { streamSource } from '../logs/source.js';
import { OperatorError } from '../operator-error.js';
import { type Command, DONE, UsageError } from './command.js';
import { AUTO, createImporter } from '../importer.js';
import { reportTable, sumOf } from './import/report-table.js';

const STANDARD_INPUT = '-';
const DRAIN = 60_000;

interface Words {
  readonly files: readonly string[];
  readonly site: string;
  readonly format: string;
  readonly json: boolean;
}

function readWords(args: readonly string[]): Words {
  try {
    const { values, positionals } = parseArgs({
      args: [...args], allowPositionals: true,
      options: { site: { type: 'string' }, format: { type: 'string', default: AUTO }, json: { type: 'boolean', default: false } },
    });
    if (positionals.length === 0) throw new UsageError('name the files to import, or - for standard input');
    if (values.site === undefined) throw new UsageError('say with --site DOMAIN whose logs they are');
    if (positionals.filter((file) => file === STANDARD_INPUT).length > 1) throw new UsageError('standard input can be read once only');
    return { files: positionals, site: values.site, format: values.format, json: values.json };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : 'the words do not fit');
  }
}

/** All files are looked at before the first is read: a typing error shows at once, not after an hour. */
function checkFiles(files: readonly string[]): void {
  for (const file of files) {
    if (file === STANDARD_INPUT) continue;
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) throw new OperatorError(`there is no file ${file}.`);
    if (stat.isDirectory()) throw new OperatorError(`${file} is a folder: name the log files inside.`);
  }
}

const open = (file: string): Readable => (file === STANDARD_INPUT ? process.stdin : createReadStream(file, { highWaterMark: 262_144 }));
const nameOf = (file: string): string => (file === STANDARD_INPUT ? 'standard input' : file);

function progressLine(): { show: (file: string, lines: number, bytes: number) => void; clear: () => void } {
  const live = process.stderr.isTTY;
  let shown = false;
  return {
    show: (file, lines, bytes) => {
      if (!live) return;
      shown = true;
      process.stderr.write(`\r\u001B[K${file}: ${lines.toLocaleString('en')} lines, ${(bytes / 1e6).toFixed(1)} MB`);
    },
    clear: () => {
      if (shown) process.stderr.write('\r\u001B[K');
    },
  };
}

/** `footfall import`: access logs into the store, by the running server when there is one, else by this process alone. */
export const importLogs: Command = {
  name: 'import',
  usage: 'import FILE... --site DOMAIN [--format auto] [--json]',
  summary: `bring in access logs (${LOG_FORMATS.map(({ name }) => name).join(', ')}; also .gz, and - for standard input)`,
  async run(args) {
    const { files, site, format, json } = readWords(args);
    checkFiles(files);
    const config = readConfig();
    const socket = controlSocket(config.dataFolder);
    const line = progressLine();
    const reports: ImportReport[] = [];
    try {
      if (await isServed(socket)) {
        for (const file of files) {
          reports.push(await importThroughServer(socket, { site, format, name: nameOf(file), bytes: open(file) }, ({ lines, bytes }) => line.show(nameOf(file), lines, bytes)));
        }
      } else {
        const parts = await openParts(config, openLog(config.logLevel === 'info' ? 'warn' : config.logLevel));
        try {
          const importer = createImporter(parts);
          for (const file of files) {
            reports.push(await importer({ domain: site, format, sources: [streamSource(nameOf(file), open(file))], progress: ({ source, lines, bytes }) => line.show(source, lines, bytes) }));
          }
        } finally {
          await parts.close(DRAIN);
        }
      }
    } catch (error) {
      if (error instanceof UnknownLogFormat) throw new OperatorError(error.message, { cause: error });
      throw error;
    } finally {
      line.clear();
    }
    const sum = sumOf(reports);
    process.stdout.write(json ? `${JSON.stringify({ ...sum, files: files.map((file, at) => ({ file: nameOf(file), ...reports[at] })) })}\n` : `${reportTable(files.map(nameOf), reports)}\n`);
    return DONE;
  },
};
