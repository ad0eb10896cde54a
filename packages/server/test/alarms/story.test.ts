/**
 * A Tuesday in a shop, whose alarms are known beforehand: the blog falls silent at noon, a new crawler comes at one, the shop has a rush from two to three,
 * Bingbot meets errors from three to four, and Googlebot, who came every hour of every Tuesday, does not come after ten.
 */
import type { AlarmKind, SpiderHitRecord, VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlarmWatch, startAlarmWatch } from '../../src/alarms/watch.js';
import { createAlarmChannels } from '../../src/metadata/alarm-channels.js';
import { createAlarmSettings } from '../../src/metadata/alarm-settings.js';
import { createAlarms, type StoredAlarm } from '../../src/metadata/alarms.js';
import { type Metadata, openMetadata } from '../../src/metadata/database.js';
import { createSettings } from '../../src/metadata/settings.js';
import { openZone } from '../../src/questions/zone.js';
import { migratedStores } from '../metadata/place.js';
import { makeFixture, store } from '../questions/fixture.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { type Receiver, startReceiver } from './servers.js';

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;
/** Shanghai has one offset all year: counting needs no zones. */
const MIDNIGHT = Date.UTC(2026, 10, 23, 16);
const SHOP = { id: 1, domain: 'shop.example' };
const BLOG = { id: 2, domain: 'blog.example' };
const LIFE = [...Array.from({ length: 4 }, (_, i) => MIDNIGHT - (4 - i) * WEEK), MIDNIGHT];

const pattern = makeFixture();
let serial = 0;
/** So many at even distances within an hour. */
const times = (day: number, hour: number, num: number): number[] => Array.from({ length: num }, (_, i) => day + hour * HOUR + Math.floor((i * HOUR) / num));
function visitsIn(siteId: number, day: number, hour: number, num: number): VisitRecord[] {
  const [visit] = pattern.visits;
  if (visit === undefined) throw new Error('no pattern');
  return times(day, hour, num).map((at) => ({ ...visit, id: String((serial += 1)), site_id: siteId, created_at: at, received_at: at }));
}
function hitsIn(name: string, day: number, hour: number, num: number, status: number | null = 200): SpiderHitRecord[] {
  const [hit] = pattern.hits;
  if (hit === undefined) throw new Error('no pattern');
  return times(day, hour, num).map((at) => ({ ...hit, id: String((serial += 1)), site_id: SHOP.id, name, status, created_at: at, received_at: at }));
}
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const today = (day: number): boolean => day === MIDNIGHT;
const visits = LIFE.flatMap((day) => hours.flatMap((hour) => [
  ...visitsIn(SHOP.id, day, hour, today(day) && hour === 14 ? 600 : 60),
  ...(today(day) && hour >= 12 ? [] : visitsIn(BLOG.id, day, hour, 60)),
]));
const hits = LIFE.flatMap((day) => hours.flatMap((hour) => [
  ...(today(day) && hour >= 10 ? [] : hitsIn('Googlebot', day, hour, 20)),
  ...hitsIn('Bingbot', day, hour, 20),
  ...(today(day) && hour === 15 ? hitsIn('Bingbot', day, hour, 60, 500) : []),
  ...(today(day) && hour === 13 ? hitsIn('PetalBot', day, hour, 60) : []),
]));

const clock = { at: 0 };
const now = (): number => clock.at;
let engine: TestEngine;
let metadata: Metadata;
let receiver: Receiver;
const watches: AlarmWatch[] = [];

function open(): AlarmWatch {
  const settings = createSettings(metadata.db);
  const watch = startAlarmWatch({
    alarms: createAlarms(metadata.db, now), channels: createAlarmChannels(metadata.db, now), settings: createAlarmSettings(settings), store: engine.warehouse, caps: engine.warehouse.caps,
    sites: () => [SHOP, BLOG], zone: openZone('Asia/Shanghai'), server: { name: 'one', disk: () => Promise.resolve({ free: 50, total: 100 }), completeUpTo: now },
    others: () => [],
    leads: true, publicUrl: '', allowPrivate: true, log: engine.log, now, everyMs: 2_000_000_000,
  });
  watches.push(watch);
  return watch;
}

beforeAll(async () => {
  [engine, receiver] = await Promise.all([startEngine(), startReceiver()]);
  metadata = await openMetadata(await migratedStores(now)(), { now });
  await store(engine.warehouse, { visits, hits });
  await createAlarmChannels(metadata.db, now).add({ name: 'hook', kind: 'json', enabled: true, url: receiver.url, secret: '', sender: '', recipients: '' }, 0);
}, 60_000);
afterAll(async () => {
  for (const watch of watches) await watch.stop();
  await Promise.all([engine.stop(), metadata.close(), receiver.close()]);
});

