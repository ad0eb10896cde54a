import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsOf } from '../http/calls.js';
import { createWorld, type World } from '../http/world.js';

let world: World;
let token: string;
beforeEach(async () => {
  world = await createWorld();
  token = await world.signIn();
});
afterEach(() => world.close());

const { get, post } = callsOf(() => ({ world, token }));
const add = async (body: Record<string, unknown>) => {
  const answer = await post('/website/add', body);
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json<{ data: { id: number; domain: string; time_zone: string } }>().data;
};
const storedZone = async () => (await world.sites.byId(1))?.timeZone;
const domains = async (query: string) => (await get(`/website/list?${query}`)).json<{ data: { list: { domain: string }[] } }>().data.list.map((site) => site.domain);

describe('a site', () => {
  it('added, counts from now on, and is listed and shown', async () => {
    const answer = await post('/website/add', { name: ' Shop ', domain: 'https://Shop.Example/cart' });
    const site = { id: 1, name: 'Shop', domain: 'shop.example', is_stat: 1, time_zone: 'Asia/Shanghai', tracking: { respect_dnt: 0, canvas_fingerprint: 0, visitor_id: 0, strip_campaign: 0 }, created_at: '2025-11-21 16:00:00', aliases: [], subdomains: 0, excluded_addresses: [], excluded_paths: [], excluded_parameters: [], retention_days: 0, address_mask: 'none' };
    expect(answer.json()).toEqual({ code: 200, message: 'ok', data: site });
    expect((await get('/website/info?id=1')).json()).toMatchObject({ data: site });
    expect((await get('/website/list')).json()).toEqual({ code: 200, message: 'ok', data: { list: [site], meta: { pagination: { total: 1, current_page: 1, page: 1, per_page: 20 } } } });
    expect(world.directory.byHost('www.shop.example')).toMatchObject({ id: 1, isStat: true, timeZone: 'Asia/Shanghai' });
    expect((await post('/common/domain_list', {})).json()).toMatchObject({ data: [{ id: 1, name: 'Shop', domain: 'shop.example', time_zone: 'Asia/Shanghai', is_stat: 1 }] });
  });

  it('edited, changes the given fields only, and the next visit sees it', async () => {
    await add({ name: 'Shop', domain: 'shop.example', time_zone: 'Europe/Berlin' });
    expect((await post('/website/edit', { id: 1, is_stat: 0 })).json()).toMatchObject({ data: { name: 'Shop', domain: 'shop.example', is_stat: 0, time_zone: 'Europe/Berlin' } });
    expect(world.directory.byHost('shop.example')?.isStat).toBe(false);
    expect((await post('/website/edit', { id: '1', name: '店', domain: '例子.中国' })).json()).toMatchObject({ data: { name: '店', domain: 'xn--fsqu00a.xn--fiqs8s', is_stat: 0 } });
    expect(world.directory.byHost('shop.example')).toBeUndefined();
    expect(world.directory.byHost('例子.中国')?.id).toBe(1);
  });

  it('says how its visitors are counted, each setting changed alone, and the next visit sees it', async () => {
    await add({ name: 'Shop', domain: 'shop.example', tracking: { respect_dnt: 1 } });
    expect(world.directory.byHost('shop.example')).toMatchObject({ respectDnt: true, stripCampaign: false });
    const edited = await post('/website/edit', { id: 1, tracking: { strip_campaign: 1, visitor_id: 1 } });
    expect(edited.json()).toMatchObject({ data: { tracking: { respect_dnt: 1, canvas_fingerprint: 0, visitor_id: 1, strip_campaign: 1 } } });
    expect(world.directory.byHost('shop.example')).toMatchObject({ respectDnt: true, stripCampaign: true });
    await post('/website/edit', { id: 1, name: 'Shop 2', tracking: { respect_dnt: 0, canvas_fingerprint: 1 } });
    const after = { respect_dnt: 0, canvas_fingerprint: 1, visitor_id: 1, strip_campaign: 1 };
    expect((await get('/website/info?id=1')).json()).toMatchObject({ data: { name: 'Shop 2', tracking: after } });
    expect((await post('/website/edit', { id: 1, tracking: { respect_dnt: 2 } })).statusCode).toBe(400);
    expect((await get('/website/info?id=1')).json()).toMatchObject({ data: { tracking: after } });
  });

  it('is reached at the address that the operator set, or at the one in the browser', async () => {
    expect((await get('/website/public_address')).json()).toMatchObject({ data: { url: '' } });
    await world.close();
    world = await createWorld({ publicUrl: 'https://stats.example.com' });
    token = await world.signIn('viewer');
    expect((await get('/website/public_address')).json()).toMatchObject({ data: { url: 'https://stats.example.com' } });
  });

  it('follows the installation’s zone until it is given another, and again when told so', async () => {
    await add({ name: 'Shop', domain: 'shop.example' });
    // What the form was shown comes back with every save.
    await post('/website/edit', { id: 1, name: 'Shop 2', time_zone: 'Asia/Shanghai' });
    expect(await storedZone()).toBeNull();
    expect((await post('/website/edit', { id: 1, time_zone: 'asia/tokyo' })).json()).toMatchObject({ data: { time_zone: 'Asia/Tokyo' } });
    await post('/website/edit', { id: 1, time_zone: 'Asia/Shanghai' });
    expect(await storedZone()).toBe('Asia/Shanghai');
    await post('/website/edit', { id: 1, time_zone: '' });
    expect(await storedZone()).toBeNull();
  });

  it('answers for its aliases and, when told so, for sub-domains; refuses what another answers for', async () => {
    await add({ name: 'Shop', domain: 'shop.example', aliases: ['Store.example', ' ', '例子.中国'], subdomains: 1 });
    expect((await get('/website/info?id=1')).json()).toMatchObject({ data: { aliases: ['store.example', 'xn--fsqu00a.xn--fiqs8s'], subdomains: 1 } });
    for (const host of ['www.store.example', 'a.b.store.example', '例子.中国']) expect([host, world.directory.byHost(host)?.id]).toEqual([host, 1]);
    for (const body of [{ domain: 'store.example' }, { domain: 'new.example', aliases: ['xn--fsqu00a.xn--fiqs8s'] }]) {
      const answer = await post('/website/add', { name: 'Other', ...body });
      expect(answer.json()).toMatchObject({ code: 409, data: { error: 'site.duplicate', site: 'shop.example' } });
    }
    expect(await domains('')).toEqual(['shop.example']);
    // A sub-domain may become a site of its own, and then answers for itself.
    const blog = await add({ name: 'Blog', domain: 'blog.shop.example' });
    expect(blog).toMatchObject({ name: 'Blog' });
    expect(world.directory.byHost('blog.shop.example')?.name).toBe('Blog');
    expect((await post('/website/edit', { id: 1, aliases: [], subdomains: 0 })).json()).toMatchObject({ data: { aliases: [], subdomains: 0 } });
    expect(world.directory.byHost('store.example')).toBeUndefined();
    expect((await post('/website/edit', { id: 1, aliases: ['ok.example', 'not a host'] })).json()).toMatchObject({ code: 400, data: { error: 'site.domain_invalid', fields: [{ path: 'aliases.1' }] } });
  });

  it('takes what it leaves out in any spelling and shows it in one, each once', async () => {
    const given = {
      excluded_addresses: ['192.0.2.7', '192.0.2.7/32', ' 2001:DB8::/32 ', ''], excluded_paths: ['/admin/*', '/文', 'https://shop.example/cart'], excluded_parameters: ['Session', 'utm_*'], retention_days: 90, address_mask: 'partial',
    };
    const shown = { excluded_addresses: ['192.0.2.7/32', '2001:db8::/32'], excluded_paths: ['/admin/*', '/%E6%96%87', '/cart'], excluded_parameters: ['session', 'utm_*'], retention_days: 90, address_mask: 'partial' };
    await add({ name: 'Shop', domain: 'shop.example', ...given });
    expect((await get('/website/info?id=1')).json()).toMatchObject({ data: shown });
    expect((await post('/website/edit', { id: 1, name: 'Shop 2' })).json()).toMatchObject({ data: shown });
    expect((await post('/website/edit', { id: 1, excluded_paths: [] })).json()).toMatchObject({ data: { ...shown, excluded_paths: [] } });
    const wrong = await post('/website/edit', { id: 1, name: 'Shop 3', excluded_addresses: ['10.0.0.0/8', '10.0.0.0/33'], excluded_paths: ['admin'], excluded_parameters: ['*'] });
    expect(wrong.json()).toMatchObject({ code: 400, data: { error: 'request.invalid', fields: [{ path: 'excluded_addresses.1' }, { path: 'excluded_paths.0' }, { path: 'excluded_parameters.0' }] } });
    expect(await world.sites.byId(1)).toMatchObject({ name: 'Shop 2', rules: { excludedAddresses: ['192.0.2.7/32', '2001:db8::/32'] } });
    for (const body of [{ retention_days: -1 }, { retention_days: 1.5 }, { retention_days: 40_000 }, { address_mask: 'all' }]) expect([body, (await post('/website/edit', { id: 1, ...body })).statusCode]).toEqual([body, 400]);
  });

  it('is seen by the roles that are chosen for it, and by those that see all', async () => {
    await add({ name: 'Shop', domain: 'shop.example' });
    const role = await world.roles.add({ name: 'Shop keepers', description: '', routes: [], allSites: false, sites: [] });
    await world.users.create({ username: 'keeper', roles: [role.key] });
    const members = async () => (await get('/website/members?id=1')).json<{ data: { roles: { key: string; granted: boolean; all_sites: boolean }[]; users: { username: string; roles: string[] }[] } }>().data;
    expect((await members()).users.map(({ username }) => username)).toEqual(['admin', 'viewer']);
    const changed = await post('/website/members', { id: 1, roles: [role.key] });
    expect(changed.json()).toMatchObject({ data: { users: [{ username: 'admin' }, { username: 'keeper', roles: [role.key] }, { username: 'viewer' }] } });
    expect((await members()).roles.find(({ key }) => key === role.key)).toMatchObject({ granted: true, all_sites: false });
    expect((await world.users.byUsername('keeper'))?.grants.sites).toEqual([1]);
    expect((await world.written(1))[0]).toMatchObject({ action: 'site.members', target: 'shop.example', details: { id: 1, added: [role.key], removed: [] } });
    await post('/website/members', { id: 1, roles: [] });
    expect((await world.users.byUsername('keeper'))?.grants.sites).toEqual([]);
    expect((await post('/website/members', { id: 1, roles: ['viewer'] })).json()).toMatchObject({ code: 400, data: { error: 'request.invalid' } });
    expect((await post('/website/members', { id: 1, roles: ['nobody'] })).json()).toMatchObject({ code: 404, data: { error: 'role.unknown' } });
    expect((await post('/website/members', { id: 9, roles: [] })).json()).toMatchObject({ code: 404, data: { error: 'site.unknown' } });
  });

  it('removed, is gone from every list; its data comes back when its domain is registered again', async () => {
    await add({ name: 'Shop', domain: 'shop.example' });
    expect((await get('/website/del?id=1')).json()).toEqual({ code: 200, message: 'ok', data: null });
    expect(await domains('')).toEqual([]);
    expect(world.directory.byHost('shop.example')).toBeUndefined();
    for (const answer of [await get('/website/info?id=1'), await get('/website/del?id=1'), await post('/website/edit', { id: 1, name: 'x' })]) {
      expect(answer.json()).toMatchObject({ code: 404, data: { error: 'site.unknown' } });
    }
    expect(await add({ name: 'Other', domain: 'other.example' })).toMatchObject({ id: 2 });
    // Under its number, by which its data is known.
    expect(await add({ name: 'Shop again', domain: 'www.shop.example' })).toMatchObject({ id: 1, name: 'Shop again' });
    const removed = await world.app.inject({ method: 'DELETE', url: '/api/website?id=1', headers: { authorization: token } });
    expect(removed.statusCode).toBe(200);
    expect(await domains('')).toEqual(['other.example']);
  });

  it('removed with its data, must be named; what is to go is written down, and its number never comes back', async () => {
    await add({ name: 'Shop', domain: 'shop.example' });
    for (const query of ['id=1&data=erase', 'id=1&data=erase&domain=other.example']) {
      expect((await get(`/website/del?${query}`)).json()).toMatchObject({ code: 400, data: { error: 'request.invalid', fields: [{ path: 'domain' }] } });
    }
    expect(await domains('')).toEqual(['shop.example']);
    expect((await get('/website/del?id=1&data=erase&domain=shop.example')).statusCode).toBe(200);
    expect(await world.sites.erasures()).toEqual([{ siteId: 1, domain: 'shop.example', askedAt: world.clock.at }]);
    expect((await world.written(1))[0]).toMatchObject({ action: 'site.remove', details: { data: 'erased' } });
    expect(await add({ name: 'Shop', domain: 'shop.example' })).toMatchObject({ id: 2 });
  });

  it('is changed by administrators only', async () => {
    const viewer = await world.signIn('viewer');
    await add({ name: 'Shop', domain: 'shop.example' });
    for (const answer of [
      await post('/website/add', { name: 'x', domain: 'x.example' }, viewer),
      await post('/website/edit', { id: 1, is_stat: 0 }, viewer),
      await get('/website/del?id=1', viewer),
      await world.app.inject({ method: 'DELETE', url: '/api/website?id=1', headers: { authorization: viewer } }),
    ]) {
      expect(answer.json()).toMatchObject({ code: 403, data: { error: 'access.forbidden' } });
    }
    expect((await get('/website/list', viewer)).statusCode).toBe(200);
    expect(world.directory.byHost('shop.example')?.isStat).toBe(true);
  });

  it('has its changes written down with who made them', async () => {
    await add({ name: 'Shop', domain: 'shop.example' });
    await post('/website/edit', { id: 1, is_stat: 0 });
    await get('/website/del?id=1');
    const rows = await world.written();
    expect(rows.map(({ action, userId, target, details }) => [action, userId, target, details])).toEqual([
      ['site.remove', 1, 'shop.example', { id: 1, name: 'Shop', data: 'kept' }],
      ['site.edit', 1, 'shop.example', { id: 1, before: { isStat: true }, after: { isStat: false } }],
      ['site.add', 1, 'shop.example', { id: 1, name: 'Shop' }],
    ]);
  });
});

