import { hash } from 'node:crypto';
import { decimal64 } from '../enrich/hash64.js';

/** Milliseconds of event time that counts of identical lines are kept for, once and again. */
const WINDOW_MS = 5 * 60_000;
/** Distinct lines counted in one window at most. */
const MAX_LINES = 100_000;

export interface LineId {
  /** UInt64 as decimal text, never '0'. */
  readonly id: string;
  /** Whether the log is behind a time it has reached before, by more than identical lines are remembered: this line may have been read before. */
  readonly isBehind: boolean;
}

/**
 * Ids that make importing the same line twice harmless: the first 64 bits of SHA-1 over the site's domain, the line and
 * how many identical lines stood before it. Two visitors behind one address who load a page in the same second write identical lines, and both count.
 *
 * Identical lines carry the same time, so their counts are kept for two windows of event time and then forgotten, which bounds the memory.
 * If a file begins between two identical lines that an earlier import holds, the later of them is taken for the earlier.
 * `at` is when the request happened, milliseconds UTC.
 */
export function createLineIds(domain: string): (line: string, at: number) => LineId {
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  let window = Number.NaN;
  let latest = Number.NEGATIVE_INFINITY;

  return (line, at) => {
    const index = Math.floor(at / WINDOW_MS);
    if (index > latest) latest = index;
    if (index > window || index < window - 1 || current.size >= MAX_LINES) {
      previous = current;
      current = new Map();
      window = index === window - 1 ? window : index;
    }
    if (Number.isNaN(window)) window = index;
    const first = idOf(`${domain}\n${line}`);
    const before = current.get(first) ?? previous.get(first) ?? 0;
    current.set(first, before + 1);
    return { id: before === 0 ? first : idOf(`${domain}\n${line}\n${before}`), isBehind: index < latest - 1 };
  };
}

function idOf(text: string): string {
  const hex = hash('sha1', text, 'hex');
  const id = decimal64(Number.parseInt(hex.slice(0, 8), 16), Number.parseInt(hex.slice(8, 16), 16));
  return id === '0' ? '1' : id;
}
