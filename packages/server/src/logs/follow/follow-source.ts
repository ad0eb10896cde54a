/**
 * A log that is still being written, read as it grows and through rotation. Invariants:
 * - bytes come in the order in which they were written, each file from where it was left to its end, then the next;
 * - a file is left only when another has taken its name, or when it has become shorter or begins otherwise (copytruncate): then what was written since
 *   the last look is looked for in its copy;
 * - `kept` makes durable where to go on; what is read twice does no harm (line-id.ts).
 */
import type { FileHandle } from 'node:fs/promises';
import { stat } from 'node:fs/promises';
import { fileSource, type LogSource } from '../source.js';
import type { Checkpoints, Head } from './checkpoint.js';
import { filesSince, headOfFile, headOfPath, openIfThere } from './log-files.js';

const READ_BYTES = 262_144;
/** Bytes after which a pause is made although there is more, so that the checkpoint moves on. */
const PAUSE_BYTES = 16 * 1_048_576;
const LINE_FEED = 10;
const HASH = 35;
const PAUSE = Buffer.alloc(0);

export interface FollowOptions {
  readonly path: string;
  readonly checkpoints: Checkpoints;
  /** Ends the log. */
  readonly signal: AbortSignal;
  /** Milliseconds between two looks. */
  readonly everyMs?: number | undefined;
}

/** A stretch of the bytes given, and where it stands: reading again from inside begins at `offset` plus what lies between. */
interface Stretch {
  readonly from: number;
  readonly head: Head;
  readonly offset: number;
  /** Bytes that were put in between stand nowhere. */
  readonly isInserted: boolean;
}

export function followSource({ path, checkpoints, signal, everyMs = 500 }: FollowOptions): LogSource {
  const stretches: Stretch[] = [];
  let given = 0;
  let sincePause = 0;
  let lastByte = LINE_FEED;

  function give(bytes: Buffer): Buffer {
    given += bytes.length;
    sincePause += bytes.length;
    lastByte = bytes.at(-1) ?? lastByte;
    return bytes;
  }

  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(done, everyMs);
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
      signal.addEventListener('abort', done, { once: true });
    });

  /** A file that ends in the middle of a line is followed by another: the line is over. */
  function* endLine(head: Head, offset: number): Generator<Buffer> {
    if (lastByte === LINE_FEED) return;
    stretches.push({ from: given, head, offset, isInserted: true });
    yield give(Buffer.from('\n'));
  }

  /** An older file from `offset` on, packed or not. */
  async function* readOlder(file: string, offset: number): AsyncGenerator<Buffer> {
    let at = 0;
    let head: Head | null = null;
    for await (const chunk of fileSource(file).chunks) {
      head ??= await headOfPath(file);
      const start = Math.max(0, offset - at);
      if (start < chunk.length) {
        const rest = chunk.subarray(start);
        stretches.push({ from: given, head, offset: at + start, isInserted: false });
        yield give(rest);
        if (sincePause >= PAUSE_BYTES) {
          sincePause = 0;
          yield PAUSE;
        }
      }
      at += chunk.length;
    }
    if (head !== null) yield* endLine(head, at);
  }

  /** Directives of a W3C log stand above what is left to read, and say which columns it has. */
  async function* directivesBefore(file: string, offset: number): AsyncGenerator<Buffer> {
    let rest = '';
    let found = '';
    let at = 0;
    for await (const chunk of fileSource(file).chunks) {
      if (at === 0 && chunk[0] !== HASH) return;
      const lines = (rest + chunk.subarray(0, Math.max(0, offset - at)).toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      found = lines.findLast((line) => line.startsWith('#Fields:')) ?? found;
      at += chunk.length;
      if (at >= offset) break;
    }
    if (found === '') return;
    stretches.push({ from: given, head: await headOfPath(file), offset, isInserted: true });
    yield give(Buffer.from(`${found}\n`, 'latin1'));
  }

  async function* chunks(): AsyncGenerator<Buffer> {
    const saved = await checkpoints.load();
    const files = saved === null ? null : await filesSince(path, saved.head);
    let start = files === null ? 0 : (saved?.offset ?? 0);
    for (const file of files ?? []) {
      if (start > 0) yield* directivesBefore(file, start);
      if (file === path) break;
      yield* readOlder(file, start);
      start = 0;
    }
    while (!signal.aborted) {
      const file = await openIfThere(path);
      if (file === null) {
        yield PAUSE;
        await wait();
        continue;
      }
      try {
        yield* readLive(file, start);
      } finally {
        await file.close();
      }
      start = 0;
    }
  }

  /** The open log from `start` on, until another takes its place. */
  async function* readLive(file: FileHandle, start: number): AsyncGenerator<Buffer> {
    const { ino } = await file.stat();
    const buffer = Buffer.alloc(READ_BYTES);
    let at = start;
    let head = await headOfFile(file);
    let isLast = false;
    stretches.push({ from: given, head, offset: at, isInserted: false });
    while (!signal.aborted) {
      const { bytesRead } = await file.read(buffer, 0, READ_BYTES, at);
      if (bytesRead > 0 && (await headOfFile(file, head.length)).hash === head.hash) {
        // Before anything is waited for: the file may be cut back at any time, and its copy is known by its head only.
        const grown = await grownHead(file, head);
        if (grown !== head) stretches.push({ from: given, head: grown, offset: at, isInserted: false });
        head = grown;
        at += bytesRead;
        yield give(Buffer.from(buffer.subarray(0, bytesRead)));
        if (sincePause < PAUSE_BYTES) continue;
      } else if (isLast) {
        yield* endLine(head, at);
        return;
      }
      sincePause = 0;
      yield PAUSE;
      if (bytesRead > 0 && (await file.stat()).size > at) continue;
      await wait();
      const now = await stat(path).catch(() => null);
      // Another file has the name: what was written to this one in the meantime is read before it is left.
      isLast = now !== null && now.ino !== ino;
      if (!isLast && ((await file.stat()).size < at || (await headOfFile(file, head.length)).hash !== head.hash)) {
        yield* readCopy(head, at);
        return;
      }
    }
  }

  /** What a log that was cut back held behind `at`, from the copy that was made of it before. */
  async function* readCopy(head: Head, at: number): AsyncGenerator<Buffer> {
    const [copy] = (await filesSince(path, head)) ?? [];
    if (copy !== undefined && copy !== path) yield* readOlder(copy, at);
    else yield* endLine(head, at);
  }

  return {
    name: path,
    chunks: chunks(),
    isGrowing: true,
    async kept(bytes) {
      const stretch = stretches.findLast(({ from }) => from <= bytes);
      if (stretch === undefined) return;
      stretches.splice(0, stretches.indexOf(stretch));
      await checkpoints.save({ head: stretch.head, offset: stretch.offset + (stretch.isInserted ? 0 : bytes - stretch.from) });
    },
  };
}

/** A short file's head grows with it; a longer one's is fixed. */
async function grownHead(file: FileHandle, head: Head): Promise<Head> {
  const now = await headOfFile(file);
  return now.length > head.length ? now : head;
}
