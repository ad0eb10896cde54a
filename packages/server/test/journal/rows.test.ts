import { type EventRecord, JOINED_FACTS, type SpiderHitRecord, type VisitRecord } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { DEVICE_COLUMNS } from '../../src/journal/device-row.js';
import { EVENT_COLUMNS, EVENT_ID_COLUMNS, writeEvent, writeEventId } from '../../src/journal/event-row.js';
import { encodeLedgerEntry, LEDGER_COLUMNS } from '../../src/journal/ledger-row.js';
import { encodeTail, storedAddress } from '../../src/journal/row-text.js';
import { SPIDER_COLUMNS, writeSpiderHit } from '../../src/journal/spider-row.js';
import { VISIT_COLUMNS, writeVisit } from '../../src/journal/visit-row.js';
import { partedNames } from '../../src/warehouse/tables/joined.js';
import { hostileText } from '../fuzz/hostile.js';
import { seeded } from '../fuzz/random.js';
import { tailOf } from './rows-of.js';

/** Every member has a value of its own, so that two swapped columns show. */
const visit: VisitRecord = {
  id: '18446744073709551615',
  site_id: 3,
  created_at: 1_790_000_000_123,
  received_at: 1_790_000_000_456,
  source: 'tracker',
  visitor: '18446744073709551614',
  session_id: '18446744073709551613',
  entry_url: 'https://shop.example/entry',
  ip: '203.0.113.9',
  country_code: 'NZ',
  region: 'Otago',
  city: 'Dunedin',
  url: 'https://shop.example/a',
  title: 'A "title" with \\ and \n 标题',
  referer: 'https://www.google.com/',
  referer_host: 'www.google.com',
  channel: 'search',
  referer_name: 'Google',
  search_term: 'shoes',
  utm_source: 'us',
  utm_medium: 'um',
  utm_campaign: 'uc',
  user_agent: 'Mozilla/5.0',
  platform: 'Win32',
  cpu_cores: 8,
  cpu_architecture: 'amd64',
  device_type: 'desktop',
  device_vendor: 'Dell',
  device_model: 'XPS',
  os_name: 'Windows',
  os_version: '11',
  browser_name: 'Chrome',
  browser_version: '130.0',
  engine_name: 'Blink',
  engine_version: '130.1',
  language: 'zh-CN',
  languages: 'zh-CN,zh',
  ram: 16,
  screen_width: 1920,
  screen_height: 1080,
  avail_width: 1919,
  avail_height: 1040,
  device_pixel_ratio: 1.5,
  max_touch_points: 0,
  timezone: 'Pacific/Auckland',
  gpu_vendor: 'gv',
  gpu_renderer: 'gr',
  is_bot: 0,
  is_charging: null,
  battery_level: 0.25,
  connection_type: '4g',
  fingerprint: '0123456789abcdef',
  isp: 'Spark',
  utm_term: 'ut',
  utm_content: 'uco',
  click_id_type: 'gclid',
  click_id: 'Cj0',
  referer_spam: 1,
  bot_reason: 'br',
};

const hit: SpiderHitRecord = {
  id: '42',
  site_id: 5,
  created_at: 1,
  received_at: 2,
  source: 'log',
  ip: '2001:db8::1',
  country_code: 'CN',
  spider_id: 9,
  type: 'search engine',
  name: 'Baidu',
  reason: 'Baiduspider',
  url: 'https://shop.example/b',
  referer: 'r',
  user_agent: 'Baiduspider/2.0',
  method: 'HEAD',
  status: 404,
  bytes: null,
};

const event: EventRecord = {
  id: '18446744073709551613',
  site_id: 5,
  created_at: 11,
  received_at: 12,
  source: 'event',
  visitor: '13',
  session_id: '14',
  name: 'order',
  props: { a: 'x', b: '2' },
  numbers: { b: 2 },
  url: 'u',
  title: 't',
  referer: 'r',
  referer_host: 'rh',
  channel: 'ai',
  referer_name: 'rn',
  utm_source: 'us',
  utm_medium: 'um',
  utm_campaign: 'uc',
  ip: '2001:db8::1',
  country_code: 'CN',
  region: 're',
  city: 'ci',
  device_type: 'dt',
  device_vendor: 'dv',
  device_model: 'dm',
  os_name: 'on',
  os_version: 'ov',
  browser_name: 'bn',
  browser_version: 'bv',
  language: 'la',
  is_bot: 1,
};

/** A visit as its row keeps it: what goes together as one. */
function kept(record: VisitRecord): Record<string, string | number | null> {
  const joined = (separator: string, values: readonly (string | number | null)[]): string => (values.some((value) => value !== '' && value !== null) ? values.map((value) => (value === null ? '' : String(value).replaceAll(separator, '\uFFFD'))).join(separator) : '');
  return {
    ...Object.fromEntries(Object.entries(record).filter(([name]) => !partedNames.includes(name))),
    engine: joined('\u007F', [record.engine_name, record.engine_version]),
    screen_sizes: joined(',', [record.screen_width, record.screen_height, record.avail_width, record.avail_height]),
    gpu: joined('\u007F', [record.gpu_vendor, record.gpu_renderer]),
  };
}

function decoded(columns: readonly string[], tail: string): Record<string, unknown> {
  const values = JSON.parse(`[7,${tail}`) as unknown[];
  expect(values).toHaveLength(columns.length);
  return Object.fromEntries(columns.map((column, i) => [column, values[i]]));
}

