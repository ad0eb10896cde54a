import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, PASSWORD, type World } from '../http/world.js';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const call = (method: 'GET' | 'POST', path: string, as: string, body?: unknown) =>
  world.app.inject({ method, url: `/api${path}`, headers: { authorization: as, 'content-type': 'application/json' }, ...(body === undefined ? {} : { payload: JSON.stringify(body) }) });

interface Activity {
  readonly list: readonly { readonly action: string; readonly target: string }[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

async function signInAs(username: string, roles: readonly string[]): Promise<string> {
  const added = await call('POST', '/user/add', await world.signIn(), { username, roles });
  const { token } = added.json<{ data: { invitation: { token: string } } }>().data.invitation;
  const accepted = await call('POST', '/auth/invitation/accept', '', { token, password: PASSWORD });
  return accepted.json<{ data: { access_token: string } }>().data.access_token;
}

const activityOf = async (token: string, query = ''): Promise<Activity> => (await call('GET', `/profile/activity${query}`, token)).json<{ data: Activity }>().data;

describe('one’s own activity', () => {
  it('is what one did oneself, newest first, whatever one’s roles', async () => {
    const token = await signInAs('ann', ['viewer']);
    // Somebody else of a like name, and somebody at the door under one's own.
    await signInAs('ann2', ['viewer']);
    await call('POST', '/auth/login', '', { username: 'ann', password: 'not the password' });
    await call('POST', '/profile/edit', token, { name: 'Ann B.' });
    const { list, meta } = await activityOf(token);
    expect(list.map(({ action }) => action)).toEqual(['user.edit', 'auth.accept']);
    expect(list.map(({ target }) => target)).toEqual(['ann', 'ann']);
    // The number of an entry would count what others do.
    expect(Object.keys(list[0] ?? {}).toSorted()).toEqual(['action', 'address', 'at', 'details', 'target']);
    expect(meta.pagination.total).toBe(2);
  });

  it('comes by the page, and to nobody without a session', async () => {
    const token = await signInAs('ann', ['viewer']);
    await call('POST', '/profile/edit', token, { name: 'Ann B.' });
    expect((await activityOf(token, '?page=2&per_page=1')).list.map(({ action }) => action)).toEqual(['auth.accept']);
    expect((await call('GET', '/profile/activity', '')).statusCode).toBe(401);
  });
});
