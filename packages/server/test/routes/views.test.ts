import type { ColumnChoice, SavedView } from '@footfall/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../http/world.js';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  for (const domain of ['open.example', 'hidden.example']) await world.sites.add({ name: domain, domain, isStat: true, timeZone: null });
  await world.directory.reload();
  const { key } = await world.roles.add({ name: 'Reader', description: '', routes: ['reportDevice'], allSites: false, sites: [1] });
  await world.users.create({ username: 'reader', roles: [key] });
});
afterEach(() => world.close());

type Answer<T> = { code: number; data: T };

async function call<T>(username: string, method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer<T>> {
  const authorization = await world.signIn(username);
  return (await world.app.inject({ method, url: `/api${path}`, headers: { authorization }, ...(payload ? { payload } : {}) })).json<Answer<T>>();
}
const save = (username: string, part: object = {}) => call<SavedView>(username, 'POST', '/view/add', { screen: 'reportDevice', name: 'Mine', query: 'domain=open.example&sort=x', ...part });
const names = async (username: string, screen = '') => (await call<{ list: SavedView[] }>(username, 'GET', `/view/list?screen=${screen}`)).data.list.map(({ name }) => name);

describe('saved views', () => {
  it('are one’s own; shared ones are everybody’s who may open the screen and see the site', async () => {
    const { data: own } = await save('admin');
    expect(own).toMatchObject({ screen: 'reportDevice', name: 'Mine', query: 'domain=open.example&sort=x', shared: false, owner: 'The Boss', own: true, created_at: '2025-11-21 16:00:00' });
    await save('admin', { name: 'shared', shared: true });
    await save('admin', { name: 'of a hidden site', shared: true, query: 'domain=hidden.example' });
    await save('admin', { name: 'of another screen', shared: true, screen: 'DashboardInfo' });
    await save('admin', { name: 'of home', shared: true, screen: 'Dashboard', query: '' });
    expect(await names('reader')).toEqual(['of home', 'shared']);
    expect(await names('viewer')).toEqual(['of a hidden site', 'of another screen', 'of home', 'shared']);
    expect(await names('admin', 'DashboardInfo')).toEqual(['of another screen']);
  });

  it('are not saved of a site that may not be seen, which is as one that does not exist', async () => {
    for (const domain of ['hidden.example', 'nobody.example']) expect(await save('reader', { query: `domain=${domain}` })).toMatchObject({ code: 404, data: { error: 'site.unknown' } });
    const { data } = await save('reader');
    expect(await call('reader', 'POST', '/view/edit', { id: data.id, query: 'domain=hidden.example' })).toMatchObject({ code: 404, data: { error: 'site.unknown' } });
  });

  it('are changed and removed by their owner and by administrators alone', async () => {
    const { data: view } = await save('viewer', { shared: true });
    const { data: secret } = await save('viewer', { name: 'secret' });
    for (const path of ['/view/edit', '/view/del']) {
      expect(await call('reader', 'POST', path, { id: view.id, name: 'x' })).toMatchObject({ code: 403, data: { error: 'access.forbidden' } });
      expect(await call('reader', 'POST', path, { id: secret.id, name: 'x' })).toMatchObject({ code: 404, data: { error: 'view.unknown' } });
      expect(await call('reader', 'POST', path, { id: 9_999, name: 'x' })).toMatchObject({ code: 404, data: { error: 'view.unknown' } });
    }
    expect(await call('admin', 'POST', '/view/edit', { id: view.id, name: 'renamed', shared: false })).toMatchObject({ code: 200, data: { name: 'renamed', shared: false, own: false } });
    expect(await names('reader')).toEqual([]);
    expect((await call('viewer', 'POST', '/view/del', { id: view.id })).code).toBe(200);
    expect(await names('viewer')).toEqual(['secret']);
  });

  it('refuse what is no view', async () => {
    for (const part of [{ name: '' }, { name: 'a\nb' }, { query: 'a=1#b' }, { query: 'javascript: alert(1)' }, { query: '?a=1' }, { screen: '../x' }, { query: 'x'.repeat(16_001) }]) expect((await save('admin', part)).code).toBe(400);
    await save('admin');
    expect(await save('admin')).toMatchObject({ code: 409, data: { error: 'view.duplicate' } });
  });
});

describe('chosen columns', () => {
  it('are each user’s own, by table', async () => {
    const choice: ColumnChoice = { table: 'device_full', order: ['device_model', 'id'], hidden: ['user_agent'] };
    expect(await call('admin', 'POST', '/columns/save', choice)).toMatchObject({ code: 200, data: choice });
    expect((await call('admin', 'GET', '/columns/list')).data).toEqual({ list: [choice] });
    expect((await call('viewer', 'GET', '/columns/list')).data).toEqual({ list: [] });
    await call('admin', 'POST', '/columns/del', { table: 'device_full' });
    expect((await call('admin', 'GET', '/columns/list')).data).toEqual({ list: [] });
    expect((await call('admin', 'POST', '/columns/save', { ...choice, order: ['a b'] })).code).toBe(400);
  });
});
