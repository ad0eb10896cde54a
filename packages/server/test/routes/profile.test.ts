import { inflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, PASSWORD, type World } from '../http/world.js';
import { makePng, pngChunk, SIGNATURE } from './png.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

let world: World;
let token: string;
beforeEach(async () => {
  world = await createWorld();
  token = await world.signIn('viewer');
});
afterEach(() => world.close());

const get = (path: string, as = token) => world.app.inject({ method: 'GET', url: `/api${path}`, headers: { authorization: as } });
const post = (path: string, body: unknown, as = token, agent = 'test') =>
  world.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: as, 'content-type': 'application/json', 'user-agent': agent }, payload: JSON.stringify(body) });
const upload = (png: Buffer) => post('/profile/avatar', { data: png.toString('base64') });
const avatarOf = (answer: { json: () => unknown }) => (answer.json() as { data: { avatar: string } }).data.avatar;
const signIn = async (password: string, agent: string) => (await post('/auth/login', { username: 'viewer', password }, '', agent)).json<{ data: { access_token: string } }>().data.access_token;
const listed = async (as = token) => (await get('/profile/sessions', as)).json<{ data: { list: { id: string; current: boolean; browser: string; os: string; last_seen_at: string }[] } }>().data.list;

describe('one’s own facts', () => {
  it('are changed one by one and told at once', async () => {
    expect((await post('/profile/edit', { name: ' Vera ', email: 'v@shop.example' })).json()).toMatchObject({ data: { name: 'Vera', nickname: 'Vera', email: 'v@shop.example', introduction: '' } });
    await post('/profile/edit', { introduction: 'Two\nlines' });
    expect((await get('/auth/me')).json()).toMatchObject({ data: { id: 2, username: 'viewer', name: 'Vera', email: 'v@shop.example', introduction: 'Two\nlines', roles: ['viewer'] } });
    await post('/profile/edit', { email: '' });
    expect((await get('/auth/me')).json()).toMatchObject({ data: { email: '', name: 'Vera' } });
  });

  it.each([[{ name: '' }, 'name'], [{ name: 'a\nb' }, 'name'], [{ name: '\ud800' }, 'name'], [{ email: 'x@' }, 'email'], [{ introduction: 'x'.repeat(501) }, 'introduction'], [{ introduction: '\u0000' }, 'introduction']])('are not %j', async (body, path) => {
    expect((await post('/profile/edit', body)).json()).toMatchObject({ code: 400, data: { error: 'request.invalid', fields: [{ path }] } });
  });

  it('give nobody another role, name or number', async () => {
    await post('/profile/edit', { name: 'V', roles: ['admin'], username: 'admin', id: 1, disabled: false });
    expect(await world.users.byId(2)).toMatchObject({ username: 'viewer', roles: ['viewer'], nickname: 'V' });
    expect(await world.users.byId(1)).toMatchObject({ nickname: 'The Boss' });
  });
});

describe('preferences', () => {
  it('are kept field by field, and for the user alone', async () => {
    expect((await post('/profile/preferences', { language: 'ja', settings: { tagsView: true, accent: '#409eff', size: 2 } })).json()).toMatchObject({ data: { language: 'ja', theme: '', settings: { tagsView: true, accent: '#409eff', size: 2 } } });
    await post('/profile/preferences', { theme: 'dark' });
    expect((await get('/auth/me')).json()).toMatchObject({ data: { preferences: { language: 'ja', theme: 'dark', settings: { tagsView: true } } } });
    await post('/profile/preferences', { settings: {} });
    expect((await get('/auth/me')).json()).toMatchObject({ data: { preferences: { language: 'ja', settings: {} } } });
    expect((await get('/auth/me', await world.signIn())).json()).toMatchObject({ data: { preferences: { language: '', theme: '', settings: {} } } });
  });

  it.each([{ language: 'fr' }, { theme: 'neon' }, { settings: { 'a b': 1 } }, { settings: { a: { b: 1 } } }, { settings: { a: 'x'.repeat(101) } }, { settings: Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`a${at}`, 1])) }])('are not %j', async (body) => {
    expect((await post('/profile/preferences', body)).statusCode).toBe(400);
  });
});

