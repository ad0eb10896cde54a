import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { auditedImporter } from '../audited-importer.js';
import { type Config, readConfig } from '../config.js';
import { followThroughServer, importThroughServer, isServed } from '../control/control-client.js';
import { controlSocket } from '../control/socket-path.js';
import { openParts } from '../deps.js';
import type { EarlyStart } from '../early-start.js';
import { createImporter, type Importer } from '../importer.js';
import { openLog } from '../log.js';
import { createAudit } from '../metadata/audit.js';
import { chooseFormat, NoSuchFormat } from '../logs/choose-format.js';
import { UnknownLogFormat } from '../logs/detect.js';
import { LOG_FORMATS } from '../logs/formats/registry.js';
import { inOrder } from '../logs/order.js';
import type { ImportReport } from '../logs/report.js';
import { streamSource } from '../logs/source.js';
import { OperatorError } from '../operator-error.js';
import { type Command, DONE } from './command.js';
import { type ProgressLine, progressLine } from './import/progress-line.js';
import { reportTable, sumOf } from './import/report-table.js';
import { checkFiles, type ImportWords, readWords, STANDARD_INPUT } from './import/words.js';

const DRAIN = 60_000;
const READ_BYTES = 262_144;

const open = (file: string): Readable => (file === STANDARD_INPUT ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES }));
/** Of a pipe nobody knows how much will come. */
function sizeOf(file: string): number | undefined {
  const found = file === STANDARD_INPUT ? undefined : statSync(file);
  return found?.isFile() === true ? found.size : undefined;
}

const nameOf = (file: string): string => (file === STANDARD_INPUT ? 'standard input' : file);

/** Resolved by the signal that ends following. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

async function throughServer(socket: string, words: ImportWords, files: readonly string[], line: ProgressLine): Promise<ImportReport[]> {
  if (words.follow) return [await followThroughServer(socket, words, resolve(files[0] ?? ''), stopSignal(), ({ lines, bytes }) => line.show(files[0] ?? '', lines, bytes))];
  const reports: ImportReport[] = [];
  for (const file of files) {
    reports.push(await importThroughServer(socket, words, { name: nameOf(file), bytes: open(file) }, ({ lines, bytes }) => line.show(nameOf(file), lines, bytes)));
  }
  return reports;
}

async function alone(importer: Importer, words: ImportWords, files: readonly string[], line: ProgressLine): Promise<ImportReport[]> {
  const { site: domain, format, dateFormat, timeFormat, dryRun, crawlersOnly } = words;
  const job = { domain, format, dateFormat, timeFormat, crawlersOnly, progress: ({ source, lines, bytes }: { source: string; lines: number; bytes: number }) => line.show(source, lines, bytes) };
  if (words.follow) return [await importer.follow({ ...job, path: resolve(files[0] ?? ''), signal: stopSignal() })];
  const reports: ImportReport[] = [];
  for (const file of files) reports.push(await importer.import({ ...job, dryRun, sources: [streamSource(nameOf(file), open(file), sizeOf(file))] }));
  return reports;
}

async function importFiles(config: Config, words: ImportWords, files: readonly string[], line: ProgressLine, early: EarlyStart | null): Promise<ImportReport[]> {
  const socket = controlSocket(config.dataFolder);
  if (await isServed(socket)) return throughServer(socket, words, files, line);
  const parts = await openParts(config, openLog(config.logLevel === 'info' ? 'warn' : config.logLevel), Date.now, early);
  try {
    const audit = createAudit(parts.metadata.db, Date.now);
    return await alone(auditedImporter(createImporter(parts), { audit, directory: parts.directory }), words, files, line);
  } finally {
    await parts.close(DRAIN);
  }
}

/** `footfall import`: access logs into the store, by the running server when there is one, else by this process alone. */
export const importLogs: Command = {
  name: 'import',
  usage: 'import FILE... --site DOMAIN [--format auto] [--crawlers-only] [--follow] [--dry-run] [--json]',
  summary: `bring in access logs (${LOG_FORMATS.map(({ name }) => name).join(', ')}, or a format string of goaccess, Apache or nginx; also .gz, and - for standard input)`,
  async run(args, early = null) {
    const words = readWords(args);
    checkFiles(words.files);
    const line = progressLine();
    try {
      const format = chooseFormat(words);
      const files = words.files.includes(STANDARD_INPUT) || words.files.length === 1 ? words.files : await inOrder(words.files, LOG_FORMATS, format);
      const reports = await importFiles(readConfig(), words, files, line, early);
      line.clear();
      const names = files.map(nameOf);
      const note = words.dryRun ? '\n  a dry run: nothing was stored' : '';
      process.stdout.write(words.json ? `${JSON.stringify({ ...sumOf(reports), ...(words.dryRun ? { dry_run: true } : {}), files: names.map((file, at) => ({ file, ...reports[at] })) })}\n` : `${reportTable(names, reports)}${note}\n`);
    } catch (error) {
      if (error instanceof UnknownLogFormat || error instanceof NoSuchFormat) throw new OperatorError(error.message, { cause: error });
      throw error;
    } finally {
      line.clear();
    }
    return DONE;
  },
};