describe('what is refused', () => {
  it('is a host that another site answers for', async () => {
    await add({ name: 'Shop', domain: 'shop.example' });
    for (const domain of ['shop.example', 'WWW.Shop.example', 'https://shop.example:8443/']) {
      const answer = await post('/website/add', { name: 'Other', domain });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 409, data: { error: 'site.duplicate', host: expect.stringMatching(/shop\.example$/u) } });
    }
    expect(await domains('')).toEqual(['shop.example']);
  });

  it.each(['shop.example/cart', 'shop.example:8080', 'not a domain', 'ftp://shop.example', '*.shop.example', '[::1]', 'a..b', '<script>'])('is %j as a domain', async (domain) => {
    const answer = await post('/website/add', { name: 'Shop', domain });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 400, data: { error: 'site.domain_invalid', fields: [{ path: 'domain' }] } });
    expect(await domains('')).toEqual([]);
  });

  it.each([
    [{ domain: 'a.example' }, 'name'],
    [{ name: '  ', domain: 'a.example' }, 'name'],
    [{ name: 'a\nb', domain: 'a.example' }, 'name'],
    [{ name: 'a\u0000b', domain: 'a.example' }, 'name'],
    [{ name: '\ud800', domain: 'a.example' }, 'name'],
    [{ name: 'x'.repeat(101), domain: 'a.example' }, 'name'],
    [{ name: 'a', domain: ['a.example'] }, 'domain'],
    [{ name: 'a' }, 'domain'],
    [{ name: 'a', domain: 'x'.repeat(254) }, 'domain'],
    [{ name: 'a', domain: 'a.example', is_stat: 2 }, 'is_stat'],
    [{ name: 'a', domain: 'a.example', is_stat: 'yes' }, 'is_stat'],
    [{ name: 'a', domain: 'a.example', time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ name: 'a', domain: 'a.example', time_zone: '+08:00' }, 'time_zone'],
    [{ name: 'a', domain: 'a.example', time_zone: 8 }, 'time_zone'],
  ])('is %j, for its %s', async (body, path) => {
    const answer = await post('/website/add', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 400, data: { error: 'request.invalid', fields: [{ path }] } });
    expect(world.directory.all()).toEqual([]);
  });

  it.each(['0', '-1', '1.5', 'abc', '', '1e99', '1;drop table sites', '9007199254740993'])('is %j as a number of a site', async (id) => {
    const answer = await get(`/website/info?id=${encodeURIComponent(id)}`);
    expect(answer.statusCode).toBe(400);
  });

  it('changes nothing when a part of an edit is wrong', async () => {
    await add({ name: 'Shop', domain: 'shop.example' });
    await post('/website/edit', { id: 1, name: 'New', domain: 'bad/domain' });
    await post('/website/edit', { id: 1, name: 'New', time_zone: 'nowhere' });
    expect(await world.sites.byId(1)).toMatchObject({ name: 'Shop', domain: 'shop.example' });
  });
});

