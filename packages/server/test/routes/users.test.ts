import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsOf } from '../http/calls.js';
import { createWorld, PASSWORD, type World } from '../http/world.js';

let world: World;
let token: string;
beforeEach(async () => {
  world = await createWorld();
  token = await world.signIn();
});
afterEach(() => world.close());

const { get, post } = callsOf(() => ({ world, token }));
const signInWith = (username: string, password: string) => post('/auth/login', { username, password }, '');

interface Added {
  readonly user: { id: number };
  readonly invitation: { token: string; expires_at: string };
}
const add = async (body: Record<string, unknown>): Promise<Added> => {
  const answer = await post('/user/add', { roles: ['viewer'], ...body });
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json<{ data: Added }>().data;
};

describe('an invited user', () => {
  it('sets a password with the link, once, and is signed in by that', async () => {
    const { user, invitation } = await add({ username: 'ann@shop.example', name: 'Ann', email: 'ann@shop.example' });
    expect(user).toEqual({ id: 3, username: 'ann@shop.example', name: 'Ann', email: 'ann@shop.example', avatar: '', roles: ['viewer'], status: 'invited', second_factor: false, created_at: '2025-11-21 16:00:00', last_sign_in_at: '' });
    expect(invitation).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/u), expires_at: '2025-11-28 16:00:00' });
    expect((await signInWith('ann@shop.example', 'anything')).json()).toMatchObject({ data: { error: 'auth.incorrect' } });

    expect((await post('/auth/invitation', { token: invitation.token }, '')).json()).toMatchObject({ data: { username: 'ann@shop.example', name: 'Ann', expires_at: '2025-11-28 16:00:00' } });
    expect((await post('/auth/invitation/accept', { token: invitation.token, password: '12345' }, '')).statusCode).toBe(400);
    const accepted = await post('/auth/invitation/accept', { token: invitation.token, password: 'my own secret' }, '');
    const own = accepted.json<{ data: { access_token: string } }>().data.access_token;
    expect((await get('/auth/me', own)).json<{ data: unknown }>().data).toMatchObject({ id: 3, username: 'ann@shop.example', roles: ['viewer'] });
    expect((await signInWith('ann@shop.example', 'my own secret')).statusCode).toBe(200);
    expect((await get('/user/list?search=SHOP.ex')).json<{ data: unknown }>().data).toMatchObject({ list: [{ id: 3, status: 'active', last_sign_in_at: '2025-11-21 16:00:00' }] });

    for (const path of ['/auth/invitation', '/auth/invitation/accept']) {
      expect((await post(path, { token: invitation.token, password: 'another one' }, '')).json()).toMatchObject({ code: 404, data: { error: 'invitation.unknown' } });
    }
    expect((await signInWith('ann@shop.example', 'another one')).statusCode).toBe(403);
  });

  it('can use only the newest link, only in time, and not while disabled', async () => {
    const { user, invitation } = await add({ username: 'ann' });
    const renewed = (await post('/user/reset', { id: user.id })).json<{ data: Added['invitation'] }>().data;
    expect(renewed.expires_at).toBe('2025-11-22 16:00:00');
    const ask = async (link: string) => (await post('/auth/invitation', { token: link }, '')).statusCode;
    expect([await ask(invitation.token), await ask(renewed.token), await ask('x'), await ask('../..')]).toEqual([404, 200, 404, 404]);
    await post('/user/disable', { id: user.id, disabled: true });
    expect(await ask(renewed.token)).toBe(404);
    expect((await post('/auth/invitation/accept', { token: renewed.token, password: 'my own secret' }, '')).statusCode).toBe(404);
    await post('/user/disable', { id: user.id, disabled: false });
    expect(await ask(renewed.token)).toBe(200);
    world.clock.at += 24 * 3_600_000;
    expect(await ask(renewed.token)).toBe(404);
  });

  it('who clicks twice at once sets one password', async () => {
    const { invitation } = await add({ username: 'ann' });
    const answers = await Promise.all(['first one', 'second one'].map((password) => post('/auth/invitation/accept', { token: invitation.token, password }, '')));
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  it('leaves no token and no password anywhere', async () => {
    const { invitation } = await add({ username: 'ann' });
    await post('/auth/invitation/accept', { token: invitation.token, password: 'my own secret' }, '');
    const tables = ['users', 'invitations', 'audit_log', 'sessions'] as const;
    const kept = await Promise.all(tables.map((table) => world.metadata.db.selectFrom(table).selectAll().execute()));
    expect(JSON.stringify([kept, world.logged])).not.toMatch(new RegExp(`my own secret|${invitation.token}`, 'u'));
  });
});

