import { type AddressInfo, connect, Socket } from 'node:net';
import http from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { beacon } from '../arriving.js';
import { type Collecting, type CollectingOptions, listenToBeacons } from '../collecting.js';

let at: Collecting;
const sockets: Socket[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
  await at.close();
});

let serial = 0;
const fresh = (): string => JSON.stringify(beacon({ i: (serial += 1).toString(16).padStart(16, '0') }));
const post = (body: string, more = ''): string => `POST /collect HTTP/1.1\r\nHost: stats.example\r\nUser-Agent: Mozilla/5.0\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const GET = 'GET /collect HTTP/1.1\r\nHost: stats.example\r\n\r\n';

interface Talk {
  readonly socket: Socket;
  /** All that was answered so far. */
  readonly text: () => string;
  /** The status of each answer so far. */
  readonly statuses: () => number[];
  readonly closed: Promise<void>;
}

async function talk(options: CollectingOptions = {}): Promise<Talk> {
  at = await listenToBeacons(options);
  const socket = connect({ port: at.port, host: '127.0.0.1' });
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await new Promise((resolve) => socket.on('connect', resolve));
  return { socket, text: () => text, statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => Number(status)), closed };
}

/** Sends a beacon that waits for the disk; gives what makes safe the one that waits. */
async function sendHeld(socket: Socket): Promise<() => void> {
  let safe: () => void = () => undefined;
  at.commit = () => new Promise((resolve) => (safe = resolve));
  socket.write(post(fresh()));
  await vi.waitFor(() => expect(at.appended).toHaveLength(1));
  return () => safe();
}

const received = (): number => at.ledger.totals().received;

describe('a connection that is read directly', () => {
  it('answers beacons that come together one after the other, in their order', async () => {
    const { socket, statuses } = await talk();
    socket.write(post(fresh()) + post('{') + post(fresh()) + post(JSON.stringify(beacon({ u: 'https://other.example/' }))));
    await vi.waitFor(() => expect(statuses()).toEqual([204, 400, 204, 404]));
    expect(at.byNode).toEqual([]);
  });

  it('answers as node:http does: the same fields but for their case and order', async () => {
    const { socket, text } = await talk();
    socket.write(post(fresh()));
    await vi.waitFor(() => expect(text()).toContain('\r\n\r\n'));
    const direct = text();
    await at.close();
    const byNode = await talk({ direct: false });
    byNode.socket.write(post(fresh()));
    await vi.waitFor(() => expect(byNode.text()).toContain('\r\n\r\n'));
    const fieldsOf = (answer: string): string[] => answer.toLowerCase().replace(/date: [^\r]+/u, 'date').split('\r\n').toSorted();
    expect(fieldsOf(direct)).toEqual(fieldsOf(byNode.text()));
  });

  it('takes what comes before the stream of the socket has it, as long as it may be read', async () => {
    // Before it connects, so that what is handed on to the stream is seen as well.
    const push = vi.spyOn(Socket.prototype, 'push');
    const { socket, statuses } = await talk();
    const byStream = (): number => push.mock.contexts.filter((stream) => stream instanceof Socket && stream.localPort === at.port).length;
    for (const answered of [1, 2, 3]) {
      socket.write(post(fresh()));
      await vi.waitFor(() => expect(statuses()).toHaveLength(answered));
    }
    expect(byStream()).toBe(0);
    // What has the connection from here on reads it like every other one.
    socket.write(GET);
    await vi.waitFor(() => expect(at.byNode).toHaveLength(1));
    socket.write(GET);
    await vi.waitFor(() => expect(at.byNode).toHaveLength(2));
  });

  it('says the date', async () => {
    const { socket, text } = await talk();
    socket.write(post(fresh()));
    await vi.waitFor(() => expect(text()).toContain('\r\n\r\n'));
    const date = Date.parse(/date: ([^\r]+)/u.exec(text())?.[1] ?? '');
    expect(Math.abs(date - Date.now())).toBeLessThan(60_000);
  });

  it('waits for the disk before it reads on', async () => {
    const { socket, statuses } = await talk();
    const safe = await sendHeld(socket);
    socket.write(post(fresh()) + post('{'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([at.appended.length, statuses()]).toEqual([1, []]);
    safe();
    await vi.waitFor(() => expect(at.appended).toHaveLength(2));
    safe();
    await vi.waitFor(() => expect(statuses()).toEqual([204, 204, 400]));
  });

  it('answers a sender that has closed its side behind its last beacon, and closes', async () => {
    const { socket, statuses, closed } = await talk();
    socket.end(post(fresh()) + post(fresh()));
    await closed;
    expect(statuses()).toEqual([204, 204]);
  });

  it('counts a beacon that is broken off behind another', async () => {
    const { socket, statuses, closed } = await talk();
    const safe = await sendHeld(socket);
    socket.end(post(fresh()).slice(0, -5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    safe();
    await closed;
    expect(statuses()).toEqual([204]);
    expect(at.ledger.totals()).toEqual({ received: 2, refused: { malformed: 1 } });
  });

  it('keeps a view whose sender has gone, and nothing breaks', async () => {
    const { socket } = await talk();
    const safe = await sendHeld(socket);
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    safe();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(received()).toBe(1);
    at.commit = () => Promise.resolve();
    expect((await fetch(`${at.origin}/collect`, { method: 'POST', body: fresh() })).status).toBe(204);
  });

  it('reads no further than a bound from a sender that does not wait for answers', async () => {
    const { socket, statuses } = await talk();
    let safe: () => void = () => undefined;
    at.commit = () => new Promise((resolve) => (safe = resolve));
    const many = Array.from({ length: 4_000 }, () => post('{'));
    socket.write(post(fresh()));
    await vi.waitFor(() => expect(at.appended).toHaveLength(1));
    socket.write(many.join(''));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([received(), statuses()]).toEqual([1, []]);
    safe();
    await vi.waitFor(() => expect(statuses()).toHaveLength(4_001), { timeout: 10_000 });
    expect(received()).toBe(4_001);
  });

  it('stops reading while its answers are not taken, and goes on when they are', async () => {
    const { socket, statuses } = await talk();
    socket.pause();
    // So few that they come whole: a request that is cut in two is node:http's, with all behind it.
    const some = post('{').repeat(100);
    let sent = 0;
    let stopped = false;
    for (; !stopped && sent < 100_000; sent += 100) {
      socket.write(some);
      const until = performance.now() + 1_000;
      while (received() < sent + 100 && performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
      stopped = received() < sent + 100;
    }
    expect([stopped, at.byNode]).toEqual([true, []]);
    const before = received();
    socket.write(some);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(received()).toBe(before);
    socket.resume();
    await vi.waitFor(() => expect(received()).toBe(sent + 100), { timeout: 10_000 });
    // Looked at behind that, because looking through all answers again and again would take longer than giving them.
    await vi.waitFor(() => expect(statuses()).toHaveLength(sent + 100), { interval: 500, timeout: 10_000 });
    expect(at.byNode).toEqual([]);
  }, 60_000);
});

describe('handed over to node:http is', () => {
  it('what comes behind beacons, with the connection', async () => {
    const { socket, statuses } = await talk();
    socket.write(post(fresh()) + GET + post(fresh()) + GET);
    await vi.waitFor(() => expect(statuses()).toEqual([204, 405, 204, 405]));
    expect(at.byNode).toEqual(['GET /collect', 'POST /collect', 'GET /collect']);
    socket.write(post(fresh()));
    await vi.waitFor(() => expect(statuses()).toHaveLength(5));
    expect(received()).toBe(3);
  });

  it('a request cut in two, wherever it is cut', async () => {
    at = await listenToBeacons({});
    const whole = post(fresh());
    const ends = Array.from({ length: whole.length }, (_, i) => i);
    for (const cut of ends.filter((end) => end % 13 === 1)) {
      const body = fresh();
      const text = post(body);
      const socket = connect({ port: at.port, host: '127.0.0.1', noDelay: true });
      sockets.push(socket);
      const answer = new Promise<string>((resolve) => socket.once('data', (chunk: Buffer) => resolve(chunk.toString())));
      socket.write(text.slice(0, cut));
      await new Promise((resolve) => setTimeout(resolve, 4));
      socket.write(text.slice(cut));
      expect([cut, (await answer).slice(0, 12)]).toEqual([cut, 'HTTP/1.1 204']);
      socket.destroy();
    }
    expect(at.appended).toHaveLength(received());
  });

  it('a request in pieces, with its answer', async () => {
    const { socket, statuses } = await talk();
    const body = fresh();
    socket.write(`POST /collect HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    await vi.waitFor(() => expect(statuses()).toEqual([204]));
    expect(at.byNode).toEqual(['POST /collect']);
  });

  it('a request with a length and in pieces, which it refuses', async () => {
    const { socket, statuses, closed } = await talk();
    socket.write(`POST /collect HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`);
    await closed;
    expect(statuses()).toEqual([400]);
  });

  it('a connection that says nothing, which ends it', async () => {
    const { closed, text } = await talk({ lookEvery: 20, server: { headersTimeout: 100, connectionsCheckingInterval: 50 } });
    await closed;
    expect(text()).toContain('408');
  });

  it('a head that comes too slowly, which ends it', async () => {
    const { socket, closed, text } = await talk({ server: { headersTimeout: 100, connectionsCheckingInterval: 50 } });
    socket.write('POST /collect HT');
    await closed;
    expect(text()).toContain('408');
  });
});

