import type { Arrival } from '../enrich/arrival.js';
import type { CountedSite } from '../enrich/site.js';
import type { SpiderVerdict } from '../enrich/spider-classifier.js';
import { detectFormat, UnknownLogFormat } from './detect.js';
import type { LineParser, LogFormat } from './format.js';
import { createLineIds } from './line-id.js';
import { createLineSplitter } from './line-splitter.js';
import { countAs } from './page-rules.js';
import { pageUrl } from './page-url.js';
import { createTally, type ImportReport } from './report.js';
import type { LogSource } from './source.js';

export interface ImportOptions {
  /** Read one after the other. */
  readonly sources: Iterable<LogSource>;
  /** All layouts there are. */
  readonly formats: readonly LogFormat[];
  /** The layout of the logs; undefined to find it out, for each source anew. */
  readonly format?: LogFormat | undefined;
  readonly site: CountedSite;
  /** Takes records for keeping; resolves once they are safe on disk. */
  readonly intake: { take(arrivals: Arrival[]): Promise<void> };
  /** The spider step's verdict on an agent. */
  readonly classify: (agent: string | null) => SpiderVerdict | null;
  /** Which of the ids are stored already; `from` and `to` (milliseconds UTC, inclusive) enclose the times of their records. */
  readonly known: (ids: string[], site: CountedSite, from: number, to: number) => Promise<ReadonlySet<string>>;
  /** Resolves once everything taken so far can be seen by `known`; asked before each source after
   *  the first, and when a log goes back in time, as one does that was put together from overlapping pieces. */
  readonly settled?: (() => Promise<void>) | undefined;
  /** Called about five times a second. */
  readonly progress?: ((progress: ImportProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly now: () => number;
}

/** The report so far, and where the import is. Records still on their way to the disk are not in it. */
export interface ImportProgress extends ImportReport {
  readonly source: string;
  /** Bytes read of this source, after unpacking. */
  readonly bytes: number;
}

/** A record that may be stored already. */
interface Pending {
  readonly arrival: Arrival;
  readonly isSpider: boolean;
}

/** Records handed over at once: an insert of this size is cheap, and 5,000 records are a few megabytes. */
const BATCH = 5_000;
/** Characters of log lines in one batch at most, so that absurdly long lines do not add up. */
const BATCH_TEXT = 8_388_608;
/** Lines looked at to find out the layout. */
const SAMPLE_LINES = 200;
const PROGRESS_MS = 200;

/**
 * Imports access logs of one site. Every line ends as exactly one of a visit, a spider hit or a refusal with its reason, as page-rules.ts
 * says. Lines already stored are refused as `duplicate`, so importing a file again, or one that overlaps, changes nothing.
 * Blank lines and directives of a log are lines too, refused as `not_a_log_line`, so `lines` is what `wc -l` says.
 *
 * Memory stays flat: one batch is filled while the one before it is being kept. Rejects with UnknownLogFormat when no layout fits
 * a source, with what a source, `intake` or `known` rejects with, and with the signal's reason when cancelled; what was taken until then stays.
 */
export async function importLog(options: ImportOptions): Promise<ImportReport> {
  const tally = createTally();
  const { site, intake, known, now, signal, progress } = options;
  let progressAt = now();
  let batch: Pending[] = [];
  let batchText = 0;
  let batchIsBehind = false;
  let keeping: Promise<void> = Promise.resolve();

  async function keep(pending: readonly Pending[], isBehind: boolean): Promise<void> {
    if (isBehind) await options.settled?.();
    const times = pending.map(({ arrival }) => arrival.at);
    const ids = pending.map(({ arrival }) => arrival.id);
    // Not spread into Math.min: a batch may be larger than a call may have arguments one day.
    const from = times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
    const to = times.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY);
    const stored = new Set(await known(ids, site, from, to));
    const fresh = pending.filter(({ arrival }) => !stored.has(arrival.id) && stored.add(arrival.id));
    if (fresh.length > 0) await intake.take(fresh.map(({ arrival }) => arrival));
    for (const { arrival, isSpider } of fresh) {
      if (isSpider) tally.spider(arrival.at);
      else tally.visit(arrival.at);
    }
    if (fresh.length < pending.length) tally.refuse('duplicate', pending.length - fresh.length);
  }

  /** Waits for the batch before, then starts keeping this one while the next is read. */
  async function handOver(): Promise<void> {
    await keeping;
    if (batch.length === 0) return;
    keeping = keep(batch, batchIsBehind);
    batch = [];
    batchText = 0;
    batchIsBehind = false;
    // The failure is met at the next `await keeping`; until then it must not pass for an unhandled one.
    keeping.catch(() => undefined);
  }

  async function importSource({ name, chunks }: LogSource): Promise<void> {
    const idOf = createLineIds(site.domain);
    const waiting: string[] = [];
    let parse: LineParser | null = options.format?.createParser() ?? null;
    let bytes = 0;

    function chooseFormat(): LineParser {
      const format = detectFormat(waiting, options.formats);
      if (format === undefined && waiting.some((line) => line.trim() !== '')) throw new UnknownLogFormat(name, options.formats);
      return format?.createParser() ?? (() => null);
    }

    function readWaiting(parser: LineParser): void {
      for (const line of waiting.splice(0)) readLine(line, parser);
    }

    function readLine(line: string, parser: LineParser): void {
      const record = parser(line);
      if (record === null) return tally.refuse('not_a_log_line');
      const url = pageUrl(record, site);
      const counted = countAs(record, url, options.classify(record.agent) !== null);
      if (counted.as === 'refused' || url === null) return tally.refuse(counted.as === 'refused' ? counted.reason : 'unknown_site');
      const { id, isBehind } = idOf(line, record.at);
      batchText += line.length;
      batchIsBehind ||= isBehind;
      batch.push({ isSpider: counted.as === 'spider', arrival: arrivalOf(record, url, id) });
    }

    function arrivalOf(record: NonNullable<ReturnType<LineParser>>, url: string, id: string): Arrival {
      const { at, ip, method, status } = record;
      const { referrer, agent: userAgent } = record;
      return { id, site, at, receivedAt: now(), source: 'log', ip, userAgent, url, referrer, title: '', method, status, bytes: record.bytes, client: null };
    }

    const splitter = createLineSplitter((line) => {
      if (line === null) tally.refuse('too_large');
      else if (parse !== null) readLine(line, parse);
      else if (waiting.push(line) >= SAMPLE_LINES) readWaiting((parse = chooseFormat()));
    });

    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      bytes += chunk.length;
      splitter.push(chunk);
      if (batch.length >= BATCH || batchText >= BATCH_TEXT) await handOver();
      if (progress !== undefined && now() - progressAt >= PROGRESS_MS) {
        progressAt = now();
        progress({ ...tally.report(), source: name, bytes });
      }
    }
    splitter.end();
    if (parse === null) readWaiting((parse = chooseFormat()));
    await handOver();
    await keeping;
    progress?.({ ...tally.report(), source: name, bytes });
  }

  try {
    let isFirst = true;
    for (const source of options.sources) {
      signal?.throwIfAborted();
      if (!isFirst) await options.settled?.();
      isFirst = false;
      await importSource(source);
    }
  } finally {
    // Nothing may go on being kept after the caller has been answered.
    await Promise.allSettled([keeping]);
  }
  return tally.report();
}