describe('rows', () => {
  it('hold every member of a visit under its column', () => {
    expect(decoded(VISIT_COLUMNS, tailOf(writeVisit, visit))).toEqual({ batch_id: 7, ...kept(visit) });
  });

  it('are to the letter what JSON.stringify makes of the list of their columns, whatever strangers send', () => {
    const random = seeded(83);
    const times = [0, 1, 999, 1_000, 1_001, 1_010, 1_100, 1_790_000_000_000, 253_402_300_799_999, -1, -1_500, 1.5, 1e21];
    const value = (old: unknown, column: string): unknown => {
      if (column.endsWith('ed_at')) return random.pick([old, ...times, random.below(2e12)]);
      if (typeof old === 'number' || old === null) return random.pick([old, null, 0, -0, 1.25, 2 ** 53, 1e21, -7]);
      return random.pick([old, '', 'ordinary text', hostileText(random)]);
    };
    const changed = <T extends object>(record: T): T => Object.fromEntries(Object.entries(record).map(([column, old]) => [column, value(old, column)])) as T;
    const written = (record: object, columns: readonly string[]): string => encodeTail(columns.slice(1).map((column) => (column === 'ip' ? storedAddress(record[column as never]) : record[column as never])));
    for (let round = 0; round < 1_000; round += 1) {
      const [visited, hitBy] = [changed({ ...visit, screen_width: round % 2 === 0 ? 7 : null }), changed(hit)];
      expect(tailOf(writeVisit, visited)).toBe(written(kept(visited), VISIT_COLUMNS));
      expect(tailOf(writeSpiderHit, hitBy)).toBe(written(hitBy, SPIDER_COLUMNS));
    }
  });

  it('hold what each visit came with, whatever came with the same agent before', () => {
    const plain = { ...visit, screen_width: null };
    const facts = DEVICE_COLUMNS.slice(1).flatMap((column) => (column in JOINED_FACTS ? [...JOINED_FACTS[column as keyof typeof JOINED_FACTS].facts] : [column as keyof VisitRecord]));
    expect(facts).toContain('avail_width');
    for (const column of facts.filter((fact) => fact !== 'screen_width')) {
      const other = { ...plain, [column]: typeof visit[column] === 'string' ? 'other' : 77 };
      for (const record of [plain, other, other, plain]) expect(decoded(VISIT_COLUMNS, tailOf(writeVisit, record))).toEqual({ batch_id: 7, ...kept(record) });
    }
  });

  it('hold what a browser came with, whatever came with the same agent before, with more client hints than are remembered', () => {
    const facts = DEVICE_COLUMNS.slice(1).flatMap((column) => (column in JOINED_FACTS ? [...JOINED_FACTS[column as keyof typeof JOINED_FACTS].facts] : [column as keyof VisitRecord]));
    const others = facts.filter((fact) => fact !== 'screen_width').map((column) => ({ ...visit, [column]: typeof visit[column] === 'string' ? 'other' : 77 }));
    const hinted = Array.from({ length: 7 }, (_, i) => ({ ...visit, os_version: String(i), browser_version: `1.${String(i)}` }));
    const random = seeded(11);
    for (const record of random.shuffled([...others, ...hinted, ...others, ...hinted, visit])) {
      for (const again of [record, visit, record]) expect(decoded(VISIT_COLUMNS, tailOf(writeVisit, again))).toEqual({ batch_id: 7, ...kept(again) });
    }
  });

  it('hold an agent with a lone surrogate as it may be stored, each time', () => {
    for (const screen_width of [null, null, 1_920, 1_920]) {
      expect(decoded(VISIT_COLUMNS, tailOf(writeVisit, { ...visit, screen_width, user_agent: 'a\ud800' }))).toMatchObject({ user_agent: 'a\ufffd', platform: 'Win32' });
    }
  });

  it('hold every member of a spider hit under its column', () => {
    expect(decoded(SPIDER_COLUMNS, tailOf(writeSpiderHit, hit))).toEqual({ batch_id: 7, ...hit });
  });

  it('hold every member of a custom event under its column', () => {
    expect(decoded(EVENT_COLUMNS, tailOf(writeEvent, event))).toEqual({ batch_id: 7, ...event });
  });

  it('hold a remembered id under its columns', () => {
    expect(decoded(EVENT_ID_COLUMNS, tailOf(writeEventId, { siteId: 5, id: '18446744073709551615' }))).toEqual({ batch_id: 7, site_id: 5, id: '18446744073709551615' });
  });

  it('hold a ledger entry under its columns', () => {
    const entry = { site_id: 3, minute: 1_790_000_040, outcome: 'refused', reason: 'duplicate', num: 12 } as const;
    const row = encodeLedgerEntry(entry);
    expect(row.table).toBe('ledger');
    expect(decoded(LEDGER_COLUMNS, row.tail)).toEqual({ batch_id: 7, ...entry });
  });

  it('write exactly this text', () => {
    expect(encodeTail(['18446744073709551615', 3, null, 'a"b\n'])).toBe('"18446744073709551615",3,null,"a\\"b\\n"]');
  });

  it('never let a lone surrogate through, and keep what only looks like one', () => {
    expect(encodeTail(['a\ud800b', 'c\udc00', '😀', 'written \\ud800'])).toBe('"a\ufffdb","c\ufffd","😀","written \\\\ud800"]');
    expect(encodeTail([{ 'a\ud800': 'b\udc00', n: 1 }])).toBe('{"a\ufffd":"b\ufffd","n":1}]');
  });

  it('are one line whatever the text holds', () => {
    expect(encodeTail(['\n\r\u2028\u2029\u0000'])).not.toMatch(/[\n\r]/u);
  });
});