describe('a user', () => {
  it.each([
    [{ username: 'a' }, 'username'], [{ username: 'a b' }, 'username'], [{ username: 'a\u0000b' }, 'username'], [{ username: '<b>x' }, 'username'], [{ username: 'x'.repeat(61) }, 'username'],
    [{ username: 'ann', roles: [] }, 'roles'], [{ username: 'ann', email: 'not one' }, 'email'], [{ username: 'ann', name: 'a\u0007' }, 'name'],
  ])('is not added as %j, for its %s', async (body, path) => {
    const answer = await post('/user/add', { roles: ['viewer'], ...body });
    expect(answer.json()).toMatchObject({ code: 400, data: { error: 'request.invalid', fields: [{ path }] } });
    expect(await world.users.list()).toHaveLength(2);
  });

  it('has a name of its own and roles that exist', async () => {
    expect((await post('/user/add', { username: 'viewer', roles: ['viewer'] })).json()).toMatchObject({ code: 409, data: { error: 'user.duplicate' } });
    expect((await post('/user/add', { username: 'ann', roles: ['viewer', 'nobody'] })).json()).toMatchObject({ code: 404, data: { error: 'role.unknown', roles: ['nobody'] } });
    expect(await world.users.list()).toHaveLength(2);
    expect((await post('/user/edit', { id: 2, roles: ['nobody'] })).statusCode).toBe(404);
    expect((await world.users.byId(2))?.roles).toEqual(['viewer']);
    for (const path of ['/user/edit', '/user/reset', '/user/del']) expect((await post(path, { id: 99 })).json()).toMatchObject({ code: 404, data: { error: 'user.unknown' } });
    expect((await post('/user/disable', { id: 99, disabled: true })).statusCode).toBe(404);
  });

  it('whose roles change may do so at once, in running sessions', async () => {
    const viewer = await world.signIn('viewer');
    expect((await get('/user/list', viewer)).statusCode).toBe(403);
    await post('/user/edit', { id: 2, roles: ['admin', 'viewer'], name: 'V' });
    expect((await get('/user/list', viewer)).statusCode).toBe(200);
    expect((await get('/auth/me', viewer)).json<{ data: unknown }>().data).toMatchObject({ name: 'V', roles: ['admin', 'viewer'] });
    await post('/user/edit', { id: 2, roles: ['viewer'] });
    expect((await get('/user/list', viewer)).statusCode).toBe(403);
  });

  it('disabled, reset or removed is signed out at once', async () => {
    const changes = [['/user/disable', { disabled: true }], ['/user/reset', {}], ['/user/del', {}]] as const;
    for (const [path, body] of changes) {
      const { id } = (await world.users.create({ username: `u${path.length}`, passwordHash: 'x', roles: ['viewer'] })) ?? { id: 0 };
      const own = await world.signIn(`u${path.length}`);
      expect((await get('/auth/me', own)).statusCode).toBe(200);
      expect((await post(path, { id, ...body })).statusCode).toBe(200);
      expect([path, (await get('/auth/me', own)).statusCode]).toEqual([path, 401]);
    }
  });

  it('reset has no password until the link is used', async () => {
    const { token: link } = (await post('/user/reset', { id: 2 })).json<{ data: { token: string } }>().data;
    expect((await signInWith('viewer', PASSWORD)).statusCode).toBe(403);
    expect((await get('/user/list?status=invited')).json<{ data: unknown }>().data).toMatchObject({ list: [{ username: 'viewer' }] });
    await post('/auth/invitation/accept', { token: link, password: 'a new one' }, '');
    expect((await signInWith('viewer', 'a new one')).statusCode).toBe(200);
  });

  it('is found by name, state and role, page by page', async () => {
    await add({ username: 'ann', name: '安娜', email: 'a@b.example' });
    const names = async (query: string) => (await get(`/user/list?${query}`)).json<{ data: { list: { username: string }[] } }>().data.list.map((user) => user.username);
    expect(await names('')).toEqual(['admin', 'viewer', 'ann']);
    expect(await names(`search=${encodeURIComponent('安')}`)).toEqual(['ann']);
    expect(await names('search=B.example')).toEqual(['ann']);
    expect(await names('search=%25')).toEqual([]);
    expect(await names('status=invited')).toEqual(['ann']);
    expect(await names('role=admin')).toEqual(['admin']);
    expect(await names('page=2&per_page=2')).toEqual(['ann']);
    expect((await get('/user/list?status=gone')).statusCode).toBe(400);
  });
});

