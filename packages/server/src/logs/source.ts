import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A log to read: a name for messages, and its bytes, already unpacked. */
export interface LogSource {
  readonly name: string;
  readonly chunks: AsyncIterable<Buffer>;
}

const READ_BYTES = 262_144;
const GZIP = [0x1f, 0x8b];

/** The log in a file. Reading rejects when the file can not be read or a packed one is damaged. */
export function fileSource(path: string): LogSource {
  return { name: path, chunks: unpacked(createReadStream(path, { highWaterMark: READ_BYTES })) };
}

/** The log that comes through a stream, such as standard input. */
export function streamSource(name: string, stream: Readable): LogSource {
  return { name, chunks: unpacked(stream) };
}

/** The bytes of a stream; unpacked when they begin as gzip does, whatever the file is called. */
async function* unpacked(stream: Readable): AsyncGenerator<Buffer> {
  const start = await firstBytes(stream);
  if (start === null) return;
  stream.unshift(start);
  if (start[0] !== GZIP[0] || start[1] !== GZIP[1]) {
    for await (const chunk of stream) yield bytesOf(chunk);
    return;
  }
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  // A stream that fails must end the reader of the unpacked side too.
  stream.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of stream.pipe(gunzip)) yield bytesOf(chunk);
  } finally {
    stream.destroy();
  }
}

/** The first chunk with at least two bytes in it, put together from more when they come singly; null for an empty stream. */
async function firstBytes(stream: Readable): Promise<Buffer | null> {
  let start = Buffer.alloc(0);
  while (start.length < GZIP.length) {
    const chunk: unknown = stream.read();
    if (chunk !== null) start = Buffer.concat([start, bytesOf(chunk)]);
    else if (stream.readableEnded || !(await readable(stream))) return start.length === 0 ? null : start;
  }
  return start;
}

/** Waits for more; false at the end. Rejects when the stream fails. */
function readable(stream: Readable): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => () => {
      stream.off('readable', onReadable).off('end', onEnd).off('error', onError);
      done();
    };
    const onReadable = settle(() => resolve(true));
    const onEnd = settle(() => resolve(false));
    const onError = (error: Error): void => settle(() => reject(error))();
    stream.once('readable', onReadable).once('end', onEnd).once('error', onError);
  });
}

function bytesOf(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (chunk instanceof Uint8Array) return Buffer.from(chunk);
  return Buffer.from(String(chunk), 'utf8');
}
