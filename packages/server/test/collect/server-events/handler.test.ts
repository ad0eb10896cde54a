import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { FootfallError } from '@footfall/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachDirect, type Direct } from '../../../src/collect/direct/attach.js';
import { createIntake } from '../../../src/collect/intake.js';
import { createLedger, type Ledger } from '../../../src/collect/ledger.js';
import { createEventIds } from '../../../src/collect/server-events/event-ids.js';
import { serverEventsHandler } from '../../../src/collect/server-events/handler.js';
import { createEventRequests } from '../../../src/collect/server-events/requests.js';
import type { JournalRow } from '../../../src/journal/row.js';
import type { RowBlock } from '../../../src/journal/row-block.js';
import { VISIT_COLUMNS } from '../../../src/journal/visit-row.js';
import { rowsOf } from '../../journal/rows-of.js';
import { DIRECTORY, enricher, PAUSED, SHOP } from '../arriving.js';

const START = 1_790_000_000_000;
const PAGE = { type: 'pageview', url: 'https://shop.example/a', ip: '203.0.113.9', user_agent: 'Mozilla' };

describe.each([['read directly', true], ['read by node:http', false]])('batches of server events, %s', (_way, isDirect) => {
  let server: http.Server;
  let direct: Direct | undefined;
  /** Requests that node:http was given to answer. */
  let byNode: number;
  let url = '';
  let ledger: Ledger;
  let appended: JournalRow[][];
  let commit: () => Promise<void>;
  let stored: Set<string>;
  let storeDown: boolean;
  /** Resolves when the store answers. */
  let asked: Promise<void>;

  beforeEach(async () => {
    ledger = createLedger();
    byNode = 0;
    appended = [];
    stored = new Set();
    storeDown = false;
    asked = Promise.resolve();
    commit = () => Promise.resolve();
    const log = pino({ level: 'silent' });
    const journal = { append: (rows: RowBlock) => (appended.push(rowsOf(rows)), commit()) };
    const events = createEventRequests({
      ledger, log,
      now: () => START,
      intake: createIntake({ enricher, journal, ledger, log }),
      eventIds: createEventIds({ seen: null, marks: () => ({ newest: 1, oldest: 1 }), known: async (_site, ids) => {
        await asked;
        if (storeDown) throw new FootfallError('store.unavailable');
        return new Set(ids.filter((id) => stored.has(id)));
      } }),
      byHost: DIRECTORY.byHost,
      classify: (agent) => (agent?.includes('bot') === true ? { spiderId: 0, type: '', name: 'bot', reason: '' } : null),
      siteOfKey: (key) => (key === 'ffk_shop' ? SHOP : key === 'ffk_paused' ? PAUSED : undefined),
    });
    const handler = serverEventsHandler(events);
    server = http.createServer((request, response) => {
      byNode += 1;
      handler(request, response);
    });
    if (isDirect) direct = attachDirect(server, { beacons: { begin: () => undefined, take: () => undefined, refuse: () => undefined }, events, now: Date.now, log, lookEvery: 5_000 });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/events`;
  });
  afterEach(() => {
    direct?.destroy();
    server.closeAllConnections();
    server.close();
  });

  interface Answer {
    readonly status: number;
    readonly headers: Headers;
    readonly body: { code: number; message: string; data: { error?: string; received: number; accepted: number; duplicates: number; refused: number; items: { index: number; id?: string; outcome: string; reason: string; message: string }[] } };
  }

  async function send(body: unknown, key: string | null = 'ffk_shop', more: RequestInit = {}): Promise<Answer> {
    const response = await fetch(url, { method: 'POST', headers: key === null ? {} : { authorization: `Bearer ${key}` }, body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body), ...more });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }

  const tables = (): string[] => appended.flat().map(({ table }) => table);
  const counts = (): unknown[][] => ledger.take().rows.map((row) => JSON.parse(`[${row.tail}`) as unknown[]).map(([site, , ...rest]) => [site, ...rest]);
  /** received minus refused, per the ledger. */
  function balance(): number {
    return counts().reduce((sum, [, outcome, , num]) => sum + (outcome === 'received' ? 1 : -1) * Number(num), 0);
  }

  describe('a batch', () => {
    it('keeps each item in its table, with the ids beside them, in one frame', async () => {
      const { status, body } = await send([
        { ...PAGE, id: 'p1' },
        { type: 'event', id: 'e1', name: 'order', props: { plan: 'pro', price: 5 }, url: 'https://shop.example/cart' },
        { ...PAGE, user_agent: 'a bot' },
        { type: 'event', name: 'renewed' },
      ]);
      expect(status).toBe(200);
      expect(byNode).toBe(isDirect ? 0 : 1);
      expect(body).toEqual({ code: 200, message: 'ok', data: { received: 4, accepted: 4, duplicates: 0, refused: 0, items: [] } });
      expect(appended).toHaveLength(1);
      expect(tables().toSorted()).toEqual(['event_ids', 'event_ids', 'events', 'events', 'spider_hits', 'visits']);
      expect(appended[0]?.find(({ table }) => table === 'visits')?.tail).toContain('"event"');
      expect(counts()).toEqual([[7, 'received', '', 4]]);
    });

    it('may stand in an object, and holds at most 1,000 items', async () => {
      expect((await send({ events: [PAGE] })).body.data.accepted).toBe(1);
      expect((await send(Array.from({ length: 1_000 }, () => PAGE))).body.data.accepted).toBe(1_000);
      const more = await send(Array.from({ length: 1_001 }, () => PAGE));
      expect([more.status, more.body.data.error]).toEqual([413, 'events.too_many']);
      expect(tables()).toHaveLength(1_001);
    });

    it('tells of each item that is not accepted its place, its id and what to do, and takes the rest', async () => {
      const { status, body } = await send([
        { ...PAGE, id: 'good' }, null, { ...PAGE, id: 'far', timestamp: '2040-01-01T00:00:00Z' }, { ...PAGE, url: 'https://paused.example/' }, { ...PAGE, url: 'https://nobody.example/' },
        { ...PAGE, url: 'javascript:alert(1)' }, { ...PAGE, id: 'good' }, { type: 'event', name: 'x', user_agent: 'a bot' }, { ...PAGE, url: '/relative' }, { ...PAGE, user_agent: 'BROKEN' },
      ]);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ received: 10, accepted: 1, duplicates: 1, refused: 8 });
      expect(body.data.items.map(({ index, id, outcome, reason }) => [index, id, outcome, reason])).toEqual([
        [1, undefined, 'refused', 'malformed'], [2, 'far', 'refused', 'bad_time'], [3, undefined, 'refused', 'other_site'], [4, undefined, 'refused', 'unknown_site'], [5, undefined, 'refused', 'bad_url'],
        [6, 'good', 'duplicate', 'duplicate'], [7, undefined, 'refused', 'crawler'], [8, undefined, 'refused', 'bad_url'], [9, undefined, 'refused', 'malformed'],
      ]);
      for (const { message } of body.data.items) expect(message.length).toBeGreaterThan(5);
      expect(tables().toSorted()).toEqual(['event_ids', 'visits']);
      expect(balance()).toBe(1);
    });

    it('is of the key\'s site address by address, however they begin', async () => {
      const starts = ['https://shop.example/', 'https:///shop.example/', 'https:\\\\\\/shop.example/', 'https://\t/shop.example/', 'https://shop.example:8443/'];
      for (const start of starts) {
        const { body } = await send([start, start.replace('shop', 'nobody'), `${start}a`].map((address) => ({ ...PAGE, url: address })));
        expect([start, body.data.items.map(({ index, reason }) => [index, reason])]).toEqual([start, [[1, 'unknown_site']]]);
      }
    });

    it('of a paused site is refused item by item', async () => {
      const { body } = await send([{ ...PAGE, url: 'https://paused.example/' }], 'ffk_paused');
      expect(body.data.items).toMatchObject([{ reason: 'paused_site' }]);
      expect(counts()).toEqual([[8, 'received', '', 1], [8, 'refused', 'paused_site', 1]]);
    });

    it('is answered only after the journal has it on disk', async () => {
      let finish = (): void => undefined;
      commit = () => new Promise((resolve) => (finish = resolve));
      let answered = false;
      const response = send([{ ...PAGE, id: '1' }]).then((answer) => ((answered = true), answer));
      await expect.poll(() => appended.length).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(answered).toBe(false);
      finish();
      expect((await response).status).toBe(200);
    });
  });

  describe('the same id again', () => {
    it('counts once: in the next batch, in one that comes meanwhile, and when the store has it', async () => {
      const item = { ...PAGE, id: 'order-1' };
      const both = await Promise.all([send([item]), send([item, { ...PAGE, id: 'order-2' }])]);
      expect(both.reduce((sum, { body }) => sum + body.data.accepted, 0)).toBe(2);
      expect(both.reduce((sum, { body }) => sum + body.data.duplicates, 0)).toBe(1);
      expect((await send([{ ...item, timestamp: START - 86_400_000, url: 'https://shop.example/other' }])).body.data).toMatchObject({ accepted: 0, duplicates: 1, items: [{ index: 0, id: 'order-1', outcome: 'duplicate' }] });
      const [known = ''] = appended.flat().filter(({ table }) => table === 'event_ids').map(({ tail }) => (JSON.parse(`[${tail}`) as [number, string])[1]);
      stored.add(known);
      expect(balance()).toBe(2);
      expect(tables().filter((table) => table === 'visits')).toHaveLength(2);
    });

    it('is taken when the first was not kept', async () => {
      commit = () => Promise.reject(new FootfallError('journal.full'));
      const refused = await send([{ ...PAGE, id: '1' }, { ...PAGE }]);
      expect([refused.status, refused.body.data.error, refused.headers.get('retry-after')]).toEqual([503, 'journal.full', '5']);
      expect(balance()).toBe(0);
      commit = () => Promise.resolve();
      expect((await send([{ ...PAGE, id: '1' }])).body.data.accepted).toBe(1);
    });

    it('can not be told without the store: nothing is kept, and the sender is told to come again', async () => {
      storeDown = true;
      const answer = await send([{ ...PAGE, id: '1' }, PAGE, null]);
      expect([answer.status, answer.body.data.error, answer.headers.get('retry-after')]).toEqual([503, 'events.undecided', '5']);
      expect(appended).toEqual([]);
      expect(counts()).toEqual([[7, 'received', '', 3], [7, 'refused', 'malformed', 1], [7, 'refused', 'undecided', 2]]);
      // Without ids there is nothing to ask.
      expect((await send([PAGE])).status).toBe(200);
    });
  });

  describe('what is not even a batch', () => {
    it.each([['no key', null], ['an unknown key', 'ffk_nothing'], ['half a key', 'ffk_sho']])('%s: 401, and nothing is read', async (_, key) => {
      const { status, body, headers } = await send([PAGE], key);
      expect([status, body.data.error]).toEqual([401, 'events.key']);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(counts()).toEqual([[0, 'received', '', 1], [0, 'refused', 'bad_key', 1]]);
    });

    it.each([['{'], [''], ['null'], ['7'], ['"text"'], ['[]'], ['{}'], ['{"events":{}}'], ['{"events":[]}'], ['\u0000'], ['[[[['.repeat(10_000)], ['{"a":'.repeat(20_000)]])('%j: 400', async (body) => {
      const answer = await send(body);
      expect([answer.status, answer.body.data.error]).toEqual([400, 'events.malformed']);
      expect(counts()).toEqual([[7, 'received', '', 1], [7, 'refused', 'malformed', 1]]);
    });

    it('deep nesting inside an item harms nothing', async () => {
      const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
      expect((await send(`[{"type":"event","name":"x","props":{"a":${deep}}},${deep}]`)).body.data).toMatchObject({ accepted: 0, refused: 2 });
    });

    it('random bytes are refused, and the server stays up', async () => {
      let seed = 1;
      for (let round = 0; round < 100; round += 1) {
        const bytes = Uint8Array.from({ length: 200 }, () => (seed = (seed * 48_271) % 2_147_483_647) & 255);
        expect((await send(bytes)).status).toBe(400);
      }
      expect((await send([PAGE])).status).toBe(200);
    });

    it('more than 4 MiB: 413, whether it says so before or not', async () => {
      const large = JSON.stringify([{ ...PAGE, title: 'x'.repeat(5 * 1_048_576) }]);
      // A sender that is still writing may see the connection close in place of the answer.
      const told = await send(large).then(({ status, body }) => `${status} ${body.data.error}`, () => 'closed');
      expect(['413 events.too_many', 'closed']).toContain(told);
      await expect.poll(() => counts()).toEqual([[7, 'received', '', 1], [7, 'refused', 'too_large', 1]]);
    });

    it.each(['GET', 'PUT', 'OPTIONS', 'DELETE'])('%s: 405', async (method) => {
      const response = await fetch(url, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    });
  });

  describe('batches that come at once', () => {
    it('are each answered for what they are', async () => {
      const views = (count: number): unknown[] => Array.from({ length: count }, () => PAGE);
      const answers = await Promise.all([views(250), 'no JSON', views(101), [PAGE, { ...PAGE, url: 'nowhere' }], views(1_001), views(1_000), []].map(async (body) => (await send(body)).body));
      expect(answers.map(({ code, data }) => [code, data.accepted, data.refused])).toEqual([[200, 250, 0], [400, undefined, undefined], [200, 101, 0], [200, 1, 1], [413, undefined, undefined], [200, 1_000, 0], [400, undefined, undefined]]);
      expect(appended.map((rows) => rows.length).toSorted((a, b) => a - b)).toEqual([1, 101, 250, 1_000]);
      expect(balance()).toBe(1_352);
    });

    it('do not wait for one that waits for the store', async () => {
      let answered: () => void = () => undefined;
      asked = new Promise((resolve) => (answered = resolve));
      const waiting = [send([{ ...PAGE, id: 'a' }]), send([{ ...PAGE, id: 'b' }, PAGE])];
      expect((await send([PAGE, PAGE])).body.data.accepted).toBe(2);
      expect(appended).toHaveLength(1);
      storeDown = true;
      answered();
      expect((await Promise.all(waiting)).map(({ body }) => body.data.error)).toEqual(['events.undecided', 'events.undecided']);
      storeDown = false;
      expect((await send([{ ...PAGE, id: 'a' }])).body.data.accepted).toBe(1);
    });
  });

  describe('who it was', () => {
    const fingerprintOf = (row: JournalRow | undefined): unknown => (JSON.parse(`[0,${row?.tail ?? ''}`) as unknown[])[VISIT_COLUMNS.indexOf('fingerprint')];

    it('is the same for the same visitor_id, of which only a hash is kept', async () => {
      await send([{ ...PAGE, visitor_id: 'alice@example.com' }, { ...PAGE, visitor_id: 'alice@example.com', ip: '198.51.100.1' }, { ...PAGE, visitor_id: 'bob' }, { ...PAGE, fingerprint: '0123456789abcdef' }, PAGE]);
      const [alice, again, bob, tracked, nobody] = (appended[0] ?? []).map(fingerprintOf);
      expect(alice).toMatch(/^[0-9a-f]{16}$/u);
      expect(again).toBe(alice);
      expect(bob).not.toBe(alice);
      expect(tracked).toBe('0123456789abcdef');
      expect(nobody).toBe('');
      expect(JSON.stringify(appended)).not.toContain('alice');
    });
  });
});
