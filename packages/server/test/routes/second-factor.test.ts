import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsOf } from '../http/calls.js';
import { createWorld, PASSWORD, type World } from '../http/world.js';

let world: World;
let token: string;
beforeEach(async () => {
  world = await createWorld();
  token = await world.signIn();
});
afterEach(() => world.close());
const { get, post } = callsOf(() => ({ world, token }));

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A code by the letter of RFC 6238 and RFC 4226. @param step of thirty seconds since 1970 */
function codeOf(key: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

function keyOf(secret: string): Buffer {
  const bits = secret.split('').map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => parseInt(byte, 2)));
}

const stepNow = (): number => Math.floor(world.clock.at / 30_000);
const login = (body: object) => world.app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'application/json' }, payload: JSON.stringify({ username: 'admin', password: PASSWORD, ...body }) });
const said = (answer: Awaited<ReturnType<typeof login>>) => answer.json<{ data: { error?: string; access_token?: string } }>().data;

/** Turns it on for the administrator. */
async function turnOn(): Promise<{ key: Buffer; codes: string[] }> {
  const { secret } = (await post('/profile/second_factor/begin', { current: PASSWORD })).json<{ data: { secret: string } }>().data;
  const key = keyOf(secret);
  const { codes } = (await post('/profile/second_factor/confirm', { code: codeOf(key, stepNow()) })).json<{ data: { codes: string[] } }>().data;
  world.clock.at += 30_000;
  return { key, codes };
}

it('the codes of this test are those of RFC 6238, appendix B', () => {
  const key = Buffer.from('12345678901234567890');
  const vectors: [number, string][] = [[59, '94287082'], [1_111_111_109, '07081804'], [1_234_567_890, '89005924'], [20_000_000_000, '65353130']];
  for (const [seconds, code] of vectors) expect(codeOf(key, Math.floor(seconds / 30), 8)).toBe(code);
});

describe('turning it on', () => {
  it('asks for the password, gives a secret that apps read, and counts only once a code was shown', async () => {
    expect(said(await post('/profile/second_factor/begin', { current: 'not this one' }))).toEqual({ error: 'password.incorrect' });
    const { secret, uri } = (await post('/profile/second_factor/begin', { current: PASSWORD })).json<{ data: { secret: string; uri: string } }>().data;
    expect(keyOf(secret)).toHaveLength(20);
    const address = new URL(uri);
    expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual(['otpauth:', 'totp', '/Footfall:admin']);
    expect(Object.fromEntries(address.searchParams)).toEqual({ issuer: 'Footfall', secret, algorithm: 'SHA1', digits: '6', period: '30' });
    expect(said(await login({})).access_token).toBeDefined();
    expect(said(await post('/profile/second_factor/confirm', { code: '000000' }))).toEqual({ error: 'auth.code_incorrect' });
    expect((await get('/profile/second_factor')).json()).toMatchObject({ data: { since: '', recovery_left: 0 } });
    const elsewhere = await world.signIn();
    const confirmed = await post('/profile/second_factor/confirm', { code: codeOf(keyOf(secret), stepNow()) });
    const { codes } = confirmed.json<{ data: { codes: string[] } }>().data;
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}$/u.test(code))).toBe(true);
    // Whoever was signed in elsewhere with the password alone is not any more.
    expect((await get('/auth/me', elsewhere)).statusCode).toBe(401);
    expect((await get('/profile/second_factor')).json()).toMatchObject({ data: { since: '2025-11-21 16:00:00', recovery_left: 10 } });
    expect(said(await post('/profile/second_factor/begin', { current: PASSWORD }))).toEqual({ error: 'factor.on' });
    expect((await world.written(1))[0]).toMatchObject({ action: 'user.factor_on', target: 'admin' });
  });
});

