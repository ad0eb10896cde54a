import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineDownload, defineEndpoint } from '@footfall/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../src/api/api-error';
import { type Client, createClient } from '../../src/api/client';
import { createTokenStore } from '../../src/api/token-store';

const output = z.object({ value: z.number() });
const read = defineEndpoint({ id: 't.read', method: 'GET', path: '/t/read', access: 'public', summary: '', input: z.object({ q: z.string().optional(), query_time: z.array(z.string()).optional() }), output });
const write = defineEndpoint({ id: 't.write', method: 'POST', path: '/t/write', access: 'public', summary: '', input: z.object({ name: z.string() }), output });
const slow = defineEndpoint({ id: 't.slow', method: 'GET', path: '/t/slow', access: 'public', summary: '', input: z.object({}), output, timeout: 60 });
const remove = defineEndpoint({ id: 't.remove', method: 'GET', path: '/t/del', access: 'public', summary: '', input: z.object({ id: z.number() }), output, aliases: [{ method: 'DELETE', path: '/t' }] });

const file = defineDownload({ id: 't.file', path: '/t/file', access: 'public', summary: '', input: z.object({ q: z.string() }) });

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let seen: Seen[];
let answer: (response: ServerResponse) => void;
let jar: { cookie: string };
let client: Client;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const well = (value = 1, headers: Record<string, string> = {}) => json({ code: 200, message: 'ok', data: { value } }, 200, headers);

