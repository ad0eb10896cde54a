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

function me(authorization: string) {
  return world.app.inject({ method: 'GET', url: '/api/auth/me', headers: { authorization } });
}

describe('sign-in', () => {
  it('gives a token that says who one is, with and without Bearer', async () => {
    const answer = await login({ username: '  admin ', password: PASSWORD });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ code: 200, message: 'ok', data: { access_token: expect.stringMatching(/^[\w-]{43}$/u), expires_in: 604_800 } });
    const token = answer.json<{ data: { access_token: string } }>().data.access_token;
    const expected = { id: 1, username: 'admin', nickname: 'The Boss', name: 'The Boss', avatar: '', introduction: '', roles: ['admin'] };
    for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`, ` ${token} `]) {
      const answered = await me(authorization);
      expect(answered.statusCode, authorization).toBe(200);
      expect(answered.json<{ data: unknown }>().data).toEqual(expected);
    }
  });
});
