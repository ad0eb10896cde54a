import { open, rename } from 'node:fs/promises';

/** Writes a file of lines anew, whole or not at all; on disk when it resolves. One writer of a file at a time. */
export async function replaceFile(file: string, lines: readonly string[]): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    for (const line of lines) await handle.write(`${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}
