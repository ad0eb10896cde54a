/** Reading request bodies: into memory when they are SQL, into a spool file when they are rows. */
import { open, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { EngineError } from '../engine-error.js';

/** SQL, with or without inline rows. Rows sent as the body of `?query=INSERT ...` have no limit. */
const SQL_LIMIT_BYTES = 64 * 1024 * 1024;

/** The body with its Content-Encoding taken off. */
export function decodedBody(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return request;
  const decoder = encoding === 'gzip' ? createGunzip() : encoding === 'deflate' ? createInflate() : encoding === 'br' ? createBrotliDecompress() : undefined;
  if (decoder === undefined) throw EngineError.of('NOT_IMPLEMENTED', `Content-Encoding ${encoding} is not supported: use gzip, br or none.`);
  request.once('error', (error) => decoder.destroy(error));
  request.once('close', () => {
    if (!request.complete) decoder.destroy(new Error('The client went away while it sent the body.'));
  });
  return request.pipe(decoder);
}

/** @throws EngineError 320 above 64 MiB, 117 when the encoding is broken */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const body = decodedBody(request);
  await new Promise<void>((resolve, reject) => {
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= SQL_LIMIT_BYTES) chunks.push(chunk);
    });
    body.once('end', resolve);
    body.once('error', (error) => reject(EngineError.of('INCORRECT_DATA', `The request body could not be read: ${error.message}.`)));
    request.once('close', () => {
      if (!request.complete) reject(EngineError.of('INCORRECT_DATA', 'The client went away while it sent the body.'));
    });
  });
  if (size > SQL_LIMIT_BYTES) {
    throw EngineError.of('QUERY_IS_TOO_LARGE', `The SQL is larger than ${SQL_LIMIT_BYTES} bytes; send rows as the body of ?query=INSERT.`);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/**
 * What a body that could not be written to its file is an error of: of the disk, which is mended, and then the same body is well; else of
 * the body. Who takes the one for the other gives up rows because a disk was full.
 */
export function spoolFailure(error: unknown): 'NOT_ENOUGH_SPACE' | 'CANNOT_WRITE_TO_FILE_DESCRIPTOR' | 'INCORRECT_DATA' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'NOT_ENOUGH_SPACE';
  return /^(?:EIO|EROFS|EMFILE|ENFILE|EFBIG|ENOMEM)$/u.test(code) ? 'CANNOT_WRITE_TO_FILE_DESCRIPTOR' : 'INCORRECT_DATA';
}

/** Files with the rows of inserts on their way in. Not synced: a row is safe when the INSERT is acknowledged. */
export class Spool {
  private counter = 0;

  /** @param folder exists and belongs to this process alone */
  constructor(private readonly folder: string) {}

  /** Writes the decoded body to a file, hands its path to `use` and removes it. */
  async withBody<T>(request: IncomingMessage, use: (path: string) => Promise<T>): Promise<T> {
    return this.withFile(async (path) => {
      // Opened here: a stream that opens it itself may do so after a body that fails at once, and leave it behind.
      const file = await open(path, 'wx', 0o600);
      try {
        await pipeline(decodedBody(request), file.createWriteStream({ highWaterMark: 1024 * 1024 }));
      } catch (error) {
        if (error instanceof EngineError) throw error;
        throw EngineError.of(spoolFailure(error), `The request body could not be spooled: ${String(error)}.`);
      } finally {
        await file.close();
      }
    }, use);
  }

  /** The same for rows which are in memory already. */
  async withRows<T>(rows: Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
    return this.withFile((path) => writeFile(path, rows), use);
  }

  private async withFile<T>(fill: (path: string) => Promise<void>, use: (path: string) => Promise<T>): Promise<T> {
    this.counter += 1;
    const path = join(this.folder, `rows-${this.counter}`);
    try {
      await fill(path);
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }
}
