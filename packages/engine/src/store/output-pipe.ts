/**
 * A named pipe through which the engine writes one answer while Node reads it: `INTO OUTFILE 'pipe'`.
 *
 * Why not chDB's own streaming call: it runs query analysis on the event loop (a scalar subquery blocked
 * the whole process for its full duration), formats each block as a document of its own (so JSON, Parquet
 * and every ...WithNames format break), and was measured slower (3 million JSONEachRow rows: 380 ms
 * against 250 ms). Through a pipe ClickHouse's own formatter writes the whole document once, and a
 * slow reader holds the engine back by the pipe's 64 KiB.
 *
 * Invariant: when `finish` has been called and the stream has ended, the pipe is empty again; whoever
 * opens it must read it to its end, also after an error, or old bytes would reach the next answer.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';

export interface OpenPipe {
  /** Bytes as the engine writes them; ends after `finish`. Errors if the pipe cannot be read. */
  readonly stream: Socket;
  /** To be called once, when the statement has settled: lets the stream end after its last byte. */
  finish(): void;
}

export class OutputPipe {
  private constructor(readonly path: string) {}

  /**
   * Makes the pipe. Node has no mkfifo, so the system's command is run, once per reader at start.
   * @param path absolute path which must not exist
   */
  static create(path: string): OutputPipe {
    execFileSync('mkfifo', ['-m', '600', path]);
    return new OutputPipe(path);
  }

  open(): OpenPipe {
    // The keeper makes the pipe readable without end of file until the engine has opened and closed its
    // side; the reading end is non-blocking so that it costs no thread.
    const keeper = openSync(this.path, constants.O_RDWR | constants.O_NONBLOCK);
    const fd = openSync(this.path, constants.O_RDONLY | constants.O_NONBLOCK);
    return { stream: new Socket({ fd, readable: true, writable: false }), finish: () => closeSync(keeper) };
  }
}
