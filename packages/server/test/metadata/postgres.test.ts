import { sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../../scripts/setup/postgres.mjs';
import { createApiKeys } from '../../src/metadata/api-keys.js';
import { type Metadata, openMetadata } from '../../src/metadata/database.js';
import { createSites } from '../../src/metadata/sites.js';
import { createSpiders } from '../../src/metadata/spiders.js';
import { createUsers } from '../../src/metadata/users.js';
import { watchMetadata } from '../../src/metadata/watch.js';

const SERVER = process.env['FOOTFALL_TEST_POSTGRES_URL'] ?? '';

describe.skipIf(SERVER === '')('the metadata on PostgreSQL', () => {
  let url: string;
  let metadata: Metadata;
  const lost: Error[] = [];
  beforeAll(async () => {
    url = await createDatabase(SERVER);
    metadata = await openMetadata({ postgresUrl: url }, { onLost: (error) => lost.push(error) });
  });
  afterAll(() => metadata.close());

  /** Ends every connection to the database but the one that asks, as a server that stops does. */
  async function cutAll(): Promise<void> {
    const pool = new Pool({ connectionString: url, max: 1 });
    await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
    await pool.end();
  }

  it('a connection that is cut in the middle of a question or a transaction fails that alone, with a word that says to come again', async () => {
    const long = sql`select pg_sleep(20)`.execute(metadata.db);
    const change = metadata.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('settings').values({ key: 'half', value: '1' }).execute();
      await sql`select pg_sleep(20)`.execute(transaction);
    });
    const ended = Promise.allSettled([long, change]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await cutAll();
    for (const outcome of await ended) expect(outcome).toMatchObject({ status: 'rejected', reason: { errorName: 'metadata.unavailable', details: { retry_after: 5 } } });
    for (let at = 0; at < 20; at += 1) await metadata.ping();
    expect(await metadata.db.selectFrom('settings').selectAll().where('key', '=', 'half').execute()).toEqual([]);
  });

  it('connections that are cut while nobody uses them are made anew', async () => {
    await Promise.all(Array.from({ length: 10 }, () => metadata.ping()));
    const before = lost.length;
    await cutAll();
    await expect.poll(() => lost.length).toBeGreaterThan(before);
    const all = () => Promise.all(Array.from({ length: 10 }, () => metadata.ping())).then(() => true, () => false);
    await expect.poll(all).toBe(true);
    expect(await all()).toBe(true);
  });

  it('a server that is not there is said in words, with the reason', async () => {
    await expect(openMetadata({ postgresUrl: 'postgres://footfall@127.0.0.1:1/footfall' })).rejects.toMatchObject({ errorName: 'metadata.unavailable', cause: { code: 'ECONNREFUSED' } });
    await expect(openMetadata({ postgresUrl: url.replace(/\/[^/]+$/u, '/nothing_here') })).rejects.toMatchObject({ errorName: 'metadata.unavailable', cause: { code: '3D000' } });
  });

  it('transactions go one after the other: what one has read holds until it has written', async () => {
    const add = () =>
      metadata.db.transaction().execute(async (transaction) => {
        const row = await transaction.selectFrom('settings').select('value').where('key', '=', 'sum').executeTakeFirst();
        await new Promise((resolve) => setTimeout(resolve, 5));
        const value = String(Number(row?.value ?? 0) + 1);
        await transaction.insertInto('settings').values({ key: 'sum', value }).onConflict((conflict) => conflict.column('key').doUpdateSet({ value })).execute();
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await metadata.db.selectFrom('settings').select('value').where('key', '=', 'sum').executeTakeFirst()).toEqual({ value: '20' });
  });

  it('work that is to be done alone waits for that of another process', async () => {
    const other = await openMetadata({ postgresUrl: url });
    const order: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push(`${name} ends`);
      return name;
    };
    const failing = metadata.alone(async () => {
      await work('one')();
      throw new Error('not done');
    });
    await expect.poll(() => order.length).toBe(1);
    const [one, two] = await Promise.allSettled([failing, other.alone(work('two'))]);
    expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
    expect([one?.status, two]).toEqual(['rejected', { status: 'fulfilled', value: 'two' }]);
    await other.close();
  });

  it('what is no text there is looked for and kept with a sign in its place; a number beyond all rows is not found', async () => {
    const users = createUsers(metadata.db, Date.now);
    const created = await users.create({ username: 'nul', nickname: 'a\u0000b', roles: ['admin'] });
    expect(created?.nickname).toBe('a\uFFFDb');
    expect(await users.byId(Number.MAX_SAFE_INTEGER)).toBeUndefined();
    expect(await createSites(metadata.db, Date.now).byId(2 ** 40)).toBeUndefined();
    expect(await createSpiders(metadata.db, Date.now).edit(2 ** 40, { name: 'x' })).toBeUndefined();
  });

  it('what one process changes another is told, and no use of a key is a change', async () => {
    const other = await openMetadata({ postgresUrl: url });
    const told: string[][] = [];
    const errors: unknown[] = [];
    let fails = false;
    const watch = await watchMetadata(other.db, async (held) => {
      if (fails) throw new Error('not now');
      told.push([...held]);
    }, (error) => errors.push(error), 20);
    expect(told.splice(0)).toEqual([['sites', 'keys', 'spiders']]);
    const site = await createSites(metadata.db, Date.now).add({ name: 'Shop', domain: 'shop.example', isStat: true, timeZone: null });
    await expect.poll(() => told.splice(0)).toEqual([['sites']]);
    const keys = createApiKeys(metadata.db, Date.now);
    const { stored } = await keys.add(site.id, 'server');
    await expect.poll(() => told.splice(0)).toEqual([['keys']]);
    await keys.touch(stored.id, Date.now());
    await createSites(metadata.db, Date.now).edit(site.id, { aliases: ['alias.example'] });
    await expect.poll(() => told.splice(0)).toEqual([['sites']]);
    fails = true;
    await createSpiders(metadata.db, Date.now).add({ type: 'x', name: 'X', keywords: ['xbot'], enabled: true });
    await expect.poll(() => errors.length).toBe(1);
    fails = false;
    await expect.poll(() => told.splice(0)).toEqual([['spiders']]);
    await watch.stop();
    await other.close();
    expect(errors).toHaveLength(1);
  });
});
