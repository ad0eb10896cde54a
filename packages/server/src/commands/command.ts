import type { EarlyStart } from '../early-start.js';

export const DONE = 0;
export const FAILED = 1;
export const WRONG_USAGE = 2;

/** One word after `footfall`. Progress goes to standard error, results to standard output. */
export interface Command {
  readonly name: string;
  /** The words after `footfall`, as the usage shows them. */
  readonly usage: string;
  readonly summary: string;
  /**
   * @param early what was begun before, for commands that open everything
   * @returns the exit status
   * @throws UsageError, OperatorError
   */
  run(args: readonly string[], early?: EarlyStart | null): Promise<number>;
}

/** The words after the command do not fit; answered with the usage and exit status 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Reads the words of a command: whatever does not fit, for `parseArgs` too, is wrong usage. @throws UsageError */
export function wordsOf<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : 'the words do not fit');
  }
}
