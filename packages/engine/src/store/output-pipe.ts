/**
 * A named pipe through which the engine writes one answer while Node reads it: `INTO OUTFILE 'pipe'`.
 *
 * Why not chDB's own streaming call: it runs query analysis on the event loop (a scalar subquery blocked
 * the whole process for its full duration), formats each block as a document of its own (so JSON, Parquet
 * and every ...WithNames format break), and was measured slower (3 million JSONEachRow rows: 380 ms
 * against 250 ms). Through a pipe ClickHouse's own formatter writes the whole document once, and a
 * slow reader holds the engine back by the pipe's 64 KiB.
 *
 * Most answers are small and quick: the engine finishes, and one synchronous read collects the answer.
 * Until `GLANCES` are over, what stands in the pipe is fetched at each of them. A pipe that is full then
 * holds the engine back, with more to come: from there on, as of a statement that goes on after them all,
 * the answer is a stream on the event loop, which costs about a millisecond to set up.
 *
 * Invariant: `read` returns with the pipe empty, also after an error; old bytes would otherwise reach the
 * next answer.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { Socket } from 'node:net';

/** From coreutils. */
const MKFIFO = 'mkfifo';
/** Milliseconds from one look into the pipe to the next. */
const GLANCES = [3, 3, 4, 5, 5, 10, 10, 10] as const;
const PIPE_BYTES = 64 * 1024;

export class OutputPipe {
  private readonly scratch = Buffer.allocUnsafe(PIPE_BYTES);

  /** @param fd reading end, non-blocking: at end of file while the engine does not have the pipe open */
  private constructor(readonly path: string, private readonly fd: number) {}

  /**
   * Makes the pipe. Node has no mkfifo, so the system's command is run, once per reader at start.
   * @param path absolute path which must not exist
   */
  static create(path: string): OutputPipe {
    execFileSync(MKFIFO, ['-m', '600', path]);
    return new OutputPipe(path, openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  }

  /**
   * Hands the bytes of one answer to `write`, in order, waiting for each write.
   * @param settled fulfilled when the engine has finished with the statement and closed the pipe
   */
  async read(settled: Promise<void>, write: (chunk: Uint8Array) => Promise<void>): Promise<void> {
    for (const glance of GLANCES) {
      if (await isOver(settled, glance)) {
        await this.readRest(write);
        return;
      }
      if ((await this.readReady(write)) === PIPE_BYTES) break;
    }
    await this.readStream(settled, write);
  }

  /** Takes what the engine has written so far; nothing when it has not begun. @returns how many bytes */
  private async readReady(write: (chunk: Uint8Array) => Promise<void>): Promise<number> {
    let length = 0;
    try {
      length = readSync(this.fd, this.scratch, 0, PIPE_BYTES, null);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
      throw error;
    }
    if (length > 0) await write(Buffer.from(this.scratch.subarray(0, length)));
    return length;
  }

  /** Empties the pipe after the engine has closed its end. */
  private async readRest(write: (chunk: Uint8Array) => Promise<void>): Promise<void> {
    for (;;) {
      const length = readSync(this.fd, this.scratch, 0, PIPE_BYTES, null);
      if (length === 0) return;
      await write(Buffer.from(this.scratch.subarray(0, length)));
    }
  }

  private async readStream(settled: Promise<void>, write: (chunk: Uint8Array) => Promise<void>): Promise<void> {
    // The keeper holds off end of file until the engine has opened and closed its end.
    const keeper = openSync(this.path, constants.O_RDWR | constants.O_NONBLOCK);
    void settled.finally(() => closeSync(keeper));
    const fd = openSync(this.path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stream = new Socket({ fd, readable: true, writable: false });
    for await (const chunk of stream as AsyncIterable<Uint8Array>) await write(chunk);
  }
}

/** Whether a promise is settled within so many milliseconds. */
function isOver(settled: Promise<void>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    void settled.finally(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
