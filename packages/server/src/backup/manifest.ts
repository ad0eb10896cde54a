import { createHash } from 'node:crypto';
import { open, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../operator-error.js';
import { LAYOUT } from './layout.js';

const shape = z.object({
  format: z.literal(1),
  version: z.string(),
  /** ISO 8601: all that was acknowledged before is in it. */
  taken_at: z.string(),
  /** By path from the folder, with slashes: bytes and SHA-256. */
  files: z.record(z.string(), z.object({ bytes: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/u) })),
});

/** What a backup is made of. */
export type Manifest = z.infer<typeof shape>;
type Entry = Manifest['files'][string];

/** Files of a folder and those inside, as paths with slashes, in order. */
export async function filesUnder(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(found.map(async (entry) => (entry.isDirectory() ? (await filesUnder(join(folder, entry.name))).map((path) => `${entry.name}/${path}`) : [entry.name])));
  return nested.flat().toSorted();
}

async function entryOf(file: string): Promise<Entry> {
  const hash = createHash('sha256');
  const handle = await open(file, 'r');
  try {
    for await (const chunk of handle.createReadStream({ highWaterMark: 1_048_576, autoClose: false })) hash.update(chunk as Buffer);
    const { size } = await handle.stat();
    await handle.sync();
    return { bytes: size, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** Has everything under a folder on disk: the names too. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) await syncPath(path);
  }
  await syncPath(folder);
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes down what lies in the folder of a backup, once all of it is on disk. */
export async function writeManifest(folder: string, about: { readonly version: string; readonly takenAt: number }): Promise<Manifest> {
  const files: Record<string, Entry> = {};
  for (const path of await filesUnder(folder)) files[path] = await entryOf(join(folder, path));
  const manifest: Manifest = { format: 1, version: about.version, taken_at: new Date(about.takenAt).toISOString(), files };
  await syncTree(folder);
  await writeFile(join(folder, LAYOUT.manifest), `${JSON.stringify(manifest, null, 1)}\n`, { flag: 'wx', flush: true });
  await syncPath(folder);
  return manifest;
}

/** @throws OperatorError when the folder holds no whole backup that this version knows */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, LAYOUT.manifest), 'utf8').catch((error: unknown) => {
    throw new OperatorError(`${folder} holds no backup, or one that was broken off: there is no ${LAYOUT.manifest} in it.`, { cause: error });
  });
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    throw new OperatorError(`${join(folder, LAYOUT.manifest)} can not be read: it is damaged, or was written by a newer Footfall.`, { cause: error });
  }
}

/**
 * Reads every file again.
 * @throws OperatorError naming what is missing, changed or did not belong to it
 */
export async function verifyFiles(folder: string, { files }: Manifest): Promise<void> {
  const present = new Set(await filesUnder(folder));
  present.delete(LAYOUT.manifest);
  const wrong: string[] = [...present].filter((path) => !Object.hasOwn(files, path)).map((path) => `${path} does not belong to it`);
  for (const [path, { bytes, sha256 }] of Object.entries(files)) {
    if (!present.has(path)) wrong.push(`${path} is missing`);
    else if ((await stat(join(folder, path))).size !== bytes || (await entryOf(join(folder, path))).sha256 !== sha256) wrong.push(`${path} was changed`);
  }
  if (wrong.length > 0) throw new OperatorError(`the backup in ${folder} is not whole, so nothing was restored: ${wrong.slice(0, 5).join('; ')}${wrong.length > 5 ? `; and ${wrong.length - 5} more` : ''}. Use another one.`);
}
