import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineEndpoint, endpoints, FootfallError } from '@footfall/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bindEndpoints, type HandlerGroups } from '../../src/http/bind.js';
import type { RequestContext } from '../../src/http/handler.js';
import { allPlaces, createWorld, type World } from './world.js';

const empty = z.object({});
const probe = {
  open: defineEndpoint({
    id: 'probe.open', method: 'GET', path: '/probe/open', access: 'public', summary: '', output: z.unknown(),
    input: z.object({
      must: z.string(),
      page: z.coerce.number().int().min(1).default(1),
      text: z.string().default('none'),
      query_time: z.tuple([z.string(), z.string()]).optional(),
      ids: z.array(z.coerce.number()).optional(),
    }),
  }),
  post: defineEndpoint({
    id: 'probe.post', method: 'POST', path: '/probe/post', access: 'public', summary: '', output: z.unknown(),
    input: z.object({ text: z.string().optional(), deep: z.unknown().optional() }),
    aliases: [{ method: 'DELETE', path: '/probe/post' }],
  }),
  seen: defineEndpoint({ id: 'probe.seen', method: 'GET', path: '/probe/seen', access: 'signed-in', summary: '', input: empty, output: z.unknown() }),
  boss: defineEndpoint({ id: 'probe.boss', method: 'GET', path: '/probe/boss', access: 'admin', summary: '', input: empty, output: z.unknown() }),
  strange: defineEndpoint({ id: 'probe.strange', method: 'GET', path: '/probe/strange', access: 'nobody-thought-of' as 'admin', summary: '', input: empty, output: z.unknown() }),
  fail: defineEndpoint({ id: 'probe.fail', method: 'GET', path: '/probe/fail', access: 'public', summary: '', input: z.object({ how: z.string() }), output: z.object({ a: z.number() }) }),
  slow: defineEndpoint({ id: 'probe.slow', method: 'GET', path: '/probe/slow', access: 'public', summary: '', input: empty, output: z.null() }),
};
const groups = { probe };

async function none(): Promise<null> {
  return null;
}

