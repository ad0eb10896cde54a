import type { RefusalReason } from '@footfall/contract';
import { chooseFormat } from '../choose-format.js';
import { detectFormat, UnknownLogFormat } from '../detect.js';
import type { LineParser } from '../format.js';
import { LOG_FORMATS } from '../formats/registry.js';
import { createLineIds } from '../line-id.js';
import { createLineSplitter } from '../line-splitter.js';
import { countAs } from '../page-rules.js';
import { namedHost, pageUrl } from '../page-url.js';
import type { LogRecord } from '../record.js';
import { createKnownTexts, type Known } from './known-texts.js';
import type { FoundLine, LinesRead, ReadingSetup } from './reading.js';

/** Lines looked at to find out the layout. */
const SAMPLE_LINES = 200;
/** Without agents nobody is a crawler. */
const NOBODY: Known = { text: '', is: false };
/** Where neither the line nor its target names a host, it is the site's. */
const OWN: Known = { text: '', is: true };
/** An absolute url that can not be read. */
const NO_HOST: Known = { text: '', is: false };

/** Is asked once for each text, and answers by setting `is`: at once, or later, when `resume` is called. */
export interface Questions {
  readonly isCrawler: (agent: Known) => void;
  readonly isOwnHost: (host: Known) => void;
}

/** A line with what has to be known to tell what it counts as. */
interface AskedLine {
  readonly line: string;
  readonly record: LogRecord;
  readonly agent: Known;
  readonly host: Known;
  readonly targetHost: Known;
}

/** What `read` and the like are answered with, but for the lines before it. */
type Mark = Pick<LinesRead, 'pending' | 'isUndecided'>;

/** Each call but `resume` is followed by one answer through `give`, in the order of the calls. All but `resume` throw UnknownLogFormat. */
export interface LogReader {
  read(piece: Buffer): void;
  settle(): void;
  end(): void;
  /** Goes on with the lines that waited for an answer. */
  resume(): void;
}

/**
 * Reads one log: cuts it into lines, finds out their layout, and tells what each counts as. What has to be asked may be answered later,
 * which changes nothing: lines are counted, and get their ids, in the order of the log.
 * @throws NoSuchFormat when the layout asked for can not be used
 */
export function createLogReader({ name, domain, format, crawlersOnly }: ReadingSetup, questions: Questions, give: (read: LinesRead) => void): LogReader {
  const agents = createKnownTexts(questions.isCrawler);
  const hosts = createKnownTexts(questions.isOwnHost);
  const ids = createLineIds(domain);
  let parse = chooseFormat(format)?.createParser() ?? null;
  /** Lines that wait until the layout is found out. */
  let sample: string[] = [];
  /** What waits for an answer, and what came after it. */
  const queue: (AskedLine | RefusalReason | Mark)[] = [];
  let found: FoundLine[] = [];
  let refused: Partial<Record<RefusalReason, number>> = {};
  let latest = Number.NEGATIVE_INFINITY;

  function refuse(reason: RefusalReason): void {
    refused[reason] = (refused[reason] ?? 0) + 1;
  }

  function hostOfTarget(target: string): Known {
    const host = namedHost(target);
    if (host === undefined) return OWN;
    return host === null ? NO_HOST : hosts(host);
  }

  function count(line: string, record: LogRecord, agent: Known, isForSite: boolean): void {
    const counted = countAs(record, isForSite, agent.is === true);
    if (counted.as === 'refused') return refuse(counted.reason);
    if (crawlersOnly && counted.as === 'visit') return refuse('people');
    const { at, ip, forwarded, method, status, bytes, referrer } = record;
    const id = ids.next(line, at);
    if (at > latest) latest = at;
    found.push({
      id, at, ip, forwarded, method, status, bytes, url: pageUrl(record, domain), referrer,
      agent: record.agent === null ? null : agent.text, isSpider: counted.as === 'spider', isBehind: ids.isBehind(), characters: line.length,
    });
  }

  function answer({ pending, isUndecided }: Mark): void {
    const read = { found, refused, pending, latest, isUndecided };
    found = [];
    refused = {};
    give(read);
  }

  /** Counts a line; false when an answer is missing. */
  function counts(line: string, record: LogRecord, agent: Known, host: Known, targetHost: Known): boolean {
    if (agent.is === null || host.is === null || targetHost.is === null) return false;
    count(line, record, agent, host.is && targetHost.is);
    return true;
  }

  /** Does what it is time for; false when an answer is missing. */
  function done(next: AskedLine | RefusalReason | Mark): boolean {
    if (typeof next === 'string') refuse(next);
    else if ('pending' in next) answer(next);
    else return counts(next.line, next.record, next.agent, next.host, next.targetHost);
    return true;
  }

  function doInTurn(next: AskedLine | RefusalReason | Mark): void {
    if (queue.length > 0 || !done(next)) queue.push(next);
  }

  function readLine(line: string, parser: LineParser): void {
    const record = parser(line);
    if (record === null) return doInTurn(line.startsWith('#') || line.trim() === '' ? 'heading' : 'not_a_log_line');
    const agent = record.agent === null ? NOBODY : agents(record.agent);
    const host = record.host === '' ? OWN : hosts(record.host);
    const targetHost = hostOfTarget(record.target);
    if (queue.length > 0 || !counts(line, record, agent, host, targetHost)) queue.push({ line, record, agent, host, targetHost });
  }

  /** The layout of the lines that wait. */
  function decide(): void {
    const known = detectFormat(sample, LOG_FORMATS);
    if (known === undefined && sample.some((line) => line.trim() !== '')) throw new UnknownLogFormat(name, LOG_FORMATS);
    const parser = known?.createParser() ?? (() => null);
    parse = parser;
    const lines = sample;
    sample = [];
    for (const line of lines) readLine(line, parser);
  }

  const splitter = createLineSplitter((line) => {
    if (line === null) doInTurn('too_large');
    else if (parse !== null) readLine(line, parse);
    else if (sample.push(line) >= SAMPLE_LINES) decide();
  });
  const mark = (): void => doInTurn({ pending: splitter.pending(), isUndecided: sample.length > 0 });

  return {
    read(piece) {
      splitter.push(piece);
      mark();
    },
    settle() {
      if (parse === null && detectFormat(sample, LOG_FORMATS) !== undefined) decide();
      mark();
    },
    end() {
      splitter.end();
      if (parse === null) decide();
      mark();
    },
    resume() {
      let at = 0;
      for (let next = queue[at]; next !== undefined && done(next); next = queue[at]) at += 1;
      queue.splice(0, at);
    },
  };
}
