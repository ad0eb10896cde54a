/**
 * Scheduled reports on a whole installation, with mail that a server on loopback catches: two weeks of one site whose figures loops over the raw records count,
 * and what is sent once, later, again or never.
 */
import { endpoints } from '@footfall/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { visitorOf } from '../../src/enrich/steps/visitor.js';
import { createAlarmChannels } from '../../src/metadata/alarm-channels.js';
import { createReportSchedules, type ReportSchedules, type ScheduleFields } from '../../src/metadata/report-schedules.js';
import { type Metadata, openMetadata } from '../../src/metadata/database.js';
import { createCountryNames } from '../../src/questions/country-names.js';
import { createZones } from '../../src/questions/zone.js';
import { type ReportJob, type ReportJobDeps, startReportJob } from '../../src/reports/job.js';
import { type MailReceiver, startMailReceiver } from '../alarms/mail-receiver.js';
import { migratedStores } from '../metadata/place.js';
import { type Installation, openInstallation, OWN } from '../grants/installation.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SHANGHAI = 8 * HOUR;
/** Monday, 2026-11-16 08:00 in Shanghai: the week from the 9th to the 15th is due. */
const DUE = Date.UTC(2026, 10, 16);
const FIRST_DAY = Date.UTC(2026, 10, 9) - SHANGHAI;
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const CRAWLERS = { Googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', Bingbot: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' };
const PAGES = ['/', '/tea', '/cup?colour=red', '/<b>bold</b>', '/about'];
const REFERRERS = ['', 'https://www.google.com/search?q=tea', 'https://friend.example/links', `https://${OWN.domain}/`];

interface Raw {
  readonly at: number;
  readonly ip: string;
  readonly path: string;
  readonly referrer: string;
  readonly crawler: keyof typeof CRAWLERS | '';
}

/** Two weeks, one view every so often, drawn by a generator that is the same each time. */
function rawRecords(): Raw[] {
  let state = 7;
  const draw = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  return Array.from({ length: 400 }, () => {
    const crawler = draw(5) === 0 ? (draw(3) === 0 ? 'Bingbot' : 'Googlebot') : '';
    return { at: FIRST_DAY - 7 * DAY + draw(14 * DAY - 1), ip: `192.0.2.${1 + draw(40)}`, path: PAGES[Math.min(draw(PAGES.length), draw(PAGES.length))] ?? '/', referrer: crawler === '' ? (REFERRERS[draw(REFERRERS.length)] ?? '') : '', crawler };
  });
}
const RECORDS = rawRecords();
const within = (from: number, to: number) => RECORDS.filter(({ at }) => at >= from && at < to);
const WEEK = within(FIRST_DAY, FIRST_DAY + 7 * DAY);
const BEFORE = within(FIRST_DAY - 7 * DAY, FIRST_DAY);

const people = (records: readonly Raw[]) => records.filter(({ crawler }) => crawler === '');
function counted(records: readonly Raw[], keyOf: (record: Raw) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) counts.set(keyOf(record), (counts.get(keyOf(record)) ?? 0) + 1);
  return counts;
}
const percent = (now: number, before: number): string => (before === 0 ? 'new' : new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format((now - before) / before));
const line = (name: string, now: number, before: number): string => `  ${name}: ${now} (Before ${before}, ${percent(now, before)})`;
const linesOf = (keyOf: (record: Raw) => string, name: (key: string) => string, of = people): Set<string> => {
  const were = counted(of(BEFORE), keyOf);
  return new Set([...counted(of(WEEK), keyOf)].map(([key, num]) => line(name(key), num, were.get(key) ?? 0)));
};

/** The site's own pages are no referrer. */
function hostOf({ referrer }: Raw): string {
  const host = referrer === '' ? '' : new URL(referrer).host;
  return host === OWN.domain ? '' : host;
}

let installation: Installation;
let mail: MailReceiver;
/** Beside the installation's own, whose clock stands still elsewhere. */
let metadata: Metadata;
let schedules: ReportSchedules;
let clock: number;
let complete: number;
const now = (): number => clock;
const jobs: ReportJob[] = [];

beforeAll(async () => {
  [installation, mail] = await Promise.all([openInstallation(false), startMailReceiver(false)]);
  const events = RECORDS.map(({ at, ip, path, referrer, crawler }, i) => ({ type: 'pageview', id: `story-${i}`, timestamp: at, ip, url: `https://${OWN.domain}${path}`, user_agent: crawler === '' ? CHROME : CRAWLERS[crawler], ...(referrer === '' ? {} : { referrer }) }));
  await installation.send(events);
  await installation.parts.flusher.drained();
}, 60_000);
afterAll(() => Promise.all([installation.close(), mail.close()]));
const newStore = migratedStores(() => DUE);

