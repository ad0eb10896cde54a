import { AUDIT_ACTIONS } from '@footfall/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsOf } from '../http/calls.js';
import { createWorld, PASSWORD, START, type World } from '../http/world.js';

let world: World;
let token: string;
beforeEach(async () => {
  world = await createWorld();
  token = await world.signIn();
});
afterEach(() => world.close());

const { get, post } = callsOf(() => ({ world, token }));
interface Listed {
  readonly list: { action: string; target: string }[];
  readonly meta: { pagination: { total: number } };
}
const found = async (query: string) => (await get(`/audit/list?${query}`)).json<{ data: Listed }>().data;
const targets = async (query: string) => (await found(query)).list.map(({ target }) => target);

async function entry(target: string, more: Partial<Parameters<World['audit']['record']>[0]> = {}): Promise<void> {
  await world.audit.record({ user: { id: 1, username: 'admin' }, address: '192.0.2.7', action: 'site.edit', target, details: {}, ...more });
  world.clock.at += 3_600_000;
}

describe('the audit log', () => {
  it('says who did what to what, when and from where', async () => {
    await post('/auth/login', { username: 'viewer', password: 'not this one' }, '');
    await post('/auth/login', { username: 'viewer', password: PASSWORD }, '');
    await post('/website/add', { name: 'Shop', domain: 'shop.example' });
    await post('/website/edit', { id: 1, name: 'Shop 2' });
    const { list, meta } = await found('');
    const at = '2025-11-21 16:00:00';
    expect(list).toEqual([
      { id: 4, at, user_id: 1, username: 'admin', action: 'site.edit', target: 'shop.example', details: { id: 1, before: { name: 'Shop' }, after: { name: 'Shop 2' } }, address: '127.0.0.1' },
      { id: 3, at, user_id: 1, username: 'admin', action: 'site.add', target: 'shop.example', details: { id: 1, name: 'Shop' }, address: '127.0.0.1' },
      { id: 2, at, user_id: 2, username: 'viewer', action: 'auth.login', target: 'viewer', details: {}, address: '127.0.0.1' },
      { id: 1, at, user_id: null, username: '', action: 'auth.failed', target: 'viewer', details: { reason: 'incorrect' }, address: '127.0.0.1' },
    ]);
    expect(meta.pagination.total).toBe(4);
  });

  it('is for administrators', async () => {
    const viewer = await world.signIn('viewer');
    expect([(await get('/audit/list', viewer)).statusCode, (await get('/audit/retention', viewer)).statusCode, (await post('/audit/retention', { days: 1 }, viewer)).statusCode]).toEqual([403, 403, 403]);
  });

  it('is filtered by all that it says, and paged', async () => {
    await entry('a%.example');
    await entry('b.example', { user: { id: 2, username: 'Vera' }, action: 'key.add' });
    await entry('C.example', { user: null, action: 'auth.failed', address: '::1' });
    expect(await targets('')).toEqual(['C.example', 'b.example', 'a%.example']);
    expect(await targets('user=VER')).toEqual(['b.example']);
    expect(await targets('user=_')).toEqual([]);
    expect(await targets('target=c.EX')).toEqual(['C.example']);
    expect(await targets('target=%25')).toEqual(['a%.example']);
    expect(await targets(`target=${encodeURIComponent("' or 1=1 --")}`)).toEqual([]);
    expect(await targets('action=key.add&action=auth.failed')).toEqual(['C.example', 'b.example']);
    expect(await targets('action=key.add')).toEqual(['b.example']);
    expect(await targets('address=::1')).toEqual(['C.example']);
    expect(await targets('from=2025-11-21%2017:00:00&to=2025-11-21%2017:00:00')).toEqual(['b.example']);
    expect(await targets('to=2025-11-21%2016:59:59')).toEqual(['a%.example']);
    expect(await targets('page=2&per_page=2')).toEqual(['a%.example']);
    expect((await found('page=2&per_page=2')).meta.pagination).toEqual({ total: 3, current_page: 2, page: 2, per_page: 2 });
    for (const query of ['action=nothing', 'from=yesterday', 'to=2025-02-30%2000:00:00', 'per_page=0']) expect([query, (await get(`/audit/list?${query}`)).statusCode]).toEqual([query, 400]);
  });

  it('keeps what it said of a user who is gone', async () => {
    await entry('x', { user: { id: 2, username: 'viewer' } });
    await post('/user/del', { id: 2 });
    expect((await found('user=viewer')).list).toMatchObject([{ target: 'x', action: 'site.edit' }]);
  });

  it('is kept for a year unless told otherwise, and what is older goes at once', async () => {
    const DAY = 24 * 3_600_000;
    await entry('old');
    world.clock.at = START + 10 * DAY;
    token = await world.signIn();
    await entry('new');
    expect((await get('/audit/retention')).json()).toMatchObject({ data: { days: 365 } });
    expect((await post('/audit/retention', { days: 5 })).json()).toMatchObject({ data: { days: 5 } });
    expect((await get('/audit/retention')).json()).toMatchObject({ data: { days: 5 } });
    expect((await found('')).list).toMatchObject([{ action: 'audit.retention', details: { before: { days: 365 }, after: { days: 5 } } }, { target: 'new' }]);
    await post('/audit/retention', { days: 0 });
    expect((await found('')).meta.pagination.total).toBe(3);
    for (const days of [-1, 0.5, '7', 40_000]) expect((await post('/audit/retention', { days })).statusCode).toBe(400);
  });

  it('names no action twice', () => {
    expect(new Set(AUDIT_ACTIONS).size).toBe(AUDIT_ACTIONS.length);
  });
});
