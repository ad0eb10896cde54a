/** A Footfall of its own for a benchmark: a fresh folder, one site, a token. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BENCH_HOST } from './beacon.mjs';
import { here, startProcess } from './measure.mjs';

/** The installation's, and so its sites'. */
export const TIME_ZONE = 'Europe/Madrid';
export const PASSWORD = 'a-bench-password';
/** What `npm start` and the command `footfall` tell node. */
export const NODE_OPTIONS = JSON.parse(readFileSync(here('../../package.json'), 'utf8')).scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** Words for node: the server works every answer out, whatever was asked before. */
export const WITHOUT_ANSWERS = ['--import', here('without-answers.mjs')];

export function benchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-bench-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export async function call(url, path, { token, body, method = body === undefined ? 'GET' : 'POST' } = {}) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = await response.json();
  if (envelope.code !== 200) throw new Error(`${path}: ${JSON.stringify(envelope)}`);
  return envelope.data;
}

/** Asks a server's API on a kept-alive socket, or as many as a browser has, with as little around it as node:http allows. */
export function asker({ port, token }, sockets = 1) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: sockets });
  const ask = (path, body) => new Promise((resolve, reject) => {
    const headers = { authorization: token, 'content-type': 'application/json' };
    const request = http.request({ agent, host: '127.0.0.1', port, path: `/api${path}`, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const envelope = JSON.parse(Buffer.concat(chunks).toString());
        if (envelope.code === 200) resolve(envelope.data);
        else reject(new Error(`${path}: ${JSON.stringify(envelope)}`));
      });
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
  return { ask, close: () => agent.destroy() };
}

/** Starts the built server on the folder, as `npm start` does, and signs in; `node` are more words for node itself. `ready`: milliseconds until it was. */
export async function startFootfall(folder, { env = {}, node = [] } = {}) {
  const started = performance.now();
  const { first, stop, child } = startProcess([...NODE_OPTIONS, ...node, here('../../packages/server/dist/main.js'), 'serve'], {
    // No limit of a site's rate: here one site takes all that the machine can.
    env: { ...env, FOOTFALL_SITE_RATE: '0', FOOTFALL_HOST: '127.0.0.1', FOOTFALL_PORT: '0', FOOTFALL_DATA: folder, FOOTFALL_ADMIN_PASSWORD: PASSWORD, FOOTFALL_LOG_LEVEL: 'warn', FOOTFALL_TIMEZONE: TIME_ZONE },
    pick: (line) => /http:\/\/127\.0\.0\.1:\d+/u.exec(line)?.[0],
  });
  const url = await first;
  const ready = performance.now() - started;
  const { access_token: token } = await call(url, '/auth/login', { body: { username: 'admin', password: PASSWORD } });
  return { url, port: Number(new URL(url).port), token, stop, child, ready };
}

/** Signs somebody new in with all rights. @returns the token */
export async function newUser({ url, token }, username) {
  const { invitation } = await call(url, '/user/add', { token, body: { username, roles: ['admin'] } });
  const { access_token: own } = await call(url, '/auth/invitation/accept', { body: { token: invitation.token, password: PASSWORD } });
  return own;
}

export async function addBenchSite({ url, token }) {
  return call(url, '/website/add', { token, body: { name: 'Bench', domain: BENCH_HOST } });
}
