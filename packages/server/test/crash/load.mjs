/**
 * Visitors for the crash test, in a process of their own: sends views without end, as the tracker does, and again what
 * was not acknowledged, until it is. Writes each acknowledged view's name to a file, one a line.
 *
 * Arguments: origin, site, file, views a second. `finish` on standard input: begin no other view, end when all are
 * acknowledged. Prints `{sent, acknowledged, retried}` at the end.
 */
import { createWriteStream } from 'node:fs';
import http from 'node:http';

const [origin = '', site = '', file = '', rate = '500'] = process.argv.slice(2);
const CONNECTIONS = 16;
const RETRY_MS = 100;
const PATIENCE_MS = 10_000;
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const acknowledged = createWriteStream(file, { flags: 'a' });
const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const count = { sent: 0, acknowledged: 0, retried: 0 };
const finishing = new AbortController();

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers with the status, 0 when there was none. */
function post(view) {
  const { name, born, n } = view;
  const body = JSON.stringify({ v: 1, i: name, u: `https://${site}/view/${name}`, t: `View ${n} 访问`, f: (n % 997).toString(16).padStart(16, '0'), d: Date.now() - born });
  return new Promise((resolve) => {
    const request = http.request(`${origin}/collect`, { method: 'POST', agent, timeout: PATIENCE_MS, headers: { 'user-agent': n % 10 === 0 ? CRAWLER : BROWSER } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(0));
    request.end(body);
  });
}

/** Sends one view until it is acknowledged. */
async function deliver(view) {
  count.sent += 1;
  for (;;) {
    const status = await post(view);
    if (status === 204) break;
    if (status !== 0 && status !== 503) throw new Error(`a good view was answered ${status}`);
    count.retried += 1;
    await pause(RETRY_MS);
  }
  count.acknowledged += 1;
  acknowledged.write(`${view.name}\n`);
}

const run = Math.floor(Math.random() * 0xffffffff).toString(16).padStart(8, '0');

async function visitor(first) {
  for (let n = first; !finishing.signal.aborted; n += CONNECTIONS) {
    const until = Date.now() + (1_000 * CONNECTIONS) / Number(rate);
    await deliver({ name: `${run}${n.toString(16).padStart(8, '0')}`, born: Date.now(), n });
    await pause(Math.max(0, until - Date.now()));
  }
}

process.stdin.on('data', () => finishing.abort());
await Promise.all(Array.from({ length: CONNECTIONS }, (_, first) => visitor(first)));
await new Promise((resolve) => acknowledged.end(resolve));
process.stdout.write(`${JSON.stringify(count)}\n`);
agent.destroy();
process.stdin.destroy();
