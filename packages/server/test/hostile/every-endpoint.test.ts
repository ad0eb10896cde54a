/**
 * Every endpoint of the contract, asked by whom it does not answer and with what nobody honest sends. Each gets the refusal
 * that the table of errors names, or an answer; never a failure of the server, and never a word about its inside. All of it is
 * made from the contract, so that an endpoint is covered the day it is added. What a user sees of sites that are not granted
 * is asked in `../grants`.
 */
import { allEndpoints, type Endpoint, ERRORS } from '@footfall/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputsOf } from '../grants/inputs.js';
import { type Installation, openInstallation } from '../grants/installation.js';
import { INJECTED, listsOf, NUMBERS, type Place, placesOf, TEXTS, valueAt, withValue, WRONG_TYPES } from './values.js';

type Fields = Readonly<Record<string, unknown>>;

const endpoints = allEndpoints().map((endpoint) => ({ endpoint, id: endpoint.id, least: inputsOf(endpoint).get('least') ?? {}, all: inputsOf(endpoint).get('all') ?? {} }));
const places = endpoints.flatMap((one) => [one.endpoint, ...one.endpoint.aliases].map(({ method, path }) => ({ ...one, method, path })));
type Asked = (typeof places)[number];

const DAY = 86_400_000;
/** Requests under way together. */
const AT_ONCE = 8;
/** What tells of the server's inside. What was sent is cut out of an answer before it is looked for. */
const INSIDE = /\n\s+at |node_modules|\.[jt]s:\d+|SELECT |FROM system|SQLITE|libsql|DB::Exception|Code: \d+|\/packages\/|\/tmp\/|TypeError|ZodError|argon2|scrypt/u;
/** Refusals that a wrong input may meet. */
const REFUSALS = [400, 401, 403, 404, 409, 413, 429];

const complaints: string[] = [];
let installation: Installation;
let boss = '';
beforeAll(async () => {
  installation = await openInstallation(true, undefined, pino({ level: 'error' }, { write: (line: string) => void complaints.push(line) }));
  boss = await installation.signIn('boss');
}, 120_000);
afterAll(() => installation.close());

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Each request comes from somewhere else, so that what is limited for one address is not what is tried here. */
let requests = 0;
const elsewhere = (): string => {
  requests += 1;
  return `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`;
};

