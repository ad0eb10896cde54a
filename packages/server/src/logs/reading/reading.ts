import type { RefusalReason } from '@footfall/contract';
import type { FormatChoice } from '../choose-format.js';

/** What must be known to read a log; plain data, for it may go to another thread. */
export interface ReadingSetup {
  /** Of the log, for messages. */
  readonly name: string;
  /** The site's, which urls and ids of lines are made with. */
  readonly domain: string;
  readonly format: FormatChoice;
  /** Whether the page views of people are left out. */
  readonly crawlersOnly: boolean;
}

/** What the lines themselves do not tell. Asked once for each text of a log, as long as not too many others come in between. */
export interface Verdicts {
  readonly isCrawler: (agent: string) => boolean;
  /** Whether the site is what stands at a host. */
  readonly isOwnHost: (host: string) => boolean;
}

/** A line that counts as a page view or as a crawler's request. */
export interface FoundLine {
  /** See line-id.ts. */
  readonly id: string;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly ip: string;
  readonly forwarded: string;
  readonly method: string;
  readonly status: number | null;
  readonly bytes: number | null;
  readonly url: string;
  readonly referrer: string;
  /** Equal ones are the very same text. Null when the log does not record agents. */
  readonly agent: string | null;
  readonly isSpider: boolean;
  /** Whether it may have been read before in the same log. */
  readonly isBehind: boolean;
  /** Length of the line as text. */
  readonly characters: number;
}

/** What became of the lines that were whole with a piece of a log. */
export interface LinesRead {
  /** In the order of the log. */
  readonly found: readonly FoundLine[];
  readonly refused: Readonly<Partial<Record<RefusalReason, number>>>;
  /** Bytes of the line that is not whole yet. */
  readonly pending: number;
  /** Latest time of all lines found so far, milliseconds UTC; -Infinity before the first. */
  readonly latest: number;
  /** Whether lines wait until the layout is found out: they are neither found nor refused yet. */
  readonly isUndecided: boolean;
}

/** One log being read. Pieces are answered in their order; each answer rejects with UnknownLogFormat, or with what ended the thread that reads. */
export interface Reading {
  /** Pieces that may be given before the first of them is answered, beside the one that is waited for. */
  readonly ahead: number;
  /** @param piece is not kept, and may be written over after the call */
  read(piece: Buffer): Promise<LinesRead>;
  /** Nothing more comes for now: the layout is found out with what there is, if that is enough. */
  settle(): Promise<LinesRead>;
  /** The log is over: what came last is a line, and the layout must be found out. */
  end(): Promise<LinesRead>;
  /** Ends it, whatever is under way. */
  close(): Promise<void>;
}
