import { createLogReader } from './log-reader.js';
import type { LinesRead, Reading, ReadingSetup, Verdicts } from './reading.js';

/**
 * Reads a log in the thread that imports it: for small ones, and for those that grow little by little.
 * @throws NoSuchFormat
 */
export function readHere(setup: ReadingSetup, { isCrawler, isOwnHost }: Verdicts): Reading {
  let last: LinesRead | undefined;
  const reader = createLogReader(
    setup,
    {
      isCrawler(agent) {
        agent.is = isCrawler(agent.text);
      },
      isOwnHost(host) {
        host.is = isOwnHost(host.text);
      },
    },
    (read) => {
      last = read;
    },
  );

  /** Nothing is waited for: the answer is there when the step is done. */
  async function answerTo(step: () => void): Promise<LinesRead> {
    step();
    if (last === undefined) throw new Error('a piece of a log was not answered');
    return last;
  }

  return {
    ahead: 0,
    read: (piece) => answerTo(() => reader.read(piece)),
    settle: () => answerTo(() => reader.settle()),
    end: () => answerTo(() => reader.end()),
    close: async () => undefined,
  };
}
