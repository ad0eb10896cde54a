import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { chooseFormat } from '../choose-format.js';
import { UnknownLogFormat } from '../detect.js';
import { LOG_FORMATS } from '../formats/registry.js';
import { createUnpacker } from './packed-lines.js';
import type { LinesRead, Reading, ReadingSetup, Verdicts } from './reading.js';
import type { Asked, FromThread, ToThread } from './reading-thread.js';

/** The compiled file, also where this one runs from source. */
const THREAD = createRequire(import.meta.url).resolve('#reading-thread');

/** Enough that the thread has something to do while what it read is kept. */
const AHEAD = 8;

/** The thread that read a log ended, and with it the import. */
class ReadingEnded extends Error {
  constructor(name: string, cause: unknown) {
    super(`${name}: the thread that reads it ended${cause instanceof Error ? `: ${cause.message}` : ''}.`, { cause });
    this.name = 'ReadingEnded';
  }
}

interface Waiting {
  readonly resolve: (read: LinesRead) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Reads a log in a thread of its own, so that its lines are read while those before them are kept. What only this thread knows, it is
 * asked: with the rules of spiders that hold when an agent comes first.
 * @throws NoSuchFormat
 */
export function readInThread(setup: ReadingSetup, { isCrawler, isOwnHost }: Verdicts): Reading {
  // Here and not in the thread, whose failures are others.
  chooseFormat(setup.format);
  const waiting: Waiting[] = [];
  const unpack = createUnpacker();
  // Compiled as it is, it must not be told to look for sources.
  const thread = new Worker(THREAD, { workerData: setup, execArgv: [] });
  // It keeps the process alive only while an answer is waited for.
  thread.unref();
  let ended: Error | null = null;

  function answered(): Waiting | undefined {
    const next = waiting.shift();
    if (waiting.length === 0) thread.unref();
    return next;
  }

  function failAll(error: Error): void {
    ended ??= error;
    for (let next = answered(); next !== undefined; next = answered()) next.reject(ended);
  }

  function say(message: ToThread, transferred: ArrayBuffer[] = []): void {
    thread.postMessage(message, transferred);
  }

  function answersTo({ agents, hosts }: Asked<string>): Asked<boolean> {
    return { agents: agents.map(isCrawler), hosts: hosts.map(isOwnHost) };
  }

  function ask(message: ToThread, transferred?: ArrayBuffer[]): Promise<LinesRead> {
    if (ended !== null) return Promise.reject(ended);
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      thread.ref();
      say(message, transferred);
    });
  }

  function answer(questions: Asked<string>): void {
    try {
      say({ answers: answersTo(questions) });
    } catch (error) {
      failAll(new ReadingEnded(setup.name, error));
    }
  }

  thread.on('message', (message: FromThread) => {
    if ('questions' in message) answer(message.questions);
    else if ('lines' in message) answered()?.resolve(unpack(message.lines));
    else failAll(new UnknownLogFormat(setup.name, LOG_FORMATS));
  });
  thread.on('error', (error: unknown) => failAll(new ReadingEnded(setup.name, error)));
  thread.on('exit', () => failAll(new ReadingEnded(setup.name, undefined)));

  return {
    ahead: AHEAD,
    read(piece) {
      const copy = new Uint8Array(piece);
      return ask({ piece: copy }, [copy.buffer]);
    },
    settle: () => ask({ step: 'settle' }),
    end: () => ask({ step: 'end' }),
    async close() {
      await thread.terminate();
    },
  };
}
