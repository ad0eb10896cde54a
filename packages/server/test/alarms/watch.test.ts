/** When is told what: quiet hours, the gap between messages, channels that fail, rules that are off; told by what is wrong with the server itself. */
import type { AlarmSettings } from '@footfall/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AlarmWatch, type Other, startAlarmWatch } from '../../src/alarms/watch.js';
import { type AlarmChannels, createAlarmChannels } from '../../src/metadata/alarm-channels.js';
import { createAlarmSettings } from '../../src/metadata/alarm-settings.js';
import { type Alarms, createAlarms, type Found } from '../../src/metadata/alarms.js';
import { type Metadata, openMetadata } from '../../src/metadata/database.js';
import { createSettings } from '../../src/metadata/settings.js';
import { openZone } from '../../src/questions/zone.js';
import { migratedStores } from '../metadata/place.js';
import { type MailReceiver, startMailReceiver } from './mail-receiver.js';
import { type Receiver, startReceiver } from './servers.js';

const MINUTE = 60_000;
/** 20:00 in Shanghai. */
const START = Date.UTC(2026, 10, 24, 12);
const newStore = migratedStores(() => START);
const SILENT: Found = { kind: 'site_silence', siteId: 1, subject: '', value: 0, expected: 100 };

let clock: { at: number };
let others: Other[];
let disk: { free: number; total: number };
let metadata: Metadata;
let receiver: Receiver;
let mail: MailReceiver;
let alarms: Alarms;
let channels: AlarmChannels;
let watch: AlarmWatch;
const now = (): number => clock.at;
const watches: AlarmWatch[] = [];

function open(leads = true): AlarmWatch {
  const opened = startAlarmWatch({
    alarms, channels, settings: createAlarmSettings(createSettings(metadata.db)), store: { query: () => Promise.resolve({ rows: [], statistics: { elapsed: 0, rows_read: 0 } }), stream: () => { throw new Error('nothing is streamed'); } },
    caps: { memory: 1, rows: 1 }, sites: () => [{ id: 1, domain: 'shop.example' }], zone: openZone('Asia/Shanghai'), server: { name: 'one', disk: () => Promise.resolve(disk), completeUpTo: now },
    others: () => others,
    leads, publicUrl: '', allowPrivate: true, log: pino({ level: 'silent' }), now, everyMs: 2_000_000_000,
  });
  watches.push(opened);
  return opened;
}

beforeEach(async () => {
  clock = { at: START };
  disk = { free: 50, total: 100 };
  others = [];
  metadata = await openMetadata(await newStore(), { now });
  [receiver, mail] = await Promise.all([startReceiver(), startMailReceiver(false)]);
  alarms = createAlarms(metadata.db, now);
  channels = createAlarmChannels(metadata.db, now);
  await channels.add({ name: 'hook', kind: 'json', enabled: true, url: receiver.url, secret: '', sender: '', recipients: '' }, 0);
  watch = open();
});
afterEach(async () => {
  for (const one of watches.splice(0)) await one.stop();
  await Promise.all([receiver.close(), mail.close(), metadata.close()]);
});

const told = (): string[][] => receiver.received.map(({ body }) => (JSON.parse(body) as { events: { state: string; kind: string }[] }).events.map(({ state, kind }) => `${state} ${kind}`));
async function change(part: Partial<AlarmSettings>): Promise<void> {
  const settings = createAlarmSettings(createSettings(metadata.db));
  await settings.set({ ...(await settings.get()), ...part });
}
async function later(minutes: number, found: readonly Found[] = []): Promise<void> {
  clock.at += minutes * MINUTE;
  if (found.length > 0) await alarms.note(found, null);
  await watch.look();
}

describe('a condition', () => {
  it('is told when it begins and when it has been over for half an hour, never between', async () => {
    await later(0, [SILENT]);
    for (let i = 0; i < 6; i += 1) await later(20, [SILENT]);
    expect(told()).toEqual([['began site_silence']]);
    await later(20);
    await later(9);
    expect(told()).toHaveLength(1);
    await later(1);
    expect(told()).toEqual([['began site_silence'], ['ended site_silence']]);
  });

  it('that comes and goes within half an hour is one', async () => {
    for (let i = 0; i < 8; i += 1) await later(15, i % 2 === 0 ? [SILENT] : []);
    expect(told()).toEqual([['began site_silence']]);
  });

  it('whose rule is turned off has ended', async () => {
    disk.free = 5;
    await later(0);
    const settings = createAlarmSettings(createSettings(metadata.db));
    const { rules } = await settings.get();
    await change({ rules: { ...rules, disk: { on: false, percent: 10 } } });
    await later(11);
    expect(told()).toEqual([['began disk'], ['ended disk']]);
  });
});

