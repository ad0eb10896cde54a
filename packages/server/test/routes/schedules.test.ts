/** Scheduled reports by their endpoints: what is taken, what is refused, what is told, what is written down. */
import { MOST_SCHEDULES } from '@footfall/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callsOf } from '../http/calls.js';
import { createWorld, type World } from '../http/world.js';

let world: World;
let token: string;
beforeEach(async () => {
  world = await createWorld();
  token = await world.signIn();
  await post('/website/add', { name: 'Shop', domain: 'shop.example', time_zone: 'Asia/Tokyo' });
});
afterEach(() => world.close());

const { get, post } = callsOf(() => ({ world, token }));
const SERVER = 'smtps://us%20er:pa%3Ass@mail.example:465';
const WEEKLY = { name: 'Weekly', domains: ['shop.example'], every: 'week', day: 1, hour: 8, language: 'en', url: SERVER, sender: 'Footfall <footfall@stats.example>', recipients: 'a@shop.example, B <b@shop.example>' };
const save = (part: object = {}) => post('/schedule/save', { ...WEEKLY, ...part });

it('is kept, changed and removed, and its password is never told', async () => {
  const made = (await save()).json<{ data: { id: number } }>().data;
  const { id } = made;
  expect(made).toEqual({
    id, name: 'Weekly', enabled: true, domains: ['shop.example'], every: 'week', day: 1, hour: 8, language: 'en', channel_id: 0, target: 'smtps://mail.example:465', sender: WEEKLY.sender, recipients: WEEKLY.recipients, time_zone: 'Asia/Tokyo',
    // Friday, 17:00 in Tokyo.
    next_at: '2025-11-24 08:00:00', last_at: '', last_state: null, last_period: '',
  });
  expect((await save({ id, name: 'Monthly', every: 'month', day: 28, url: '' })).json()).toMatchObject({ data: { id, name: 'Monthly', target: 'smtps://mail.example:465', next_at: '2025-11-28 08:00:00' } });
  const rows = await world.metadata.db.selectFrom('report_schedules').select('url').execute();
  expect(rows).toEqual([{ url: SERVER }]);
  expect((await post('/schedule/send', { id })).json()).toMatchObject({ data: { state: 'sent' } });
  expect((await get('/schedule/list')).json()).toMatchObject({ data: { list: [{ id, last_state: 'sent', last_period: '2025-11-20', last_at: '2025-11-21 17:00:00' }] } });
  expect((await save({ id, enabled: false })).json()).toMatchObject({ data: { next_at: '' } });
  await post('/schedule/remove', { id });
  expect((await get('/schedule/list')).json()).toMatchObject({ data: { list: [] } });
  const written = await world.written(20);
  expect(written.map(({ action }) => action).filter((action) => action.startsWith('schedule.'))).toEqual(['schedule.remove', 'schedule.edit', 'schedule.send', 'schedule.edit', 'schedule.add']);
  expect(JSON.stringify(written) + JSON.stringify(world.logged)).not.toMatch(/us%20er|pa%3Ass/u);
});

it.each([
  [{ url: 'https://mail.example' }, 'url'],
  [{ url: '' }, 'url'],
  [{ url: 'smtp://us%0der:x@mail.example' }, 'url'],
  [{ sender: 'nobody' }, 'sender'],
  [{ sender: 'a@b.example\r\nBcc: c@d.example' }, 'sender'],
  [{ recipients: 'a@b.example, <c@d.example> x' }, 'recipients'],
  [{ recipients: 'a@b.example\nBcc: c@d.example' }, 'recipients'],
  [{ recipients: '' }, 'recipients'],
  [{ every: 'week', day: 8 }, 'day'],
  [{ every: 'month', day: 29 }, 'day'],
  [{ channel_id: 99 }, 'channel_id'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ domains: [] }, 'domains'],
  [{ hour: 24 }, 'hour'],
])('%j is not taken', async (part, field) => {
  expect((await save(part)).json()).toMatchObject({ code: 400, data: { error: 'request.invalid', fields: [{ path: field }] } });
});

it('is of sites that there are, of administrators, and one of so many', async () => {
  expect((await save({ domains: ['other.example'] })).json()).toMatchObject({ data: { error: 'site.unknown' } });
  for (const path of ['send', 'remove']) expect((await post(`/schedule/${path}`, { id: 9 })).json()).toMatchObject({ data: { error: 'schedule.unknown' } });
  expect((await save({ id: 9 })).json()).toMatchObject({ data: { error: 'schedule.unknown' } });
  for (let i = 0; i < MOST_SCHEDULES; i += 1) await save();
  expect((await save()).statusCode).toBe(400);
  token = await world.signIn('viewer');
  expect((await get('/schedule/list')).json()).toMatchObject({ data: { error: 'access.forbidden' } });
});

it('uses a channel that sends e-mail, and no other', async () => {
  const channel = { enabled: true, sender: 'alarms@stats.example', recipients: 'x@shop.example' };
  const mail = (await post('/alarm/channel/save', { ...channel, name: 'Mail', kind: 'email', url: SERVER })).json<{ data: { id: number } }>().data.id;
  const hook = (await post('/alarm/channel/save', { ...channel, name: 'Hook', kind: 'json', url: 'https://hook.example/x' })).json<{ data: { id: number } }>().data.id;
  expect((await save({ channel_id: mail, url: '', sender: '' })).json()).toMatchObject({ data: { channel_id: mail, target: '', sender: '' } });
  expect((await save({ channel_id: hook })).statusCode).toBe(400);
});
