import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import koffi from 'koffi';
import { programs, readMappings } from './mappings.js';

const OWN_MAPPINGS = '/proc/self/smaps';
/** KiB. */
const WORTH_IT = 256;
/** Source: madvise(2) and asm-generic/mman-common.h. Read again from the file, as a rule from the system's cache of it, at the next touch. */
const MADV_DONTNEED = 4;

/** Without a word it looks through the whole heap; with any, V8 of node 20 looks through the room for new objects alone. */
type Collector = (options?: { readonly type: 'minor' }) => void;

/** Of the C library. */
interface Calls {
  readonly advise: (address: number, bytes: number, advice: number) => number;
  readonly trim: (kept: number) => number;
}

let collector: Collector | null = null;
let calls: Calls | null = null;

/** V8 hands its collector out to a context that begins after it was told to. */
function theCollector(): Collector {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as Collector;
  }
  return collector;
}

/** Looks through the whole heap, and moves what lives of it together: by itself V8 leaves most pages as they are of which a part is in use. */
function compact(): void {
  const collect = theCollector();
  setFlagsFromString('--compact-on-every-full-gc');
  try {
    collect();
  } finally {
    setFlagsFromString('--no-compact-on-every-full-gc');
  }
}

function theCalls(): Calls {
  const library = koffi.load('libc.so.6');
  return {
    advise: library.func('int madvise(uintptr_t address, size_t bytes, int advice)'),
    trim: library.func('int malloc_trim(size_t kept)'),
  };
}

/** Empties the room for new objects, some seconds before `giveBack`: V8 lets go of it when it sees how little has been made since. Takes some 2 ms. */
export function makeReady(): void {
  theCollector()({ type: 'minor' });
}

/**
 * Gives back what this process holds and does not need while it waits: the room for new objects, which V8 keeps at the size that the
 * busiest moment gave it, pages of the heap of which a part is in use, what native code has freed, and those parts of programs and libraries that were looked at
 * once. Some of it goes only in the seconds after. The thread stands still for as long as its heap takes to be moved together: some 150 ms for 60 MB.
 * @throws what koffi or reading throws where the system is not Linux with /proc; the heap was looked through by then
 */
export function giveBack(): void {
  compact();
  const { advise, trim } = (calls ??= theCalls());
  trim(0);
  for (const { from, to } of programs(readMappings(readFileSync(OWN_MAPPINGS, 'utf8')), WORTH_IT)) advise(from, to - from, MADV_DONTNEED);
}
