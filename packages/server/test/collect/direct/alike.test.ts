import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomFrom } from '../../random.js';
import { beacon } from '../arriving.js';
import { type Collecting, listenToBeacons } from '../collecting.js';

/*
 * What strangers send, in every way that the reading of a request could be led astray, to a server that reads directly and to one that has
 * node:http alone: both give the same answers, and count the same.
 */
const CASES = 600;

const LINES = ['POST /collect HTTP/1.1', 'POST /collect HTTP/1.1', 'POST /collect HTTP/1.1', 'POST /collect HTTP/1.1', 'POST /collect HTTP/1.0', 'GET /collect HTTP/1.1', 'POST /collect?x HTTP/1.1', 'OPTIONS /collect HTTP/1.1', 'POST  /collect HTTP/1.1', 'post /collect HTTP/1.1', '\r\nPOST /collect HTTP/1.1', 'POST /collect HTTP/2.0', 'BREW /collect HTTP/1.1'];
const EVENTS_LINES = ['POST /api/v1/events HTTP/1.1', 'POST /api/v1/events HTTP/1.1', 'POST /api/v1/events HTTP/1.1', 'POST /api/v1/events HTTP/1.0', 'POST /api/v1/events?x HTTP/1.1', 'PUT /api/v1/events HTTP/1.1', 'POST /api/v1/events/ HTTP/1.1'];
const KEYS = ['Authorization: Bearer ffk_shop', 'Authorization: Bearer ffk_shop', 'Authorization: Bearer ffk_shop', 'authorization:bearer   ffk_shop ', 'Authorization: Bearer ffk_paused', 'Authorization: Bearer ffk_nothing', 'Authorization: Basic YTpi', 'Authorization:', 'Accept: */*'];
const FIELDS = [
  'User-Agent: Mozilla/5.0', 'user-agent: a bot', 'DNT: 1', 'X-Forwarded-For: 203.0.113.9', 'x-forwarded-for: 198.51.100.1, 10.0.0.1', 'Accept: */*', 'Cookie: a=b; c="d"', 'Connection: keep-alive', 'Connection: close',
  'Connection: upgrade', 'Upgrade: websocket', 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity', 'Content-Length: 0', 'Content-Length: 7', 'Content-Length: -1', 'Content-Length: 1e2', 'Host: twice.example', 'Authorization: Bearer ffk_paused', 'Expect: 100-continue',
  'Trailer: a', 'User-Agent : spaced', ' folded', 'no colon', ': nameless', 'Name with space: a', 'X-Null: a\u0000b', 'X-High: \u00ff', 'X-Bare: a\nTransfer-Encoding: chunked', 'X-Return: a\rb', `X-Long: ${'a'.repeat(9_000)}`, 'TE: trailers', 'Keep-Alive: timeout=5',
];

/** Milliseconds, longer than a busy machine leaves this process without a processor: a limit that ends a connection ends it at another byte each time. */
const LIMITS = { keepAliveTimeout: 10_000, requestTimeout: 20_000 };

let direct: Collecting;
let byNode: Collecting;
/** Something was no request at all: what node:http has not answered yet, it gives up then, which depends on how the bytes came. */
let broken = false;

beforeAll(async () => {
  direct = await listenToBeacons({ trustProxy: true, server: LIMITS });
  byNode = await listenToBeacons({ trustProxy: true, server: LIMITS, direct: false });
  for (const { server } of [direct, byNode]) {
    server.on('clientError', (_, socket) => {
      broken = true;
      socket.destroy();
    });
  }
});
afterAll(() => Promise.all([direct.close(), byNode.close()]));

interface Sent {
  readonly statuses: string[];
  readonly counted: unknown;
  readonly kept: string[];
}