beforeEach(async () => {
  clock = DUE - HOUR;
  complete = Number.POSITIVE_INFINITY;
  mail.received.length = 0;
  mail.said.length = 0;
  mail.takes = () => true;
  metadata = await openMetadata(await newStore(), { now });
  schedules = createReportSchedules(metadata.db, now);
});
afterEach(async () => {
  for (const job of jobs.splice(0)) await job.stop();
  await metadata.close();
});

function open(more: Partial<ReportJobDeps> = {}): ReportJob {
  const { warehouse, directory } = installation.parts;
  const job = startReportJob({
    schedules, channels: createAlarmChannels(metadata.db, now), siteById: (id) => directory.byId(id), store: warehouse, caps: warehouse.caps, zones: createZones(), timeZone: directory.timeZone, countryNames: createCountryNames(),
    crawlers: installation.parts.crawlers, networkOwner: installation.parts.networkOwner, visitorOf, completeUpTo: () => Math.min(complete, clock), leads: true, publicUrl: 'https://stats.example', allowPrivate: true, log: pino({ level: 'silent' }), now, everyMs: 2_000_000_000, ...more,
  });
  jobs.push(job);
  return job;
}

const fields = (part: Partial<ScheduleFields> = {}): ScheduleFields => ({
  name: 'Weekly', enabled: true, sites: [OWN.id], every: 'week', day: 1, hour: 8, language: 'en', channelId: 0, url: `smtp://127.0.0.1:${mail.port}`, sender: 'Footfall <footfall@stats.example>', recipients: 'a@shop.example, B <b@shop.example>', ...part,
});

