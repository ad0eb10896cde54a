import { endpoints, type EventRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_COLUMNS, writeEvent } from '../../src/journal/event-row.js';
import { reportRoutes } from '../../src/routes/report.js';
import { tailOf } from '../journal/rows-of.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, depsOf } from './ask.js';
import { FORBIDDEN_SITE } from './fixture.js';

/** Noon in Shanghai on 1 June 2026. */
const NOW = Date.UTC(2026, 5, 1, 4);
const HOUR = 3_600_000;

let serial = 0;
const event = (site_id: number, name: string, visitor: string, hoursAgo = 0, more: Partial<EventRecord> = {}): EventRecord => ({
  id: String((serial += 1)), site_id, created_at: NOW - hoursAgo * HOUR, received_at: NOW, source: 'event', visitor, session_id: '0', name, props: {}, numbers: {}, url: '', title: '', referer: '',
  referer_host: '', channel: 'direct', referer_name: '', utm_source: '', utm_medium: '', utm_campaign: '', ip: '', country_code: '', region: '', city: '', device_type: '', device_vendor: '',
  device_model: '', os_name: '', os_version: '', browser_name: '', browser_version: '', language: '', is_bot: 0, ...more,
});

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
  const records = [
    event(1, 'order', '5'), event(1, 'order', '5'), event(1, 'order', '6', 1, { country_code: 'DE', device_type: 'mobile' }), event(1, 'order', '0'), event(1, '<b>注册</b>', '7'),
    event(1, 'order', '8', 12.5), event(2, 'refund', '5'), event(FORBIDDEN_SITE, 'secret', '9'),
  ];
  await engine.warehouse.insert({ table: 'events', columns: EVENT_COLUMNS, body: Buffer.from(records.map((record) => `[1,${tailOf(writeEvent, record)}\n`).join('')), token: 'events' });
});
afterAll(() => engine.stop());

const read = (input: Record<string, unknown>) => ask(endpoints.report.events, reportRoutes(depsOf(engine.warehouse, NOW)).events, input);

describe('custom events by name', () => {
  it('are those of today in the site\'s zone, most first; nobody is no visitor', async () => {
    expect(await read({ domain: 'shop.example' })).toEqual({
      list: [{ name: 'order', num: 4, visitors: 2 }, { name: '<b>注册</b>', num: 1, visitors: 1 }],
      total: 5,
      meta: { pagination: { total: 2, current_page: 1, page: 1, per_page: 20 } },
      cut: { time_zone: 'Asia/Shanghai', from: '2026-06-01 00:00:00', to: '2026-06-01 23:59:59', complete_to: null },
    });
  });

  it('of a range, a country and a device', async () => {
    expect((await read({ domain: 'shop.example', query_time: ['2026-05-31 00:00:00', '2026-05-31 23:59:59'] })).list).toEqual([{ name: 'order', num: 1, visitors: 1 }]);
    expect((await read({ domain: 'shop.example', country_code: 'DE', device_type: 'mobile' })).list).toEqual([{ name: 'order', num: 1, visitors: 1 }]);
    expect((await read({ domain: 'shop.example', country_code: 'FR' }))).toMatchObject({ list: [], total: 0 });
  });

  it('of all sites are those that may be seen', async () => {
    expect((await read({})).list.map(({ name }) => name)).toEqual(['order', '<b>注册</b>', 'refund']);
  });

  it('come in pages that know the whole', async () => {
    expect(await read({ domain: 'shop.example', page: 2, per_page: 1 })).toMatchObject({ list: [{ name: '<b>注册</b>' }], total: 5, meta: { pagination: { total: 2 } } });
    expect(await read({ domain: 'shop.example', page: 9, per_page: 1 })).toMatchObject({ list: [], total: 5, meta: { pagination: { total: 2 } } });
  });
});
