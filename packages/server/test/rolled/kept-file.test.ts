import { mkdtemp, open, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeEntries, writeEntries } from '../../src/warehouse/rolled/kept-file.js';

const ENTRIES = [{ head: 1 }, new Map([['中', Buffer.from([0, 1, 2])]]), [Uint32Array.of(7), null, -0], Buffer.alloc(300_000, 'x')];

async function fileOf(entries: Iterable<unknown> = ENTRIES): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'footfall-kept-file-')), 'kept');
  await writeEntries(file, entries);
  return file;
}

async function taken(file: string): Promise<unknown[] | null> {
  const entries = await takeEntries(file);
  if (entries === null) return null;
  const all: unknown[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

it('tells once what was written, and is for its owner alone', async () => {
  const file = await fileOf();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await taken(file)).toEqual(ENTRIES);
  expect(await taken(file)).toBeNull();
});

it('leaves nothing of a process that was ended as it wrote', async () => {
  const file = await fileOf();
  await writeFile(`${file}.new`, 'half');
  await taken(file);
  expect(await readdir(join(file, '..'))).toEqual([]);
});

it('is gone from the moment that it is taken, also where nobody reads on', async () => {
  const file = await fileOf();
  const entries = await takeEntries(file);
  expect(await readdir(join(file, '..'))).toEqual([]);
  expect((await entries?.next())?.value).toEqual(ENTRIES[0]);
  await entries?.return(null);
});

it.each([1, 9, 40, 300_000])('without its last %i bytes tells what is whole', async (missing) => {
  const file = await fileOf();
  await truncate(file, (await stat(file)).size - missing);
  expect(await taken(file)).toEqual(ENTRIES.slice(0, -1));
});

it('with a byte that is another tells what stands before it', async () => {
  const file = await fileOf();
  const bytes = await readFile(file);
  // Within the second entry, behind both heads.
  const at = 8 + bytes.readUInt32LE(0) + 8 + 3;
  const handle = await open(file, 'r+');
  await handle.write(Buffer.from([(bytes[at] ?? 0) ^ 1]), 0, 1, at);
  await handle.close();
  expect(await taken(file)).toEqual(ENTRIES.slice(0, 1));
});

it.each(['', 'x', 'a text that is longer than a head is', '\u00ff'.repeat(64)])('of %j tells nothing', async (text) => {
  const file = await fileOf([]);
  await writeFile(file, text, 'latin1');
  expect(await taken(file)).toEqual([]);
});

it('stays what it was when another one can not be written to its end', async () => {
  const file = await fileOf();
  const failing = (function* () {
    yield 1;
    throw new Error('no more');
  })();
  await expect(writeEntries(file, failing)).rejects.toThrow('no more');
  expect(await readdir(join(file, '..'))).toEqual(['kept']);
  expect(await taken(file)).toEqual(ENTRIES);
});
