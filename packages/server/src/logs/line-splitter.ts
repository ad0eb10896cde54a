import { isAscii } from 'node:buffer';

/** Bytes: a longer line is no honest log line. */
export const MAX_LINE_BYTES = 65_536;

/** A line without its line end, or null for one that was longer than MAX_LINE_BYTES and has been thrown away. */
export type LineSink = (line: string | null) => void;

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** The last line, if the file does not end with a line end. */
  end(): void;
  /** Bytes of the line that is not whole yet. */
  pending(): number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Bytes of whole lines that become one text, of which they are pieces: a longer one would be no young garbage. */
const BLOCK = 65_536;

/**
 * Cuts chunks of bytes into lines (LF or CR LF). A line may be a piece of the text of its neighbours, and keeps that alive, but never the chunk. Holds at
 * most one chunk and one line, however long the line is.
 */
export function createLineSplitter(sink: LineSink): LineSplitter {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let oversized = false;
  let pending = 0;

  function keep(piece: Buffer): void {
    if (oversized || piece.length === 0) return;
    restBytes += piece.length;
    if (restBytes > MAX_LINE_BYTES + 1) {
      oversized = true;
      rest = [];
      return;
    }
    // A copy: the piece is a window on the chunk, which the stream may use again.
    rest.push(Buffer.from(piece));
  }

  function finish(piece: Buffer): void {
    keep(piece);
    const line = Buffer.concat(rest);
    const tooLong = oversized;
    rest = [];
    restBytes = 0;
    oversized = false;
    if (tooLong) sink(null);
    else give(line, 0, line.length);
  }

  function give(bytes: Buffer, start: number, lineEnd: number): void {
    const end = lineEnd > start && bytes[lineEnd - 1] === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
    sink(end - start > MAX_LINE_BYTES ? null : textOf(bytes, start, end));
  }

  /** Whole lines of ASCII, `text` ends with a line end. */
  function giveEach(text: string): void {
    let start = 0;
    for (let lineEnd = text.indexOf('\n'); lineEnd !== -1; lineEnd = text.indexOf('\n', start)) {
      const end = lineEnd > start && text.charCodeAt(lineEnd - 1) === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
      sink(end - start > MAX_LINE_BYTES ? null : text.slice(start, end));
      start = lineEnd + 1;
    }
  }

  /** What is left of a chunk up to its last line end. */
  function giveLines(chunk: Buffer, from: number, end: number): void {
    // Nearly every chunk: then no line of it has to be looked through for what it is written in.
    const isPlain = isAscii(chunk);
    for (let start = from; start < end; ) {
      const lastEnd = isPlain ? chunk.lastIndexOf(LINE_FEED, Math.min(start + BLOCK, end) - 1) : -1;
      const stop = (lastEnd < start ? chunk.indexOf(LINE_FEED, start) : lastEnd) + 1;
      if (isPlain) giveEach(chunk.toString('latin1', start, stop));
      else give(chunk, start, stop - 1);
      start = stop;
    }
  }

  return {
    push(chunk) {
      const last = chunk.lastIndexOf(LINE_FEED);
      pending = last === -1 ? pending + chunk.length : chunk.length - last - 1;
      let start = 0;
      if (last !== -1 && (restBytes > 0 || oversized)) {
        const end = chunk.indexOf(LINE_FEED);
        finish(chunk.subarray(0, end));
        start = end + 1;
      }
      giveLines(chunk, start, last + 1);
      keep(chunk.subarray(last + 1));
    },
    end() {
      if (restBytes > 0 || oversized) finish(Buffer.alloc(0));
    },
    pending: () => pending,
  };
}

/** UTF-8, and what is not UTF-8 as Latin-1, so that no two different lines become the same text. */
function textOf(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  return text.includes('\uFFFD') ? bytes.toString('latin1', start, end) : text;
}