/** A promise and what settles it. */
function gate(): { passed: Promise<void>; open: () => void } {
  let open!: () => void;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

let contexts: RequestContext[] = [];
let slow: { started: () => void; until: Promise<void> } | undefined;
function handlers(): HandlerGroups {
  contexts = [];
  const echo = async (input: unknown, context: RequestContext): Promise<unknown> => {
    contexts.push(context);
    return { input };
  };
  return {
    probe: {
      open: echo,
      post: echo,
      seen: echo,
      boss: echo,
      strange: echo,
      async fail({ how }: { how: string }) {
        if (how === 'secret') throw new Error('password=hunter2 at /etc/shadow');
        if (how === 'string') throw 'hunter2' as unknown as Error;
        if (how === 'named') throw new FootfallError('store.busy', { retry_after: 2.4 });
        if (how === 'more') return { a: 1, password_hash: 'x' };
        if (how === 'wrong') return { a: 'one' };
        return { a: 1 };
      },
      async slow(_input: unknown, { signal }: RequestContext) {
        const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
        slow?.started();
        await Promise.race([aborted, slow?.until]);
        if (signal.aborted) throw new Error('cut off by the abort');
        return null;
      },
    },
  };
}

let world: World | undefined;
async function start(): Promise<World> {
  world = await createWorld({ endpoints: groups, handlers: handlers() });
  return world;
}
afterEach(async () => {
  await world?.close();
  world = undefined;
});

describe('binding', () => {
  it('refuses to start with an endpoint without handler, a handler without endpoint, and one place twice', () => {
    expect(() => bindEndpoints({ a: { x: probe.seen, y: probe.boss } }, { a: { x: none, z: none }, b: { q: none } })).toThrow(
      /endpoint a\.y has no handler; handler a\.z has no endpoint; handler b\.q has no endpoint/u,
    );
    expect(() => bindEndpoints({ a: { x: probe.seen, y: probe.seen } }, { a: { x: none, y: none } })).toThrow('GET /probe/seen is taken twice');
    expect(() => bindEndpoints({ a: { toString: probe.seen } }, { a: {} })).toThrow('endpoint a.toString has no handler');
    expect(() => bindEndpoints({ a: { x: probe.seen } }, { a: { x: none } })).not.toThrow();
  });

  it('stops the application from being built', async () => {
    await expect(createWorld({ endpoints, handlers: {} })).rejects.toThrow('endpoint auth.login has no handler');
  });
});

describe('access', () => {
  it('lets nobody without a token to anything but public endpoints, whatever the contract holds', async () => {
    world = await createWorld();
    const places = allPlaces();
    expect(places.length).toBeGreaterThan(15);
    for (const { method, url, access } of places) {
      for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: 'x'.repeat(43) }, { cookie: 'Site-Token=x' }]) {
        const answer = await world.app.inject({ method, url, headers: { ...headers, 'content-type': 'application/json' }, ...(method === 'POST' ? { payload: '{"not":"read"' } : {}) });
        const expected = access === 'public' ? [400, 'request.invalid'] : [401, 'auth.required'];
        expect([method, url, answer.statusCode, answer.json<{ data: { error: string } }>().data.error]).toEqual([method, url, ...expected]);
      }
    }
    expect(places.filter(({ access }) => access === 'public').map(({ id }) => id)).toEqual(['auth.login', 'auth.invitation', 'auth.accept_invitation', 'share.open']);
  });

  it('never takes a cookie or a query for a token', async () => {
    const started = await start();
    const { app } = started;
    const token = await started.signIn();
    const answer = await app.inject({ method: 'GET', url: `/api/probe/seen?authorization=${token}&token=${token}`, headers: { cookie: `Site-Token=${token}; Authorization=${token}` } });
    expect(answer.statusCode).toBe(401);
  });

  it('asks for the role of administrator where the endpoint does, and lets nobody through an access it does not know', async () => {
    const started = await start();
    const { app } = started;
    const as = async (who: string, url: string) => (await app.inject({ method: 'GET', url, headers: { authorization: await started.signIn(who) } })).statusCode;
    expect(await as('viewer', '/api/probe/seen')).toBe(200);
    expect(await as('viewer', '/api/probe/boss')).toBe(403);
    expect(await as('admin', '/api/probe/boss')).toBe(200);
    expect(await as('admin', '/api/probe/strange')).toBe(403);
    const refused = await app.inject({ method: 'GET', url: '/api/probe/boss', headers: { authorization: await started.signIn('viewer') } });
    expect(refused.json()).toMatchObject({ code: 403, data: { error: 'access.forbidden' } });
  });

  it('tells the handler who asks, from where and in what language', async () => {
    const started = await start();
    const { app } = started;
    await app.inject({ method: 'GET', url: '/api/probe/seen', headers: { authorization: await started.signIn('viewer'), 'accept-language': 'fr, ja;q=0.8', 'user-agent': 'T/1' } });
    expect(contexts[0]).toMatchObject({ user: { username: 'viewer', roles: ['viewer'] }, language: 'ja', agent: 'T/1', address: '127.0.0.1' });
    await app.inject({ method: 'GET', url: '/api/probe/open?must=1', headers: { authorization: await started.signIn('viewer'), 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'mine' } });
    expect(contexts[1]).toMatchObject({ user: null, sessionFamily: null, language: 'en', address: '127.0.0.1' });
    expect(contexts[1]?.requestId).not.toBe('mine');
  });

  it('believes proxies as far as it is told', async () => {
    world = await createWorld({ endpoints: groups, handlers: handlers(), trustProxy: 1 });
    const ask = () => world?.app.inject({ method: 'GET', url: '/api/probe/open?must=1', headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' } });
    await ask();
    expect(contexts[0]?.address).toBe('203.0.113.9');
    await world.close();
    world = await createWorld({ endpoints: groups, handlers: handlers(), trustProxy: ['127.0.0.1', '203.0.113.0/24'] });
    await ask();
    expect(contexts[0]?.address).toBe('198.51.100.7');
  });
});

