/** The calls of alarms: what is secret goes in and never comes out, wrong fields are named, what was done is written down. */
import type { AlarmSettings } from '@footfall/contract';
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
const HOOK = { name: 'Robot', kind: 'dingtalk', url: 'https://oapi.dingtalk.example/robot/send?access_token=t0ken', secret: 'SECret' };
const MAIL = { name: 'Mail', kind: 'email', url: 'smtps://user:pa55word@mail.example', sender: 'a@stats.example', recipients: 'b@shop.example, C <c@shop.example>' };
interface Answer {
  readonly data: { readonly id: number; readonly error?: string; readonly fields?: readonly { readonly path: string }[] };
}
const fields = async (body: object): Promise<readonly string[] | undefined> => (await post('/alarm/channel/save', body)).json<Answer>().data.fields?.map(({ path }) => path);

describe('channels', () => {
  it('tell nobody what is secret of them: not in answers, not in the audit log, not in the server’s log', async () => {
    const { id } = (await post('/alarm/channel/save', HOOK)).json<Answer>().data;
    await post('/alarm/channel/save', MAIL);
    await post('/alarm/channel/save', { ...HOOK, id, name: 'Robot 2', url: '', secret: undefined });
    await post('/alarm/channel/test', { id: 2 });
    const list = await get('/alarm/channel/list');
    expect(list.json()).toMatchObject({ data: { list: [
      { id: 1, name: 'Robot 2', kind: 'dingtalk', enabled: true, target: 'https://oapi.dingtalk.example', signed: true, last_state: null },
      { id: 2, target: 'smtps://mail.example', recipients: 'b@shop.example, C <c@shop.example>', last_state: 'sent' },
    ] } });
    const kept = await world.metadata.db.selectFrom('alarm_channels').select(['url', 'secret']).orderBy('id').execute();
    expect(kept).toEqual([{ url: HOOK.url, secret: HOOK.secret }, { url: MAIL.url, secret: '' }]);
    const written = await world.written();
    expect(list.body + JSON.stringify(written) + JSON.stringify(world.logged)).not.toMatch(/t0ken|SECret|pa55word/u);
    expect(written.map(({ action, target }) => [action, target])).toEqual([['alarm.test', 'Mail'], ['alarm.edit', 'Robot 2'], ['alarm.add', 'Mail'], ['alarm.add', 'Robot']]);
    await post('/alarm/channel/save', { ...HOOK, id, url: '', secret: '' });
    expect((await get('/alarm/channel/list')).json()).toMatchObject({ data: { list: [{ id: 1, signed: false }, { id: 2 }] } });
    await post('/alarm/channel/remove', { id: 2 });
    expect((await get('/alarm/channel/list')).json<{ data: { list: unknown[] } }>().data.list).toHaveLength(1);
    expect((await post('/alarm/channel/test', { id: 2 })).json()).toMatchObject({ code: 404, data: { error: 'alarm.channel_unknown' } });
    expect((await post('/alarm/channel/save', { ...HOOK, id: 99 })).json()).toMatchObject({ code: 404 });
  });

  it.each([
    [{ ...HOOK, url: '' }, ['url']], [{ ...HOOK, url: 'ftp://files.example' }, ['url']], [{ ...HOOK, url: 'javascript:alert(1)' }, ['url']], [{ ...HOOK, url: 'smtp://mail.example' }, ['url']], [{ ...HOOK, name: ' ' }, ['name']], [{ ...HOOK, name: 'a\nb' }, ['name']],
    [{ ...MAIL, url: 'https://mail.example' }, ['url']], [{ ...MAIL, url: 'smtp://a:%0d%0aRSET@mail.example' }, ['url']], [{ ...MAIL, url: 'smtp://a:%zz@mail.example' }, ['url']], [{ ...MAIL, sender: 'nobody' }, ['sender']], [{ ...MAIL, sender: 'a@b>\u0020RCPT TO:<c@d' }, ['sender']],
    [{ ...MAIL, recipients: '' }, ['recipients']], [{ ...MAIL, recipients: 'a@b.example, <c' }, ['recipients']], [{ ...MAIL, recipients: Array.from({ length: 51 }, (_, i) => `a${i}@b.example`).join(',') }, ['recipients']],
  ] as const)('refuse %j, naming %j', async (body, expected) => {
    expect(await fields(body)).toEqual(expected);
  });

  it('do not take an address over to another kind, and are as many as there is room for', async () => {
    await post('/alarm/channel/save', HOOK);
    expect(await fields({ ...MAIL, id: 1, url: '' })).toEqual(['url']);
    for (let i = 1; i < 20; i += 1) await post('/alarm/channel/save', HOOK);
    expect(await fields(HOOK)).toEqual(['name']);
  });
});

it('settings are kept, and a change is written down', async () => {
  const { time_zone: zone, ...before } = (await get('/alarm/settings')).json<{ data: AlarmSettings & { time_zone: string } }>().data;
  expect(zone).toBe('Asia/Shanghai');
  const given = { ...before, gap: 30, quiet: { on: true, from: 1_320, to: 420 }, except: ['shop.example'] };
  expect((await post('/alarm/settings', given)).json()).toMatchObject({ data: given });
  expect((await get('/alarm/settings')).json()).toMatchObject({ data: given });
  await post('/alarm/settings', given);
  expect((await world.written()).map(({ action }) => action)).toEqual(['alarm.settings']);
  expect((await post('/alarm/settings', { ...given, quiet: { on: true, from: 1_440, to: 0 } })).statusCode).toBe(400);
});

it('is for administrators', async () => {
  token = await world.signIn('viewer');
  for (const path of ['/alarm/list', '/alarm/count', '/alarm/settings', '/alarm/channel/list']) expect((await get(path)).statusCode).toBe(403);
  for (const path of ['/alarm/look', '/alarm/settings', '/alarm/channel/save', '/alarm/channel/test', '/alarm/channel/remove']) expect((await post(path, {})).statusCode).toBe(403);
});
