import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  readonly key: string;
  readonly hint: string;
}
const make = async (site_id: number, name: string): Promise<Made> => (await post('/website/key/add', { site_id, name })).json<{ data: Made }>().data;

describe('an API key', () => {
  it('is told once, works from then on, and is kept as a hash only', async () => {
    const made = await make(1, ' Shop server ');
    expect(made).toEqual({ id: 1, name: 'Shop server', hint: made.key.slice(0, 10), created_at: '2025-11-21 16:00:00', last_used_at: '', revoked_at: '', key: expect.stringMatching(/^ffk_[\w-]{43}$/u) as unknown });
    expect(world.apiKeyDirectory.siteOf(made.key)).toBe(1);
    const { body } = await get('/website/key/list?site_id=1');
    expect(body).toContain(made.hint);
    expect(body).not.toContain(made.key);
    const rows = await world.metadata.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.key);
    expect(rows[0]?.key_hash).toMatch(/^[0-9a-f]{64}$/u);
    expect(JSON.stringify(await world.written()) + JSON.stringify(world.logged)).not.toContain(made.key);
  });

  it('belongs to its site, and is listed there, newest first', async () => {
    const [first, second, other] = [await make(1, 'one'), await make(1, 'two'), await make(2, 'other')];
    expect(new Set([first.key, second.key, other.key]).size).toBe(3);
    const listed = async (site: number) => (await get(`/website/key/list?site_id=${site}`)).json<{ data: { list: { name: string }[] } }>().data.list.map(({ name }) => name);
    expect(await listed(1)).toEqual(['two', 'one']);
    expect(await listed(2)).toEqual(['other']);
    expect(world.apiKeyDirectory.siteOf(other.key)).toBe(2);
    expect((await post('/website/key/add', { site_id: 3, name: 'x' })).json()).toMatchObject({ code: 404, data: { error: 'site.unknown' } });
    expect((await get('/website/key/list?site_id=3')).statusCode).toBe(404);
  });

  it('revoked, is refused at once and for good, and the others stay', async () => {
    const [made, other] = [await make(1, 'one'), await make(1, 'two')];
    world.clock.at += 60_000;
    expect((await post('/website/key/revoke', { id: made.id })).json()).toMatchObject({ data: { id: made.id, revoked_at: '2025-11-21 16:01:00' } });
    expect(world.apiKeyDirectory.siteOf(made.key)).toBeUndefined();
    expect(world.apiKeyDirectory.siteOf(other.key)).toBe(1);
    world.clock.at += 60_000;
    expect((await post('/website/key/revoke', { id: made.id })).json()).toMatchObject({ data: { revoked_at: '2025-11-21 16:01:00' } });
    expect((await post('/website/key/revoke', { id: 99 })).json()).toMatchObject({ code: 404, data: { error: 'key.unknown' } });
    const actions = (await world.written()).map(({ action, target, details }) => [action, target, details['name']]);
    expect(actions).toContainEqual(['key.add', 'shop.example', 'one']);
    expect(actions).toContainEqual(['key.revoke', 'shop.example', 'one']);
  });

  it('shows when it was used last, to the minute', async () => {
    const made = await make(1, 'one');
    world.clock.at += 3_600_000;
    world.apiKeyDirectory.siteOf(made.key);
    world.clock.at += 30_000;
    world.apiKeyDirectory.siteOf(made.key);
    const shown = async () => (await get('/website/key/list?site_id=1')).json<{ data: { list: { last_used_at: string }[] } }>().data.list[0]?.last_used_at;
    expect(await shown()).toBe('2025-11-21 17:00:00');
    world.clock.at += 30_000;
    world.apiKeyDirectory.siteOf(made.key);
    expect(await shown()).toBe('2025-11-21 17:01:00');
  });

  it('of a removed site is no key any more', async () => {
    const made = await make(1, 'one');
    await get('/website/del?id=1');
    await world.apiKeyDirectory.reload();
    expect(world.apiKeyDirectory.siteOf(made.key)).toBeUndefined();
  });

  it('can be neither made, seen nor revoked by a viewer', async () => {
    await make(1, 'one');
    const viewer = await world.signIn('viewer');
    for (const answer of [await post('/website/key/add', { site_id: 1, name: 'x' }, viewer), await post('/website/key/revoke', { id: 1 }, viewer), await get('/website/key/list?site_id=1', viewer)]) {
      expect(answer.json()).toMatchObject({ code: 403, data: { error: 'access.forbidden' } });
    }
  });

  it('with a name that is none is refused in words', async () => {
    for (const name of ['', '   ', 'x'.repeat(101), 'a\u0000b', 7, null]) expect((await post('/website/key/add', { site_id: 1, name })).json()).toMatchObject({ code: 400, data: { error: 'request.invalid' } });
  });
});
