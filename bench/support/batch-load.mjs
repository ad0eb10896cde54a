/**
 * Sends batches of server events without pause, CONNECTIONS at a time, for SECONDS, as a process of its own. Every event has an id of
 * its own, so that each batch is looked up in the store. Prints one JSON line {batches, events, rate, p50, p99, failed}; rate is
 * events accepted a second, times are milliseconds of a batch.
 * Usage: node batch-load.mjs PORT KEY CONNECTIONS SECONDS SIZE
 */
import http from 'node:http';
import { BENCH_HOST } from './beacon.mjs';

const [port, key, connections, seconds, size] = [Number(process.argv[2]), process.argv[3], Number(process.argv[4]), Number(process.argv[5]), Number(process.argv[6])];
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36',
];
const run = Math.floor(Math.random() * 2 ** 40).toString(36);
const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
const latencies = [];
let accepted = 0;
let failed = 0;
let serial = 0;

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

/** Characters of an id; each batch has new ones, written over the last. */
const ID = 24;
const FIRST_ID = `${run}-`.padEnd(ID, '0');
const TEMPLATE = Buffer.from(`[${ITEMS.map((item) => `{"id":"${FIRST_ID}",${item}`).join(',')}]`);
const ID_AT = [];
for (let at = TEMPLATE.indexOf(FIRST_ID); at !== -1; at = TEMPLATE.indexOf(FIRST_ID, at + ID)) ID_AT.push(at);

/** Digits of an id that tell it from all others of this run; the rest tells the run. */
const DIGITS = 10;
const ZERO = '0'.charCodeAt(0);

/** Gives each item of a sender's own batch an id that none had before. */
function renew(payload) {
  for (const at of ID_AT) {
    for (let rest = serial++, place = at + ID - 1; place >= at + ID - DIGITS; place -= 1) {
      const tenth = Math.floor(rest / 10);
      payload[place] = ZERO + rest - 10 * tenth;
      rest = tenth;
    }
  }
}

function send(payload) {
  return new Promise((resolve) => {
    const request = http.request({ port, host: '127.0.0.1', path: '/api/v1/events', method: 'POST', agent, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': payload.length } }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(response.statusCode === 200 ? JSON.parse(text).data.accepted : 0));
    });
    request.on('error', () => resolve(0));
    request.end(payload);
  });
}

const until = performance.now() + seconds * 1_000;
async function sender() {
  const payload = Buffer.from(TEMPLATE);
  while (performance.now() < until) {
    renew(payload);
    const sent = performance.now();
    const taken = await send(payload);
    latencies.push(performance.now() - sent);
    accepted += taken;
    if (taken !== size) failed += 1;
  }
}
const started = performance.now();
await Promise.all(Array.from({ length: connections }, sender));
const took = (performance.now() - started) / 1_000;
agent.destroy();
latencies.sort((a, b) => a - b);
const quantile = (q) => Number((latencies[Math.floor(latencies.length * q)] ?? 0).toFixed(1));
process.stdout.write(`${JSON.stringify({ batches: latencies.length, events: accepted, rate: Math.round(accepted / took), p50: quantile(0.5), p99: quantile(0.99), failed })}\n`);
