/** API tokens: what they read and what not, how they end, and that nobody finds one in what is kept. */
import { allEndpoints, GRANTABLE_ROUTES, MOST_TOKENS } from '@footfall/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tokenGrants } from '../../src/http/token-caller.js';
import { callsOf } from '../http/calls.js';
import { createWorld, type World } from '../http/world.js';

let world: World;
let token: string;
beforeEach(async () => {
  world = await createWorld();
  token = await world.signIn();
  await post('/website/add', { name: 'Shop', domain: 'shop.example' });
  await post('/website/add', { name: 'Blog', domain: 'blog.example' });
});
afterEach(() => world.close());

const { get, post } = callsOf(() => ({ world, token }));
interface Made {
  readonly id: number;
  readonly token: string;
  readonly hint: string;
}
const make = async (part: object = {}): Promise<Made> => (await post('/profile/token/add', { name: 'Report', routes: ['SpiderLog'], ...part })).json<{ data: Made }>().data;
const call = (method: 'GET' | 'POST', path: string, with_: string) => world.app.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${with_}` }, ...(method === 'POST' ? { payload: {} } : {}) });
const refusal = async (answer: ReturnType<typeof call>): Promise<string | undefined> => (await answer).json<{ data: { error?: string } | null }>().data?.error;

describe('an API token', () => {
  it('is told once, and kept as a hash only', async () => {
    const made = await make({ name: ' Report ', sites: ['shop.example'], days: 30 });
    expect(made).toEqual({ id: 1, name: 'Report', hint: made.token.slice(0, 10), routes: ['SpiderLog'], sites: ['shop.example'], created_at: '2025-11-21 16:00:00', expires_at: '2025-12-21 16:00:00', last_used_at: '', revoked_at: '', valid: true, token: expect.stringMatching(/^fft_[\w-]{43}$/u) as unknown });
    const { body } = await get('/profile/token/list');
    expect([body.includes(made.hint), body.includes(made.token)]).toEqual([true, false]);
    const rows = await world.metadata.db.selectFrom('api_tokens').selectAll().execute();
    expect(rows[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/u);
    expect(JSON.stringify(rows) + JSON.stringify(await world.written()) + JSON.stringify(world.logged)).not.toContain(made.token);
    expect((await world.written()).map(({ action, target }) => [action, target])).toContainEqual(['token.add', 'Report']);
  });

  it('reaches what its screens show and reads only: every endpoint is asked', async () => {
    const made = await make({ routes: ['SpiderLog', 'SpiderList'] });
    for (const endpoint of allEndpoints().filter(({ access }) => access !== 'public' && access !== 'site-key')) {
      const granted = Array.isArray(endpoint.access) && endpoint.access.some((route) => route === 'SpiderLog' || route === 'SpiderList') && endpoint.effect === 'reads';
      for (const { method, path } of [endpoint, ...endpoint.aliases]) {
        if (method === 'DELETE') continue;
        expect([endpoint.id, (await refusal(call(method, path, made.token))) === 'token.scope']).toEqual([endpoint.id, !granted]);
      }
    }
  });

  it('is noted when it is used, to the minute', async () => {
    const made = await make();
    world.clock.at += 90_000;
    await call('GET', '/spider/statistics', made.token);
    await expect.poll(async () => (await get('/profile/token/list')).json<{ data: { list: { last_used_at: string }[] } }>().data.list[0]?.last_used_at).toBe('2025-11-21 16:01:30');
  });

  it('revoked or over, is refused at once', async () => {
    const [made, other] = [await make({ days: 1 }), await make({ days: 0 })];
    expect(await refusal(call('GET', '/spider/statistics', made.token))).not.toBe('auth.required');
    world.clock.at += 86_400_000;
    expect(await refusal(call('GET', '/spider/statistics', made.token))).toBe('auth.required');
    token = await world.signIn();
    expect(await refusal(call('GET', '/spider/statistics', other.token))).not.toBe('auth.required');
    expect((await post('/profile/token/revoke', { id: other.id })).json()).toMatchObject({ data: { id: other.id, valid: false, revoked_at: '2025-11-22 16:00:00' } });
    expect(await refusal(call('GET', '/spider/statistics', other.token))).toBe('auth.required');
    expect((await post('/profile/token/revoke', { id: 99 })).json()).toMatchObject({ code: 404, data: { error: 'token.unknown' } });
  });

  it('falls with its owner: disabled, or no longer granted', async () => {
    token = await world.signIn('viewer');
    const made = await make({ routes: ['SpiderLog'] });
    expect(await refusal(call('GET', '/spider/statistics', made.token))).not.toBe('token.scope');
    const viewer = await world.users.byUsername('viewer');
    await world.metadata.db.updateTable('roles').set({ routes: '[]' }).where('key', '=', 'viewer').execute();
    expect(await refusal(call('GET', '/spider/statistics', made.token))).toBe('token.scope');
    await world.users.setDisabled(viewer?.id ?? 0, true);
    expect(await refusal(call('GET', '/spider/statistics', made.token))).toBe('auth.required');
  });

  it('is its owner’s alone, and never more than the owner', async () => {
    const made = await make();
    token = await world.signIn('viewer');
    expect((await get('/profile/token/list')).json()).toMatchObject({ data: { list: [] } });
    expect((await post('/profile/token/revoke', { id: made.id })).json()).toMatchObject({ code: 404 });
    await world.metadata.db.updateTable('roles').set({ routes: '["SpiderList"]', all_sites: 0 }).where('key', '=', 'viewer').execute();
    world.sessions.refresh();
    expect((await post('/profile/token/add', { name: 'x', routes: ['SpiderLog'] })).statusCode).toBe(400);
    expect((await post('/profile/token/add', { name: 'x', routes: ['SpiderList'], sites: ['shop.example'] })).json()).toMatchObject({ data: { error: 'site.unknown' } });
    expect((await post('/profile/token/add', { name: 'x', routes: ['SpiderList'] })).statusCode).toBe(200);
  });

  it.each(['fft_', 'fft_short', `fft_${'a'.repeat(43)}`, `fft_${'ü'.repeat(43)}`, `fft_${'a'.repeat(5_000)}`])('%j is nobody’s', async (text) => {
    expect((await world.app.inject({ method: 'GET', url: '/api/spider/statistics', headers: { authorization: encodeURI(text) } })).json()).toMatchObject({ data: { error: 'auth.required' } });
  });

  it('is one of so many', async () => {
    for (let i = 0; i < MOST_TOKENS; i += 1) await make();
    expect((await post('/profile/token/add', { name: 'x', routes: ['SpiderLog'] })).statusCode).toBe(400);
  });
});

it.each([
  [{ isAdmin: true, routes: [...GRANTABLE_ROUTES], sites: 'all' as const }, null, { routes: ['SpiderLog'], sites: 'all' }],
  [{ isAdmin: true, routes: [...GRANTABLE_ROUTES], sites: 'all' as const }, [2, 3], { routes: ['SpiderLog'], sites: [2, 3] }],
  [{ isAdmin: false, routes: ['SpiderLog' as const], sites: [1, 2] }, [2, 3], { routes: ['SpiderLog'], sites: [2] }],
  [{ isAdmin: false, routes: ['visitIp' as const], sites: [1, 2] }, null, { routes: [], sites: [1, 2] }],
])('of %j for the sites %j a token grants %j, and is no administrator', (owner, sites, grants) => {
  expect(tokenGrants(owner, { routes: ['SpiderLog'], sites })).toEqual({ isAdmin: false, ...grants });
});
