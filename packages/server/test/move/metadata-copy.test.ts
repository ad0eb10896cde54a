import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, ensurePostgres, startPostgres, type TestPostgres } from '../../../../scripts/setup/postgres.mjs';
import { copyIn, copyMetadata, CopyDiffers, useCopy } from '../../src/metadata/copy.js';
import { type Metadata, openMetadata } from '../../src/metadata/database.js';
import { createRoles } from '../../src/metadata/roles.js';
import { createSettings } from '../../src/metadata/settings.js';
import { createSites } from '../../src/metadata/sites.js';
import { createUsers } from '../../src/metadata/users.js';
import { temporaryFile } from '../metadata/sizes.js';

const missing = await ensurePostgres();
const AT = 1_763_712_000_123;
let server: TestPostgres;
let from: Metadata;
let file: string;

/** Every row of every table as text, in an order of its own; the flags of both are numbers. */
async function allRows({ db }: Metadata): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    tables[name] = rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted();
  }
  return tables;
}

const open = async (): Promise<Metadata> => openMetadata({ postgresUrl: await createDatabase(server.url) }, { now: () => AT });

beforeAll(async () => {
  if (missing !== null) return;
  server = await startPostgres();
  file = await temporaryFile();
  from = await openMetadata({ file }, { now: () => AT });
  await createSettings(from.db).installationId();
  const sites = createSites(from.db, () => AT);
  for (const name of ['one', 'two', 'three']) await sites.add({ name: `${name} \u{1F577} 访问 'quoted' "twice" \\`, domain: `${name}.example`, isStat: true, timeZone: null });
  const { key } = await createRoles(from.db).add({ name: 'Reader', description: '', routes: [], allSites: false, sites: [1, 3] });
  await createUsers(from.db, () => AT).create({ username: 'somebody', roles: [key] });
  // More than a page, a time beyond 32 bits, fractions, absent values, and numbers that were given out and are gone.
  const errors = Array.from({ length: 2_345 }, (_, at) => ({ group_key: `g${at}`, kind: 'error', message: `m ${at}`, stack: '', path: '/', version: '1', browsers: '[]', num: at, first_seen: AT, last_seen: AT + at }));
  for (let at = 0; at < errors.length; at += 500) await from.db.insertInto('client_errors').values(errors.slice(at, at + 500)).execute();
  await from.db.insertInto('alarms').values([0.1, 1 / 3, 12_345_678_901.25].map((value) => ({ kind: 'silence', site_id: 1, subject: '', began_at: AT, seen_at: AT, ended_at: null, told_at: null, end_told_at: null, value, expected: -value }))).execute();
  await from.db.deleteFrom('alarms').where('id', '=', 3).execute();
}, 60_000);
afterAll(async () => {
  await from?.close();
  await server?.remove();
});

it.skipIf(missing !== null)('everything of SQLite is in PostgreSQL, equal, and numbers go on behind the last one that was given out', async () => {
  const to = await open();
  expect(await copyIn(to.db)).toBe('');
  const copied = await copyMetadata(from.db, to.db, 'mine');
  const rows = await allRows(from);
  expect(Object.fromEntries(copied.map(({ table, rows: num }) => [table, num]))).toEqual(Object.fromEntries(Object.entries(rows).map(([table, lines]) => [table, lines.length])));
  expect(await copyIn(to.db)).toBe('mine');
  await useCopy(to.db);
  expect(await copyIn(to.db)).toBeNull();
  expect(await allRows(to)).toEqual(rows);
  const { id } = await to.db.insertInto('alarms').values({ kind: 'silence', site_id: 1, subject: '', began_at: AT, seen_at: AT, ended_at: null, told_at: null, end_told_at: null, value: 1, expected: 1 }).returning('id').executeTakeFirstOrThrow();
  expect(id).toBe(4);
  await to.close();
});

it.skipIf(missing !== null)('a copy that was not taken into use is replaced by a newer one', async () => {
  const to = await open();
  await copyMetadata(from.db, to.db, 'mine');
  await from.db.updateTable('sites').set({ name: 'Renamed' }).where('id', '=', 2).execute();
  await copyMetadata(from.db, to.db, 'mine');
  await useCopy(to.db);
  expect(await allRows(to)).toEqual(await allRows(from));
  await to.close();
});

it.skipIf(missing !== null)('a copy that came out otherwise is told, and nothing of it is kept', async () => {
  const to = await open();
  await sql`create function spoil() returns trigger language plpgsql as $$ begin if new.id = 2 then new.name := 'spoiled'; end if; return new; end $$`.execute(to.db);
  await sql`create trigger spoil before insert on sites for each row execute function spoil()`.execute(to.db);
  await expect(copyMetadata(from.db, to.db, 'mine')).rejects.toThrow(CopyDiffers);
  await expect(copyMetadata(from.db, to.db, 'mine')).rejects.toThrow('the table sites has 3 rows, its copy 3, and they are not the same');
  expect(await copyIn(to.db)).toBe('');
  await to.close();
});

it('a frozen store can be read, says to come again for a change, and lets no other process change it', async () => {
  const place = { file: await temporaryFile() };
  const [one, other] = [await openMetadata(place), await openMetadata(place)];
  const settings = createSettings(one.db);
  await settings.set('a', '1');
  const thaw = await one.freeze();
  expect(await settings.get('a')).toBe('1');
  await expect(settings.set('a', '2')).rejects.toMatchObject({ errorName: 'metadata.unavailable', details: { retry_after: 5 } });
  await expect(one.db.transaction().execute((transaction) => createSettings(transaction).set('a', '2'))).rejects.toMatchObject({ errorName: 'metadata.unavailable' });
  await sql.raw('pragma busy_timeout = 50').execute(other.db);
  await expect(createSettings(other.db).set('a', '3')).rejects.toMatchObject({ code: expect.stringMatching(/^SQLITE_BUSY/u) as unknown });
  // As a command ends that was refused.
  await other.close();
  await thaw();
  await settings.set('a', '4');
  const another = await openMetadata(place);
  expect(await createSettings(another.db).get('a')).toBe('4');
  await createSettings(another.db).set('b', '5');
  expect(await settings.get('b')).toBe('5');
  await one.close();
  await another.close();
});