async function send(to: Collecting, pieces: readonly Buffer[], isInOrder: boolean): Promise<Sent> {
  const keptBefore = to.appended.length;
  const before = to.ledger.totals();
  let text = '';
  await new Promise<void>((resolve) => {
    const socket = connect({ port: to.port, host: '127.0.0.1', noDelay: true }, () => {
      void (async () => {
        for (const piece of pieces) {
          socket.write(piece);
          await new Promise((next) => setTimeout(next, 2));
        }
        socket.end();
      })();
    });
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
  const after = to.ledger.totals();
  const refused = Object.entries(after.refused).map(([reason, num]) => [reason, num - (before.refused[reason as keyof typeof before.refused] ?? 0)]);
  const kept = to.appended.slice(keptBefore).map(({ table, tail }) => JSON.stringify([table, ...(JSON.parse(`[0,${tail}`) as unknown[]).filter((value) => typeof value === 'string' && /203\.0|198\.51|127\.0|Mozilla|a bot|shop\.example/u.test(value))]));
  return {
    statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => status ?? ''),
    counted: { received: after.received - before.received, refused: Object.fromEntries(refused.filter(([, num]) => num !== 0)) as unknown },
    kept: isInOrder ? kept : kept.toSorted(),
  };
}

it('strangers are answered and counted alike', async () => {
  const random = randomFrom(20_261_123);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  let serial = 0;
  let read = 0;
  let batches = 0;
  for (let n = 0; n < CASES; n += 1) {
    const requests = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const isBatch = random() < 0.4;
      const item = { type: 'pageview', url: 'https://shop.example/a', ip: '203.0.113.9', user_agent: 'Mozilla/5.0', title: pick(['标题', '},{', '\r\n\r\n']) };
      const batch = JSON.stringify(Array.from({ length: 1 + Math.floor(random() * 3) }, () => (random() < 0.1 ? { ...item, url: 'nowhere' } : item)));
      const view = JSON.stringify(beacon({ i: (serial += 1).toString(16).padStart(16, '0'), t: pick(['标题', 'A page', '\r\n\r\n']) }));
      const body = pick([isBatch ? batch : view, '{"v":1', '', 'GET / HTTP/1.1\r\n\r\n']);
      const length = Buffer.byteLength(body) + (random() < 0.1 ? pick([-1, 1, 5]) : 0);
      const fields = ['Host: stats.example', `Content-Length: ${length}`, ...Array.from({ length: Math.floor(random() * 3) }, () => (random() < 0.4 ? pick(FIELDS) : 'User-Agent: Mozilla/5.0'))];
      if (isBatch) fields.push(pick(KEYS));
      if (random() < 0.05) fields.shift();
      const lines = isBatch ? EVENTS_LINES : LINES;
      return Buffer.concat([Buffer.from(`${random() < 0.8 ? lines[0] : pick(lines)}\r\n${fields.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
    });
    const bytes = Buffer.concat(requests);
    if (random() < 0.2) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    const cut = random() < 0.4 ? Math.floor(random() * bytes.length) : bytes.length;
    const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)].filter(({ length }) => length > 0);
    const nodes = direct.byNode.length;
    broken = false;
    // Of two that came together a batch is kept a turn after a beacon, by either.
    const isInOrder = !bytes.includes('/api/v1/events');
    const [one, other] = [await send(direct, pieces, isInOrder), await send(byNode, pieces, isInOrder)];
    const what = `case ${n}: ${JSON.stringify(bytes.toString('latin1'))} cut at ${cut}`;
    const told = ({ statuses, ...rest }: Sent): unknown => ({ what, statuses: broken ? 'not compared' : statuses, ...rest });
    expect(told(one)).toEqual(told(other));
    if (direct.byNode.length > nodes || one.statuses.length === 0) continue;
    read += 1;
    if (one.statuses.includes('200')) batches += 1;
  }
  // Else nothing of this would be about reading directly.
  expect(read).toBeGreaterThan(CASES / 10);
  expect(batches).toBeGreaterThan(CASES / 60);
}, 60_000);
