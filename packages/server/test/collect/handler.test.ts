import http from 'node:http';
import { connect } from 'node:net';
import { FootfallError, MAX_HIT_BYTES } from '@footfall/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VISIT_COLUMNS } from '../../src/journal/visit-row.js';
import { createAddressRate, createRate } from '../../src/rates.js';
import { START } from '../journal/opened.js';
import { beacon } from './arriving.js';
import { type Collecting, type CollectingOptions, listenToBeacons, UNLIMITED } from './collecting.js';

// Every beacon is answered alike, whether it is read directly or by node:http.
describe.each([{ way: 'directly', direct: true }, { way: 'by node:http', direct: false }])('$way', ({ direct }) => {
  let at: Collecting;
  let clock = START;

  const now = (): number => clock;

  async function listen(options: CollectingOptions = {}): Promise<void> {
    at = await listenToBeacons({ direct, now, ...options });
  }

  beforeEach(() => listen());
  afterEach(() => at.close());

  const send = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${at.origin}/collect`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers: { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0', ...headers } });

  /** The journal row of the n-th visit, by column. */
  function visit(n = 0): Record<string, unknown> {
    const values = JSON.parse(`[0,${at.appended[n]?.tail ?? ']'}`) as unknown[];
    return Object.fromEntries(VISIT_COLUMNS.map((column, i) => [column, values[i]]));
  }

  /** [site, outcome, reason, num] */
  const counts = (): unknown[][] =>
    at.ledger.take().rows.map((row) => {
      const [site, , outcome, reason, num] = JSON.parse(`[${row.tail}`) as unknown[];
      return [site, outcome, reason, num];
    });

  interface Deferred {
    promise: Promise<void>;
    resolve: () => void;
    reject: (error: Error) => void;
  }

  function deferred(): Deferred {
    const parts: Partial<Deferred> = {};
    const promise = new Promise<void>((resolve, reject) => Object.assign(parts, { resolve, reject }));
    return { promise, resolve: () => parts.resolve?.(), reject: (error) => parts.reject?.(error) };
  }

  interface Failure {
    code: number;
    message: string;
    data: { error: string; reason: string };
  }

  describe('a beacon', () => {
    it('is answered 204 with what a browser of another site needs, and is in the journal', async () => {
      const response = await send(beacon());
      expect(response.status).toBe(204);
      expect(await response.text()).toBe('');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(visit()).toMatchObject({ site_id: 7, url: 'https://shop.example/a?b=c', referer: 'https://www.google.com/', title: 'A page', ip: '127.0.0.1', user_agent: 'Mozilla/5.0', source: 'tracker', created_at: START, received_at: START, fingerprint: 'fedcba9876543210' });
      expect(counts()).toEqual([[7, 'received', '', 1]]);
    });

    it('is answered only after the journal has it on disk', async () => {
      const disk = deferred();
      at.commit = () => disk.promise;
      let answered = false;
      const response = send(beacon()).then((answer) => ((answered = true), answer));
      await vi.waitFor(() => expect(at.appended).toHaveLength(1));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(answered).toBe(false);
      disk.resolve();
      expect((await response).status).toBe(204);
    });

    it('that waited in the browser is dated back by its age', async () => {
      await send(beacon({ d: 5_000 }));
      expect(visit()).toMatchObject({ created_at: START - 5_000, received_at: START });
    });

    it('may be sent as JSON, or without a type', async () => {
      expect((await send(beacon(), { 'content-type': 'application/json' })).status).toBe(204);
      expect((await send(beacon({ i: '1111111111111111' }), { 'content-type': '' })).status).toBe(204);
    });

    it('in pieces, with characters cut in two, is put together', async () => {
      const bytes = Buffer.from(JSON.stringify(beacon({ t: '标题'.repeat(50) })));
      const status = await new Promise((resolve, reject) => {
        const request = http.request(`${at.origin}/collect`, { method: 'POST' }, (response) => resolve(response.resume().statusCode));
        request.on('error', reject);
        void (async () => {
          for (let from = 0; from < bytes.length; from += 37) {
            request.write(bytes.subarray(from, from + 37));
            await new Promise((next) => setImmediate(next));
          }
          request.end();
        })();
      });
      expect(status).toBe(204);
      expect(visit()['title']).toBe('标题'.repeat(50));
    });

    it('from a crawler goes to its own table', async () => {
      expect((await send(beacon(), { 'user-agent': 'a bot' })).status).toBe(204);
      expect(at.appended[0]?.table).toBe('spider_hits');
    });

    it('that is a custom event goes to its own table, and one of a crawler nowhere', async () => {
      expect((await send(beacon({ e: ['buy', { tea: 'oolong' }] }))).status).toBe(204);
      expect(at.appended.map(({ table }) => table)).toEqual(['events']);
      expect(at.appended[0]?.tail).toContain('"buy",{"tea":"oolong"}');
      expect((await send(beacon({ i: '2222222222222222', e: ['buy', {}] }), { 'user-agent': 'a bot' })).status).toBe(204);
      expect(at.appended).toHaveLength(1);
      expect(counts()).toEqual([[7, 'received', '', 2], [7, 'refused', 'crawler', 1]]);
    });

    it('has its agent bounded', async () => {
      await send(beacon(), { 'user-agent': 'x'.repeat(5_000) });
      expect(String(visit()['user_agent'])).toHaveLength(1_024);
    });
  });

  describe('refusals', () => {
    it.each([
      ['no JSON', '{"v":1,', 400, 'hit.malformed', 'malformed', 0],
      ['an empty body', '', 400, 'hit.malformed', 'malformed', 0],
      ['another shape', beacon({ i: 'short' }), 400, 'hit.malformed', 'malformed', 0],
      ['a relative url', beacon({ u: '/a' }), 400, 'hit.malformed', 'bad_url', 0],
      ['a file url', beacon({ u: 'file:///C:/a.html' }), 400, 'hit.malformed', 'bad_url', 0],
      ['an unknown site', beacon({ u: 'https://other.example/' }), 404, 'hit.unknown_site', 'unknown_site', 0],
      ['a paused site', beacon({ u: 'https://paused.example/' }), 403, 'hit.paused_site', 'paused_site', 8],
    ] as const)('%s: %#', async (_, body, status, error, reason, site) => {
      const response = await send(body);
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      const envelope = (await response.json()) as Failure;
      expect(envelope).toMatchObject({ code: status, data: { error, reason } });
      expect(envelope.message.length).toBeGreaterThan(10);
      expect(at.appended).toEqual([]);
      expect(counts()).toEqual([
        [site, 'received', '', 1],
        [site, 'refused', reason, 1],
      ]);
    });

    it.each([['dnt', '1', true], ['sec-gpc', '1', true], ['dnt', '0', false], ['dnt', 'unspecified', false]] as const)('where the site respects it, %s: %s leaves the visitor alone: %s', async (header, value, left) => {
      const u = 'https://discreet.example/';
      expect((await send(beacon({ u }), { [header]: value })).status).toBe(204);
      expect(at.appended).toHaveLength(left ? 0 : 1);
      expect(counts()).toEqual([[9, 'received', '', 1], ...(left ? [[9, 'refused', 'do_not_track', 1]] : [])]);
      expect((await send(beacon(), { [header]: value })).status).toBe(204);
      expect(at.appended).toHaveLength(left ? 1 : 2);
    });


    it('a wrong fact is left out and the view kept', async () => {
      const wrong = { ...beacon(), s: [0.5, 'wide'], p: null, f: 'me', b: 7 };
      expect((await send(wrong)).status).toBe(204);
      expect(visit()).toMatchObject({ url: beacon().u, title: 'A page', fingerprint: '' });
    });

    it('finds the site whatever the case and port of the url', async () => {
      expect((await send(beacon({ u: 'HTTPS://SHOP.example:8443/a' }))).status).toBe(204);
    });

    it('no room: 503, when to come again, and the same beacon is taken then', async () => {
      at.commit = () => Promise.reject(new FootfallError('journal.full'));
      const response = await send(beacon());
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(((await response.json()) as Failure).data.error).toBe('journal.full');
      expect(counts()).toEqual([
        [7, 'received', '', 1],
        [7, 'refused', 'journal_full', 1],
      ]);
      at.commit = () => Promise.resolve();
      expect((await send(beacon())).status).toBe(204);
      expect(at.appended).toHaveLength(2);
    });

    it('a fault of ours: 500, and nothing told of its cause', async () => {
      const response = await send(beacon(), { 'user-agent': 'BROKEN' });
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain('enriching broke');
    });
  });

  describe('a retry', () => {
    it('of a view already kept is answered 204 and dropped', async () => {
      await send(beacon());
      clock += 60_000;
      expect((await send(beacon({ d: 60_000 }))).status).toBe(204);
      expect(at.appended).toHaveLength(1);
      expect(counts()).toEqual(expect.arrayContaining([[7, 'refused', 'duplicate', 1]]));
      clock = START;
    });

    it('of a view still on its way is answered like the first, not before it', async () => {
      const disk = deferred();
      at.commit = () => disk.promise;
      const first = send(beacon());
      await vi.waitFor(() => expect(at.appended).toHaveLength(1));
      let answered = false;
      const second = send(beacon()).then((response) => ((answered = true), response));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(answered).toBe(false);
      disk.reject(new FootfallError('journal.full'));
      expect([(await first).status, (await second).status]).toEqual([503, 503]);
      expect(at.appended).toHaveLength(1);
    });

    it('is told from the same beacon id on another view', async () => {
      await send(beacon());
      await send(beacon({ i: 'aaaaaaaaaaaaaaaa' }));
      expect(at.appended).toHaveLength(2);
      expect(visit(0)['id']).not.toBe(visit(1)['id']);
    });
  });

  describe('bodies', () => {
    const large = JSON.stringify(beacon({ t: 'x' })) + ' '.repeat(MAX_HIT_BYTES);

    it('announced as too large are refused unread', async () => {
      const response = await send(large);
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: 413, data: { error: 'request.too_large', reason: 'too_large' } });
      expect(counts()).toEqual([
        [0, 'received', '', 1],
        [0, 'refused', 'too_large', 1],
      ]);
    });

    it('that turn out too large while they come are refused without waiting for their end', async () => {
      const status = await new Promise((resolve, reject) => {
        const request = http.request(`${at.origin}/collect`, { method: 'POST' }, (response) => {
          resolve(response.statusCode);
          request.destroy();
        });
        request.on('error', reject);
        request.write('x'.repeat(MAX_HIT_BYTES + 1));
      });
      expect(status).toBe(413);
      expect(counts()).toHaveLength(2);
    });

    it('of exactly the limit are read', async () => {
      const text = JSON.stringify(beacon());
      expect((await send(text + ' '.repeat(MAX_HIT_BYTES - text.length))).status).toBe(204);
    });

    it('broken off are counted, and keep nothing', async () => {
      const socket = connect(at.port, '127.0.0.1');
      socket.write('POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: 600\r\n\r\n{"v":1');
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.destroy();
      await vi.waitFor(() => expect(counts()).toEqual([[0, 'received', '', 1], [0, 'refused', 'malformed', 1]])); // prettier-ignore
      expect(at.appended).toEqual([]);
    });

    it('that never end are ended by the server, and counted', async () => {
      const socket = connect(at.port, '127.0.0.1');
      socket.write('POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: 600\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 50);
      socket.on('error', () => clearInterval(drip));
      await new Promise((resolve) => socket.on('close', resolve));
      clearInterval(drip);
      await vi.waitFor(() => expect(at.ledger.take().rows).toHaveLength(2));
    });
  });

  describe('the connection', () => {
    it('is kept over many beacons, good and bad', async () => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      let connections = 0;
      at.server.on('connection', () => (connections += 1));
      const statuses: (number | undefined)[] = [];
      for (const body of [JSON.stringify(beacon()), '{', JSON.stringify(beacon({ i: 'bbbbbbbbbbbbbbbb' }))]) {
        statuses.push(
          await new Promise((resolve, reject) => {
            const request = http.request(`${at.origin}/collect`, { method: 'POST', agent }, (response) => response.resume().on('end', () => resolve(response.statusCode)));
            request.on('error', reject).end(body);
          }),
        );
      }
      agent.destroy();
      expect(statuses).toEqual([204, 400, 204]);
      expect(connections).toBe(1);
    });

    it('answers a preflight', async () => {
      const response = await fetch(`${at.origin}/collect`, { method: 'OPTIONS', headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' } });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-methods')).toContain('POST');
      expect(response.headers.get('access-control-allow-headers')).toContain('content-type');
    });

    it('refuses other methods by name', async () => {
      const response = await fetch(`${at.origin}/collect`);
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST, OPTIONS');
      expect(await response.json()).toMatchObject({ code: 405, data: { error: 'request.method' } });
    });

    it('takes the address from the header only where a proxy is trusted', async () => {
      await send(beacon(), { 'x-forwarded-for': '203.0.113.5' });
      expect(visit()['ip']).toBe('127.0.0.1');
      await at.close();
      await listen({ trustProxy: ['loopback'] });
      await send(beacon(), { 'x-forwarded-for': '203.0.113.5' });
      expect(visit()['ip']).toBe('203.0.113.5');
    });
  });

  describe('rates', () => {
    const relisten = async (options: CollectingOptions): Promise<void> => {
      await at.close();
      await listen(options);
    };
    let serial = 0;
    const view = (): unknown => beacon({ i: (serial += 1).toString(16).padStart(16, '0') });

    it('of an address: what is more is answered 429 with when to come again, counted, and nothing of it kept; others are not concerned', async () => {
      await relisten({ trustProxy: true, rates: { address: createAddressRate({ perSecond: 1, burst: 3, now }), site: UNLIMITED } });
      const from = async (address: string): Promise<number> => (await send(view(), { 'x-forwarded-for': address })).status;
      const flood = [await from('198.51.100.7'), await from('198.51.100.7'), await from('198.51.100.7'), await from('198.51.100.7')];
      expect(flood).toEqual([204, 204, 204, 429]);
      expect(await from('198.51.100.8')).toBe(204);
      const refused = await send(view(), { 'x-forwarded-for': '198.51.100.7' });
      expect(refused.headers.get('retry-after')).toBe('5');
      expect(((await refused.json()) as Failure).data).toEqual({ error: 'hit.limited', reason: 'rate_limited' });
      expect(at.appended).toHaveLength(4);
      expect(counts()).toEqual([[7, 'received', '', 4], [0, 'received', '', 2], [0, 'refused', 'rate_limited', 2]].toSorted((a, b) => Number(a[1] === 'refused') - Number(b[1] === 'refused')));
      clock += 1_000;
      expect([await from('198.51.100.7'), await from('198.51.100.7')]).toEqual([204, 429]);
    });

    it('of a site: what is more is refused under that site; a repeat of what was kept is answered all the same', async () => {
      await relisten({ rates: { address: UNLIMITED, site: createRate({ perSecond: 1, burst: 2, now }) } });
      const first = view();
      expect([(await send(first)).status, (await send(view())).status, (await send(view())).status, (await send(first)).status]).toEqual([204, 204, 429, 204]);
      expect(at.appended).toHaveLength(2);
      expect(counts()).toEqual([[7, 'received', '', 4], [7, 'refused', 'rate_limited', 1], [7, 'refused', 'duplicate', 1]]);
    });
  });
});