describe('the list', () => {
  beforeEach(async () => {
    await add({ name: 'Shop', domain: 'shop.example' });
    await add({ name: 'Blog 博客', domain: 'blog.example', is_stat: 0 });
    await add({ name: 'IDN', domain: '例子.中国' });
    await add({ name: '100%', domain: 'per_cent.example' });
  });

  it.each([
    ['domain=shop', ['shop.example']],
    ['domain=SHOP.', ['shop.example']],
    ['domain=%E5%8D%9A%E5%AE%A2', ['blog.example']],
    ['domain=%E4%BE%8B', ['xn--fsqu00a.xn--fiqs8s']],
    ['domain=xn--fsqu', ['xn--fsqu00a.xn--fiqs8s']],
    ['domain=%25', ['per_cent.example']],
    ['domain=_', ['per_cent.example']],
    ['is_stat=0', ['blog.example']],
    ['is_stat=1&domain=example', ['shop.example', 'per_cent.example']],
    ['is_stat=&domain=', ['shop.example', 'blog.example', 'xn--fsqu00a.xn--fiqs8s', 'per_cent.example']],
    ['domain=nothing', []],
  ])('filtered by %s', async (query, expected) => {
    expect(await domains(query)).toEqual(expected);
  });

  it('is paged', async () => {
    expect(await domains('page=1&per_page=3')).toEqual(['shop.example', 'blog.example', 'xn--fsqu00a.xn--fiqs8s']);
    expect(await domains('page=2&per_page=3')).toEqual(['per_cent.example']);
    const beyond = await get('/website/list?page=9&per_page=3&is_stat=1');
    expect(beyond.json()).toMatchObject({ data: { list: [], meta: { pagination: { total: 3, current_page: 9, per_page: 3 } } } });
    for (const query of ['page=0', 'per_page=0', 'per_page=5001', 'page=x', 'is_stat=2', 'domain=a&domain=b']) expect([query, (await get(`/website/list?${query}`)).statusCode]).toEqual([query, 400]);
  });
});