describe('the picture', () => {
  it('is served at an address of its content, as nothing but a picture', async () => {
    const address = avatarOf(await upload(makePng()));
    expect(address).toMatch(/^\/api\/avatars\/[0-9a-f]{64}\.png$/u);
    const served = await world.app.inject({ method: 'GET', url: address });
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/png', 'x-content-type-options': 'nosniff', 'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'", 'cross-origin-resource-policy': 'same-origin',
    });
    expect((await get('/auth/me')).json()).toMatchObject({ data: { avatar: address } });

    const next = avatarOf(await upload(makePng({ colour: 2 })));
    expect(next).not.toBe(address);
    expect((await world.app.inject({ method: 'GET', url: address })).statusCode).toBe(404);
    expect(avatarOf(await post('/profile/avatar/del', {}))).toBe('');
    expect((await world.app.inject({ method: 'GET', url: next })).json()).toMatchObject({ code: 404, data: { error: 'request.not_found' } });
  });

  it('keeps its pixels and loses everything else', async () => {
    const rows = Buffer.from(Uint8Array.from({ length: 300 * 1_201 }, (_, at) => (at % 1_201 === 0 ? at % 5 : (7 * at) % 256)));
    const hidden = [pngChunk('tEXt', Buffer.from('Comment\0<script>hidden</script>')), pngChunk('eXIf', Buffer.from('hidden place')), pngChunk('iCCP', Buffer.from('hidden'))];
    const { rawPayload } = await world.app.inject({ method: 'GET', url: avatarOf(await upload(makePng({ rows, more: hidden }))) });
    expect(rawPayload.includes('hidden')).toBe(false);
    expect(rawPayload.subarray(0, 8)).toEqual(SIGNATURE);
    const types = [...rawPayload.toString('latin1').matchAll(/IHDR|IDAT|IEND|tEXt|eXIf|iCCP/gu)].map(([type]) => type);
    expect(types).toEqual(['IHDR', 'IDAT', 'IEND']);
    const at = rawPayload.indexOf('IDAT');
    const length = rawPayload.readUInt32BE(at - 4);
    expect(inflateSync(rawPayload.subarray(at + 4, at + 4 + length)).equals(rows)).toBe(true);
  });

  it.each([
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1')],
    ['a page behind a signature', Buffer.concat([SIGNATURE, Buffer.from('<html><script>1</script>')])],
    ['too small', makePng({ width: 299 })],
    ['too large', makePng({ width: 301, height: 301 })],
    ['said to be huge', makePng({ width: 4_000_000_000, height: 4_000_000_000, rows: Buffer.alloc(10) })],
    ['a bomb', makePng({ rows: Buffer.alloc(50_000_000) })],
    ['cut off', makePng().subarray(0, 200)],
    ['followed by a second file', makePng({ after: Buffer.from('PK\u0003\u0004 zip') })],
    ['of sixteen bits', makePng({ depth: 16 })],
    ['of a palette', makePng({ colour: 3 })],
    ['interlaced', makePng({ interlace: 1 })],
    ['of a filter that is none', makePng({ rows: Buffer.alloc(300 * 1_201, 9) })],
    ['of too few rows', makePng({ rows: Buffer.alloc(299 * 1_201) })],
    ['damaged', Buffer.from(makePng().map((byte, at) => (at === 60 ? byte ^ 1 : byte)))],
    ['of two headers', makePng({ more: [pngChunk('IHDR', Buffer.alloc(13))] })],
    ['of a chunk that must be understood', makePng({ more: [pngChunk('HTML', Buffer.from('x'))] })],
    ['without pixels', Buffer.concat([makePng().subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))])],
  ])('that is %s is refused', async (_what, file) => {
    const answer = await upload(file);
    expect(answer.json()).toMatchObject({ code: 400, data: { error: 'avatar.invalid' } });
    expect((await world.users.byId(2))?.avatar).toBe('');
  });

  it('is bounded before it is looked at', async () => {
    expect((await post('/profile/avatar', { data: 'not base64!' })).statusCode).toBe(400);
    expect((await post('/profile/avatar', { data: Buffer.alloc(600_000).toString('base64') })).statusCode).toBe(400);
    expect((await upload(Buffer.alloc(2_000_000))).statusCode).toBe(413);
  });

  it.each(['', 'x.png', '../metadata.sqlite', `${'0'.repeat(64)}.png`, `${'0'.repeat(64)}.svg`, '%00', '..%2f..%2fetc%2fpasswd'])('of the name %j is none', async (name) => {
    expect((await world.app.inject({ method: 'GET', url: `/api/avatars/${name}` })).json()).toMatchObject({ code: 404 });
  });
});

