import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from './world.js';

let world: World;
afterEach(() => world.close());
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the console', () => {
  it('is one page for all of its own addresses, asked for anew each time', async () => {
    world = await createWorld();
    for (const url of ['/', '/login?redirect=%2Fdashboard', '/dashboard', '/report/device?domain=shop.example', '/visit/index', '/domain/shop.example', '/404']) {
      const answer = await world.app.inject({ method: 'GET', url, headers: html });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.body).toContain('<title>console</title>');
      expect(answer.headers['content-type']).toMatch(/^text\/html/u);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  });

  it('allows scripts of its own only, and no framing', async () => {
    world = await createWorld();
    const { headers } = await world.app.inject({ method: 'GET', url: '/', headers: html });
    const policy = Object.fromEntries(String(headers['content-security-policy']).split('; ').map((rule) => [rule.slice(0, rule.indexOf(' ')), rule.slice(rule.indexOf(' ') + 1)]));
    expect(policy).toMatchObject({ 'default-src': "'self'", 'script-src': "'self'", 'object-src': "'none'", 'frame-ancestors': "'none'", 'base-uri': "'self'" });
    expect(policy['style-src']).toBe("'self' 'unsafe-inline'");
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
  });

  it('has hashed files that browsers keep, and others that they check', async () => {
    world = await createWorld();
    const asset = await world.app.inject({ method: 'GET', url: '/assets/main-1a2b3c.js' });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-type']).toMatch(/javascript/u);
    const icon = await world.app.inject({ method: 'GET', url: '/favicon.svg' });
    expect(icon.headers['cache-control']).toBe('no-cache');
    const again = await world.app.inject({ method: 'GET', url: '/favicon.svg', headers: { 'if-none-match': String(icon.headers['etag']) } });
    expect(again.statusCode).toBe(304);
  });

  it('are sent packed where the build left a packed file and the browser takes it', async () => {
    world = await createWorld();
    const plain = 'export const long = 1;\n'.repeat(100);
    writeFileSync(join(world.consoleFolder, 'assets', 'big-1a2b3c.js'), plain);
    writeFileSync(join(world.consoleFolder, 'assets', 'big-1a2b3c.js.gz'), gzipSync(plain));
    const url = '/assets/big-1a2b3c.js';
    const packed = await world.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain);
    const unpacked = await world.app.inject({ method: 'GET', url });
    expect(unpacked.headers['content-encoding']).toBeUndefined();
    expect(unpacked.body).toBe(plain);
  });

  it('never answers a missing file with its page, nor gives what is not its own', async () => {
    world = await createWorld();
    for (const [url, headers] of [
      ['/assets/gone-123456.js', html],
      ['/assets/gone-123456.js', { accept: '*/*' }],
      ['/missing.png', { accept: 'image/*' }],
      ['/.secret', { accept: '*/*' }],
      ['/../t.js/../../etc/passwd', { accept: '*/*' }],
      ['/%2e%2e/%2e%2e/etc/passwd', { accept: '*/*' }],
      ['/..%2f..%2fetc%2fpasswd', { accept: '*/*' }],
      ['/assets/..%5c..%5c.secret', { accept: '*/*' }],
      ['/%00', { accept: '*/*' }],
    ] as const) {
      const answer = await world.app.inject({ method: 'GET', url, headers });
      expect([400, 404]).toContain(answer.statusCode);
      expect(answer.body).not.toMatch(/root:|not to be served|<title>console/u);
      expect(answer.json()).toMatchObject({ code: answer.statusCode });
    }
    expect((await world.app.inject({ method: 'POST', url: '/dashboard', headers: html })).statusCode).toBe(404);
  });

  it('not built, says how to build it', async () => {
    world = await createWorld({ withConsole: false });
    const answer = await world.app.inject({ method: 'GET', url: '/dashboard', headers: html });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('npm start');
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('the tracker', () => {
  it('is for every origin, kept an hour, compressed where that is understood', async () => {
    world = await createWorld();
    const plain = await world.app.inject({ method: 'GET', url: '/t.js' });
    expect(plain.statusCode).toBe(200);
    expect(plain.body.startsWith('/* tracker */')).toBe(true);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin', 'content-type': 'text/javascript; charset=utf-8', vary: 'accept-encoding',
    });
    const zipped = await world.app.inject({ method: 'GET', url: '/t.js?v=1', headers: { 'accept-encoding': 'br, gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length);
    expect(zipped.headers['etag']).not.toBe(plain.headers['etag']);
    expect((await world.app.inject({ method: 'GET', url: '/t.js', headers: { 'accept-encoding': 'gzip;q=0' } })).headers['content-encoding']).toBeUndefined();
    for (const [etag, headers] of [[plain.headers['etag'], {}], [zipped.headers['etag'], { 'accept-encoding': 'gzip' }], [`W/${String(plain.headers['etag'])}`, {}], [`"x", ${String(plain.headers['etag'])}`, {}]] as const) {
      const again = await world.app.inject({ method: 'GET', url: '/t.js', headers: { ...headers, 'if-none-match': String(etag) } });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
    }
  });

  it('has a second file under an address with a mark, for modules of every origin', async () => {
    world = await createWorld();
    const second = await world.app.inject({ method: 'GET', url: '/t2.js?1a2b3c4d' });
    expect(second.body).toBe('/* second */');
    expect(second.headers).toMatchObject({ 'access-control-allow-origin': '*', 'content-type': 'text/javascript; charset=utf-8' });
  });

  it('not built, is missing and nobody keeps that', async () => {
    world = await createWorld({ withTracker: false });
    const answer = await world.app.inject({ method: 'GET', url: '/t.js', headers: html });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('npm start');
  });
});

describe('health', () => {
  it('is 200 while visits can be taken', async () => {
    world = await createWorld();
    const answer = await world.app.inject({ method: 'GET', url: '/healthz' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ok', version: '9.8.7', stores: { visits: 'ok', metadata: 'ok' } });
    world.health.now = { takingVisits: true, stores: { visits: 'unavailable', metadata: 'ok' } };
    const degraded = await world.app.inject({ method: 'GET', url: '/healthz' });
    expect([degraded.statusCode, degraded.json<{ status: string }>().status]).toEqual([200, 'degraded']);
  });

  it('is ready while questions are answered too', async () => {
    world = await createWorld();
    const ready = async () => {
      const { statusCode, body } = (await world?.app.inject({ method: 'GET', url: '/readyz' })) ?? { statusCode: 0, body: '' };
      return [statusCode, (JSON.parse(body) as { status: string }).status];
    };
    expect(await ready()).toEqual([200, 'ok']);
    world.health.now = { takingVisits: true, stores: { visits: 'ok', metadata: 'unavailable' } };
    expect(await ready()).toEqual([503, 'degraded']);
    world.health.now = { takingVisits: false, stores: { visits: 'ok', metadata: 'ok' } };
    expect(await ready()).toEqual([503, 'failing']);
  });

  it('is 503 when they can not, or nobody knows', async () => {
    world = await createWorld();
    world.health.now = { takingVisits: false, stores: { visits: 'ok', metadata: 'ok' } };
    const full = await world.app.inject({ method: 'GET', url: '/healthz' });
    expect([full.statusCode, full.json<{ status: string }>().status]).toEqual([503, 'failing']);
    world.health.now = new Error('hunter2');
    const broken = await world.app.inject({ method: 'GET', url: '/healthz' });
    expect(broken.statusCode).toBe(503);
    expect(broken.body).not.toContain('hunter2');
  });
});

describe('metrics', () => {
  const TOKEN = 'sixteen-letters-1';
  const ask = (authorization?: string) => world?.app.inject({ method: 'GET', url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

  it('are there for nobody until a token is chosen', async () => {
    world = await createWorld();
    expect((await ask(await world.signIn()))?.statusCode).toBe(404);
  });

  it('are for whoever sends the token, in the format of Prometheus', async () => {
    world = await createWorld({ metricsToken: TOKEN });
    for (const wrong of [undefined, '', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Bearer ${await world.signIn()}`]) {
      const answer = await ask(wrong);
      expect([answer?.statusCode, answer?.headers['www-authenticate'], answer?.json<{ data: unknown }>().data]).toEqual([401, 'Bearer', { error: 'metrics.token' }]);
    }
    const answer = await ask(`Bearer ${TOKEN}`);
    expect([answer?.statusCode, answer?.headers['content-type'], answer?.headers['cache-control']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store']);
    expect(answer?.body).toBe('# HELP probe_total One\\nline.\n# TYPE probe_total counter\nprobe_total{said="a \\"b\\"\\\\"} 3\nprobe_total 0.5\n');
  });
});

describe('the way in', () => {
  it('goes past everything else, whatever the method; its neighbours do not', async () => {
    world = await createWorld();
    const { server } = world.app;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (method: string, path: string) =>
      new Promise<http.IncomingMessage>((resolve, reject) => {
        http.request({ port, host: '127.0.0.1', method, path }, (response) => resolve(response.resume())).on('error', reject).end();
      });
    for (const [method, path] of [['POST', '/collect'], ['OPTIONS', '/collect?x=1'], ['GET', '/collect']] as const) {
      const answer = await ask(method, path);
      expect(answer.statusCode).toBe(204);
      expect(answer.headers['x-collect']).toBe(`${method} ${path}`);
    }
    for (const path of ['/collect/', '/collector', '/COLLECT', '/api/collect']) {
      const answer = await ask('POST', path);
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(answer.headers['x-collect']).toBeUndefined();
    }
  });
});
