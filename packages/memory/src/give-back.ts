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

type Collector = (options?: { readonly type: 'minor' | 'major' }) => void;
type Advise = (address: number, bytes: number, advice: number) => number;

let collector: Collector | null = null;
let advise: Advise | null = null;

/** V8 hands its collector out to a context that begins after it was told to. */
function theCollector(): Collector {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as Collector;
  }
  return collector;
}

/**
 * Gives back what this process holds and does not need while it waits: the room for new objects, which V8 keeps at the size that the
 * busiest moment gave it, and those parts of programs and libraries that were looked at once. The thread stands still for as long as its
 * heap takes to be looked through: some 50 ms for 40 MB.
 * @throws what koffi or reading throws where the system is not Linux with /proc
 */
export function giveBack(): void {
  const collect = theCollector();
  // The first empties the room for new objects, the second lets go of it.
  collect({ type: 'minor' });
  collect({ type: 'major' });
  advise ??= koffi.load('libc.so.6').func('int madvise(uintptr_t address, size_t bytes, int advice)') as unknown as Advise;
  for (const { from, to } of programs(readMappings(readFileSync(OWN_MAPPINGS, 'utf8')), WORTH_IT)) advise(from, to - from, MADV_DONTNEED);
}
