/**
 * Sends batches of server events without pause, CONNECTIONS at a time, for SECONDS, as a process of its own. Every event has an id of
 * its own, so that each batch is looked up in the store. Prints one JSON line {batches, events, rate, p50, p99, failed}; rate is
 * events accepted a second, times are milliseconds of a batch.
 * Usage: node batch-load.mjs PORT KEY CONNECTIONS SECONDS SIZE
 */
import { connect } from 'node:net';
import { answerIn } from './answer.mjs';
import { BENCH_HOST } from './beacon.mjs';

const [port, key, connections, seconds, size] = [Number(process.argv[2]), process.argv[3], Number(process.argv[4]), Number(process.argv[5]), Number(process.argv[6])];
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36',
];
const run = Math.floor(Math.random() * 2 ** 40).toString(36);
const latencies = [];
let accepted = 0;
let failed = 0;
let batches = 0;

/** Made once: composing a batch must not cost the generator what the server is measured for. */
const ITEMS = Array.from({ length: size }, (_, at) => {
  const visitor = (at * 997) % 5_000;
  const about = {
    ip: `198.51.${visitor >> 8}.${visitor & 255}`, user_agent: AGENTS[visitor % AGENTS.length], language: 'en-US,en',
    referrer: at % 6 === 0 ? 'https://www.google.com/' : `https://${BENCH_HOST}/`, visitor_id: `account-${visitor}`,
  };
  const url = `https://${BENCH_HOST}/articles/${at % 200}/a-title-of-honest-length`;
  const item = at % 4 === 3 ? { type: 'event', name: 'order', props: { plan: 'pro', price: 19.9, count: at % 7 }, url, ...about } : { type: 'pageview', url, title: 'A title of honest length', ...about };
  return JSON.stringify(item).slice(1);
});

/** An id tells the run, the batch and the item, in 24 characters. Of a request that was sent only the digits of the batch are written over. */
const BATCH_DIGITS = 7;
const BATCH_MARK = '#'.repeat(BATCH_DIGITS);
const RUN = `${run}-`.padEnd(13, '0');
const BODY = Buffer.from(`[${ITEMS.map((item, at) => `{"id":"${RUN}${BATCH_MARK}${String(at).padStart(4, '0')}",${item}`).join(',')}]`);
const HEAD = `POST /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;
const REQUEST = Buffer.concat([Buffer.from(HEAD), BODY]);
const BATCH_AT = [];
for (let at = REQUEST.indexOf(BATCH_MARK); at !== -1; at = REQUEST.indexOf(BATCH_MARK, at + BATCH_DIGITS)) BATCH_AT.push(at);

/** Gives the items of a connection's own request ids that none had before. */
function renew(request) {
  const digits = Buffer.from(String(batches++).padStart(BATCH_DIGITS, '0'));
  for (const at of BATCH_AT) for (let i = 0; i < BATCH_DIGITS; i += 1) request[at + i] = digits[i];
}

const started = performance.now();
const until = started + seconds * 1_000;

/** Sends one batch after the other over a connection of its own, as load.mjs does beacons. */
function sender(done) {
  const socket = connect(port, '127.0.0.1');
  const request = Buffer.from(REQUEST);
  let waiting = Buffer.alloc(0);
  let sent = 0;
  const send = () => {
    if (performance.now() >= until) {
      socket.end();
      done();
      return;
    }
    renew(request);
    sent = performance.now();
    socket.write(request);
  };
  socket.setNoDelay(true);
  socket.on('connect', send);
  // Counted when it closes.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (performance.now() < until) failed += 1;
    done();
  });
  socket.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    const answer = answerIn(waiting);
    if (answer === undefined) return;
    const taken = answer.head.startsWith('HTTP/1.1 200') ? JSON.parse(waiting.toString('utf8', answer.from, answer.end)).data.accepted : 0;
    waiting = Buffer.alloc(0);
    latencies.push(performance.now() - sent);
    accepted += taken;
    if (taken !== size) failed += 1;
    send();
  });
}
await Promise.all(Array.from({ length: connections }, () => new Promise(sender)));
const took = (performance.now() - started) / 1_000;
latencies.sort((a, b) => a - b);
const quantile = (q) => Number((latencies[Math.floor(latencies.length * q)] ?? 0).toFixed(1));
process.stdout.write(`${JSON.stringify({ batches: latencies.length, events: accepted, rate: Math.round(accepted / took), p50: quantile(0.5), p99: quantile(0.99), failed })}\n`);
