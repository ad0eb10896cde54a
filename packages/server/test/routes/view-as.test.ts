import { allEndpoints, type Endpoint } from '@footfall/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RENEW_AFTER } from '../../src/http/session.js';
import { callsOf } from '../http/calls.js';
import { createWorld, type World } from '../http/world.js';

let world: World;
let admin: string;
beforeEach(async () => {
  world = await createWorld();
  admin = await world.signIn();
  for (const domain of ['shop.example', 'blog.example']) await world.sites.add({ name: domain, domain, isStat: true, timeZone: null });
  await world.directory.reload();
  await post('/role/add', { name: 'Shop', routes: ['DomainList'], sites: [1] });
});
afterEach(() => world.close());

const { get, post } = callsOf(() => ({ world, token: admin }));
const ask = ({ method, path }: Pick<Endpoint, 'method' | 'path'>, as: string) => (method === 'POST' ? post(path, {}, as) : world.app.inject({ method, url: `/api${path}`, headers: { authorization: as } }));
const me = async (as = admin) => (await get('/auth/me', as)).json<{ data: { username: string; roles: string[]; routes: string[]; all_sites: boolean; viewing: unknown } }>().data;
const refusal = async (answer: ReturnType<typeof get>) => (await answer).json<{ data: { error?: string } | null }>().data?.error;
const domains = async (as = admin) => (await get('/website/list', as)).json<{ data: { list: { domain: string }[] } }>().data.list.map(({ domain }) => domain);
const viewAs = (role: string | null, as = admin) => post('/auth/view_as', { role }, as);

describe('an administrator who views as a role', () => {
  it('sees what its holders see, keeps the name, and is back with the end of the view', async () => {
    expect((await viewAs('shop')).json()).toEqual({ code: 200, message: 'ok', data: null });
    expect(await me()).toMatchObject({ username: 'admin', roles: ['shop'], routes: ['DomainList'], all_sites: false, viewing: { key: 'shop', name: 'Shop' } });
    expect(await domains()).toEqual(['shop.example']);
    expect(await refusal(get('/user/list'))).toBe('access.forbidden');
    await viewAs(null);
    expect(await me()).toMatchObject({ roles: ['admin'], all_sites: true, viewing: null });
    expect(await domains()).toEqual(['shop.example', 'blog.example']);
    const { list } = (await get('/audit/list?action=auth.view&action=auth.view_end')).json<{ data: { list: { username: string; action: string; target: string }[] } }>().data;
    expect(list.slice(0, 2).map(({ username, action, target }) => [username, action, target])).toEqual([['admin', 'auth.view_end', 'admin'], ['admin', 'auth.view', 'Shop']]);
  });

  it('may call what a holder may call, and nothing that changes anything', async () => {
    await world.users.create({ username: 'ann', passwordHash: 'x', roles: ['shop'] });
    const holder = await world.signIn('ann');
    await viewAs('shop');
    const asked = allEndpoints().filter(({ access, id }) => access !== 'public' && access !== 'site-key' && id !== 'auth.logout');
    expect(asked.length).toBeGreaterThan(30);
    for (const endpoint of asked) {
      for (const place of [endpoint, ...endpoint.aliases]) {
        const refused = (await ask(place, admin)).statusCode === 403;
        const refusedToHolder = (await ask(place, holder)).statusCode === 403;
        const own = endpoint.id === 'auth.view_as';
        expect([endpoint.id, refused]).toEqual([endpoint.id, !own && (endpoint.effect === 'changes' || refusedToHolder)]);
      }
    }
    expect(await refusal(post('/profile/edit', { name: 'x' }))).toBe('access.viewing');
  });

  it('can go from role to role, and not to one that does not exist', async () => {
    await post('/role/add', { name: 'Blog', routes: ['reportDevice'], sites: [2] });
    await viewAs('shop');
    await viewAs('blog');
    expect(await me()).toMatchObject({ roles: ['blog'], routes: ['reportDevice'] });
    expect(await refusal(viewAs('no-such-role'))).toBe('role.unknown');
    expect(await me()).toMatchObject({ roles: ['blog'] });
  });

  it('views in that session alone, also after its token was renewed', async () => {
    const other = await world.signIn();
    await viewAs('shop');
    world.clock.at += RENEW_AFTER + 1;
    const { headers } = await get('/auth/me');
    const renewed = headers['authorization'];
    expect(typeof renewed).toBe('string');
    expect(await me(String(renewed))).toMatchObject({ roles: ['shop'], viewing: { key: 'shop' } });
    expect(await me(other)).toMatchObject({ roles: ['admin'], viewing: null });
    await viewAs(null, String(renewed));
    expect(await me()).toMatchObject({ roles: ['admin'], viewing: null });
  });

  it('sees changes of the role at once, and nothing when it is gone', async () => {
    const other = await world.signIn();
    await viewAs('shop');
    await post('/role/edit', { key: 'shop', routes: ['reportDevice'] }, other);
    expect(await me()).toMatchObject({ routes: ['reportDevice'] });
    await post('/role/del', { key: 'shop' }, other);
    expect(await me()).toMatchObject({ roles: ['shop'], routes: [], all_sites: false, viewing: { key: 'shop', name: 'shop' } });
    expect((await viewAs(null)).statusCode).toBe(200);
  });

  it('has the own roles alone once these are no administrator’s any more', async () => {
    await world.users.create({ username: 'second', passwordHash: 'x', roles: ['admin'] });
    const second = await world.signIn('second');
    await viewAs('viewer', second);
    await post('/user/edit', { id: 3, roles: ['shop'] });
    expect(await me(second)).toMatchObject({ roles: ['shop'], routes: ['DomainList'], all_sites: false, viewing: null });
    expect(await domains(second)).toEqual(['shop.example']);
    expect(await refusal(viewAs(null, second))).toBe('access.forbidden');
  });
});

describe('anybody else', () => {
  it.each(['admin', 'viewer', 'shop', 'no-such-role', null])('can not view as %s', async (role) => {
    const viewer = await world.signIn('viewer');
    expect(await refusal(viewAs(role, viewer))).toBe('access.forbidden');
    expect(await me(viewer)).toMatchObject({ roles: ['viewer'], viewing: null });
  });
});