it('the figures of the mail are those that loops over the records count, in both forms', async () => {
  await schedules.add(fields());
  clock = DUE;
  await open().look();
  expect(mail.received).toHaveLength(1);
  const [letter] = mail.received;
  if (letter === undefined) throw new Error('no mail');
  const { text, html = '', subject, to, from } = letter;
  expect([from, to, subject]).toEqual(['footfall@stats.example', ['a@shop.example', 'b@shop.example'], `Traffic report: ${OWN.domain} (2026-11-09 – 2026-11-15)`]);

  const uv = (records: readonly Raw[]) => new Set(people(records).map(({ ip }) => ip)).size;
  const hits = (records: readonly Raw[]) => records.length - people(records).length;
  const tables = new Map(text.split('\n\n').map((table) => [table.split('\n')[0], table.split('\n').slice(1)]));
  expect(tables.get('Figure')).toEqual([line('Page views (PV)', people(WEEK).length, people(BEFORE).length), line('Visitors (UV)', uv(WEEK), uv(BEFORE)), line('IP addresses', uv(WEEK), uv(BEFORE)), line('Crawler hits', hits(WEEK), hits(BEFORE))]);
  const lists: [string, Set<string>][] = [
    ['Visited pages', linesOf(({ path }) => `https://${OWN.domain}${path.split('?')[0] ?? ''}`, (key) => key)],
    ['Referrers', linesOf(hostOf, (key) => (key === '' ? 'Direct, without referrer' : key))],
    ['Regions', new Set([line('Unknown', people(WEEK).length, people(BEFORE).length)])],
    ['Crawlers', linesOf(({ crawler }) => crawler, (key) => key, (records) => records.filter(({ crawler }) => crawler !== ''))],
  ];
  for (const [title, expected] of lists) expect([title, new Set(tables.get(title))]).toEqual([title, expected]);
  // Each line of the text is a row of the HTML.
  const rows = [...html.matchAll(/<tr><td[^>]*>(.*?)<\/td><td[^>]*>(.*?)<\/td><td[^>]*>(.*?)<\/td><td[^>]*>(.*?)<\/td><\/tr>/gu)].map(([, ...cells]) => cells.map((cell) => cell.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')));
  expect(rows.map(([name, num, before, change]) => `  ${name ?? ''}: ${num ?? ''} (Before ${before ?? ''}, ${change ?? ''})`)).toEqual(text.split('\n').filter((one) => /^ {2}.*\(Before/u.test(one)));
  expect(text).toContain(`https://stats.example/dashboard_info/index?domain=${OWN.domain}`);
});

it('goes out once, whoever looks and however often, and again when the next is due', async () => {
  await schedules.add(fields());
  const [one, other] = [open(), open()];
  await one.look();
  expect(mail.received).toHaveLength(0);
  clock = DUE;
  await Promise.all([one.look(), other.look()]);
  await Promise.all([one.look(), other.look()]);
  await one.stop();
  clock += 20 * 60_000;
  await open().look();
  expect(mail.received).toHaveLength(1);
  clock = DUE + 7 * DAY;
  await other.look();
  expect(mail.received.map(({ subject }) => subject.slice(-24))).toEqual(['(2026-11-09 – 2026-11-15)', '(2026-11-16 – 2026-11-22)'].map((period) => period.slice(-24)));
  expect(await schedules.all()).toMatchObject([{ lastState: 'sent', lastPeriod: '2026-11-16 – 2026-11-22', failures: 0 }]);
});

it('one that is off, or of a process that only collects, sends nothing; nor does a new one send what was due before', async () => {
  const { id } = await schedules.add(fields({ enabled: false }));
  clock = DUE;
  await open().look();
  await schedules.edit(id, fields());
  await open().look();
  clock += 7 * DAY;
  await open({ leads: false }).look();
  expect(mail.received).toHaveLength(0);
});

it('waits until the period is stored, at most six hours, and then says what is missing', async () => {
  await schedules.add(fields());
  const job = open();
  complete = FIRST_DAY + 7 * DAY - HOUR;
  for (const hours of [0, 3, 5.9]) {
    clock = DUE + hours * HOUR;
    await job.look();
  }
  expect(mail.received).toHaveLength(0);
  clock = DUE + 6 * HOUR;
  await job.look();
  expect(mail.received.map(({ text }) => text.split('\n')[2])).toEqual(['Not everything is stored yet: the figures are complete up to 2026-11-15 23:00:00 only.']);
  await schedules.add(fields());
  clock += 7 * DAY;
  complete = Number.POSITIVE_INFINITY;
  await job.look();
  expect(mail.received.slice(1).every(({ text }) => !text.includes('Not everything'))).toBe(true);
});

it('is tried again while nobody takes it, later and later, and given up after a day', async () => {
  await schedules.add(fields());
  const job = open();
  mail.takes = () => false;
  const attempts = (): number => mail.said.filter((said) => said.startsWith('MAIL')).length;
  clock = DUE;
  await job.look();
  await job.look();
  expect([attempts(), (await schedules.all())[0]?.lastState]).toEqual([1, 'refused']);
  for (const minutes of [1, 2, 3, 7]) {
    clock = DUE + minutes * 60_000;
    await job.look();
  }
  expect(attempts()).toBe(4);
  clock = DUE + 25 * HOUR;
  await job.look();
  mail.takes = () => true;
  clock += HOUR;
  await job.look();
  expect([attempts(), mail.received.length]).toEqual([4, 0]);
  clock = DUE + 7 * DAY;
  await job.look();
  expect(mail.received).toHaveLength(1);
});

it('uses the mail server of an alarm channel, and says when that is gone', async () => {
  const channels = createAlarmChannels(metadata.db, now);
  const { id: channelId } = await channels.add({ name: 'mail', kind: 'email', enabled: false, url: `smtp://127.0.0.1:${mail.port}`, secret: '', sender: 'alarms@stats.example', recipients: 'else@shop.example' }, 0);
  const schedule = await schedules.add(fields({ channelId, url: '', sender: '', every: 'day', language: 'zh' }));
  const job = open();
  expect(await job.send(schedule)).toBe('sent');
  expect(mail.received.map(({ from, to }) => [from, to])).toEqual([['alarms@stats.example', ['a@shop.example', 'b@shop.example']]]);
  expect(mail.received[0]?.subject).toBe(`流量报告：${OWN.domain}（2026-11-15）`);
  await channels.remove(channelId);
  expect(await job.send(schedule)).toBe('no_server');
  expect(await job.send(await schedules.add(fields({ sites: [99] })))).toBe('no_site');
  expect(await open({ allowPrivate: false }).send(await schedules.add(fields()))).toBe('forbidden');
});

it('no address of anybody, and no secret, leaves the server', async () => {
  await createReportSchedules(installation.parts.metadata.db, now).add(fields({ enabled: false, url: `smtp://us%20er:pa%3Ass@127.0.0.1:${mail.port}` }));
  const { body } = await installation.ask('boss', endpoints.schedules.list, {});
  expect(JSON.parse(body)).toMatchObject({ data: { list: [{ target: `smtp://127.0.0.1:${mail.port}`, domains: [OWN.domain] }] } });
  expect(body).not.toMatch(/us%20er|pa%3Ass/u);
  await schedules.add(fields({ recipients: 'c@shop.example' }));
  clock = DUE;
  await open().look();
  for (const { text, html = '' } of mail.received) expect(text + html).not.toMatch(/192\.0\.2\./u);
});
