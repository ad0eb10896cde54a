import { hash } from 'node:crypto';

/** Milliseconds of event time that counts of identical lines are kept for, once and again. */
const WINDOW_MS = 5 * 60_000;
/** Distinct lines counted in one window at most. */
const MAX_LINES = 250_000;
/** Windows that a line may be late without the log counting as one that went back. */
const LATE_WINDOWS = 12;
/** Milliseconds that a log may go back without being suspected to begin again: servers write a line when its answer ends. */
const JITTER_MS = 60_000;

export interface LineIds {
  /** The id of a line (UInt64 as decimal text, never '0') that happened at `at`, milliseconds UTC. */
  next(line: string, at: number): string;
  /** Whether the line asked for last belongs to a time whose counts are forgotten: it may have been read before. */
  isBehind(): boolean;
}

/**
 * Ids that make importing the same line twice harmless: the first 64 bits of SHA-1 over the site's domain, the line and
 * how many identical lines stood before it. Two visitors behind one address who load a page in the same second write identical lines, and both count.
 *
 * Identical lines carry the same time, so their counts are kept for two windows of event time and then forgotten, which bounds the memory.
 * If a file begins between two identical lines that an earlier import holds, the later of them is taken for the earlier.
 *
 * A log may hold a piece twice, as `cat day.1 day.1` makes it. Beyond the two windows that is always recognised. Within
 * them it is when the log goes back, by more than a minute or to its very first line by however little, to a line that it held before:
 * counting then begins anew, as in another file. A log of a single second put behind itself is not told from one with twice the visits.
 */
export function createLineIds(domain: string): LineIds {
  const prefix = `${domain}\n`;
  const idOf = idMaker();
  let current = emptyPage();
  let previous = emptyPage();
  let window = Number.NaN;
  /** Some counts of windows up to this one are forgotten. */
  let forgotten = Number.NEGATIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  let firstLine: string | null = null;
  let isBehind = false;

  function turn(): void {
    forgotten = Math.max(forgotten, previous.newest);
    previous = current;
    current = emptyPage();
  }

  return {
    next(line, at) {
      const first = idOf(prefix + line);
      firstLine ??= first;
      const index = Math.floor(at / WINDOW_MS);
      if (at < latest && (at < latest - JITTER_MS || first === firstLine) && (current.counts.has(first) || previous.counts.has(first))) {
        turn();
        turn();
        latest = at;
        window = index;
      }
      if (index > window || index < window - LATE_WINDOWS || current.counts.size >= MAX_LINES) {
        turn();
        window = index;
      }
      if (Number.isNaN(window)) window = index;
      if (at > latest) latest = at;
      if (index > current.newest) current.newest = index;
      isBehind = index <= forgotten;
      const before = current.counts.get(first) ?? previous.counts.get(first) ?? 0;
      current.counts.set(first, before + 1);
      return before === 0 ? first : idOf(`${prefix}${line}\n${before}`);
    },
    isBehind: () => isBehind,
  };
}

/** How often each line stood in the log since the page was begun, and the newest window among them. */
interface Page {
  readonly counts: Map<string, number>;
  newest: number;
}

const emptyPage = (): Page => ({ counts: new Map(), newest: Number.NEGATIVE_INFINITY });

/** The first 64 bits of SHA-1 as decimal text; 1 in the place of 0. */
function idMaker(): (text: string) => string {
  const bytes = new DataView(new ArrayBuffer(8));
  return (text) => {
    const digest = hash('sha1', text, 'binary');
    for (let at = 0; at < 8; at += 1) bytes.setUint8(at, digest.charCodeAt(at));
    const id = bytes.getBigUint64(0);
    return id === 0n ? '1' : id.toString();
  };
}
