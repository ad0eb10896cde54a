import { type EventRecord, JOINED_FACTS, type SpiderHitRecord, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_COLUMNS, EVENT_ID_COLUMNS, writeEvent, writeEventId } from '../../src/journal/event-row.js';
import { encodeLedgerEntry, LEDGER_COLUMNS } from '../../src/journal/ledger-row.js';
import { SPIDER_COLUMNS, writeSpiderHit } from '../../src/journal/spider-row.js';
import { VISIT_COLUMNS, writeVisit } from '../../src/journal/visit-row.js';
import { EVENT_IDS, EVENTS } from '../../src/warehouse/tables/events.js';
import { beforeJoining, partedNames } from '../../src/warehouse/tables/joined.js';
import { LEDGER } from '../../src/warehouse/tables/ledger.js';
import { SPIDER_HITS } from '../../src/warehouse/tables/spider-hits.js';
import { VISITS } from '../../src/warehouse/tables/visits.js';
import { tailOf } from '../journal/rows-of.js';
import { startEngine, type TestEngine } from './start-engine.js';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const AWKWARD = 'tab\t "quote" \\back\\ \'single\' newline\n nul\u0000 emoji 😀 中文 {name:String}';

const VISIT: VisitRecord = {
  id: '18446744073709551615', site_id: 4_294_967_295, created_at: 1_782_863_999_123, received_at: 1_782_864_000_456, source: 'tracker',
  visitor: '9223372036854775809', session_id: '18446744073709551614', entry_url: 'https://a.example/', ip: '203.0.113.7', country_code: 'CN',
  region: 'Beijing', city: '北京', url: `https://a.example/?q=${AWKWARD}`, title: AWKWARD, referer: 'https://b.example/', referer_host: 'b.example',
  channel: 'link', referer_name: '', search_term: 'x', utm_source: 's', utm_medium: 'm', utm_campaign: 'c', user_agent: AWKWARD, platform: 'Win32',
  cpu_cores: 12, cpu_architecture: 'amd64', device_type: 'mobile', device_vendor: 'Huawei', device_model: 'P60', os_name: 'HarmonyOS', os_version: '4.0',
  browser_name: 'Chrome', browser_version: '130.0', engine_name: 'Blink', engine_version: '130.0', language: 'zh-CN', languages: 'zh-CN,en',
  ram: 0.25, screen_width: 1920, screen_height: 1080, avail_width: 1920, avail_height: 1040, device_pixel_ratio: 1.1, max_touch_points: 5,
  timezone: 'Asia/Shanghai', gpu_vendor: 'NVIDIA', gpu_renderer: 'RTX "4090"', is_bot: 1, is_charging: 0, battery_level: 0.55, connection_type: '4g',
  fingerprint: '0123456789abcdef', isp: '电信', utm_term: AWKWARD, utm_content: 'k', click_id_type: 'gclid', click_id: 'Cj0', referer_spam: 1, bot_reason: 'headless brand',
};

const HIT: SpiderHitRecord = {
  id: '18446744073709551613', site_id: 7, created_at: 1_782_863_999_001, received_at: 1_782_864_000_002, source: 'log', ip: '2001:db8::1', country_code: 'US',
  spider_id: 3, type: 'search_engine', name: 'Googlebot', reason: 'Googlebot', url: 'https://a.example/', referer: '', user_agent: AWKWARD, method: 'GET',
  status: 304, bytes: 9_007_199_254_740_991,
};

const EVENT: EventRecord = {
  id: '18446744073709551612', site_id: 7, created_at: 1_782_863_999_001, received_at: 1_782_864_000_002, source: 'event', visitor: '9223372036854775809',
  session_id: '18446744073709551614', name: 'order', props: { plan: AWKWARD, price: '19.9', '键': '值' }, numbers: { price: 19.9 }, url: 'https://a.example/', title: AWKWARD,
  referer: 'https://b.example/', referer_host: 'b.example', channel: 'link', referer_name: 'n', utm_source: 's', utm_medium: 'm', utm_campaign: 'c', ip: '2001:db8::1',
  country_code: 'US', region: 'r', city: 'ci', device_type: 'mobile', device_vendor: 'v', device_model: 'mo', os_name: 'o', os_version: 'ov', browser_name: 'b',
  browser_version: 'bv', language: 'l', is_bot: 1,
};

describe('the column lists of journal and store', () => {
  it.each([
    ['visits', VISITS, VISIT_COLUMNS],
    ['spider_hits', SPIDER_HITS, SPIDER_COLUMNS],
    ['events', EVENTS, EVENT_COLUMNS],
    ['event_ids', EVENT_IDS, EVENT_ID_COLUMNS],
    ['ledger', LEDGER, LEDGER_COLUMNS],
  ] as const)('are the same for %s', (_, table, columns) => {
    expect(table.columns.map((column) => column.name)).toEqual([...columns]);
  });

  it('hold exactly the fields of the records', () => {
    const kept = beforeJoining(VISITS).columns.map((column) => column.name);
    expect(kept).toEqual(['batch_id', ...Object.keys(VISIT)]);
    const shown = [...VISITS.columns, ...VISITS.derived].map((column) => column.name).filter((name) => !Object.hasOwn(JOINED_FACTS, name));
    expect(shown.toSorted()).toEqual([...kept, 'screen_resolution', 'uap_result'].toSorted());
    expect(SPIDER_HITS.columns.map((column) => column.name)).toEqual(['batch_id', ...Object.keys(HIT)]);
    expect(EVENTS.columns.map((column) => column.name)).toEqual(['batch_id', ...Object.keys(EVENT)]);
  });
});

