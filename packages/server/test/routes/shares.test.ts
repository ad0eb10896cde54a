/** Share links: what they reach and what not, how they end, how guessing ends, and that nobody finds one in what is kept. */
import { allEndpoints, MOST_SHARES } from '@footfall/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsOf } from '../http/calls.js';
import { createWorld, type World } from '../http/world.js';

let world: World;
let token: string;
beforeEach(async () => {
  world = await createWorld({ trustProxy: true });
  token = await world.signIn();
  await post('/website/add', { name: 'Shop', domain: 'shop.example', time_zone: 'Asia/Tokyo' });
  await post('/website/add', { name: 'Blog', domain: 'blog.example' });
});
afterEach(() => world.close());

const { get, post } = callsOf(() => ({ world, token }));
interface Made {
  readonly id: number;
  readonly token: string;
  readonly hint: string;
}
const make = async (part: object = {}): Promise<Made> => (await post('/share/add', { domain: 'shop.example', name: 'Press', ...part })).json<{ data: Made }>().data;
const call = (method: 'GET' | 'POST', path: string, link: string, payload: object = {}, address = '198.51.100.7') =>
  world.app.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${link}`, 'x-forwarded-for': address }, ...(method === 'POST' ? { payload } : {}) });
const refusal = async (answer: ReturnType<typeof call>): Promise<string | undefined> => (await answer).json<{ data: { error?: string } | null }>().data?.error;
const open = (link: string, address?: string) => call('POST', '/share/open', '', { token: link }, address);
const listed = async () => (await get('/share/list?domain=shop.example')).json<{ data: { list: { state: string; revocable: boolean; last_used_at: string; revoked_at: string }[] } }>().data.list;

describe('a share link', () => {
  it('is told once, and kept as a hash only', async () => {
    const made = await make({ name: ' Press ', days: 7 });
    expect(made).toEqual({
      id: 1, name: 'Press', hint: made.token.slice(0, 10), domain: 'shop.example', maker: 'admin', created_at: '2025-11-21 17:00:00', expires_at: '2025-11-28 17:00:00',
      last_used_at: '', revoked_at: '', state: 'works', revocable: true, token: expect.stringMatching(/^ffs_[\w-]{43}$/u) as unknown,
    });
    const { body } = await get('/share/list?domain=shop.example');
    expect([body.includes(made.hint), body.includes(made.token)]).toEqual([true, false]);
    const rows = await world.metadata.db.selectFrom('share_links').selectAll().execute();
    expect(rows[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/u);
    await open(made.token);
    expect(JSON.stringify(rows) + JSON.stringify(await world.written()) + JSON.stringify(world.logged)).not.toContain(made.token);
    expect((await world.written()).map(({ action, target }) => [action, target])).toContainEqual(['share.add', 'Press']);
  });

  it('opens for whoever has it, and tells the site', async () => {
    const made = await make({ days: 0 });
    expect((await open(made.token)).json()).toEqual({ code: 200, message: 'ok', data: { site: 'Shop', domain: 'shop.example', time_zone: 'Asia/Tokyo', expires_at: '' } });
    expect((await call('POST', '/common/domain_list', made.token)).json()).toMatchObject({ data: [{ domain: 'shop.example' }] });
  });

  it('reaches the calls of the dashboard and no other: every endpoint is asked', async () => {
    const made = await make();
    const reached = ['common.domain_list', 'home.pie', 'home.summary', 'home.top_list', 'home.trend', 'home.visit_total'];
    expect(allEndpoints().filter(({ shared }) => shared !== undefined).map(({ id }) => id).toSorted()).toEqual(reached);
    for (const endpoint of allEndpoints().filter(({ access }) => access !== 'public' && access !== 'site-key')) {
      for (const { method, path } of [endpoint, ...endpoint.aliases]) {
        if (method === 'DELETE') continue;
        expect([endpoint.id, (await refusal(call(method, path, made.token))) === 'share.scope']).toEqual([endpoint.id, !reached.includes(endpoint.id)]);
      }
    }
  });

  const day = ['2025-11-21 00:00:00', '2025-11-21 23:59:59'];
  it.each([
    ['/home/top_list', { type: 'ip', fold: 'path', per_page: 10 }],
    ['/home/top_list', { type: 'url', per_page: 10 }],
    ['/home/top_list', { type: 'url', fold: 'path', per_page: 10, search: 'secret' }],
    ['/home/top_list', { type: 'url', fold: 'path', per_page: 10, page: 2 }],
    ['/home/top_list', { type: 'url', fold: 'path', per_page: 5_000 }],
    ['/home/top_list', { type: 'referer', fold: '', per_page: 10 }],
    ['/home/trend', { query_type: 'hour', query_time: ['2025-11-21 10:00:00', '2025-11-21 10:00:01'] }],
    ['/home/trend', { query_type: 'hour', query_time: day, compare: 'range', compare_time: day }],
    ['/home/pie', { type: 'country', country_code: 'DE' }],
    ['/home/pie', { type: 'country', device_type: 'mobile' }],
    ['/home/pie', { type: 'country', toString: 1 }],
    ['/home/summary', { query_time: day }],
  ])('%s does not answer it for %j', async (path, input) => {
    const made = await make();
    expect(await refusal(call('POST', path, made.token, { domain: 'shop.example', ...input }))).toBe('request.invalid');
  });

  it('names its site and no other', async () => {
    const made = await make();
    expect(await refusal(call('POST', '/home/summary', made.token, { domain: '' }))).toBe('request.invalid');
    // What may be asked gets to the handler, which is not part of this world.
    expect(await refusal(call('POST', '/home/summary', made.token, { domain: 'shop.example' }))).toBe('server.failed');
  });

  it('over, revoked, of a removed site, it has ended', async () => {
    const [short, day_, other] = [await make({ days: 1 }), await make({ until: '2025-11-22' }), await make({ days: 0 })];
    expect((await open(short.token)).statusCode).toBe(200);
    world.clock.at += 86_400_000;
    expect(await refusal(open(short.token))).toBe('share.ended');
    expect(await refusal(call('POST', '/common/domain_list', short.token))).toBe('share.ended');
    // 17:00 of its last day in Tokyo.
    expect((await open(day_.token)).statusCode).toBe(200);
    world.clock.at += 7 * 3_600_000;
    expect(await refusal(open(day_.token))).toBe('share.ended');
    token = await world.signIn();
    expect((await post('/share/revoke', { id: other.id })).json()).toMatchObject({ data: { id: other.id, state: 'revoked', revocable: false } });
    expect(await refusal(open(other.token))).toBe('share.ended');
    expect((await listed()).map(({ state }) => state)).toEqual(['revoked', 'expired', 'expired']);
    const last = await make();
    await post('/website/edit', { id: 1, name: 'Shop', domain: 'shop2.example' });
    expect((await open(last.token)).json()).toMatchObject({ data: { domain: 'shop2.example' } });
    await get('/website/del?id=1');
    expect(await refusal(open(last.token))).toBe('share.ended');
    expect((await world.written(20)).map(({ action }) => action).filter((action) => action.startsWith('share.'))).toEqual(['share.add', 'share.revoke', 'share.add', 'share.add', 'share.add']);
  });

  it('rests while its maker may not see the dashboard, and falls with the maker', async () => {
    token = await world.signIn('viewer');
    const made = await make();
    const viewer = await world.users.byUsername('viewer');
    const role = (change: object) => world.metadata.db.updateTable('roles').set(change).where('key', '=', 'viewer').execute();
    const whole = await world.metadata.db.selectFrom('roles').select('routes').where('key', '=', 'viewer').executeTakeFirstOrThrow();
    await role({ routes: '["VisitList"]' });
    expect(await refusal(open(made.token))).toBe('share.ended');
    await role({ ...whole, all_sites: 0 });
    expect(await refusal(open(made.token))).toBe('share.ended');
    await role({ all_sites: 1 });
    expect((await open(made.token)).statusCode).toBe(200);
    await world.users.setDisabled(viewer?.id ?? 0, true);
    expect(await refusal(open(made.token))).toBe('share.ended');
    token = await world.signIn();
    expect(await listed()).toMatchObject([{ state: 'suspended', revocable: true }]);
  });

  it('is noted when it is used, to the minute', async () => {
    const made = await make();
    world.clock.at += 90_000;
    await open(made.token);
    await expect.poll(async () => (await listed())[0]?.last_used_at).toBe('2025-11-21 17:01:30');
  });

  it('is seen by whoever sees the site, ended by its maker and by administrators', async () => {
    const made = await make();
    token = await world.signIn('viewer');
    expect(await listed()).toMatchObject([{ revocable: false }]);
    expect((await post('/share/revoke', { id: made.id })).json()).toMatchObject({ data: { error: 'share.unknown' } });
    const own = await make();
    expect((await post('/share/revoke', { id: own.id })).statusCode).toBe(200);
    await world.metadata.db.updateTable('roles').set({ all_sites: 0 }).where('key', '=', 'viewer').execute();
    world.sessions.refresh();
    expect((await get('/share/list?domain=shop.example')).json()).toMatchObject({ data: { error: 'site.unknown' } });
    expect((await post('/share/add', { domain: 'shop.example', name: 'x' })).json()).toMatchObject({ data: { error: 'site.unknown' } });
  });

  it('is one of so many, with an end that is to come', async () => {
    expect((await post('/share/add', { domain: 'shop.example', name: 'x', until: '2025-11-20' })).statusCode).toBe(400);
    expect((await post('/share/add', { domain: 'shop.example', name: 'x', until: '2025-02-30' })).statusCode).toBe(400);
    for (let i = 0; i < MOST_SHARES; i += 1) await make();
    expect((await post('/share/add', { domain: 'shop.example', name: 'x' })).statusCode).toBe(400);
    expect((await post('/share/add', { domain: 'blog.example', name: 'x' })).statusCode).toBe(200);
  });

  it('can not be guessed: after some tries an address has to wait, others do not', async () => {
    const made = await make();
    const guesses: string[] = [];
    for (let i = 0; i < 22; i += 1) guesses.push((await refusal(i % 2 === 0 ? open(`ffs_${String(i).padStart(43, 'a')}`) : call('POST', '/common/domain_list', `ffs_${i}`))) ?? '');
    expect(guesses).toEqual([...Array.from({ length: 20 }, () => 'share.ended'), 'request.limited', 'request.limited']);
    expect(await refusal(open(made.token))).toBe('request.limited');
    expect((await open(made.token, '203.0.113.5')).statusCode).toBe(200);
    world.clock.at += 600_000;
    expect((await open(made.token)).statusCode).toBe(200);
    // What has ended is no guess.
    await post('/share/revoke', { id: made.id });
    for (let i = 0; i < 30; i += 1) expect(await refusal(open(made.token))).toBe('share.ended');
  });
});

it('the page of a link is kept by no search engine, and tells nobody where it was', async () => {
  for (const url of ['/share/ffs_x', '/SHARE/ffs_x']) {
    const { headers } = await world.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow, noarchive', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' });
    expect(headers['set-cookie']).toBeUndefined();
  }
  expect((await world.app.inject({ method: 'GET', url: '/login', headers: { accept: 'text/html' } })).headers['x-robots-tag']).toBeUndefined();
});
