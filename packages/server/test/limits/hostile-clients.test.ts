import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../crash/api.js';
import { pause } from '../crash/load.js';
import { freePort, HOST, RunningServer } from '../crash/running-server.js';

/*
 * Clients that send slowly, half, too much or nothing, and stay: others are answered meanwhile, and the server ends each of them by itself.
 */
const IDLE = Number(process.env['IDLE_CLIENTS'] ?? 300);
const SLOW = Math.max(50, Math.floor(IDLE / 10));
const SITE = 'crash.example';
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0';

const base = mkdtempSync(join(tmpdir(), 'footfall-hostile-'));
let server: RunningServer;
let api: Api;

beforeAll(async () => {
  server = new RunningServer(join(base, 'data'), await freePort());
  await server.start();
  api = new Api(server.origin);
  await api.signIn();
  await api.post('/website/add', { name: 'Crash', domain: SITE });
}, 90_000);

afterAll(async () => {
  await server.end('SIGKILL');
  await pause(500);
  rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
});

interface Client {
  readonly socket: Socket;
  /** Resolves with all that was heard, when the server has ended it. */
  readonly ended: Promise<string>;
}

async function client(first = '', options: { halfOpen?: boolean } = {}): Promise<Client> {
  const socket = connect({ port: server.port, host: HOST, allowHalfOpen: options.halfOpen ?? false });
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  // Not by once(): it rejects for a connection that is reset, which is an end as well.
  const ended = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(heard));
  });
  await once(socket, 'connect');
  if (first !== '') socket.write(first);
  return { socket, ended };
}

/** Opened a hundred at a time, so that the backlog of the kernel does not overflow. */
async function clients(num: number, first: () => string, options: { halfOpen?: boolean } = {}): Promise<Client[]> {
  const all: Client[] = [];
  while (all.length < num) all.push(...(await Promise.all(Array.from({ length: Math.min(100, num - all.length) }, () => client(first(), options)))));
  return all;
}

let serial = 0;
async function honestView(): Promise<number> {
  serial += 1;
  const name = serial.toString(16).padStart(16, '0');
  return (await fetch(`${server.origin}/collect`, { method: 'POST', body: JSON.stringify({ v: 1, i: name, u: `https://${SITE}/${name}`, f: name }), headers: { 'user-agent': BROWSER } })).status;
}

/** Visitors and somebody at a dashboard, while whoever is connected stays so. */
async function othersAreAnswered(): Promise<void> {
  for (let view = 0; view < 50; view += 1) expect(await honestView()).toBe(204);
  expect(await api.post('/home/summary', { domain: SITE })).toHaveProperty('list');
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
}

const HEAD = `POST /collect HTTP/1.1\r\nHost: x\r\nUser-Agent: ${BROWSER}\r\n`;

describe(`${String(IDLE)} clients that do harm by waiting`, () => {
  it('say nothing, send a head or a body without end, or shut one side: others are answered, and each is ended', { timeout: 180_000 }, async () => {
    const silent = await clients(IDLE, () => '');
    const heads = await clients(SLOW, () => HEAD);
    const bodies = await clients(SLOW, () => `${HEAD}Content-Length: 1000\r\n\r\n{"v":1`);
    const halves = await clients(SLOW, () => '', { halfOpen: true });
    for (const { socket } of halves) socket.end(HEAD);
    const api401 = await clients(SLOW, () => 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{');
    const all = [...silent, ...heads, ...bodies, ...halves, ...api401];
    const open = new Set(all);
    for (const one of all) void one.ended.then(() => open.delete(one));
    // A byte now and then, for as long as they are let: to be slow is not enough to stay.
    const dripping = setInterval(() => {
      for (const { socket } of [...heads, ...bodies, ...api401]) if (socket.writable) socket.write('x');
    }, 1_000);
    try {
      await othersAreAnswered();
      // Until the last is gone: no server of ours waits longer than its own limits, of which the longest is 30 s.
      while (open.size > 0) {
        await othersAreAnswered();
        await pause(500);
      }
    } finally {
      clearInterval(dripping);
      for (const { socket } of all) socket.destroy();
    }
    expect(await silent[0]?.ended).toMatch(/^(?:HTTP\/1\.1 408|$)/u);
    expect(await heads[0]?.ended).toMatch(/^HTTP\/1\.1 (?:400|408)/u);
  });

  it('send a head, an address or a body that is too large: refused at once, others are answered', { timeout: 60_000 }, async () => {
    const large = 'x'.repeat(200_000);
    const [head, address, body] = [await client(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${large}\r\n\r\n`), await client(`GET /p.gif?u=${large} HTTP/1.1\r\nHost: x\r\n\r\n`), await client(`${HEAD}Content-Length: 100000000\r\n\r\n${large}`)];
    const many = await clients(SLOW, () => `GET / HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 3_000 }, (_, i) => `X-${i}: y\r\n`).join('')}\r\n`);
    await othersAreAnswered();
    // What is hung up on while it still sends may not hear why.
    expect(await head.ended).toMatch(/^(?:HTTP\/1\.1 431|$)/u);
    expect(await address.ended).toMatch(/^(?:HTTP\/1\.1 431|$)/u);
    expect(await body.ended).toMatch(/^(?:HTTP\/1\.1 413|$)/u);
    for (const { socket } of many) socket.destroy();
    expect(await server.end('SIGTERM')).toBe(0);
    await server.start();
    await api.signIn();
    await othersAreAnswered();
  });
});
