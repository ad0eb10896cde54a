import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { openMetadata } from '../../src/metadata/database.js';
import { temporaryFile } from './sizes.js';

/** One file each, in the order they are numbered. */
const MIGRATIONS = readdirSync(new URL('../../src/metadata/migrations/', import.meta.url)).filter((file) => /^\d{4}_\w+\.ts$/u.test(file));
const built = new URL('../../dist/metadata/', import.meta.url);

/** What each process does: open the store, which migrates it, then write a hundred settings in transactions of their own. */
const SCRIPT = `
const [file, name] = process.argv.slice(1);
const { openMetadata } = await import(new URL('database.js', ${JSON.stringify(built.href)}).href);
const { createSites } = await import(new URL('sites.js', ${JSON.stringify(built.href)}).href);
const { createSettings } = await import(new URL('settings.js', ${JSON.stringify(built.href)}).href);
const metadata = await openMetadata({ file });
const settings = createSettings(metadata.db);
const sites = createSites(metadata.db, Date.now);
for (let at = 0; at < 30; at += 1) {
  const site = await sites.add({ name, domain: name + at + '.example', isStat: true, timeZone: null });
  await sites.edit(site.id, { name: name + ' edited' });
}
console.log(await settings.installationId());
await metadata.close();
`;

it('four processes may start on one new store and write to it', async () => {
  expect(existsSync(new URL('database.js', built)), 'the server is not built: run npm run build').toBe(true);
  const file = await temporaryFile();
  const run = promisify(execFile);
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => run(process.execPath, ['--input-type=module', '-e', SCRIPT, file, name])));
  expect(new Set(answers.map(({ stdout }) => stdout.trim())).size).toBe(1);
  const metadata = await openMetadata({ file });
  const names = await metadata.db.selectFrom('sites').select('name').execute();
  expect(names).toHaveLength(120);
  expect(new Set(names.map((row) => row.name))).toEqual(new Set(['a edited', 'b edited', 'c edited', 'd edited']));
  await metadata.close();
});

it('SQLite is opened to survive a power cut', async () => {
  const file = await temporaryFile();
  const metadata = await openMetadata({ file });
  const { sql } = await import('kysely');
  const pragma = async (name: string) => Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(metadata.db)).rows[0] ?? {})[0];
  expect(await pragma('journal_mode')).toBe('wal');
  // 2 is FULL.
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
  expect(await pragma('busy_timeout')).toBe(5_000);
  await metadata.close();
  const other = new Database(file);
  expect(MIGRATIONS.length).toBeGreaterThan(3);
  expect(other.prepare('select count(*) as n from migrations').get()).toMatchObject({ n: MIGRATIONS.length });
  other.close();
});
