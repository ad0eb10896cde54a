import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { MAX_BATCH_BYTES, SERVER_EVENTS_PATH } from '@footfall/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { beacon } from '../arriving.js';
import { type Collecting, type CollectingOptions, listenToBeacons } from '../collecting.js';

let at: Collecting;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await at.close();
});

const PAGE = { type: 'pageview', url: 'https://shop.example/a', ip: '203.0.113.9', user_agent: 'Mozilla/5.0' };
const batchOf = (items: number, more: object = {}): string => JSON.stringify(Array.from({ length: items }, () => ({ ...PAGE, ...more })));
const headOf = (length: number, more = 'Authorization: Bearer ffk_shop\r\n'): string => `POST ${SERVER_EVENTS_PATH} HTTP/1.1\r\nHost: stats.example\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`;
const post = (body: string, more?: string): string => headOf(Buffer.byteLength(body), more) + body;
const postBeacon = (): string => {
  const body = JSON.stringify(beacon());
  return `POST /collect HTTP/1.1\r\nHost: stats.example\r\nUser-Agent: Mozilla/5.0\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

interface Talk {
  readonly socket: Socket;
  readonly text: () => string;
  readonly statuses: () => number[];
  readonly isClosed: () => boolean;
}

async function talk(): Promise<Talk> {
  const socket = connect({ port: at.port, host: '127.0.0.1', noDelay: true });
  sockets.push(socket);
  let text = '';
  let closed = false;
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  socket.on('close', () => (closed = true));
  await new Promise((resolve) => socket.on('connect', resolve));
  return { socket, text: () => text, statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => Number(status)), isClosed: () => closed };
}

async function open(options: CollectingOptions = {}): Promise<Talk> {
  at = await listenToBeacons(options);
  return talk();
}

const EVENTS = `POST ${SERVER_EVENTS_PATH}`;
const counts = (): unknown => {
  const { received, refused } = at.ledger.totals();
  return { received, refused: Object.fromEntries(Object.entries(refused).filter(([, num]) => num > 0)) };
};
const later = (ms = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a batch of server events that is read directly', () => {
  it('may come in any pieces, its head first, and others behind it', async () => {
    const { socket, statuses } = await open();
    const bytes = Buffer.from(post(batchOf(700, { title: '标题 '.repeat(20) })));
    const head = bytes.indexOf('\r\n\r\n') + 4;
    for (const [from, to] of [[0, head], [head, head + 1], [head + 1, 70_000], [70_000, 70_001], [70_001, bytes.length - 1]]) {
      socket.write(bytes.subarray(from, to));
      await later();
    }
    expect(statuses()).toEqual([]);
    socket.write(Buffer.concat([bytes.subarray(-1), Buffer.from(postBeacon() + post(batchOf(3)) + post('{') + post(batchOf(1_001)) + post(batchOf(2)))]));
    await vi.waitFor(() => expect(statuses()).toEqual([200, 204, 200, 400, 413, 200]));
    expect(at.byNode).toEqual([]);
    expect(at.appended.filter(({ table }) => table === 'visits')).toHaveLength(706);
    expect(counts()).toEqual({ received: 708, refused: { malformed: 1, too_large: 1 } });
  });

  it('is one that an agent of node:http sends, connection after connection and over the same one', async () => {
    await open();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
    const send = (): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const payload = Buffer.from(batchOf(900));
        const request = http.request({ port: at.port, host: '127.0.0.1', path: SERVER_EVENTS_PATH, method: 'POST', agent, headers: { authorization: 'Bearer ffk_shop', 'content-type': 'application/json', 'content-length': payload.length } }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        request.on('error', reject).end(payload);
      });
    expect(await Promise.all(Array.from({ length: 6 }, send))).toEqual(Array.from({ length: 6 }, () => 200));
    agent.destroy();
    expect(at.byNode).toEqual([]);
  });

  it('is answered as node:http answers it: the same fields but for their case and order', async () => {
    const fieldsOf = (answer: string): string[] => answer.toLowerCase().replace(/date: [^\r]+/u, 'date').split('\r\n').toSorted();
    const direct = await open();
    direct.socket.write(post(batchOf(2)));
    await vi.waitFor(() => expect(direct.text()).toContain('"accepted":2'));
    await at.close();
    const byNode = await open({ direct: false });
    byNode.socket.write(post(batchOf(2)));
    await vi.waitFor(() => expect(byNode.text()).toContain('"accepted":2'));
    expect(fieldsOf(direct.text())).toEqual(fieldsOf(byNode.text()));
  });

  it('gives its room back when it is answered', async () => {
    const { socket, statuses } = await open();
    const large = post('x'.repeat(MAX_BATCH_BYTES));
    // One more than there is room for at a time.
    for (let sent = 1; sent <= 17; sent += 1) {
      socket.write(large);
      await vi.waitFor(() => expect(statuses()).toHaveLength(sent), 5_000);
    }
    expect(new Set(statuses())).toEqual(new Set([400]));
    expect(at.byNode).toEqual([]);
    expect(counts()).toEqual({ received: 17, refused: { malformed: 17 } });
  });

  it('is taken to its end while the server stops, and the connection ends with it', async () => {
    const { socket, text, isClosed } = await open();
    const bytes = post(batchOf(3));
    socket.write(bytes.slice(0, 300));
    await later(30);
    at.direct?.finish();
    await later(30);
    expect(isClosed()).toBe(false);
    socket.write(bytes.slice(300));
    await vi.waitFor(() => expect(isClosed()).toBe(true));
    expect(text()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close\r\n[^]*"accepted":3/u);
  });
});

describe('what node:http is given', () => {
  it.each([
    ['without a key', post(batchOf(1), ''), 401, 'bad_key'],
    ['with a key that is none', post(batchOf(1), 'Authorization: Bearer ffk_nothing\r\n'), 401, 'bad_key'],
    ['with two keys', post(batchOf(1), 'Authorization: Bearer ffk_shop\r\nAuthorization: Bearer ffk_nothing\r\n'), 200, null],
    ['in pieces of its own', `${headOf(1).replace('Content-Length: 1', 'Transfer-Encoding: chunked')}${Buffer.byteLength(batchOf(1)).toString(16)}\r\n${batchOf(1)}\r\n0\r\n\r\n`, 200, null],
    ['that is asked for first', post(batchOf(1), 'Authorization: Bearer ffk_shop\r\nExpect: 100-continue\r\n'), 100, null],
    ['over a connection that ends with it', post(batchOf(1), 'Authorization: Bearer ffk_shop\r\nConnection: close\r\n'), 200, null],
    ['that is too large', headOf(MAX_BATCH_BYTES + 1), 413, 'too_large'],
    ['that is nothing', headOf(0), 400, 'malformed'],
  ])('a batch %s', async (_, bytes, status, refused) => {
    const { socket, statuses } = await open();
    socket.write(bytes);
    await vi.waitFor(() => expect(statuses()[0]).toBe(status));
    await vi.waitFor(() => expect(counts()).toEqual({ received: 1, refused: refused === null ? {} : { [refused]: 1 } }));
    expect(at.byNode).toEqual([EVENTS]);
  });

  it('a body that is slow, with all that came of it: there it has limits', async () => {
    const { socket, statuses } = await open({ lookEvery: 30, server: { requestTimeout: 10_000 } });
    const bytes = post(batchOf(5));
    socket.write(bytes.slice(0, 400));
    await vi.waitFor(() => expect(at.byNode).toEqual([EVENTS]));
    socket.write(bytes.slice(400));
    await vi.waitFor(() => expect(statuses()).toEqual([200]));
    expect(counts()).toEqual({ received: 5, refused: {} });
    expect(at.appended).toHaveLength(5);
  });

  it('one that there is no room for, until others are gone', async () => {
    await open();
    // Sixteen bodies of 4 MiB are all that may be under way.
    const others = await Promise.all(Array.from({ length: 16 }, talk));
    for (const { socket } of others) socket.write(headOf(MAX_BATCH_BYTES));
    await later(50);
    const { socket, statuses } = await talk();
    socket.write(post(batchOf(1)));
    await vi.waitFor(() => expect(statuses()).toEqual([429]));
    expect(at.byNode).toEqual([EVENTS]);
    for (const other of others) other.socket.destroy();
    await vi.waitFor(() => expect(counts()).toEqual({ received: 17, refused: { journal_full: 1, malformed: 16 } }));
    const again = await talk();
    again.socket.write(post(batchOf(1)));
    await vi.waitFor(() => expect(again.statuses()).toEqual([200]));
    expect(at.byNode).toEqual([EVENTS]);
  });
});

it.each(['ends', 'breaks'])('a batch whose sender %s in the middle counts as one that could not be read, once', async (how) => {
  const { socket, isClosed } = await open();
  socket.write(post(batchOf(3)).slice(0, -5));
  await later(30);
  if (how === 'ends') socket.end();
  else socket.resetAndDestroy();
  await vi.waitFor(() => expect(isClosed()).toBe(true));
  await vi.waitFor(() => expect(counts()).toEqual({ received: 1, refused: { malformed: 1 } }));
  expect(at.appended).toEqual([]);
  expect(at.byNode).toEqual([]);
});
