import { endpoints, GRANTABLE_ROUTES } from '@footfall/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, PASSWORD, type World } from '../http/world.js';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

function login(body: unknown, headers: Record<string, string> = {}) {
  return world.app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'application/json', ...headers }, payload: JSON.stringify(body) });
}

/** Microseconds of processor time that a wrong password costs: the clock would tell of whatever else the machine does. */
async function costOf(username: string): Promise<number> {
  const before = process.cpuUsage();
  await login({ username, password: 'not this one' });
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function me(authorization: string) {
  return world.app.inject({ method: 'GET', url: '/api/auth/me', headers: { authorization } });
}

describe('sign-in', () => {
  it('gives a token that says who one is, with and without Bearer', async () => {
    const answer = await login({ username: '  admin ', password: PASSWORD });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ code: 200, message: 'ok', data: { access_token: expect.stringMatching(/^[\w-]{43}$/u), expires_in: 604_800 } });
    const token = answer.json<{ data: { access_token: string } }>().data.access_token;
    const expected = {
      id: 1, username: 'admin', nickname: 'The Boss', name: 'The Boss', email: '', avatar: '', introduction: '', roles: ['admin'],
      routes: [...GRANTABLE_ROUTES], all_sites: true, viewing: null, preferences: { language: '', theme: '', settings: {} },
    };
    for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`, ` ${token} `]) {
      const answered = await me(authorization);
      expect([authorization, answered.statusCode]).toEqual([authorization, 200]);
      expect(answered.json<{ data: unknown }>().data).toEqual(expected);
    }
  });

  it('sets no cookie and is not kept by anybody', async () => {
    const { headers } = await login({ username: 'admin', password: PASSWORD });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
  });

  it('answers alike to a wrong password and to an unknown user', async () => {
    const wrong = await login({ username: 'admin', password: 'not this one' });
    const unknown = await login({ username: 'nobody', password: PASSWORD });
    expect(wrong.statusCode).toBe(403);
    expect(wrong.json()).toMatchObject({ code: 403, data: { error: 'auth.incorrect' } });
    expect(unknown.json()).toEqual(wrong.json());
  });

  it('takes about as long for an unknown user', async () => {
    await costOf('warm up');
    const known = [await costOf('admin'), await costOf('viewer')];
    const unknown = [await costOf('nobody'), await costOf('nobody else')];
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
  });

  it('is refused for a disabled account, but only to who knows its password', async () => {
    await world.users.setDisabled(2, true);
    expect((await login({ username: 'viewer', password: PASSWORD })).json()).toMatchObject({ code: 403, data: { error: 'auth.disabled' } });
    expect((await login({ username: 'viewer', password: 'not this one' })).json()).toMatchObject({ data: { error: 'auth.incorrect' } });
  });

  it('is limited after five failures, also with the right password, and says how long', async () => {
    for (let at = 0; at < 5; at += 1) expect((await login({ username: 'admin', password: 'not this one' })).statusCode).toBe(403);
    const limited = await login({ username: 'admin', password: PASSWORD });
    expect(limited.statusCode).toBe(429);
    expect(limited.json()).toMatchObject({ code: 429, data: { error: 'auth.limited', retry_after: 10 } });
    expect(limited.headers['retry-after']).toBe('10');
    expect((await login({ username: 'viewer', password: PASSWORD })).statusCode).toBe(200);
    world.clock.at += 10_000;
    expect((await login({ username: 'admin', password: PASSWORD })).statusCode).toBe(200);
    expect((await login({ username: 'admin', password: PASSWORD })).statusCode).toBe(200);
  });

  it('checks its input first and counts no failure for that', async () => {
    const cases: [unknown, string[]][] = [
      [{}, ['password', 'username']],
      [{ username: '   ', password: PASSWORD }, ['username']],
      [{ username: 'admin', password: '12345' }, ['password']],
      [{ username: ['admin'], password: { $gt: '' } }, ['password', 'username']],
      [{ username: 'x'.repeat(201), password: 'y'.repeat(1_001) }, ['password', 'username']],
      [{ username: null, password: null }, ['password', 'username']],
    ];
    for (const [body, paths] of cases) {
      const answer = await login(body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json<{ data: { fields: { path: string }[] } }>().data.fields.map((field) => field.path).toSorted()).toEqual(paths);
    }
    expect((await login({ username: 'admin', password: PASSWORD })).statusCode).toBe(200);
  });

  it.each(["admin'--", 'admin\r\nSet-Cookie: a=b', 'admin\u0000', '\ud800', '__proto__', '<script>alert(1)</script>', '=cmd|calc', '例'.repeat(200)])('of %j does no harm', async (username) => {
    const answer = await login({ username, password: PASSWORD });
    expect(answer.json()).toMatchObject({ code: 403, data: { error: 'auth.incorrect' } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const [entry] = await world.written(1);
    expect(entry).toMatchObject({ action: 'auth.failed', userId: null, details: { reason: 'incorrect' } });
  });

  it('and its failures and the sign-out are written down, without the password', async () => {
    const token = (await login({ username: 'admin', password: PASSWORD }, { 'user-agent': 'T/1' })).json<{ data: { access_token: string } }>().data.access_token;
    await login({ username: 'ghost', password: 'a secret typed' });
    await world.app.inject({ method: endpoints.auth.logout.method, url: `/api${endpoints.auth.logout.path}`, headers: { authorization: token } });
    const rows = await world.written();
    expect(rows.map(({ action, userId, target }) => [action, userId, target])).toEqual([['auth.logout', 1, 'admin'], ['auth.failed', null, 'ghost'], ['auth.login', 1, 'admin']]);
    expect(JSON.stringify([rows, world.logged])).not.toMatch(new RegExp(`a secret typed|${PASSWORD}|${token}`, 'u'));
    const [session] = await world.metadata.db.selectFrom('sessions').selectAll().execute();
    expect(session).toBeUndefined();
  });

  it('of a flood is turned away rather than piled up', async () => {
    const answers = await Promise.all(Array.from({ length: 80 }, (_, at) => login({ username: `user${at}`, password: PASSWORD })));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([403, 429]));
    const waits = answers.filter((answer) => answer.statusCode === 429).map((answer) => Number(answer.headers['retry-after']));
    expect(Math.min(...waits)).toBeGreaterThan(0);
  });
});

describe('the signed-in user', () => {
  it('is told nothing more than the contract says', async () => {
    const answer = await me(await world.signIn('viewer'));
    expect(Object.keys(answer.json<{ data: object }>().data).toSorted()).toEqual(['all_sites', 'avatar', 'email', 'id', 'introduction', 'name', 'nickname', 'preferences', 'roles', 'routes', 'username', 'viewing']);
  });
});
