import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { user } from '../../src/commands/user.js';
import { readConfig } from '../../src/config.js';
import { prepareDataFolder } from '../../src/data-folder.js';
import { createAudit } from '../../src/metadata/audit.js';
import { metadataEnvironment } from '../../../../scripts/setup/postgres.mjs';
import { openMetadata } from '../../src/metadata/database.js';
import { createInvitations } from '../../src/metadata/invitations.js';
import { createRoles } from '../../src/metadata/roles.js';
import { createUsers } from '../../src/metadata/users.js';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-user-'));
  vi.stubEnv('FOOTFALL_DATA', folder);
  for (const [name, value] of Object.entries(await metadataEnvironment(folder))) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command and gives what it printed. */
async function run(...words: string[]): Promise<string> {
  let printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    expect(await user.run(words)).toBe(0);
  } finally {
    write.mockRestore();
  }
  return printed;
}
const json = async <T>(...words: string[]): Promise<T> => JSON.parse(await run(...words, '--json')) as T;

async function inStore<T>(work: (db: Awaited<ReturnType<typeof openMetadata>>['db']) => Promise<T>): Promise<T> {
  const metadata = await openMetadata(prepareDataFolder(readConfig()).metadata);
  try {
    return await work(metadata.db);
  } finally {
    await metadata.close();
  }
}

describe('footfall user', () => {
  it('adds an administrator with a password of its own making, and others with roles', async () => {
    expect(await json('add', 'root')).toEqual({ username: 'root', password: expect.stringMatching(/^[\w-]{20}$/u) });
    await inStore((db) => createRoles(db).add({ name: 'Shop', description: '', routes: [], allSites: false, sites: [] }));
    expect(await run('add', 'ann', '--role', 'shop', '--role', 'admin', '--password', 'a secret')).toBe('added ann (shop, admin)\n');
    expect(await json('list')).toMatchObject({ list: [{ id: 1, username: 'root', roles: ['admin'], disabled: false, invited: false }, { username: 'ann', roles: ['admin', 'shop'] }] });
    expect(await run('roles')).toBe('admin  Administrator  (2)\nshop  Shop  (1)\n');
    await expect(run('add', 'bob', '--role', 'nothing')).rejects.toThrow('"footfall user roles" shows');
    await expect(run('add', 'ann')).rejects.toThrow('there is a user "ann" already');
    await expect(run('add', 'a b')).rejects.toThrow('a user name has');
  });

  it('gives a link that sets a password, to a new user and to one who is reset', async () => {
    vi.stubEnv('FOOTFALL_PUBLIC_URL', 'https://stats.example.com/');
    await run('add', 'root');
    const added = await json<{ link: string }>('add', 'ann', '--link');
    const reset = await json<{ link: string }>('reset', 'ann');
    const token = (link: string) => /^https:\/\/stats\.example\.com\/invitation#([\w-]{43})$/u.exec(link)?.[1] ?? '';
    await inStore(async (db) => {
      const invitations = createInvitations(db, Date.now);
      expect(await invitations.find(token(added.link))).toBeUndefined();
      expect(await invitations.find(token(reset.link))).toMatchObject({ userId: 2 });
      expect(await createUsers(db, Date.now).byId(2)).toMatchObject({ hasPassword: false });
    });
  });

  it('leaves an administrator who can sign in', async () => {
    await run('add', 'root');
    for (const words of [['disable', 'root'], ['reset', 'root']]) await expect(run(...words)).rejects.toThrow('last administrator');
    await inStore((db) => createRoles(db).add({ name: 'Shop', description: '', routes: [], allSites: false, sites: [] }));
    await expect(run('role', 'root', '--role', 'shop')).rejects.toThrow('last administrator');
    await run('add', 'second');
    await run('role', 'root', '--role', 'shop');
    await run('disable', 'root');
    expect(await json('list')).toMatchObject({ list: [{ username: 'root', roles: ['shop'], disabled: true }, { username: 'second' }] });
  });

  it('writes down what it did, and no secret', async () => {
    const { password } = await json<{ password: string }>('add', 'root');
    await run('password', 'root', '--password', 'another secret');
    const { rows } = await inStore((db) => createAudit(db, Date.now).find({}, { limit: 10, offset: 0 }));
    expect(rows).toMatchObject([
      { action: 'user.password', target: 'root', userId: null, username: '', address: '', details: { by: 'command line' } },
      { action: 'user.add', target: 'root', details: { roles: ['admin'] } },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${password}|another secret`, 'u'));
  });

  it.each([[], ['add'], ['dance', 'x'], ['toString', 'x'], ['password', 'x', '--password', '12345'], ['list', '--what']])('takes no %j', async (...words) => {
    await expect(run(...(words as string[]))).rejects.toThrow(expect.objectContaining({ name: 'UsageError' }));
  });
});