describe('input', () => {
  it('of a GET is the query, with lists and defaults; empty means absent where it may be', async () => {
    const { app } = await start();
    const read = async (query: string) => (await app.inject({ method: 'GET', url: `/api/probe/open?${query}` })).json<{ data: { input: unknown } }>().data.input;
    expect(await read('must=x')).toEqual({ must: 'x', page: 1, text: 'none' });
    expect(await read('must=&page=&text=&query_time[]=&query_time[]=&ids=')).toEqual({ must: '', page: 1, text: 'none' });
    expect(await read('must=x&query_time[]=a&query_time[]=b')).toMatchObject({ query_time: ['a', 'b'] });
    expect(await read('must=x&query_time[0]=a&query_time[1]=b')).toMatchObject({ query_time: ['a', 'b'] });
    expect(await read('must=x&query_time=a&query_time=b')).toMatchObject({ query_time: ['a', 'b'] });
    expect(await read('must=x&ids=4')).toMatchObject({ ids: [4] });
    expect(await read('must=x&ids=4&ids=5')).toMatchObject({ ids: [4, 5] });
    expect(await read('must=x&__proto__=1&unknown=2')).toEqual({ must: 'x', page: 1, text: 'none' });
  });

  it('that does not fit is refused field by field', async () => {
    const { app } = await start();
    const answer = await app.inject({ method: 'GET', url: '/api/probe/open?page=0&text=a&text=b&query_time[]=x' });
    expect(answer.statusCode).toBe(400);
    const body = answer.json<{ code: number; data: { error: string; fields: { path: string; message: string }[] } }>();
    expect(body).toMatchObject({ code: 400, data: { error: 'request.invalid' } });
    expect(body.data.fields.map((field) => field.path).toSorted()).toEqual(['must', 'page', 'query_time', 'text']);
    for (const field of body.data.fields) expect(field.message).toMatch(/\w/u);
  });

  it('of a POST is JSON; an empty body is an empty object', async () => {
    const { app } = await start();
    const post = (payload: string | undefined, type: string | undefined = 'application/json') =>
      app.inject({ method: 'POST', url: '/api/probe/post', headers: type === '' ? {} : { 'content-type': type }, ...(payload === undefined ? {} : { payload }) });
    expect((await post('{"text":"x"}')).json()).toMatchObject({ code: 200, data: { input: { text: 'x' } } });
    expect((await post('{"text":"x"}', 'application/json; charset=utf-8')).statusCode).toBe(200);
    for (const answer of [await post(''), await post(undefined), await post(undefined, '')]) expect(answer.json()).toMatchObject({ code: 200, data: { input: {} } });
    expect((await post('null')).json()).toMatchObject({ code: 200, data: { input: {} } });
    for (const body of ['{', '[]', '"x"', '7', '{"text":7}', '{"text":null}', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"x":1}}}']) {
      const answer = await post(body);
      expect([body, answer.statusCode]).toEqual([body, 400]);
      expect(answer.json()).toMatchObject({ code: 400, data: { error: 'request.invalid', fields: [{}] } });
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/html']) {
      const answer = await post('text=x', type);
      expect([type, answer.statusCode]).toEqual([type, 400]);
      expect(answer.json()).toMatchObject({ data: { error: 'request.invalid', fields: [{ message: 'send the body as application/json' }] } });
    }
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('larger than 1 MiB is refused, deep is not harmful', async () => {
    const { app } = await start();
    const post = (payload: string) => app.inject({ method: 'POST', url: '/api/probe/post', headers: { 'content-type': 'application/json' }, payload });
    const large = await post(JSON.stringify({ text: 'x'.repeat(1_048_576) }));
    expect(large.statusCode).toBe(413);
    expect(large.json()).toMatchObject({ code: 413, data: { error: 'request.too_large' } });
    const deep = await post(`{"text":${'['.repeat(400_000)}${']'.repeat(400_000)}}`);
    expect(deep.statusCode).toBe(400);
    const deepUnread = await post(`{"other":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`);
    expect(deepUnread.statusCode).toBe(200);
  });
});

