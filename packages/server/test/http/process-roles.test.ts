import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { COLLECT_PATH } from '@footfall/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { Beacons } from '../../src/collect/beacons.js';
import type { EventRequests } from '../../src/collect/server-events/requests.js';
import { allPlaces, createWorld, type World } from './world.js';

let world: World | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

interface Asked {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
}

const asked: readonly Asked[] = allPlaces().map(({ method, url }) => ({ method, url }));

/** Asks over a socket: the ways in stand before everything else. */
async function collect(body?: string): Promise<Response> {
  if (world === undefined) throw new Error('there is no world');
  const { server } = world.app;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}${COLLECT_PATH}`, { method: 'POST', ...(body === undefined ? {} : { body }) });
}

async function answerTo(request: Asked, headers: Record<string, string> = {}): Promise<{ status: number; error: string }> {
  const answer = await world?.app.inject({ ...request, headers });
  const isJson = String(answer?.headers['content-type']).includes('json');
  return { status: answer?.statusCode ?? 0, error: isJson ? (answer?.json<{ data?: { error?: string } | null }>().data?.error ?? '') : '' };
}

describe('a process that collects', () => {
  it('answers to the ways in, the tracker, health and metrics, and to nothing else', async () => {
    world = await createWorld({ role: 'collect', metricsToken: 'm'.repeat(20) });
    const taken = await collect();
    expect([taken.status, taken.headers.get('x-collect')]).toEqual([204, `POST ${COLLECT_PATH}`]);
    for (const url of ['/t.js', '/t2.js', '/healthz', '/readyz']) expect([url, (await answerTo({ method: 'GET', url })).status]).toEqual([url, 200]);
    expect((await answerTo({ method: 'GET', url: '/metrics' }, { authorization: `Bearer ${'m'.repeat(20)}` })).status).toBe(200);
    expect(asked.length).toBeGreaterThan(80);
    for (const request of [...asked, ...['/', '/dashboard', '/api/docs', '/api/openapi.json', '/assets/main-1a2b3c.js', '/favicon.svg'].map((url) => ({ method: 'GET' as const, url }))]) {
      expect([request, await answerTo(request, { accept: 'text/html' })]).toEqual([request, { status: 404, error: 'request.other_role' }]);
    }
  });
});

describe('a process of the console', () => {
  it('answers to everything but the ways in and the tracker', async () => {
    world = await createWorld({ role: 'console' });
    const refused = await collect();
    expect([refused.status, await refused.json()]).toMatchObject([404, { data: { error: 'request.other_role' } }]);
    for (const url of ['/t.js', '/t2.js']) expect([url, await answerTo({ method: 'GET', url })]).toEqual([url, { status: 404, error: 'request.other_role' }]);
    for (const request of asked) expect([request, (await answerTo(request)).error]).not.toEqual([request, 'request.other_role']);
    expect((await answerTo({ method: 'GET', url: '/dashboard' }, { accept: 'text/html' })).status).toBe(200);
    for (const url of ['/healthz', '/readyz', '/api/docs']) expect([url, (await answerTo({ method: 'GET', url })).status]).toEqual([url, 200]);
  });
});

describe('a whole beacon', () => {
  const beacons: Beacons = { begin: () => '192.0.2.1', take: (_from, _headers, body, reply) => reply({ status: 204, headers: { 'x-collect': `directly: ${body.toString()}` }, body: '' }), refuse: () => undefined };
  const notDirect = (): never => {
    throw new Error('no key was sent');
  };
  const events: EventRequests = { siteOf: () => undefined, enter: notDirect, leave: notDirect, take: notDirect, refuse: notDirect };

  it.each(['all', 'collect'] as const)('is read directly by a process of the role %s, and anything else by node:http', async (role) => {
    world = await createWorld({ role, direct: { beacons, events } });
    expect((await collect('{}')).headers.get('x-collect')).toBe('directly: {}');
    const { port } = world.app.server.address() as AddressInfo;
    const empty = await fetch(`http://127.0.0.1:${String(port)}${COLLECT_PATH}`, { method: 'POST' });
    expect(empty.headers.get('x-collect')).toBe(`POST ${COLLECT_PATH}`);
    expect((await fetch(`http://127.0.0.1:${String(port)}/healthz`)).status).toBe(200);
  });

  it('is taken by no process of the console', async () => {
    world = await createWorld({ role: 'console', direct: { beacons, events } });
    expect((await collect('{}')).status).toBe(404);
  });
});