describe('the last administrator', () => {
  it('can not be disabled, demoted, reset or removed', async () => {
    for (const [path, body] of [['/user/disable', { disabled: true }], ['/user/edit', { roles: ['viewer'] }], ['/user/del', {}], ['/user/reset', {}]] as const) {
      const answer = await post(path, { id: 1, ...body });
      expect([path, answer.statusCode, answer.json<{ data: { error: string } }>().data.error]).toEqual([path, 409, 'user.last_administrator']);
    }
    expect(await world.users.byId(1)).toMatchObject({ roles: ['admin'], disabled: false, hasPassword: true });
    expect((await get('/user/list')).statusCode).toBe(200);
  });

  it('is the one who can sign in: neither an invited nor a disabled one counts', async () => {
    const invited = await add({ username: 'ann', roles: ['admin'] });
    expect((await post('/user/edit', { id: 1, roles: ['viewer'] })).statusCode).toBe(409);
    await post('/auth/invitation/accept', { token: invited.invitation.token, password: 'my own secret' }, '');
    await post('/user/disable', { id: invited.user.id, disabled: true });
    expect((await post('/user/edit', { id: 1, roles: ['viewer'] })).statusCode).toBe(409);
    await post('/user/disable', { id: invited.user.id, disabled: false });
    expect((await post('/user/disable', { id: 1, disabled: true })).json()).toMatchObject({ data: { error: 'user.self' } });
    expect((await post('/user/edit', { id: 1, roles: ['viewer'] })).statusCode).toBe(200);
    expect((await get('/user/list')).statusCode).toBe(403);
  });

  it('stays when two remove each other at the same moment', async () => {
    const other = await world.users.create({ username: 'second', passwordHash: 'x', roles: ['admin'] });
    const second = await world.signIn('second');
    const answers = await Promise.all([post('/user/disable', { id: other?.id, disabled: true }), post('/user/disable', { id: 1, disabled: true }, second)]);
    expect(answers.filter((answer) => answer.statusCode === 200).length).toBeLessThanOrEqual(1);
    expect((await world.users.list()).filter((user) => user.grants.isAdmin && !user.disabled).length).toBeGreaterThanOrEqual(1);
  });
});

describe('what administrators do', () => {
  it('is written down: who, what, before and after, and where from', async () => {
    const { user } = await add({ username: 'ann' });
    await post('/user/edit', { id: user.id, name: 'Ann', roles: ['viewer', 'admin'] });
    await post('/user/edit', { id: user.id, name: 'Ann' });
    await post('/user/disable', { id: user.id, disabled: true });
    await post('/user/del', { id: user.id });
    expect(await world.written(4)).toMatchObject([
      { action: 'user.remove', target: 'ann', username: 'admin', address: '127.0.0.1', details: { id: user.id, roles: ['admin', 'viewer'] } },
      { action: 'user.disable', target: 'ann' },
      { action: 'user.edit', target: 'ann', userId: 1, details: { id: user.id, before: { nickname: 'ann', roles: ['viewer'] }, after: { nickname: 'Ann', roles: ['admin', 'viewer'] } } },
      { action: 'user.add', target: 'ann', details: { id: user.id, roles: ['viewer'] } },
    ]);
  });
});