/** Sends fields the way that the method takes them; `token` is the whole Authorization header, '' for none. */
async function send({ method, path }: Pick<Asked, 'method' | 'path'>, fields: Fields, token: string, raw?: string): Promise<Answered> {
  const query = new URLSearchParams();
  if (method !== 'POST') for (const [name, value] of Object.entries(fields)) for (const item of [value].flat()) query.append(name, typeof item === 'string' ? item : JSON.stringify(item));
  const answer = await fetch(`${installation.address}/api${path}?${query.toString()}`, {
    method,
    headers: { 'x-forwarded-for': elsewhere(), ...(token === '' ? {} : { authorization: token }), ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: raw ?? JSON.stringify(fields) } : {}),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

/** As the administrator, whose session some calls end or change. */
async function asBoss(asked: Asked, fields: Fields, raw?: string): Promise<Answered> {
  if (asked.endpoint.effect === 'session') boss = await installation.signIn('boss');
  const answered = await send(asked, fields, boss, raw);
  if (asked.endpoint.effect === 'session') boss = await installation.signIn('boss');
  return answered;
}

/** The name of a refusal; '' for an answer, be it a file. */
const errorOf = ({ status, body }: Answered): string => (status === 200 ? '' : ((JSON.parse(body) as { data: { error?: string } }).data.error ?? ''));

/** Holds an answer to the contract, whatever was asked: shape, status, headers, and silence about the inside. */
function hold({ status, headers, body }: Answered, endpoint: Endpoint, sent: readonly unknown[]): void {
  expect(REFUSALS.concat(200)).toContain(status);
  expect(headers.get(INJECTED)).toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  // A list in an address is text with commas between, and comes back in its parts.
  const said = sent.filter((one) => typeof one === 'string').flatMap((text) => [text, ...text.split(',').map((part) => part.trim())]).filter((text) => text !== '');
  const unsaid = said.reduce((rest, text) => rest.replaceAll(JSON.stringify(text).slice(1, -1), ''), body);
  if (status === 200 && endpoint.file) return;
  const envelope = JSON.parse(body) as { code: number; message: string; data: unknown };
  expect(envelope.code).toBe(status);
  if (status === 200) return;
  const name = (envelope.data as { error: string }).error;
  expect(ERRORS).toHaveProperty([name]);
  expect(envelope.message).toBe(ERRORS[name as keyof typeof ERRORS].message);
  expect(unsaid).not.toMatch(INSIDE);
}

describe('who may not', () => {
  it.each(places.filter(({ endpoint }) => endpoint.access !== 'public'))('$method $path', async (asked) => {
    const expired = await installation.signIn('boss', 8 * DAY);
    for (const token of [expired, '', `Bearer ${boss}x`, 'x'.repeat(43), `' OR 1=1 --`]) {
      const answered = await send(asked, asked.least, token);
      expect([token, answered.status, errorOf(answered)]).toEqual([token, 401, 'auth.required']);
      hold(answered, asked.endpoint, []);
    }
    // Before the body is read: a stranger learns nothing of what fits.
    expect((await send(asked, {}, '', '{"')).status).toBe(401);
    const cookie = await fetch(`${installation.address}/api${asked.path}`, { method: asked.method, headers: { cookie: `Site-Token=${boss}` } });
    expect(cookie.status).toBe(401);
    const nothing = await installation.signIn('nothing');
    const refused = await send(asked, asked.least, nothing);
    expect([asked.endpoint.access, errorOf(refused) === 'access.forbidden']).toEqual([asked.endpoint.access, asked.endpoint.access !== 'signed-in']);
    hold(refused, asked.endpoint, Object.values(asked.least));
  });
});

describe('what does not fit', () => {
  it.each(places.filter(({ method }) => method === 'POST'))('$method $path, as a body', async (asked) => {
    const limit = asked.endpoint.bodyLimit ?? 1_048_576;
    const bodies: [string, number, string][] = [
      ['{"', 400, 'request.invalid'],
      ['[]', 400, 'request.invalid'],
      ['"text"', 400, 'request.invalid'],
      ['{"__proto__": {"isAdmin": true}}', 400, 'request.invalid'],
      ['{"constructor": {"prototype": {"isAdmin": true}}}', 400, 'request.invalid'],
      ['['.repeat(200_000), 400, 'request.invalid'],
      [`{"x": "${'x'.repeat(limit)}"}`, 413, 'request.too_large'],
    ];
    for (const [body, status, error] of bodies) {
      const answered = await asBoss(asked, {}, body);
      expect([body.slice(0, 60), answered.status, errorOf(answered)]).toEqual([body.slice(0, 60), status, error]);
      hold(answered, asked.endpoint, []);
    }
    const form = await fetch(`${installation.address}/api${asked.path}`, { method: 'POST', headers: { authorization: boss, 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' });
    expect(form.status).toBe(400);
  });

  it.each(places.filter(({ method }) => method !== 'POST'))('$method $path, as an address', async (asked) => {
    const query = '__proto__=1&__proto__[isAdmin]=1&x[__proto__][isAdmin]=1&toString=1&hasOwnProperty=1&constructor[prototype][isAdmin]=1&%zz=%E0%A4&a[9999]=1';
    hold(await asBoss({ ...asked, path: `${asked.path}?${query}&` as Asked['path'] }, asked.least), asked.endpoint, Object.values(asked.least));
    const long = await send(asked, { ...asked.least, x: 'x'.repeat(70_000) }, boss);
    expect(long.status).toBe(431);
  });

  it.each(places)('$method $path, of a wrong type in each field', async (asked) => {
    for (const name of Object.keys(asked.all)) {
      for (const value of asked.method === 'POST' ? WRONG_TYPES : WRONG_TYPES.slice(0, 1)) {
        const fields = { ...asked.least, [name]: value };
        if (asked.method === 'POST' && asked.endpoint.input.safeParse(fields).success) continue;
        const answered = await asBoss(asked, fields);
        // In an address everything is text: what is of no type there may be text that fits.
        const isRefused = answered.status === 400 && errorOf(answered) === 'request.invalid';
        expect([name, value, isRefused || asked.method !== 'POST']).toEqual([name, value, true]);
        hold(answered, asked.endpoint, Object.values(fields));
      }
    }
  });

  it.each(endpoints)('$id bounds every text and every list', ({ endpoint, all }) => {
    const taken = (place: Place, value: unknown): Place[] => (endpoint.input.safeParse(withValue(all, place, value)).success ? [place] : []);
    // Base64 too, of which so many letters are a part.
    expect(placesOf(all).flatMap((place) => taken(place, 'x'.repeat(endpoint.bodyLimit ?? 1_048_576)))).toEqual([]);
    expect(listsOf(all).flatMap((place) => taken(place, Array.from({ length: 100_000 }, () => (valueAt(all, place) as unknown[])[0] ?? 'x')))).toEqual([]);
  });
});

describe('text that means something elsewhere', () => {
  /** Of the ways to one handler the one that takes every value as it is. */
  const ways = endpoints.map(({ id }) => places.filter((place) => place.id === id)).flatMap((all) => all.filter(({ method }) => method === 'POST').concat(all).slice(0, 1));
  const hostile = (asked: Asked): { place: Place; text: string; fields: Fields }[] =>
    placesOf(asked.all).flatMap((place) => (Number.isNaN(Number(valueAt(asked.all, place))) ? TEXTS : [...TEXTS, ...NUMBERS]).flatMap((text) => {
      const [name = ''] = place;
      const fields = { ...asked.least, [name]: (withValue(asked.all, place, text) as Fields)[name] };
      return asked.endpoint.input.safeParse(fields).success ? [{ place, text, fields }] : [];
    }));

  it.each(ways)('$method $path, in each place that takes it', async (asked) => {
    const tried = hostile(asked);
    // What ends or changes the session that asks goes one after the other.
    const atOnce = asked.endpoint.effect === 'session' ? 1 : AT_ONCE;
    let held = 0;
    for (let at = 0; at < tried.length; at += atOnce) {
      const answers = await Promise.all(tried.slice(at, at + atOnce).map(async ({ text, fields }) => ({ text, fields, answered: await asBoss(asked, fields) })));
      for (const { text, fields, answered } of answers) hold(answered, asked.endpoint, [text, ...Object.values(fields)]);
      held += answers.length;
    }
    expect(held).toBe(tried.length);
  });

  it('reached most of the endpoints that take text', () => {
    expect(ways.filter((asked) => hostile(asked).length > 0).length).toBeGreaterThan(ways.length / 3);
  });
});

it('leaves the server up, its stores whole, its objects as they were, and nothing in its log that it had not foreseen', async () => {
  const health = await fetch(`${installation.address}/healthz`);
  expect([health.status, ((await health.json()) as { status: string }).status]).toEqual([200, 'ok']);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  const list = await installation.ask('boss', { method: 'GET', path: '/user/list' }, {});
  expect(list.body).toContain('"boss"');
  expect(complaints).toEqual([]);
});
