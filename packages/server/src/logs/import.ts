import { type CandidateOptions, candidateOf } from './candidate.js';
import type { FormatChoice } from './choose-format.js';
import { createKeeper, type KeeperOptions } from './keeper.js';
import { readHere } from './reading/read-here.js';
import { readInThread } from './reading/read-in-thread.js';
import type { LinesRead, ReadingSetup, Verdicts } from './reading/reading.js';
import { createTally, type ImportReport } from './report.js';
import { createRestartPoints } from './restart-points.js';
import type { LogSource } from './source.js';

export interface ImportOptions extends KeeperOptions, CandidateOptions {
  /** Read one after the other. */
  readonly sources: Iterable<LogSource> | AsyncIterable<LogSource>;
  /** The layout of the logs; `auto` finds it out, for each source anew. */
  readonly format: FormatChoice;
  /** The spider step's verdict on an agent. */
  readonly isCrawler: Verdicts['isCrawler'];
  /** Whether the page views of people are left out. */
  readonly crawlersOnly?: boolean | undefined;
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

const PROGRESS_MS = 200;
/** Bytes of a piece of the log that are read at once: of more, the lines found would be a text so long that it is no young garbage. */
const PIECE = 131_072;

/**
 * Imports access logs of one site. Every line ends as exactly one of a visit, a spider hit or a refusal with its reason, as page-rules.ts
 * says. Lines already stored are refused as `duplicate`, so importing a file again, or one that overlaps, changes nothing.
 * Blank lines and headings of a log are lines too, refused as `heading`, so `lines` is what `wc -l` says.
 *
 * Memory stays flat: one batch is filled while those before it are being kept, and few pieces are read ahead. Rejects with NoSuchFormat,
 * with UnknownLogFormat when no layout fits a source, with what a source, `intake` or `known` rejects with, and with the signal's reason
 * when cancelled; what was taken until then stays.
 */
export async function importLog(options: ImportOptions): Promise<ImportReport> {
  const tally = createTally();
  const { site, now, signal, progress } = options;
  const keeper = createKeeper(options, tally);
  const verdicts: Verdicts = { isCrawler: options.isCrawler, isOwnHost: (host) => site.hosts(host) };
  let progressAt = now();

  async function importSource({ name, chunks, kept, isGrowing, isLarge }: LogSource): Promise<void> {
    const setup: ReadingSetup = { name, domain: site.domain, format: options.format, crawlersOnly: options.crawlersOnly === true };
    const reading = isLarge === true ? readInThread(setup, verdicts) : readHere(setup, verdicts);
    const underWay: { readonly length: number; readonly answer: Promise<LinesRead> }[] = [];
    const restarts = createRestartPoints();
    let bytes = 0;
    let isUndecided = false;
    let hasTurn = false;

    function wait(length: number, answer: Promise<LinesRead>): void {
      // A failure is met when it is waited for; until then it must not pass for an unhandled one.
      answer.catch(() => undefined);
      underWay.push({ length, answer });
    }

    /** Takes what was read, until no more than so many pieces are under way. */
    async function take(most: number): Promise<void> {
      for (let next = underWay[0]; next !== undefined && underWay.length > most; next = underWay[0]) {
        const read = await next.answer;
        underWay.shift();
        bytes += next.length;
        await keep(read);
      }
    }

    async function keep(read: LinesRead): Promise<void> {
      tally.refuseAll(read.refused);
      for (const line of read.found) {
        const candidate = candidateOf(line, options);
        if (typeof candidate === 'string') tally.refuse(candidate);
        else keeper.add(candidate, line.characters);
        if (keeper.isFull()) await keeper.handOver();
      }
      ({ isUndecided } = read);
      if (kept !== undefined && !isUndecided) restarts.mark(bytes - read.pending, read.latest);
    }

    /** Everything read so far is kept, and others may have their turn. */
    async function pause(): Promise<void> {
      if (!hasTurn) return;
      wait(0, reading.settle());
      await take(0);
      await keeper.flush();
      await options.turns?.end();
      hasTurn = false;
      if (!isUndecided) await kept?.(restarts.restartAt());
      progress?.({ ...tally.report(), source: name, bytes });
    }

    async function readAll(): Promise<void> {
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
          wait(piece.length, reading.read(piece));
          await take(reading.ahead);
        }
        if (progress !== undefined && now() - progressAt >= PROGRESS_MS) {
          progressAt = now();
          progress({ ...tally.report(), source: name, bytes });
        }
      }
      if (isGrowing !== true) wait(0, reading.end());
      await take(0);
    }

    try {
      await readAll();
    } finally {
      await reading.close();
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