describe('messages', () => {
  it('come no closer than the gap: what happens meanwhile is together in the next', async () => {
    await later(0, [SILENT]);
    await later(3, [SILENT, { ...SILENT, kind: 'site_surge' }]);
    await later(3, [SILENT, { ...SILENT, kind: 'crawler_surge', subject: 'Bingbot' }]);
    expect(told()).toEqual([['began site_silence']]);
    await later(4, [SILENT]);
    expect(told()).toEqual([['began site_silence'], ['began site_surge', 'began crawler_surge']]);
  });

  it('rest in quiet hours but for what is about the server, and come together afterwards', async () => {
    await change({ quiet: { on: true, from: 20 * 60, to: 7 * 60 } });
    await later(1, [SILENT]);
    await later(60, [SILENT, { ...SILENT, kind: 'crawler_silence', subject: 'Googlebot' }]);
    disk.free = 5;
    await later(60, [SILENT]);
    expect(told()).toEqual([['began disk']]);
    // Googlebot came back in the night: nobody is woken for what is over.
    for (let i = 0; i < 27; i += 1) await later(20, [SILENT]);
    expect(told()).toEqual([['began disk'], ['began site_silence']]);
    expect((await alarms.find({ kind: 'crawler_silence' }, { limit: 9, offset: 0 })).rows).toMatchObject([{ toldAt: null, endedAt: expect.any(Number) as unknown }]);
  });

  it('go out of one process only, and on after it is gone', async () => {
    const [other, collector] = [open(), open(false)];
    await alarms.note([SILENT], null);
    await Promise.all([watch.look(), other.look(), collector.look()]);
    expect(told()).toEqual([['began site_silence']]);
    await watch.stop();
    clock.at += 11 * MINUTE;
    disk.free = 5;
    await other.look();
    expect(told()).toEqual([['began site_silence'], ['began disk']]);
  });

  it('tell of a process that is gone with something left to store, as its own word would', async () => {
    const gone = { name: 'collector-2:8600', silent: true, waitingRecords: 7, completeUpTo: START - 9 * MINUTE };
    others = [gone, { ...gone, name: 'collector-3:8600', waitingRecords: 0 }, { ...gone, name: 'collector-1:8600', silent: false }];
    await later(0);
    expect(told()).toEqual([]);
    await later(1);
    expect((await alarms.find({}, { limit: 9, offset: 0 })).rows).toMatchObject([{ kind: 'lag', siteId: 0, subject: 'collector-2:8600', value: 10, expected: 10 }]);
    others = [];
    await later(30);
    expect(told()).toEqual([['began lag'], ['ended lag']]);
  });

  it('that could not be delivered are tried again, later and later, and come once', async () => {
    receiver.answer = (response) => void response.writeHead(503).end();
    await later(0, [SILENT]);
    expect(await channels.all()).toMatchObject([{ lastState: 'refused', sentId: 0, nextAt: START + MINUTE }]);
    await later(0.5, [SILENT]);
    expect(receiver.received).toHaveLength(1);
    await later(1, [SILENT]);
    expect(receiver.received).toHaveLength(2);
    receiver.answer = (response) => void response.end();
    await later(1, [SILENT]);
    expect(receiver.received).toHaveLength(2);
    await later(2, [SILENT]);
    await later(20, [SILENT]);
    expect([receiver.received.length, (await channels.all()).map(({ lastState }) => lastState)]).toEqual([3, ['sent']]);
  });

  it('of one channel do not wait for another; one that is new hears nothing of before; one that is off nothing at all', async () => {
    await channels.edit(1, { name: 'hook', kind: 'json', enabled: true, url: 'http://127.0.0.1:1/', secret: '', sender: '', recipients: '' });
    await channels.add({ name: 'mail', kind: 'email', enabled: true, url: `smtp://127.0.0.1:${mail.port}`, secret: '', sender: 'a@stats.example', recipients: 'b@shop.example' }, 0);
    await channels.add({ name: 'off', kind: 'json', enabled: false, url: receiver.url, secret: '', sender: '', recipients: '' }, 0);
    await later(0, [SILENT]);
    expect(mail.received.map(({ subject }) => subject)).toEqual(['足迹告警: ▲ shop.example 安静了：0 次浏览，平时 100 次 (自 2026-11-24 20:00)']);
    expect(receiver.received).toEqual([]);
    await channels.add({ name: 'late', kind: 'email', enabled: true, url: `smtp://127.0.0.1:${mail.port}`, secret: '', sender: 'a@stats.example', recipients: 'c@shop.example' }, await alarms.lastMessage());
    await later(1, [SILENT]);
    expect(mail.received).toHaveLength(1);
  });
});
