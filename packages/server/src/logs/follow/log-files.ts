import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileSource } from '../source.js';
import type { Head } from './checkpoint.js';

/** Bytes at the beginning by which a file is known again. */
const HEAD_BYTES = 1_024;

const headOf = (bytes: Buffer): Head => ({ length: bytes.length, hash: createHash('sha1').update(bytes).digest('hex') });

/** What an open file begins with, at most `length` bytes of it. */
export async function headOfFile(file: FileHandle, length = HEAD_BYTES): Promise<Head> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === length) return headOf(bytes.subarray(0, filled));
  }
}

/** What a file, packed or not, begins with when it is unpacked. */
export async function headOfPath(path: string, length = HEAD_BYTES): Promise<Head> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of fileSource(path).chunks) {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.length >= length) break;
  }
  return headOf(bytes.subarray(0, length));
}

/** Whether a file begins so. One that can not be read (damaged, half packed, not ours) does not. */
async function begins(path: string, head: Head): Promise<boolean> {
  const found = await headOfPath(path, head.length).catch(() => null);
  return head.length > 0 && found?.length === head.length && found.hash === head.hash;
}

/** The log and what it was rotated to (`access.log.1`, `access.log-20260301.gz`), by when they were last written, oldest first; the log itself last. */
async function generations(path: string): Promise<string[]> {
  const folder = dirname(path);
  const name = basename(path);
  const older: { file: string; at: number }[] = [];
  for (const entry of await readdir(folder)) {
    if (entry === name || !entry.startsWith(name)) continue;
    const file = join(folder, entry);
    const found = await stat(file).catch(() => null);
    if (found?.isFile() === true) older.push({ file, at: found.mtimeMs });
  }
  return [...older.toSorted((a, b) => a.at - b.at).map(({ file }) => file), path];
}

/** The files to read to go on where the file was left that begins so: that one first, from where it was left, then all younger ones. Null when it is gone. */
export async function filesSince(path: string, head: Head): Promise<string[] | null> {
  const files = await generations(path);
  for (let at = files.length - 1; at >= 0; at -= 1) {
    const file = files[at];
    if (file !== undefined && (await begins(file, head))) return files.slice(at);
  }
  return null;
}

/** Opens a file to read it; null while there is none. */
export async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
