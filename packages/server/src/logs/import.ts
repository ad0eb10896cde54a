import type { LineParser, LogFormat } from './format.js';
import { detectFormat, UnknownLogFormat } from './detect.js';
import { createKeeper, type KeeperOptions } from './keeper.js';
import { createLineReader, type LineReaderOptions } from './line-reader.js';
import { createLineSplitter } from './line-splitter.js';
import { createTally, type ImportReport } from './report.js';
import { createRestartPoints } from './restart-points.js';
import type { LogSource } from './source.js';

export interface ImportOptions extends KeeperOptions, LineReaderOptions {
  /** Read one after the other. */
  readonly sources: Iterable<LogSource> | AsyncIterable<LogSource>;
  /** All layouts there are. */
  readonly formats: readonly LogFormat[];
  /** The layout of the logs; undefined to find it out, for each source anew. */
  readonly format?: LogFormat | undefined;
  /** Called about five times a second. */
  readonly progress?: ((progress: ImportProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Asked before the first bytes after a pause, and told when a pause begins: two imports that go on side by side take turns. */
  readonly turns?: { begin(): Promise<void>; end(): Promise<void> } | undefined;
}

/** The report so far, and where the import is. Records still on their way to the disk are not in it. */
export interface ImportProgress extends ImportReport {
  readonly source: string;
  /** Bytes read of this source, after unpacking. */
  readonly bytes: number;
}

/** Lines looked at to find out the layout. */
const SAMPLE_LINES = 200;
const PROGRESS_MS = 200;
/** Bytes of a piece of the log that are cut into lines at once; a batch may be as much larger than it should be. */
const PIECE = 131_072;

/**
 * Imports access logs of one site. Every line ends as exactly one of a visit, a spider hit or a refusal with its reason, as page-rules.ts
 * says. Lines already stored are refused as `duplicate`, so importing a file again, or one that overlaps, changes nothing.
 * Blank lines and directives of a log are lines too, refused as `not_a_log_line`, so `lines` is what `wc -l` says.
 *
 * Memory stays flat: one batch is filled while those before it are being kept. Rejects with UnknownLogFormat when no layout fits
 * a source, with what a source, `intake` or `known` rejects with, and with the signal's reason when cancelled; what was taken until then stays.
 */
export async function importLog(options: ImportOptions): Promise<ImportReport> {
  const tally = createTally();
  const { now, signal, progress } = options;
  const keeper = createKeeper(options, tally);
  let progressAt = now();

  async function importSource({ name, chunks, kept, isGrowing }: LogSource): Promise<void> {
    const read = createLineReader(options);
    const waiting: string[] = [];
    let parse: LineParser | null = options.format?.createParser() ?? null;
    let bytes = 0;
    let latest = Number.NEGATIVE_INFINITY;
    let hasTurn = false;
    const restarts = createRestartPoints();

    function chooseFormat(): LineParser {
      const format = detectFormat(waiting, options.formats);
      if (format === undefined && waiting.some((line) => line.trim() !== '')) throw new UnknownLogFormat(name, options.formats);
      return format?.createParser() ?? (() => null);
    }

    function readWaiting(parser: LineParser): void {
      for (const line of waiting.splice(0)) readLine(line, parser);
    }

    function readLine(line: string, parser: LineParser): void {
      const outcome = read(line, parser);
      if (typeof outcome === 'string') tally.refuse(outcome);
      else {
        latest = Math.max(latest, outcome.arrival.at);
        keeper.add(outcome, line.length);
      }
    }

    /** Everything read so far is kept, and others may have their turn. */
    async function pause(): Promise<void> {
      if (!hasTurn) return;
      if (parse === null && detectFormat(waiting, options.formats) !== undefined) readWaiting((parse = chooseFormat()));
      await keeper.flush();
      await options.turns?.end();
      hasTurn = false;
      if (waiting.length === 0) await kept?.(restarts.restartAt());
      progress?.({ ...tally.report(), source: name, bytes });
    }

    const splitter = createLineSplitter((line) => {
      if (line === null) tally.refuse('too_large');
      else if (parse !== null) readLine(line, parse);
      else if (waiting.push(line) >= SAMPLE_LINES) readWaiting((parse = chooseFormat()));
    });

    for await (const chunk of chunks) {
      if (chunk.length === 0) {
        await pause();
        continue;
      }
      if (!hasTurn) {
        await options.turns?.begin();
        hasTurn = true;
      }
      for (let at = 0; at < chunk.length; at += PIECE) {
        signal?.throwIfAborted();
        const piece = chunk.subarray(at, at + PIECE);
        bytes += piece.length;
        splitter.push(piece);
        if (kept !== undefined && waiting.length === 0) restarts.mark(bytes - splitter.pending(), latest);
        if (keeper.isFull()) await keeper.handOver();
      }
      if (progress !== undefined && now() - progressAt >= PROGRESS_MS) {
        progressAt = now();
        progress({ ...tally.report(), source: name, bytes });
      }
    }
    if (isGrowing !== true) {
      splitter.end();
      if (parse === null) readWaiting((parse = chooseFormat()));
    }
    await keeper.endSource();
    if (hasTurn) await options.turns?.end();
    progress?.({ ...tally.report(), source: name, bytes });
  }

  try {
    for await (const source of options.sources) {
      signal?.throwIfAborted();
      await importSource(source);
    }
  } finally {
    // Nothing may go on being kept after the caller has been answered.
    await keeper.idle();
    await options.turns?.end();
  }
  return tally.report();
}
