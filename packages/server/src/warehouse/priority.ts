import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Logger } from 'pino';

/**
 * Lowers what share of the processor a process and the threads it will start get where others want it too. Linux may share
 * it between sessions first and only then by niceness (`CONFIG_SCHED_AUTOGROUP`), so that a process in a session of its own
 * is not lowered by its niceness at all; the session's is set as well then.
 * @param niceness 0 to 19
 */
export function lowerPriority(pid: number, niceness: number, log: Logger): void {
  try {
    setPriority(pid, niceness);
    writeFileSync(`/proc/${String(pid)}/autogroup`, String(niceness));
  } catch (error) {
    log.debug({ err: error }, 'the engine may keep the priority of this process');
  }
}