interface Event {
  readonly state: string;
  readonly kind: AlarmKind;
  readonly site: string;
  readonly subject: string;
}
const messages = (): string[][] => receiver.received.map(({ body }) => (JSON.parse(body) as { events: Event[] }).events.map(({ state, kind, site, subject }) => [state, kind, site, subject].filter(Boolean).join(' ')).toSorted());
const raised = async (): Promise<StoredAlarm[]> => (await createAlarms(metadata.db, now).find({}, { limit: 100, offset: 0 })).rows;

/** Counted by looking at every record. */
function counted(records: readonly { readonly created_at: number; readonly site_id: number }[], siteId: number, end: number, span: number, back: number, name?: string): number {
  let num = 0;
  for (const record of records) {
    const isIts = record.site_id === siteId && (name === undefined || (record as SpiderHitRecord).name === name);
    if (isIts && record.created_at >= end - span * HOUR - back * WEEK && record.created_at < end - back * WEEK) num += 1;
  }
  return num;
}

describe('a Tuesday', () => {
  it('tells each thing once, when it shows, whoever looks', async () => {
    let [one, other] = [open(), open()];
    for (let hour = 9; hour <= 18; hour += 1) {
      clock.at = MIDNIGHT + hour * HOUR;
      await one.look();
      await other.look();
      // Both are ended and begun anew, in the middle of it.
      if (hour === 15) {
        await Promise.all([one.stop(), other.stop()]);
        [one, other] = [open(), open()];
      }
    }
    expect(messages()).toEqual([
      ['began crawler_new shop.example PetalBot', 'began site_silence blog.example'],
      ['began site_surge shop.example'],
      ['began crawler_errors shop.example Bingbot', 'began crawler_silence shop.example Googlebot', 'ended site_surge shop.example'],
      ['ended crawler_errors shop.example Bingbot'],
    ]);
    expect((await raised()).map(({ kind, subject, endedAt }) => `${kind} ${subject} ${endedAt === null ? 'on' : 'over'}`).toSorted()).toEqual([
      'crawler_errors Bingbot over', 'crawler_new PetalBot on', 'crawler_silence Googlebot on', 'site_silence  on', 'site_surge  over',
    ]);
  });

  it('with the numbers that every record was looked at for', async () => {
    const all = await raised();
    const numbers = (kind: AlarmKind) => all.filter((alarm) => alarm.kind === kind).map(({ value, expected }) => [value, expected]);
    const second = (list: readonly number[], at: number) => list.toSorted((a, b) => a - b)[at];
    const end = MIDNIGHT + 18 * HOUR;
    const before = (records: Parameters<typeof counted>[0], siteId: number, until: number, span: number, name?: string) => [1, 2, 3, 4].map((back) => counted(records, siteId, until, span, back, name));
    // What lasts has the numbers of the last look.
    expect(numbers('site_silence')).toEqual([[counted(visits, BLOG.id, end, 2, 0), second(before(visits, BLOG.id, end, 2), 1)]]);
    expect(numbers('crawler_silence')).toEqual([[counted(hits, SHOP.id, end, 6, 0, 'Googlebot'), second(before(hits, SHOP.id, end, 6, 'Googlebot'), 1)]]);
    expect(numbers('crawler_new')).toEqual([[counted(hits, SHOP.id, end, 24, 0, 'PetalBot'), 0]]);
    const rush = MIDNIGHT + 15 * HOUR;
    expect(numbers('site_surge')).toEqual([[counted(visits, SHOP.id, rush, 1, 0), second(before(visits, SHOP.id, rush, 1), 2)]]);
    const failing = hits.filter(({ status }) => (status ?? 0) >= 400);
    expect(numbers('crawler_errors')).toEqual([[counted(failing, SHOP.id, MIDNIGHT + 16 * HOUR, 1, 0, 'Bingbot'), counted(hits, SHOP.id, MIDNIGHT + 16 * HOUR, 1, 0, 'Bingbot')]]);
    expect([numbers('site_silence')[0], numbers('site_surge')[0], numbers('crawler_silence')[0], numbers('crawler_new')[0], numbers('crawler_errors')[0]]).toEqual([[0, 120], [600, 60], [0, 120], [60, 0], [60, 80]]);
  });

  it('is a holiday for a site that is left out', async () => {
    const settings = createAlarmSettings(createSettings(metadata.db));
    await settings.set({ ...(await settings.get()), except: [BLOG.domain] });
    clock.at += HOUR;
    await open().look();
    expect((await raised()).filter(({ kind, endedAt }) => kind === 'site_silence' && endedAt === null)).toEqual([]);
  });
});
