import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { Pace } from './pace.js';
import type { RowsFile, SegmentToRead } from './row-files.js';

/** What the thread says of a segment. */
export interface Answer {
  /** Null when it is damaged, or could not be read or written. */
  readonly files: RowsFile[] | null;
  readonly error?: string;
}

/** The compiled file, also where this one runs from source. */
const THREAD = createRequire(import.meta.url).resolve('#segment-thread');

/**
 * Reads large segments in a thread of its own. A busy three seconds are twenty megabytes: read, checked and copied in the
 * thread that answers visitors they hold it up for a tenth of a second, and its garbage collector for longer.
 */
export class SegmentReader {
  readonly #log: Logger;
  readonly #shared = Pace.shared();
  readonly #pace = new Pace(this.#shared);
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #thread: Worker | null = null;
  #asked = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Leaves the rows of each table in a file of its own, which the caller removes.
   * @returns null when that can not be had; who reads the segment itself learns why
   */
  async rowFiles(segment: Omit<SegmentToRead, 'prefix'>): Promise<readonly RowsFile[] | null> {
    const { files, error } = await this.#ask({ ...segment, prefix: randomUUID() });
    if (error !== undefined) this.#log.warn({ error, segment: segment.seq }, 'journal: a segment is read without its thread');
    return files;
  }

  /** Whether the thread is to work without pauses: something waits for what it reads, now or later. */
  hurry(hurried: boolean): void {
    this.#pace.hurry(hurried);
  }

  /** Ends the thread; what it had not answered is answered with null. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #ask(segment: SegmentToRead): Promise<Answer> {
    const thread = (this.#thread ??= this.#started());
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      thread.postMessage({ id, segment }, []);
    });
  }

  #started(): Worker {
    const thread = new Worker(THREAD, { workerData: this.#shared });
    // It must not keep a process alive that has nothing else to do.
    thread.unref();
    let error: string | undefined;
    thread.on('message', ({ id, answer }: { id: number; answer: Answer }) => {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    });
    thread.on('error', (failure: unknown) => {
      error = failure instanceof Error ? failure.message : String(failure);
    });
    thread.on('exit', () => {
      this.#thread = null;
      for (const resolve of this.#waiting.values()) resolve({ files: null, ...(error === undefined ? {} : { error }) });
      this.#waiting.clear();
    });
    return thread;
  }
}
