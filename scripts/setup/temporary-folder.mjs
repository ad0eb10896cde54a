/**
 * For a run of vitest: gives it a temporary folder of its own, which goes with the run, whatever its tests and the
 * processes that they start leave there. Its name is short, for sockets lie in it.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Before the first worker starts: workers inherit where the folder is. @returns what ends it */
export function setup() {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'ff-'));
  // A server that runs as somebody else has its own folder in it.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