/** What the store gives back for a record, as the record spells it. */
async function stored(table: string, id: string): Promise<Record<string, unknown>> {
  const times = 'toUnixTimestamp64Milli(created_at) AS created_ms, toUnixTimestamp64Milli(received_at) AS received_ms';
  const { rows } = await engine.warehouse.query<Record<string, unknown>>(`SELECT * ${table === 'visits' ? `EXCEPT (${Object.keys(JOINED_FACTS).join(', ')}), ${partedNames.join(', ')}` : ''}, ${times} FROM ${table} WHERE id = {id:UInt64}`, { id });
  expect(rows).toHaveLength(1);
  const { created_ms: created, received_ms: received, ...row } = rows[0] ?? {};
  return { ...row, created_at: Number(created), received_at: Number(received) };
}

async function insert(table: string, columns: readonly string[], tails: readonly string[], token: string): Promise<void> {
  await engine.warehouse.insert({ table, columns, body: Buffer.from(tails.map((tail) => `[77,${tail}\n`).join('')), token });
}

describe('a record through encoder and store', () => {
  it('comes back as it was: visit', async () => {
    await insert('visits', VISIT_COLUMNS, [tailOf(writeVisit, VISIT)], 'visit');
    expect(await stored('visits', VISIT.id)).toEqual({ ...VISIT, batch_id: '77', ip: '::ffff:203.0.113.7' });
  });

  it('comes back as it was: visit without any fact', async () => {
    const texts = Object.fromEntries(Object.entries(VISIT).filter(([, value]) => typeof value === 'string').map(([name]) => [name, '']));
    const bare: VisitRecord = {
      ...VISIT, ...texts, id: '1', visitor: '0', session_id: '0', source: 'log', channel: 'direct', ip: '', is_bot: 0, referer_spam: 0, is_charging: null, battery_level: null,
      cpu_cores: null, ram: null, screen_width: null, screen_height: null, avail_width: null, avail_height: null, device_pixel_ratio: null, max_touch_points: null,
    };
    await insert('visits', VISIT_COLUMNS, [tailOf(writeVisit, bare)], 'bare visit');
    expect(await stored('visits', '1')).toEqual({ ...bare, batch_id: '77', ip: '::' });
  });

  it('comes back as it was: spider hit', async () => {
    const beacon = { ...HIT, id: '2', status: null, bytes: null };
    await insert('spider_hits', SPIDER_COLUMNS, [tailOf(writeSpiderHit, HIT), tailOf(writeSpiderHit, beacon)], 'hit');
    expect(await stored('spider_hits', HIT.id)).toEqual({ ...HIT, batch_id: '77', bytes: String(HIT.bytes) });
    expect(await stored('spider_hits', '2')).toEqual({ ...beacon, batch_id: '77' });
  });

  it('comes back as it was: custom event', async () => {
    await insert('events', EVENT_COLUMNS, [tailOf(writeEvent, EVENT), tailOf(writeEvent, { ...EVENT, id: '2', ip: '', props: {}, numbers: {} })], 'event');
    expect(await stored('events', EVENT.id)).toEqual({ ...EVENT, batch_id: '77' });
    expect(await stored('events', '2')).toEqual({ ...EVENT, id: '2', ip: '::', props: {}, numbers: {}, batch_id: '77' });
    const { rows } = await engine.warehouse.query<{ sum: number; plan: string }>("SELECT sum(numbers['price']) AS sum, max(props['plan']) AS plan FROM events", {});
    expect(rows).toEqual([{ sum: 19.9, plan: AWKWARD }]);
  });

  it('is known again by its id, on its site only, whatever its time', async () => {
    await insert('event_ids', EVENT_ID_COLUMNS, [tailOf(writeEventId, { siteId: 7, id: '18446744073709551615' }), tailOf(writeEventId, { siteId: 7, id: '5' }), tailOf(writeEventId, { siteId: 8, id: '6' })], 'ids');
    expect(await engine.warehouse.knownEventIds(7, ['18446744073709551615', '6', '5', '4'])).toEqual(new Set(['18446744073709551615', '5']));
    expect(await engine.warehouse.knownEventIds(7, [])).toEqual(new Set());
  });

  it('comes back as it was: ledger entry', async () => {
    const entry = { site_id: 0, minute: 1_782_864_000, outcome: 'refused', reason: 'unknown_site', num: 4_000_000_000 } as const;
    await insert('ledger', LEDGER_COLUMNS, [encodeLedgerEntry(entry).tail], 'ledger');
    const { rows } = await engine.warehouse.query('SELECT site_id, toUnixTimestamp(minute) AS minute, outcome, reason, num FROM ledger', {});
    expect(rows).toEqual([entry]);
  });
});

describe('derived columns', () => {
  it('say the resolution and the parsed agent', async () => {
    const { rows } = await engine.warehouse.query<{ screen_resolution: string; uap_result: string }>(
      'SELECT screen_resolution, uap_result FROM visits WHERE id IN (1, 18446744073709551615) ORDER BY id',
      {},
    );
    expect(rows.map((row) => row.screen_resolution)).toEqual(['', '1920x1080']);
    expect(JSON.parse(rows[1]?.uap_result ?? '')).toEqual({
      browser: { name: 'Chrome', version: '130.0' },
      engine: { name: 'Blink', version: '130.0' },
      os: { name: 'HarmonyOS', version: '4.0' },
      device: { type: 'mobile', vendor: 'Huawei', model: 'P60' },
      cpu: { architecture: 'amd64' },
    });
  });
});
