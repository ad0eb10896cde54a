import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A log to read: a name for messages, and its bytes, already unpacked. */
export interface LogSource {
  readonly name: string;
  /** An empty chunk says that there is nothing more for now: what came until then is kept before the next is asked for. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Told after each empty chunk from which of the bytes given so far reading would have to go on, another time, for nothing to be counted otherwise. */
  readonly kept?: (bytes: number) => Promise<void>;
  /** True for a log that is still written: when reading is ended, its last line may be half there and is left for another time. */
  readonly isGrowing?: boolean;
  /** Whether it is, or may be, so large that it is worth a thread of its own to read it. */
  readonly isLarge?: boolean;
}

const READ_BYTES = 262_144;
const GZIP = [0x1f, 0x8b];
/** Bytes, packed or not, of a log that takes as long to read as a thread takes to start. */
const LARGE = 1_048_576;

/** The log in a file. Reading rejects when the file can not be read or a packed one is damaged. */
export function fileSource(path: string): LogSource {
  return { name: path, chunks: unpacked(createReadStream(path, { highWaterMark: READ_BYTES })) };
}

/**
 * The log that comes through a stream, such as standard input.
 * @param size bytes of it, packed or not; undefined when nobody knows yet
 */
export function streamSource(name: string, stream: Readable, size?: number): LogSource {
  return { name, chunks: unpacked(stream), isLarge: size === undefined || size > LARGE };
}

/** The bytes of a stream; unpacked when they begin as gzip does, whatever the file is called. */
async function* unpacked(stream: Readable): AsyncGenerator<Buffer> {
  const chunks = bytesOf(stream);
  const start = await firstBytes(chunks);
  const whole = joined(start, chunks);
  if (start[0] !== GZIP[0] || start[1] !== GZIP[1]) {
    yield* whole;
    return;
  }

  const packed = Readable.from(whole, { objectMode: false });
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  // A pipe does not hand on failures: the reader of the unpacked side would wait for ever.
  packed.on('error', (error) => gunzip.destroy(error));
  try {
    yield* bytesOf(packed.pipe(gunzip));
  } finally {
    packed.destroy();
  }
}

/** Enough chunks from the beginning to hold two bytes, as one; less at the end of a shorter stream. */
async function firstBytes(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < GZIP.length) {
    const next = await chunks.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  return start;
}

async function* joined(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  yield* rest;
}

async function* bytesOf(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<unknown>) {
    if (Buffer.isBuffer(chunk)) yield chunk;
    else yield chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.from(String(chunk), 'utf8');
  }
}
