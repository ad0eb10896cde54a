import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that a socket's path may have (sockaddr_un on Linux, less its end mark). */
const LONGEST = 107;

/** Where a server of this data folder listens for commands on the same machine; who may write the folder may ask. */
export function controlSocket(dataFolder: string): string {
  const path = join(dataFolder, 'control.sock');
  if (Buffer.byteLength(path) <= LONGEST) return path;
  return join(tmpdir(), `footfall-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 24)}.sock`);
}
