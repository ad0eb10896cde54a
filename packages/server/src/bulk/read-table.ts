import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { BULK_FILE_BYTES, BULK_SUFFIXES, FootfallError } from '@footfall/contract';
import type { Table } from './table.js';
import type { TableAnswer, TableFile } from './table-thread.js';

/** The compiled file, also where this one runs from source. */
const THREAD = createRequire(import.meta.url).resolve('#table-thread');

/** Memory and time that a file may cost. The largest that is taken needs about 100 MB and a second. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const LONGEST_MS = 20_000;

export interface TableReader {
  /**
   * Reads the first sheet of a file, in a thread of its own with little memory and little time, one file after the other.
   * @throws FootfallError `bulk.suffix`, `bulk.too_large`, `bulk.damaged`, `bulk.too_many`
   */
  read(name: string, bytes: Buffer): Promise<Table>;
}

/** @param longestMs milliseconds until a thread is ended */
export function createTableReader(longestMs = LONGEST_MS): TableReader {
  let last: Promise<unknown> = Promise.resolve();
  return {
    read(name, bytes) {
      const suffix = BULK_SUFFIXES.find((one) => name.toLowerCase().endsWith(one));
      if (suffix === undefined) return Promise.reject(new FootfallError('bulk.suffix'));
      if (bytes.length >= BULK_FILE_BYTES) return Promise.reject(new FootfallError('bulk.too_large'));
      const reading = last.then(() => inThread({ bytes, suffix }, longestMs));
      last = reading.catch(() => undefined);
      return reading;
    },
  };
}

function inThread(file: TableFile, longestMs: number): Promise<Table> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData: file, resourceLimits: MEMORY, env: {}, execArgv: [] });
    const fail = (why: string): void => reject(new FootfallError('bulk.damaged', { reason: why }));
    const deadline = setTimeout(() => {
      fail('it takes too long to read');
      void thread.terminate();
    }, longestMs);
    thread.on('message', (answer: TableAnswer) => {
      if ('table' in answer) resolve(answer.table);
      else if (answer.fault === 'too_many') reject(new FootfallError('bulk.too_many'));
      else fail(answer.why);
    });
    // Out of memory arrives here as well.
    thread.on('error', (error: unknown) => fail(error instanceof Error ? error.message : 'can not be read'));
    thread.on('exit', () => {
      clearTimeout(deadline);
      fail('its reader ended');
    });
  });
}
