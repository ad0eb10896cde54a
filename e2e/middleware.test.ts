import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, AGENT, type Api, eventually, signIn } from './support/api.js';
import { type RunningServer, startServer } from './support/server.js';

/* The examples of docs/server-events.md, run as they are printed there. */
interface Footfall {
  flush(): Promise<void>;
  event(name: string, props?: Record<string, unknown>, more?: Record<string, unknown>): void;
  page(view: unknown): void;
}
type Hook = (...given: unknown[]) => unknown;
interface FastifyApp {
  addHook(name: string, hook: Hook): void;
  get(path: string, handler: (request: unknown, reply: { type(type: string): { send(body: string): unknown } }) => unknown): void;
  inject(request: unknown): Promise<{ statusCode: number }>;
  close(): Promise<void>;
}

const SITE = 'shop.example';
const text = readFileSync(new URL('../docs/server-events.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'footfall-examples-'));
let server: RunningServer;
let api: Api;
let key = '';

/** Writes the block that begins with this file's name and loads it. */
async function example<T>(name: string): Promise<T> {
  const block = [...text.matchAll(/```js\n([\s\S]*?)```/gu)].map(([, code = '']) => code).find((code) => code.startsWith(`// ${name}\n`));
  if (block === undefined) throw new Error(`docs/server-events.md has no example ${name}`);
  writeFileSync(join(folder, name), block);
  return (await import(pathToFileURL(join(folder, name)).href)) as T;
}

const listed = async (): Promise<{ url: string; ip: string; language: string; referer: string }[]> => (await api.get<{ list: { url: string; ip: string; language: string; referer: string }[] }>(`/report/device_logs?domain=${SITE}`)).list;
const until = (path: string) => eventually(listed, (list) => list.some(({ url }) => url.endsWith(path)), 10_000).then((list) => list.filter(({ url }) => url.endsWith(path)));
const footfallAt = async (address: string): Promise<Footfall> => (await example<{ createFootfall(options: unknown): Footfall }>('footfall.mjs')).createFootfall({ address, key, everyMs: 3_600_000 });

beforeAll(async () => {
  server = await startServer({ env: { FOOTFALL_ADMIN_PASSWORD: ADMIN.password, FOOTFALL_TRUST_PROXY: '127.0.0.1' } });
  api = await signIn(server.url);
  const site = await api.post<{ id: number }>('/website/add', { name: 'Shop', domain: SITE });
  ({ key } = await api.post<{ key: string }>('/website/key/add', { site_id: site.id, name: 'examples' }));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the examples', () => {
  it('Fastify: a page that was answered is counted, nothing else', async () => {
    const footfall = await footfallAt(server.url);
    const { footfallForFastify } = await example<{ readonly footfallForFastify: (footfall: Footfall) => Hook }>('fastify.mjs');
    const createApp = createRequire(new URL('../packages/server/package.json', import.meta.url))('fastify') as (options: unknown) => FastifyApp;
    const app = createApp({ trustProxy: true });
    app.addHook('onResponse', footfallForFastify(footfall));
    app.get('/fastify', (_request, reply) => reply.type('text/html').send('<p>tea</p>'));
    app.get('/data', (_request, reply) => reply.type('application/json').send('{}'));
    const headers = { host: SITE, 'user-agent': AGENT, 'accept-language': 'de-CH,de;q=0.9', referer: 'https://www.google.com/', 'x-forwarded-for': '203.0.113.9' };
    for (const url of ['/fastify', '/data', '/missing']) await app.inject({ url, headers });
    await app.close();
    await footfall.flush();
    expect(await until('/fastify')).toMatchObject([{ url: `http://${SITE}/fastify`, ip: '203.0.113.9', language: 'de-CH', referer: 'https://www.google.com/' }]);
    expect(await listed()).toHaveLength(1);
  });

  it('Express and Koa: objects of their shape are counted', async () => {
    const footfall = await footfallAt(server.url);
    const { footfallForExpress } = await example<{ readonly footfallForExpress: (footfall: Footfall) => Hook }>('express.mjs');
    const { footfallForKoa } = await example<{ readonly footfallForKoa: (footfall: Footfall) => Hook }>('koa.mjs');
    const headers = { 'user-agent': AGENT };
    const web = http.createServer((request, response) => {
      const expressRequest = Object.assign(request, { protocol: 'https', get: () => SITE, originalUrl: request.url, ip: '203.0.113.10' });
      const expressResponse = Object.assign(response, { get: (name: string) => response.getHeader(name) });
      footfallForExpress(footfall)(expressRequest, expressResponse, () => response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>tea</p>'));
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const address = web.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await fetch(`http://127.0.0.1:${address.port}/express`, { headers });
    web.close();
    await footfallForKoa(footfall)({ method: 'GET', status: 200, type: 'text/html', href: `https://${SITE}/koa`, ip: '203.0.113.11', headers }, () => Promise.resolve());
    await footfall.flush();
    expect(await until('/express')).toMatchObject([{ url: `https://${SITE}/express`, ip: '203.0.113.10' }]);
    expect(await until('/koa')).toMatchObject([{ url: `https://${SITE}/koa`, ip: '203.0.113.11' }]);
  });

  it('the recorder sends a batch again whose answer was lost, and it counts once', async () => {
    let lost = 0;
    const relay = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void fetch(`${server.url}${request.url ?? ''}`, { method: 'POST', headers: { authorization: request.headers.authorization ?? '' }, body: Buffer.concat(chunks) }).then(async (answer) => {
          lost += 1;
          if (lost === 1) return request.socket.destroy();
          return response.writeHead(answer.status).end(await answer.text());
        });
      });
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const address = relay.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const footfall = await footfallAt(`http://127.0.0.1:${address.port}`);
    footfall.event('order', { price: 5 }, { visitor_id: 'account-42' });
    await footfall.flush();
    await footfall.flush();
    relay.close();
    expect(lost).toBe(2);
    const counted = await eventually(() => api.get<{ list: unknown[] }>(`/report/events?domain=${SITE}`), ({ list }) => list.length > 0, 10_000);
    expect(counted.list).toEqual([{ name: 'order', num: 1, visitors: 1 }]);
  });

  it('nginx: the request that the example makes is counted with the page and the address of the visitor', async () => {
    const sent = [...text.matchAll(/proxy_set_header (\S+) (\S+);/gu)].map(([, name, value]) => [name, value]);
    expect(sent).toEqual([['Content-Length', '""'], ['Referer', '$scheme://$host$request_uri'], ['X-Forwarded-For', '$remote_addr']]);
    const response = await fetch(`${server.url}/p.gif`, { headers: { 'user-agent': AGENT, referer: `https://${SITE}/nginx?a=1`, 'x-forwarded-for': '203.0.113.12' } });
    expect(response.status).toBe(200);
    expect(await until('/nginx?a=1')).toMatchObject([{ ip: '203.0.113.12' }]);
  });
});