describe('the password', () => {
  it('is changed by who knows it; other sessions end, the own goes on', async () => {
    const other = await signIn(PASSWORD, 'elsewhere');
    expect((await post('/profile/password', { current: 'not this one', password: 'a new one' })).json()).toMatchObject({ code: 403, data: { error: 'password.incorrect' } });
    expect((await get('/auth/me', other)).statusCode).toBe(200);
    expect((await post('/profile/password', { current: PASSWORD, password: '12345' })).statusCode).toBe(400);
    expect((await post('/profile/password', { current: PASSWORD, password: 'a new one' })).statusCode).toBe(200);
    expect([(await get('/auth/me')).statusCode, (await get('/auth/me', other)).statusCode]).toEqual([200, 401]);
    expect((await post('/auth/login', { username: 'viewer', password: PASSWORD }, '')).statusCode).toBe(403);
    expect((await post('/auth/login', { username: 'viewer', password: 'a new one' }, '')).statusCode).toBe(200);
  });

  it('can not be guessed by who found a console open', async () => {
    for (let at = 0; at < 5; at += 1) expect((await post('/profile/password', { current: `guess ${at}`, password: 'a new one' })).statusCode).toBe(403);
    expect((await post('/profile/password', { current: PASSWORD, password: 'a new one' })).json()).toMatchObject({ code: 429, data: { error: 'auth.limited' } });
  });

  it('is in no log', async () => {
    await post('/profile/password', { current: PASSWORD, password: 'a new one' });
    expect(JSON.stringify([await world.written(), world.logged])).not.toMatch(new RegExp(`${PASSWORD}|a new one`, 'u'));
    expect((await world.written(1))[0]).toMatchObject({ action: 'user.password', username: 'viewer', target: 'viewer' });
  });
});

describe('one’s own sessions', () => {
  it('are listed with device, place and time, the last used first', async () => {
    world.clock.at += 61_000;
    const other = await signIn(PASSWORD, FIREFOX);
    const list = await listed(other);
    expect(list).toMatchObject([
      { current: true, browser: 'Firefox', os: 'Linux', device_type: 'desktop', address: '127.0.0.1', created_at: '2025-11-21 16:01:01', last_seen_at: '2025-11-21 16:01:01' },
      { current: false, browser: '', address: '192.0.2.1', created_at: '2025-11-21 16:00:00' },
    ]);
    expect(JSON.stringify(list)).not.toContain(other);
  });

  it('renewed since count once, and those that are over not at all', async () => {
    world.clock.at += 3_700_000;
    await get('/auth/me');
    expect(await listed()).toHaveLength(1);
    world.clock.at += 8 * 24 * 3_600_000;
    expect(await listed(await world.signIn('viewer'))).toHaveLength(1);
  });

  it('are ended one by one, or all but this', async () => {
    const [second, third] = [await signIn(PASSWORD, 'second'), await signIn(PASSWORD, 'third')];
    const ofSecond = (await listed(second)).find(({ current }) => current)?.id;
    expect((await post('/profile/sessions/end', { id: ofSecond })).statusCode).toBe(200);
    expect([(await get('/auth/me', second)).statusCode, (await get('/auth/me', third)).statusCode]).toEqual([401, 200]);
    expect((await post('/profile/sessions/end', { id: ofSecond })).json()).toMatchObject({ code: 404, data: { error: 'session.unknown' } });
    expect((await post('/profile/sessions/end_others', {})).json()).toMatchObject({ data: { ended: 1 } });
    expect([(await get('/auth/me')).statusCode, (await get('/auth/me', third)).statusCode]).toEqual([200, 401]);
    expect(await listed()).toHaveLength(1);
  });

  it('are nobody else’s to end', async () => {
    const admin = await world.signIn();
    const [{ id } = { id: '' }] = await listed();
    expect((await post('/profile/sessions/end', { id }, admin)).json()).toMatchObject({ code: 404, data: { error: 'session.unknown' } });
    await post('/profile/sessions/end_others', {}, admin);
    expect((await get('/auth/me')).statusCode).toBe(200);
  });
});
