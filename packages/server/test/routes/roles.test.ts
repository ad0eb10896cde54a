import { GRANTABLE_ROUTES } from '@footfall/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsOf } from '../http/calls.js';
import { createWorld, type World } from '../http/world.js';

let world: World;
let token: string;
beforeEach(async () => {
  world = await createWorld();
  token = await world.signIn();
  for (const domain of ['shop.example', 'blog.example', 'third.example']) await world.sites.add({ name: domain, domain, isStat: true, timeZone: null });
  await world.directory.reload();
});
afterEach(() => world.close());

const { get, post } = callsOf(() => ({ world, token }));
const domains = async (as: string) => (await get('/website/list', as)).json<{ data: { list: { domain: string }[] } }>().data.list.map((site) => site.domain);

describe('a role', () => {
  it('is given a key, and is listed behind the built-in one with who holds it', async () => {
    const added = await post('/role/add', { name: ' Café staff ', description: 'Looks at the shop', routes: ['DomainList'], sites: [2, 1, 2] });
    expect(added.json()).toEqual({
      code: 200, message: 'ok',
      data: { key: 'cafe-staff', name: 'Café staff', description: 'Looks at the shop', routes: ['DomainList'], all_sites: false, sites: [1, 2], built_in: false, users: 0 },
    });
    await post('/role/add', { name: '编辑' });
    await post('/role/add', { name: '访客' });
    await post('/role/add', { name: 'Admin' });
    await world.users.create({ username: 'ann', passwordHash: 'x', roles: ['cafe-staff', 'viewer'] });
    const { list } = (await get('/role/list')).json<{ data: { list: { key: string; users: number; built_in: boolean; all_sites: boolean; routes: string[] }[] } }>().data;
    expect(list[0]).toMatchObject({ key: 'admin', built_in: true, all_sites: true, routes: [...GRANTABLE_ROUTES], users: 1 });
    expect(Object.fromEntries(list.map(({ key, users }) => [key, users]))).toEqual({ admin: 1, 'admin-2': 0, 'cafe-staff': 1, viewer: 2, role: 0, 'role-2': 0 });
  });

  it('adds up with others, and holds for running sessions at once', async () => {
    await post('/role/add', { name: 'Shop', routes: ['DomainList'], sites: [1] });
    await post('/role/add', { name: 'Blog', routes: ['DomainList'], sites: [2] });
    await world.users.create({ username: 'ann', passwordHash: 'x', roles: ['shop'] });
    const ann = await world.signIn('ann');
    expect(await domains(ann)).toEqual(['shop.example']);
    await post('/user/edit', { id: 3, roles: ['shop', 'blog'] });
    expect(await domains(ann)).toEqual(['shop.example', 'blog.example']);
    await post('/role/edit', { key: 'blog', sites: [3] });
    expect(await domains(ann)).toEqual(['shop.example', 'third.example']);
    await post('/role/edit', { key: 'blog', all_sites: true });
    expect(await domains(ann)).toEqual(['shop.example', 'blog.example', 'third.example']);
    expect((await get('/role/list')).json()).toMatchObject({ data: { list: expect.arrayContaining([expect.objectContaining({ key: 'blog', all_sites: true, sites: [] })]) } });
    await post('/role/edit', { key: 'blog', all_sites: false, sites: [], routes: [] });
    await post('/role/edit', { key: 'shop', routes: ['reportDevice'] });
    expect((await get('/website/list', ann)).json()).toMatchObject({ code: 403, data: { error: 'access.forbidden' } });
    expect((await get('/auth/me', ann)).json()).toMatchObject({ data: { routes: ['reportDevice'], all_sites: false } });
  });

  it('loses a site that is removed, and never gains one that comes later under the same domain', async () => {
    await post('/role/add', { name: 'Shop', routes: ['DomainList'], sites: [1] });
    await world.users.create({ username: 'ann', passwordHash: 'x', roles: ['shop'] });
    const ann = await world.signIn('ann');
    await get('/website/del?id=1');
    await post('/website/add', { name: 'Shop', domain: 'shop.example' });
    expect(await domains(ann)).toEqual([]);
    expect((await get('/role/list')).json()).toMatchObject({ data: { list: expect.arrayContaining([expect.objectContaining({ key: 'shop', sites: [] })]) } });
  });

  it('in use is not removed; taken from its users it is', async () => {
    const refused = await post('/role/del', { key: 'viewer' });
    expect(refused.json()).toMatchObject({ code: 409, data: { error: 'role.in_use', users: 1 } });
    await post('/role/add', { name: 'Other' });
    await post('/user/edit', { id: 2, roles: ['other'] });
    const { statusCode } = await world.app.inject({ method: 'DELETE', url: '/api/role?key=viewer', headers: { authorization: token } });
    expect(statusCode).toBe(200);
    expect((await post('/role/del', { key: 'viewer' })).json()).toMatchObject({ code: 404, data: { error: 'role.unknown' } });
  });

  it('of the administrators can be neither changed nor removed', async () => {
    for (const [path, body] of [['/role/edit', { name: 'x' }], ['/role/edit', { routes: [] }], ['/role/del', {}]] as const) {
      expect((await post(path, { key: 'admin', ...body })).json()).toMatchObject({ code: 409, data: { error: 'role.built_in' } });
    }
  });

  it.each([
    [{ name: '' }, 400, 'request.invalid'],
    [{ name: 'a\nb' }, 400, 'request.invalid'],
    [{ name: 'x'.repeat(61) }, 400, 'request.invalid'],
    [{ name: 'x', routes: ['Users'] }, 400, 'request.invalid'],
    [{ name: 'x', routes: ['__proto__'] }, 400, 'request.invalid'],
    [{ name: 'x', sites: ['1'] }, 400, 'request.invalid'],
    [{ name: 'x', sites: [1, 99] }, 404, 'site.unknown'],
    [{ name: 'VIEWER' }, 409, 'role.duplicate'],
  ])('is not added as %j', async (body, code, error) => {
    expect((await post('/role/add', body)).json()).toMatchObject({ code, data: { error } });
    expect(await world.roles.list()).toHaveLength(2);
  });

  it('changed in part stays as it was when a part is wrong', async () => {
    await post('/role/add', { name: 'Shop', routes: ['DomainList'], sites: [1] });
    expect((await post('/role/edit', { key: 'shop', name: 'New', sites: [99] })).statusCode).toBe(404);
    expect((await world.roles.list()).find(({ key }) => key === 'shop')).toMatchObject({ name: 'Shop', sites: [1] });
    expect((await post('/role/edit', { key: 'nobody', name: 'x' })).statusCode).toBe(404);
  });

  it('has its changes written down, with what was before', async () => {
    await post('/role/add', { name: 'Shop', routes: ['DomainList'], sites: [1] });
    await post('/role/edit', { key: 'shop', name: 'Shops', sites: [1, 2] });
    await post('/role/edit', { key: 'shop', name: 'Shops' });
    await post('/role/del', { key: 'shop' });
    expect((await world.written(3)).map(({ action, target, details }) => [action, target, details])).toEqual([
      ['role.remove', 'Shops', { key: 'shop' }],
      ['role.edit', 'Shops', { key: 'shop', before: { name: 'Shop', sites: [1] }, after: { name: 'Shops', sites: [1, 2] } }],
      ['role.add', 'Shop', { key: 'shop', routes: ['DomainList'], allSites: false, sites: [1] }],
    ]);
  });
});
