import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The pool that merges and changes parts. Its threads begin with the first table that needs them, all at once. */
const MERGES = 'MergeMutate';
/** Above the engine's own: nobody waits for a merge, and one that takes a processor whole keeps everybody else waiting. */
const NICENESS = 15;
const THREADS = '/proc/self/task';
const LOOK_EVERY_MS = 1_000;

/**
 * Makes merging give way to questions and inserts, as soon as it begins. The engine's own settings for it have no effect in a
 * process that is not its server. Where there is no /proc nothing is done.
 */
export function letMergesGiveWay(): void {
  if (!existsSync(THREADS)) return;
  const looking = setInterval(look, LOOK_EVERY_MS).unref();
  look();

  function look(): void {
    const merging = readdirSync(THREADS).filter((thread) => nameOf(thread) === MERGES);
    for (const thread of merging) setPriority(Number(thread), NICENESS);
    if (merging.length > 0) clearInterval(looking);
  }
}

/** The name of a thread of this process; '' for one that has just ended. */
function nameOf(thread: string): string {
  try {
    return readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
