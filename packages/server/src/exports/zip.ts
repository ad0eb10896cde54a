/** Zip files that are written while they are read; one entry after the other, in constant memory. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Quick: what is packed is text, and the reader waits. */
const LEVEL = 3;

/**
 * Adds an entry and waits until all of it was taken. When `signal` fires, the entry is given up: its source is closed.
 * @throws what the source throws
 */
export function addEntry(zip: ZipFile, path: string, bytes: AsyncGenerator<Buffer>, mtime: Date, signal: AbortSignal): Promise<void> {
  const stream = Readable.from(bytes, { objectMode: false, highWaterMark: 65_536 });
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      stream.destroy(new Error('nobody reads on'));
    };
    stream.once('end', resolve);
    stream.once('error', reject);
    stream.once('close', () => signal.removeEventListener('abort', giveUp));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    zip.addReadStream(stream, path, { mtime, compressionLevel: LEVEL });
  });
}

/**
 * The bytes of a zip that `write` fills. Given up when nobody reads on: then the signal fires.
 * @throws what `write` throws
 */
export async function* zipOf(write: (zip: ZipFile, signal: AbortSignal) => Promise<void>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const given = new AbortController();
  // yazl's own type says less than the stream is.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const writing = write(zip, given.signal).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const piece of output) yield piece as Buffer;
  } finally {
    given.abort();
    output.destroy();
    await writing;
  }
}