describe('a quiet connection', () => {
  it('is closed when it has been so for as long as one may, and one that waits for its answer is not', async () => {
    const { socket, closed, statuses } = await talk({ lookEvery: 20, server: { keepAliveTimeout: 100 } });
    const safe = await sendHeld(socket);
    await new Promise((resolve) => setTimeout(resolve, 400));
    safe();
    await vi.waitFor(() => expect(statuses()).toEqual([204]));
    await closed;
  });
});

describe('a server that stops', () => {
  it('ends a connection that waits, and one under way behind its answer, which says so', async () => {
    const { socket, closed, text } = await talk();
    const safe = await sendHeld(socket);
    const idle = connect((at.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(idle);
    const idleClosed = new Promise((resolve) => idle.on('close', resolve));
    await new Promise((resolve) => idle.on('connect', resolve));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const stopped = new Promise((resolve) => at.server.close(resolve));
    at.direct?.finish();
    idle.resume();
    await idleClosed;
    expect(text()).toBe('');
    safe();
    await closed;
    await stopped;
    expect(text()).toMatch(/^HTTP\/1\.1 204 [^]*connection: close\r\n/u);
  });

  it('ends the kept-alive connection of a sender that keeps it', async () => {
    at = await listenToBeacons({});
    const agent = new http.Agent({ keepAlive: true });
    await new Promise((resolve, reject) => {
      http.request(`${at.origin}/collect`, { method: 'POST', agent }, (response) => response.resume().on('end', resolve)).on('error', reject).end(fresh());
    });
    expect(at.byNode).toEqual([]);
    const stopped = new Promise((resolve) => at.server.close(resolve));
    at.direct?.finish();
    await stopped;
    agent.destroy();
  });
});
