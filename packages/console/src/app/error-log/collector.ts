/**
 * Gathers errors of the console for the server. Bounded in every direction: the same error is one with a number, there
 * are so many different ones per page load and no more, they travel together and not often, and a page that is all
 * errors stops telling of them.
 */
import { CLIENT_ERROR_LIMITS, type ClientErrorItem, type ClientErrorKind } from '@footfall/contract';

export interface CollectorOptions {
  /** Sends errors away. @returns whether they arrived; those that did not are sent again with the next */
  readonly send: (items: ClientErrorItem[]) => Promise<boolean>;
  /** Runs something after so many milliseconds. */
  readonly later: (ms: number, run: () => void) => void;
  /** The path that is open, without its query. */
  readonly path: () => string;
  /** Takes out what says something of a person. */
  readonly clean: (text: string) => string;
}

export interface Collector {
  readonly take: (kind: ClientErrorKind, error: unknown) => void;
  /** Sends what waits, now: the page is being left. */
  readonly flush: () => Promise<void>;
}

/** Milliseconds between two sendings. */
const PAUSE = 5_000;
const MAX_DIFFERENT = 50;
const MAX_SENDINGS = 40;
const MAX_FRAMES = 12;
const MAX_NUM = 10_000;

/** What is not the console's: browsers' extensions, cancelled calls, and two notices of browsers that tell nothing. */
const NOT_OURS = /(?:chrome|moz|safari-web)-extension:\/\//u;
const NO_NEWS = /^(?:ResizeObserver loop|Script error\.?$)/u;

/** A collector that has seen nothing. */
export function createCollector({ send, later, path, clean }: CollectorOptions): Collector {
  const known = new Map<string, ClientErrorItem>();
  /** By key, how often since they were sent last. */
  const waiting = new Map<string, number>();
  const seen = new WeakSet();
  let sendings = 0;
  let planned = false;
  let sending = false;

  async function flush(): Promise<void> {
    if (sending || waiting.size === 0 || sendings >= MAX_SENDINGS) return;
    sending = true;
    sendings += 1;
    const batch = [...waiting].slice(0, CLIENT_ERROR_LIMITS.items);
    for (const [key] of batch) waiting.delete(key);
    const items = batch.flatMap(([key, num]) => {
      const item = known.get(key);
      return item ? [{ ...item, num: Math.min(num, MAX_NUM) }] : [];
    });
    if (!(await send(items))) for (const [key, num] of batch) waiting.set(key, (waiting.get(key) ?? 0) + num);
    sending = false;
    if (waiting.size > 0) plan();
  }

  function plan(): void {
    if (planned || sendings >= MAX_SENDINGS) return;
    planned = true;
    later(PAUSE, () => {
      planned = false;
      void flush();
    });
  }

  return {
    flush,
    take(kind, error) {
      // The same object comes by twice when one that drawing threw is also told to the window.
      if (typeof error === 'object' && error !== null) {
        if (seen.has(error)) return;
        seen.add(error);
      }
      const item = itemOf(kind, error, path(), clean);
      if (!item) return;
      const key = JSON.stringify([item.kind, item.message, item.stack]);
      if (!known.has(key)) {
        if (known.size >= MAX_DIFFERENT) return;
        known.set(key, item);
      }
      waiting.set(key, (waiting.get(key) ?? 0) + 1);
      plan();
    },
  };
}

function itemOf(kind: ClientErrorKind, error: unknown, path: string, clean: (text: string) => string): ClientErrorItem | undefined {
  const { message, stack } = wordsOf(error);
  if (NO_NEWS.test(message) || NOT_OURS.test(stack) || isCancelled(error)) return undefined;
  const cut = (text: string, longest: number): string => clean(text).slice(0, longest);
  return {
    kind,
    message: cut(message, CLIENT_ERROR_LIMITS.message) || 'Error',
    stack: cut(framesOf(stack), CLIENT_ERROR_LIMITS.stack),
    path: cut(path, CLIENT_ERROR_LIMITS.path),
    num: 1,
  };
}

function wordsOf(error: unknown): { message: string; stack: string } {
  if (error instanceof Error) return { message: `${error.name}: ${error.message}`, stack: error.stack ?? '' };
  return { message: typeof error === 'string' ? error : `Thrown: ${Object.prototype.toString.call(error)}`, stack: '' };
}

/** The places only: Chromium repeats name and message above them. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at |@/u.test(line))
    .slice(0, MAX_FRAMES)
    .join('\n');
}

function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