describe('failures', () => {
  it('without a name become server.failed: the log has the cause, the client a request id', async () => {
    const { app, logged } = await start();
    for (const how of ['secret', 'string']) {
      const answer = await app.inject({ method: 'GET', url: `/api/probe/fail?how=${how}` });
      expect(answer.statusCode).toBe(500);
      expect(answer.body).not.toMatch(/hunter2|shadow/u);
      const { data } = answer.json<{ data: { error: string; request_id: string } }>();
      expect(data).toEqual({ error: 'server.failed', request_id: expect.stringMatching(/^[0-9a-f-]{36}$/u) });
      expect(answer.headers['x-request-id']).toBe(data.request_id);
      const line = logged.find((entry) => entry['request_id'] === data.request_id && Number(entry['level']) >= 50);
      expect(JSON.stringify(line)).toContain('hunter2');
    }
  });

  it('with a name keep it, with their status and when to come again', async () => {
    const { app, logged } = await start();
    const answer = await app.inject({ method: 'GET', url: '/api/probe/fail?how=named' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('3');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({ code: 503, message: 'The store is busy: try again in a few seconds.', data: { error: 'store.busy', retry_after: 2.4 } });
    expect(logged.filter((entry) => Number(entry['level']) >= 50)).toEqual([]);
  });

  it('of the answer to fit its schema show in tests', async () => {
    const { app } = await start();
    const status = async (how: string) => (await app.inject({ method: 'GET', url: `/api/probe/fail?how=${how}` })).statusCode;
    expect(await status('well')).toBe(200);
    expect(await status('wrong')).toBe(500);
    expect(await status('more')).toBe(500);
  });

  it('name unknown addresses and wrong methods', async () => {
    const { app } = await start();
    for (const [method, url] of [['GET', '/api'], ['GET', '/api/'], ['GET', '/api/nothing'], ['POST', '/api/nothing'], ['PUT', '/api/../etc'], ['GET', '/api/probe/open/'], ['GET', '/api/%E0%A4%A']] as const) {
      const answer = await app.inject({ method, url, headers: { accept: 'text/html' } });
      const bad = url.includes('%E0');
      expect([url, answer.statusCode]).toEqual([url, bad ? 400 : 404]);
      expect(answer.json()).toMatchObject({ data: { error: bad ? 'request.invalid' : 'request.not_found' } });
    }
    for (const [method, url, allow] of [['POST', '/api/probe/seen', 'GET'], ['GET', '/api/probe/post', 'POST, DELETE'], ['HEAD', '/api/probe/seen', 'GET'], ['OPTIONS', '/api/probe/seen', 'GET'], ['PUT', '/api/probe/post?x=1', 'POST, DELETE']] as const) {
      const answer = await app.inject({ method, url });
      expect([method, url, answer.statusCode]).toEqual([method, url, 405]);
      expect(answer.headers['allow']).toBe(allow);
    }
    expect((await app.inject({ method: 'PUT', url: '/api/probe/seen' })).json()).toMatchObject({ code: 405, data: { error: 'request.method' } });
  });

  it('answer through an alias as through the endpoint', async () => {
    const { app } = await start();
    const answer = await app.inject({ method: 'DELETE', url: '/api/probe/post?text=x', headers: { 'content-type': 'application/json' } });
    expect(answer.json()).toMatchObject({ code: 200, data: { input: { text: 'x' } } });
  });
});

async function listen(): Promise<{ world: World; port: number }> {
  const started = await start();
  await new Promise<void>((resolve) => started.app.server.listen(0, '127.0.0.1', resolve));
  return { world: started, port: (started.app.server.address() as AddressInfo).port };
}

describe('over a real connection', () => {
  it('a client that goes away aborts its handler, and that is no failure', async () => {
    const [finish, began] = [gate(), gate()];
    slow = { started: began.open, until: finish.passed };
    const { world: running, port } = await listen();
    const request = http.get({ port, host: '127.0.0.1', path: '/api/probe/slow' });
    request.on('error', () => undefined);
    await began.passed;
    request.destroy();
    const gone = async (): Promise<boolean> => running.logged.some((entry) => entry['msg'] === 'the client went away');
    for (let at = 0; at < 100 && !(await gone()); at += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await gone()).toBe(true);
    expect(running.logged.filter((entry) => Number(entry['level']) >= 50)).toEqual([]);
    finish.open();
  });

  it('stopping lets a running request finish and sends new ones away', async () => {
    const [finish, began] = [gate(), gate()];
    slow = { started: began.open, until: finish.passed };
    const { world: running, port } = await listen();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (path: string, over: http.Agent | undefined) =>
      new Promise<{ status: number; body: string; headers: http.IncomingHttpHeaders }>((resolve, reject) => {
        http.get({ port, host: '127.0.0.1', path, agent: over }, (response) => {
          let body = '';
          response.on('data', (chunk: Buffer) => {
            body += chunk.toString();
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
        }).on('error', reject);
      });
    const running1 = ask('/api/probe/slow', agent);
    await began.passed;
    const closed = running.app.close();
    const late = await running.app.inject({ method: 'GET', url: '/api/probe/open?must=1' });
    expect(late.statusCode).toBe(503);
    expect(late.headers['retry-after']).toBe('5');
    expect(late.json()).toMatchObject({ code: 503, data: { error: 'server.stopping' } });
    finish.open();
    const ended = await running1;
    expect(ended.status).toBe(200);
    expect(ended.headers.connection).toBe('close');
    await closed;
    await expect(ask('/api/probe/open?must=1', undefined)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    agent.destroy();
  });

  it('broken HTTP is answered with 400 and does no harm', async () => {
    const { port, world: running } = await listen();
    const { connect } = await import('node:net');
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.end(text));
        let answer = '';
        socket.on('data', (chunk) => {
          answer += chunk.toString();
        });
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
      });
    expect(await raw('GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/u);
    expect(await raw('GET /api/probe/open?must=1 HTTP/1.1\r\nHost: x\r\nX: a\r\n b\u0000\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/u);
    expect(await raw('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/u);
    expect(running.logged.filter((entry) => Number(entry['level']) >= 50)).toEqual([]);
  });
});
