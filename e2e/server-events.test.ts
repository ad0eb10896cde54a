import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, AGENT, type Api, eventually, signIn } from './support/api.js';
import { type RunningServer, startServer } from './support/server.js';

const SITE = 'shop.example';
const env = { FOOTFALL_ADMIN_PASSWORD: ADMIN.password };

interface Answer {
  readonly received: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: number;
}
interface Ledger {
  readonly received: number;
  readonly stored: number;
  readonly waiting: number;
  readonly refused: { reason: string; num: number }[];
}

let folder = '';
let server: RunningServer;
let api: Api;
let key = '';

async function start(): Promise<void> {
  server = await startServer({ folder, env });
  api = await signIn(server.url);
}

/** Ends the server without warning, as a power switch would, and starts it again. */
async function killed(): Promise<void> {
  const gone = new Promise((resolve) => server.child.once('exit', resolve));
  server.child.kill('SIGKILL');
  await gone;
  await start();
}

async function send(items: unknown, as = key): Promise<{ status: number; data: Answer & { error?: string } }> {
  const response = await fetch(`${server.url}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${as}` }, body: JSON.stringify(items) });
  return { status: response.status, data: ((await response.json()) as { data: Answer }).data };
}

const pages = (from: number, num: number) =>
  Array.from({ length: num }, (_, i) => ({ type: 'pageview', id: `view-${from + i}`, url: `https://${SITE}/${from + i}`, ip: `203.0.113.${(from + i) % 200}`, user_agent: AGENT }));
const stored = () => eventually(() => api.get<Ledger>('/ledger?minutes=60'), ({ waiting }) => waiting === 0, 20_000);
const pageViews = async (): Promise<number> => (await api.get<{ meta: { pagination: { total: number } } }>(`/report/device_logs?domain=${SITE}`)).meta.pagination.total;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-e2e-'));
  await start();
  const site = await api.post<{ id: number }>('/website/add', { name: 'Shop', domain: SITE });
  ({ key } = await api.post<{ key: string }>('/website/key/add', { site_id: site.id, name: 'Shop server' }));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
});

describe('server events', () => {
  let accepted = 0;
  let sent = 0;
  const keep = (answer: Answer): Answer => {
    accepted += answer.accepted;
    sent += answer.received;
    return answer;
  };

  it('are each counted once, killed without warning right after the answer', async () => {
    expect(keep((await send(pages(0, 500))).data)).toMatchObject({ accepted: 500, duplicates: 0 });
    await killed();
    // Some of it waits in the journal, some may be in the store: all of it is known.
    expect(keep((await send(pages(0, 600))).data)).toMatchObject({ accepted: 100, duplicates: 500 });
  });

  it('are known again long after they left the memory, in another batch and with another time', async () => {
    await stored();
    await killed();
    const again = pages(0, 600).toReversed().map((page) => ({ ...page, timestamp: Date.now() - 40 * 86_400_000 }));
    expect(keep((await send(again)).data)).toMatchObject({ accepted: 0, duplicates: 600 });
    expect(await pageViews()).toBe(600);
  });

  it('keep the ledger adding up, custom events and refusals included', async () => {
    const events = Array.from({ length: 20 }, (_, i) => ({ type: 'event', id: `order-${i}`, name: i % 4 === 0 ? 'refund' : 'order', props: { price: i }, visitor_id: `account-${i % 5}` }));
    expect(keep((await send([...events, { type: 'event' }, { ...pages(0, 1)[0], url: 'https://nobody.example/' }])).data)).toMatchObject({ accepted: 20, refused: 2 });
    await killed();
    expect(keep((await send(events)).data)).toMatchObject({ accepted: 0, duplicates: 20 });
    // Counts of what was only refused reach the disk within a moment.
    const { received, stored: kept, refused } = await eventually(() => api.get<Ledger>('/ledger?minutes=60'), (now) => now.waiting === 0 && now.received === sent, 20_000);
    expect(kept).toBe(accepted);
    expect(received).toBe(kept + refused.reduce((sum, { num }) => sum + num, 0));
    expect(await pageViews()).toBe(600);
  });

  it('are shown by name, with how many people there were', async () => {
    const { list } = await api.get<{ list: { name: string; num: number; visitors: number }[] }>(`/report/events?domain=${SITE}`);
    expect(list.map(({ name, num, visitors }) => [name, num, visitors])).toEqual([['order', 15, 5], ['refund', 5, 5]]);
  });

  it('of a revoked key are refused from then on', async () => {
    const { list } = await api.get<{ list: { id: number }[] }>('/website/key/list?site_id=1');
    await api.post('/website/key/revoke', { id: list[0]?.id });
    expect(await send(pages(9_000, 1))).toMatchObject({ status: 401, data: { error: 'events.key' } });
  });
});
