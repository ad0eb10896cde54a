/** What is answered as written is on disk, also after another process held the file for longer than anybody waits. */
import Database from 'libsql';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Metadata, openMetadata } from '../../src/metadata/database.js';
import { createSettings, type Settings } from '../../src/metadata/settings.js';
import { temporaryFile } from './sizes.js';

let metadata: Metadata;
let settings: Settings;
/** Another process on the same file, and one that looks. */
let other: Database.Database;
let looker: Database.Database;

beforeEach(async () => {
  const file = await temporaryFile();
  metadata = await openMetadata({ file });
  settings = createSettings(metadata.db);
  [other, looker] = [new Database(file), new Database(file)];
  for (const database of [other, looker]) database.exec('PRAGMA busy_timeout=50');
  await sql`pragma busy_timeout=50`.execute(metadata.db);
});
afterEach(async () => {
  await metadata.close();
  other.close();
  looker.close();
});

const seen = (): unknown[] => looker.prepare("SELECT key FROM settings WHERE key LIKE 'test.%' ORDER BY key").all().map((row) => (row as { key: string }).key);
const insert = (key: string) => metadata.db.insertInto('settings').values({ key, value: '1' });

it.each([
  ['a write by itself', () => insert('test.lost').execute()],
  ['a write that gives rows', () => insert('test.lost').returning('key').execute()],
  ['a change', () => metadata.db.updateTable('settings').set({ value: '2' }).where('key', '=', 'installation_id').execute()],
  ['a removal', () => metadata.db.deleteFrom('settings').where('key', '=', 'nothing').execute()],
  ['a transaction', () => metadata.db.transaction().execute(() => insert('test.lost').execute())],
])('%s that found the file taken fails, and what is written later is there for others', async (_name, write) => {
  other.exec('begin immediate');
  await expect(write()).rejects.toThrow('locked');
  await expect(write()).rejects.toThrow('locked');
  other.exec('commit');
  await insert('test.a').execute();
  expect(seen()).toEqual(['test.a']);
  expect(await insert('test.b').returning('key').execute()).toEqual([{ key: 'test.b' }]);
  await metadata.db.transaction().execute(async (transaction) => {
    await transaction.insertInto('settings').values({ key: 'test.c', value: '1' }).execute();
  });
  expect(seen()).toEqual(['test.a', 'test.b', 'test.c']);
  other.exec("INSERT INTO settings (key, value) VALUES ('test.d', '1')");
  expect(seen()).toEqual(['test.a', 'test.b', 'test.c', 'test.d']);
  expect(await settings.installationId()).toMatch(/./u);
});

it('a write that breaks a rule leaves nothing, and the next is there', async () => {
  await insert('test.a').execute();
  await expect(insert('test.a').execute()).rejects.toThrow('UNIQUE');
  await insert('test.b').execute();
  expect(seen()).toEqual(['test.a', 'test.b']);
});