describe('signing in with it', () => {
  it('takes a code once, of the running half minute and those beside it', async () => {
    const { key } = await turnOn();
    expect([(await login({})).statusCode, said(await login({}))]).toEqual([403, { error: 'auth.code_required' }]);
    expect(said(await login({ code: codeOf(key, stepNow() + 2) }))).toEqual({ error: 'auth.code_incorrect' });
    // The code it was turned on with.
    expect(said(await login({ code: codeOf(key, stepNow() - 1) }))).toEqual({ error: 'auth.code_incorrect' });
    const code = codeOf(key, stepNow());
    const both = await Promise.all([login({ code: `${code.slice(0, 3)} ${code.slice(3)}` }), login({ code })]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(said(await login({ code: codeOf(key, stepNow() + 1) })).access_token).toBeDefined();
    expect(said(await login({ code }))).toEqual({ error: 'auth.code_incorrect' });
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { codes } = await turnOn();
    const [first = ''] = codes;
    expect(said(await login({ code: first.toLowerCase().replaceAll('-', ' ') })).access_token).toBeDefined();
    expect((await world.written(1))[0]).toMatchObject({ action: 'auth.recovery', target: 'admin' });
    expect(said(await login({ code: first }))).toEqual({ error: 'auth.code_incorrect' });
    expect((await get('/profile/second_factor')).json()).toMatchObject({ data: { recovery_left: 9 } });
  });

  it('says nothing of a second factor to who does not know the password, and limits wrong codes like wrong passwords', async () => {
    await turnOn();
    expect(said(await login({ password: 'not this one' }))).toEqual({ error: 'auth.incorrect' });
    const answers: unknown[] = [];
    for (let times = 0; times < 8; times += 1) answers.push(said(await login({ code: '000000' })).error);
    expect(answers.at(-1)).toBe('auth.limited');
    expect(answers.filter((error) => error === 'auth.code_incorrect').length).toBeLessThanOrEqual(5);
  });

  it('asks for the code as well where a link sets a password', async () => {
    await world.users.create({ username: 'ann', roles: ['viewer'] });
    const ann = await world.users.byUsername('ann');
    const reset = await post('/user/reset', { id: ann?.id });
    const { token: link } = reset.json<{ data: { token: string } }>().data;
    const accept = (body: object) => world.app.inject({ method: 'POST', url: '/api/auth/invitation/accept', headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) });
    const first = await accept({ token: link, password: 'first password' });
    token = first.json<{ data: { access_token: string } }>().data.access_token;
    const { secret } = (await post('/profile/second_factor/begin', { current: 'first password' })).json<{ data: { secret: string } }>().data;
    await post('/profile/second_factor/confirm', { code: codeOf(keyOf(secret), stepNow()) });
    world.clock.at += 30_000;
    token = await world.signIn();
    const { token: again } = (await post('/user/reset', { id: ann?.id })).json<{ data: { token: string } }>().data;
    expect(said(await accept({ token: again, password: 'second password' }))).toEqual({ error: 'auth.code_required' });
    expect(said(await accept({ token: again, password: 'second password', code: '123' }))).toEqual({ error: 'auth.code_incorrect' });
    expect(said(await accept({ token: again, password: 'second password', code: codeOf(keyOf(secret), stepNow()) })).access_token).toBeDefined();
  });
});

describe('turning it off', () => {
  it('asks for the password; new recovery codes end the old ones', async () => {
    const { codes } = await turnOn();
    expect(said(await post('/profile/second_factor/codes', { current: 'wrong' }))).toEqual({ error: 'password.incorrect' });
    const renewed = (await post('/profile/second_factor/codes', { current: PASSWORD })).json<{ data: { codes: string[] } }>().data.codes;
    expect(said(await login({ code: codes[0] }))).toEqual({ error: 'auth.code_incorrect' });
    expect(said(await login({ code: renewed[0] })).access_token).toBeDefined();
    expect((await post('/profile/second_factor/del', { current: PASSWORD })).statusCode).toBe(200);
    expect(said(await login({})).access_token).toBeDefined();
    expect(said(await post('/profile/second_factor/codes', { current: PASSWORD }))).toEqual({ error: 'factor.off' });
  });

  it('is for administrators what another user lost, and ends that user’s sessions', async () => {
    await turnOn();
    await world.users.create({ username: 'chief', roles: ['admin'], passwordHash: 'x' });
    const own = await post('/user/second_factor/reset', { id: 1 });
    expect(said(own)).toEqual({ error: 'user.self' });
    token = await world.signIn('chief');
    const admin = await world.signIn('admin');
    expect((await get('/user/list')).json<{ data: { list: { username: string; second_factor: boolean }[] } }>().data.list.filter((user) => user.second_factor).map(({ username }) => username)).toEqual(['admin']);
    expect((await post('/user/second_factor/reset', { id: 1 })).json()).toMatchObject({ data: { username: 'admin', second_factor: false } });
    expect((await get('/auth/me', admin)).statusCode).toBe(401);
    expect((await world.written(1))[0]).toMatchObject({ action: 'user.factor_reset', target: 'admin', username: 'chief' });
    expect(said(await login({})).access_token).toBeDefined();
    expect(said(await post('/user/second_factor/reset', { id: 1 }))).toEqual({ error: 'factor.off' });
  });
});

describe('the log', () => {
  it('and the audit log hold no password, code, secret or token', async () => {
    const { key, codes } = await turnOn();
    const code = codeOf(key, stepNow());
    const opened = said(await login({ code })).access_token ?? '';
    await login({ password: 'a wrong password' });
    await login({ code: codes[0] });
    const link = (await post('/user/add', { username: 'new.one', roles: ['viewer'] })).json<{ data: { invitation: { token: string } } }>().data.invitation.token;
    await get(`/auth/me?token=${opened}`, opened);
    const rows = await world.metadata.db.selectFrom('second_factors').select('secret').execute();
    const secrets = [PASSWORD, 'a wrong password', code, opened, token, link, ...codes, ...rows.map(({ secret }) => secret)];
    const logs = JSON.stringify(world.logged) + JSON.stringify(await world.written(100));
    expect(world.logged.length).toBeGreaterThan(5);
    expect(secrets.filter((secret) => logs.includes(secret))).toEqual([]);
    const stored = JSON.stringify([await world.metadata.db.selectFrom('recovery_codes').selectAll().execute(), await world.metadata.db.selectFrom('sessions').selectAll().execute(), await world.metadata.db.selectFrom('invitations').selectAll().execute()]);
    expect([opened, link, ...codes].filter((secret) => stored.includes(secret))).toEqual([]);
  });
});