beforeEach(async () => {
  seen = [];
  jar = { cookie: '' };
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(parts).toString() });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = createClient({ origin: `http://127.0.0.1:${port}`, tokens: createTokenStore(jar, false), fetch });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const thrown: unknown = await call.then(() => undefined, (error: unknown) => error);
  if (!(thrown instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(thrown)}`);
  return thrown;
};

describe('a call', () => {
  it('sends a query, lists by repeating the name, and nothing for what is absent', async () => {
    answer = well(7);
    await expect(client.call(read, { q: 'a b&c', query_time: ['2026-11-21 00:00:00', '2026-11-21 23:59:59'] })).resolves.toEqual({ value: 7 });
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/t/read?q=a+b%26c&query_time=2026-11-21+00%3A00%3A00&query_time=2026-11-21+23%3A59%3A59' });
    await client.call(read, { q: undefined });
    expect(seen[1]?.url).toBe('/api/t/read');
  });

  it('sends a body as JSON', async () => {
    answer = well();
    await client.call(write, { name: '足迹' });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/t/write', body: '{"name":"足迹"}' });
    expect(seen[0]?.headers['content-type']).toBe('application/json');
  });

  it('changes nothing by GET where there is a DELETE', async () => {
    answer = well();
    await client.call(remove, { id: 3 });
    expect(seen[0]).toMatchObject({ method: 'DELETE', url: '/api/t?id=3' });
  });
});

describe('the token', () => {
  it('goes along as it is, and not at all when there is none', async () => {
    answer = well();
    await client.call(read, {});
    jar.cookie = 'Site-Token=abc';
    await client.call(read, {});
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, 'abc']);
    expect(seen.every(({ headers }) => headers.cookie === undefined)).toBe(true);
  });

  it('is replaced by a renewed one', async () => {
    jar.cookie = 'Site-Token=old';
    answer = well(1, { authorization: 'new one' });
    await client.call(read, {});
    expect(jar.cookie).toMatch(/^Site-Token=new%20one; Path=\/; SameSite=Lax$/u);
  });

  it('does not come back by an answer that arrives after signing out', async () => {
    jar.cookie = 'Site-Token=old';
    answer = (response) => {
      jar.cookie = '';
      well(1, { authorization: 'new' })(response);
    };
    await client.call(read, {});
    expect(jar.cookie).toBe('');
  });

  it('is kept when the session was refused: leaving is the reader’s decision', async () => {
    jar.cookie = 'Site-Token=old';
    answer = json({ code: 401, message: 'x', data: { error: 'auth.required' } }, 401);
    await failureOf(client.call(read, {}));
    expect(jar.cookie).toBe('Site-Token=old');
  });
});

describe('a failure', () => {
  it('has the code, the name and the details of the envelope', async () => {
    answer = json({ code: 429, message: 'Too many', data: { error: 'auth.limited', retry_after: 12 } }, 429);
    const error = await failureOf(client.call(write, { name: 'a' }));
    expect(error).toMatchObject({ kind: 'refused', code: 429, errorName: 'auth.limited', message: 'Too many', retryAfter: 12 });
  });

  it('is a failure even when HTTP says that all is well', async () => {
    answer = json({ code: 500, message: '', data: null });
    expect(await failureOf(client.call(read, {}))).toMatchObject({ kind: 'refused', code: 500, errorName: undefined, message: 'Error' });
  });

  it('has no name that is not in the table', async () => {
    answer = json({ code: 418, message: 'teapot', data: { error: 'toString' } }, 418);
    expect(await failureOf(client.call(read, {}))).toMatchObject({ code: 418, errorName: undefined, message: 'teapot' });
  });

  it('tells an answer of another shape from one that does not fit', async () => {
    answer = (response) => response.writeHead(502).end('<html>Bad gateway</html>');
    expect(await failureOf(client.call(read, {}))).toMatchObject({ kind: 'shape', code: 502 });
    answer = json({ hello: 'world' });
    expect(await failureOf(client.call(read, {}))).toMatchObject({ kind: 'shape' });
    answer = json({ code: 200, message: 'ok', data: { value: 'seven' } });
    expect(await failureOf(client.call(read, {}))).toMatchObject({ kind: 'shape', code: 200 });
  });

  it('is a timeout after the endpoint’s own patience', async () => {
    answer = () => undefined;
    expect(await failureOf(client.call(slow, {}))).toMatchObject({ kind: 'timeout' });
  });

  it('is the network’s when nobody answers', async () => {
    answer = (response) => response.socket?.destroy();
    expect(await failureOf(client.call(read, {}))).toMatchObject({ kind: 'network', code: 0 });
  });

  it('is none when the caller has cancelled: that is the caller’s own AbortError', async () => {
    answer = () => undefined;
    const abort = new AbortController();
    const call = client.call(read, {}, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a download', () => {
  const csv = (rows: number, headers: Record<string, string> = {}) => (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8', filename: encodeURIComponent('站点_report.csv'), 'x-total-rows': String(rows), ...headers });
    response.write('a,b\r\n');
    for (let row = 0; row < rows; row += 1) response.write(`${row},"x"\r\n`);
    response.end();
  };

  it('brings the bytes under the name that the server gives, and says how many rows came', async () => {
    answer = csv(3);
    const told: unknown[] = [];
    const got = await client.download(file, { q: 'x' }, { onProgress: (progress) => told.push(progress) });
    expect([got.name, got.rows]).toEqual(['站点_report.csv', 3]);
    expect(await got.blob.text()).toBe('a,b\r\n0,"x"\r\n1,"x"\r\n2,"x"\r\n');
    expect(told.at(-1)).toEqual({ name: '站点_report.csv', bytes: 26, rows: 3, totalRows: 3 });
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([['POST', '/api/t/file', '{"q":"x"}']]);
  });

  it('is named as agreed where the server gives no name', async () => {
    answer = (response) => void response.writeHead(200, { 'content-type': 'application/zip' }).end('PK');
    const told: unknown[] = [];
    const got = await client.download(file, { q: 'x' }, { onProgress: (progress) => told.push(progress) });
    expect([got.name, got.rows, got.blob.size]).toEqual(['download', undefined, 2]);
    expect(told.at(-1)).toEqual({ name: 'download', bytes: 2, rows: undefined, totalRows: undefined });
  });

  it('keeps a renewed token', async () => {
    jar.cookie = 'Site-Token=old';
    answer = csv(0, { authorization: 'new' });
    await client.download(file, { q: 'x' });
    expect(jar.cookie).toContain('Site-Token=new');
  });

  it('that is refused says why, and one that breaks off fails', async () => {
    answer = json({ code: 403, message: 'no', data: { error: 'access.denied' } }, 403);
    expect((await failureOf(client.download(file, { q: 'x' }))).kind).toBe('refused');
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' });
      response.write('a,b\r\n');
      setTimeout(() => response.destroy(), 20);
    };
    expect((await failureOf(client.download(file, { q: 'x' }))).kind).toBe('network');
  });

  it('ends when its caller wants no more of it', async () => {
    answer = (response) => void response.writeHead(200, { 'content-type': 'text/csv' }).write('a,b\r\n');
    const stop = new AbortController();
    const thrown: unknown = await client.download(file, { q: 'x' }, { signal: stop.signal, onProgress: () => stop.abort() }).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ name: 'AbortError' });
  });
});
