/**
 * A file of entries, for one reader, who takes it: what is read of it is not there for another. Each entry has its length and a sum of its bytes before it, so that
 * of a file that was not written to its end, or that a power cut left half on the disk, what is whole is told and nothing else. No entry waits for the disk.
 */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';

const HEAD = 8;
/** An entry that is longer was not written here. */
const LONGEST = 1_000_000_000;

const halfOf = (file: string): string => `${file}.new`;

/** Writes entries, each as v8 does; whoever looks meanwhile sees no file, or the one before. @throws file errors, and leaves no half behind */
export async function writeEntries(file: string, entries: Iterable<unknown>): Promise<void> {
  const half = halfOf(file);
  try {
    const handle = await open(half, 'w', 0o600);
    try {
      for (const entry of entries) {
        const bytes = serialize(entry);
        const head = Buffer.alloc(HEAD);
        head.writeUInt32LE(bytes.length);
        head.writeUInt32LE(crc32(bytes), 4);
        await handle.appendFile(head);
        await handle.appendFile(bytes);
      }
    } finally {
      await handle.close();
    }
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

async function piece(handle: FileHandle, length: number): Promise<Buffer | null> {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(bytes, at, length - at);
    if (bytesRead === 0) return null;
    at += bytesRead;
  }
  return bytes;
}

async function* entriesIn(handle: FileHandle): AsyncGenerator {
  try {
    for (;;) {
      const head = await piece(handle, HEAD);
      const length = head?.readUInt32LE() ?? LONGEST;
      const bytes = length < LONGEST ? await piece(handle, length) : null;
      if (bytes === null || crc32(bytes) !== head?.readUInt32LE(4)) return;
      // Buffers of the entry are parts of these bytes, which are nobody else's.
      yield deserialize(bytes);
    }
  } finally {
    await handle.close();
  }
}

/** There is no file, nor half of one, when this resolves. @throws file errors */
export async function removeEntries(file: string): Promise<void> {
  for (const path of [halfOf(file), file]) await rm(path, { force: true });
}

/** Takes the file: it is gone when this resolves. @returns its entries, to be read to their end or returned from; null where there is none. @throws file errors */
export async function takeEntries(file: string): Promise<AsyncGenerator | null> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  try {
    // Half of one is of a process that was ended as it wrote.
    await removeEntries(file);
  } catch (error) {
    await handle?.close();
    throw error;
  }
  return handle === null ? null : entriesIn(handle);
}
