/** Downloads hold what the lists show: every row, the chosen columns, in the order asked for. */
import { type Download, endpoints, type Input } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitorOf } from '../../src/enrich/steps/visitor.js';
import type { FileAnswer } from '../../src/file-answer.js';
import type { Handler, RequestContext } from '../../src/http/handler.js';
import { deviceLogRoutes } from '../../src/routes/device-logs.js';
import { deviceRoutes } from '../../src/routes/devices.js';
import { homeRoutes } from '../../src/routes/home.js';
import { reportRoutes } from '../../src/routes/report.js';
import { statisticsRoutes } from '../../src/routes/statistics.js';
import { ask, contextOf } from '../questions/ask.js';
import { makeRecords } from '../truth/records.js';
import { storeOf, truthDeps } from '../truth/world.js';
import type { TestEngine } from '../warehouse/start-engine.js';
import { readCsv, readXlsx, unzip } from './read-files.js';

const { report, home, devices, deviceLogs, websites } = endpoints;
const records = makeRecords(160);
const HOSTILE = { url: '=HYPERLINK("https://evil.example","x")', user_agent: '@SUM(1+1)*cmd|\' /C calc\'!A0', referer: '-1+1', title: '\t=1', browser_name: '<b>&"quoted"</b>\r\nline\u0001_x0041_', country_code: 'DE' };
let engine: TestEngine;
beforeAll(async () => {
  const [first] = records;
  engine = await storeOf([...records, ...(first === undefined ? [] : [{ ...first, ...HOSTILE, id: '1', site_id: 1, fingerprint: '+deadbeef', visitor: visitorOf('+deadbeef'), session_id: '9' }])]);
});
afterAll(() => engine.stop());

const handlers = () => {
  const deps = truthDeps(engine);
  return { report: reportRoutes(deps), home: homeRoutes(deps), devices: deviceRoutes(deps), deviceLogs: deviceLogRoutes(deps), websites: statisticsRoutes(deps) };
};

/** The file, and its bytes. */
async function download<E extends Download>(endpoint: E, handler: Handler<E>, input: Input<E>, context: RequestContext = contextOf()): Promise<{ file: FileAnswer; bytes: Buffer }> {
  const file = (await handler(endpoint.input.parse(input) as Parameters<Handler<E>>[0], context)) as FileAnswer;
  const pieces: Buffer[] = [];
  for await (const piece of file.body) pieces.push(piece as Buffer);
  return { file, bytes: Buffer.concat(pieces) };
}

const read = { csv: readCsv, xlsx: readXlsx } as const;
/** A cell of a list as a file holds it: no text is no cell, and what could be a formula has an apostrophe in front. */
const cell = (value: unknown): unknown => (value === '' || value === undefined || value === null ? null : typeof value === 'string' && /^\s*[=+\-@\t\r\n]/u.test(value) ? `'${value}` : value);
const range: [string, string] = ['2026-10-24 00:00:00', '2026-11-02 23:59:59'];

describe.each(['csv', 'xlsx'] as const)('as %s', (format) => {
  const clean = (value: unknown): unknown => (format === 'xlsx' && typeof value === 'string' ? value.replaceAll('\u0001', '\uFFFD') : value);

  it('the report: every visit, all columns, in the order of the rules', async () => {
    const query = { domain: '', custom_filters: [{ column: 'device_type' as const, operator: '=' as const, value: 'desktop' }], sort: { browser_name: 'asc' as const, url: 'desc' as const } };
    const { list, columns, meta } = await ask(report.search, handlers().report.search, { ...query, page_size: 5_000 });
    const { file, bytes } = await download(report.export, handlers().report.export, { ...query, page_size: 9_999_999, format });
    const [titles, ...rows] = read[format](bytes);
    expect(titles).toEqual(columns.map(({ key }) => key));
    expect([file.rows, rows.length, meta.pagination.total]).toEqual([list.length, list.length, list.length]);
    expect(rows).toEqual(list.map((row) => columns.map(({ key }) => clean(cell(row[key])))));
    expect(file.filename).toBe(`all-sites_report_2026-11-02.${format}`);
  });

  it('the chosen columns in their order, under titles of one’s own, as many rows as asked for', async () => {
    const { file, bytes } = await download(report.export, handlers().report.export, { domain: 'utc.example', created_at: range, fields: ['country', 'domain', 'created_at', 'url'], titles: ['国家', '=Site', 'Zeit', 'Page, "quoted"'], page_size: 7, format });
    const { list } = await ask(report.search, handlers().report.search, { domain: 'utc.example', created_at: range, page_size: 7 });
    expect(read[format](bytes)).toEqual([['国家', "'=Site", 'Zeit', 'Page, "quoted"'], ...list.map((row) => [row['country'], row['domain'], row['created_at'], row['url']].map(cell))]);
    expect([file.filename, file.rows]).toEqual([`utc.example_report_2026-10-24_2026-11-02.${format}`, 7]);
  });

  it('groups with their aggregates', async () => {
    const query = { group_by: ['country_code', 'ram'] as ('country_code' | 'ram')[], aggregates: { views: 'count(*)', mean: 'avg(ram)' } };
    const { list } = await ask(report.search, handlers().report.search, { ...query, page_size: 5_000 });
    const { file, bytes } = await download(report.export, handlers().report.export, { ...query, format });
    expect(read[format](bytes)).toEqual([['country_code', 'ram', 'views', 'mean'], ...list.map((row) => [row['country_code'], row['ram'], row['views'], row['mean']].map(cell))]);
    expect(file.rows).toBe(list.length);
  });

  it('nothing that a stranger sent is a formula, and all of it is still there', async () => {
    const { bytes } = await download(report.export, handlers().report.export, { custom_filters: [{ column: 'id', operator: '=', value: '1' }], fields: ['url', 'user_agent', 'referer', 'title', 'browser_name', 'fingerprint', 'country'], format });
    expect(read[format](bytes)[1]).toEqual([`'${HOSTILE.url}`, `'${HOSTILE.user_agent}`, `'${HOSTILE.referer}`, `'${HOSTILE.title}`, clean(HOSTILE.browser_name), "'+deadbeef", 'Germany']);
  });

  it('rankings, with shares and what they are compared with', async () => {
    const query = { domain: 'newyork.example', type: 'url' as const, query_time: range, compare: 'previous' as const, sort: { key: 'asc' as const } };
    const { list, total } = await ask(home.topList, handlers().home.topList, { ...query, per_page: 5_000 });
    const { file, bytes } = await download(home.topListExport, handlers().home.topListExport, { ...query, format });
    expect(read[format](bytes)).toEqual([['key', 'num', 'share', 'before'], ...list.map(({ key, num, before }) => [cell(key), num, Math.round((num / total) * 10_000) / 100, before])]);
    expect([file.filename, file.rows]).toEqual([`newyork.example_top-url_2026-10-24_2026-11-02.${format}`, list.length]);
  });

  it('addresses, device models, devices and a visitor’s way', async () => {
    const ips = await ask(deviceLogs.userList, handlers().deviceLogs.userList, { query_time: range, per_page: 5_000 });
    expect(read[format]((await download(deviceLogs.userListExport, handlers().deviceLogs.userListExport, { query_time: range, fields: 'key,country,num', format })).bytes)).toEqual([['key', 'country', 'num'], ...ips.list.map(({ key, country, num }) => [cell(key), cell(country), num])]);
    const models = await ask(devices.models, handlers().devices.models, { per_page: 5_000 });
    expect(read[format]((await download(devices.modelsExport, handlers().devices.modelsExport, { fields: ['id', 'device_model', 'user_agent', 'num', 'last_seen'], format })).bytes).slice(1)).toEqual(models.list.map((row) => [row.id, row.device_model, row.user_agent, row.num, row.last_seen].map(cell)));
    const full = await ask(devices.full, handlers().devices.full, { per_page: 5_000 });
    const { file, bytes } = await download(devices.fullExport, handlers().devices.fullExport, { fields: ['fingerprint', 'created_at', 'ram', 'country', 'num'], format });
    expect(read[format](bytes).slice(1)).toEqual(full.list.map((row) => [row.fingerprint, row.created_at, row['ram'], row.country, row.num].map(cell)));
    expect(file.rows).toBe(full.total);
    const [someone] = full.list;
    const way = await ask(report.deviceLogs, handlers().report.deviceLogs, { fingerprint: someone?.fingerprint ?? '', per_page: 5_000 });
    expect(read[format]((await download(deviceLogs.userTrajectoryExport, handlers().deviceLogs.userTrajectoryExport, { type: 'fingerprint', fingerprint: someone?.fingerprint ?? '', fields: ['created_at', 'url', 'user_agent'], format })).bytes).slice(1)).toEqual(way.list.map((row) => [row.created_at, row.url, row.user_agent].map(cell)));
  });

  it('the trend, the flow rate by hour and by day, what is to come left blank', async () => {
    const domain = 'kolkata.example';
    const trend = await ask(home.trend, handlers().home.trend, { domain });
    const rows = read[format]((await download(home.trendExport, handlers().home.trendExport, { domain, format })).bytes);
    expect(rows[0]).toEqual(['key', 'pv', 'uv', 'ip', 'share', 'before_key', 'before_pv', 'before_uv', 'before_ip']);
    expect(rows.slice(1).map(([key, pv, uv, ip, , , before]) => [key, pv, uv, ip, before])).toEqual(trend.now.map((point, i) => [point.key, ...(point.state === 'future' ? [null, null, null] : [point.pv, point.uv, point.ip]), trend.before[i]?.pv]));
    const log = await ask(home.log, handlers().home.log, { domain, query_type: 'day' });
    expect(read[format]((await download(home.logExport, handlers().home.logExport, { domain, query_type: 'day', format })).bytes).slice(1).map(([key, pv]) => [key, pv])).toEqual(log.list.map(({ key, pv }) => [key, pv]));
    const census = await ask(home.census, handlers().home.census, { domain, query_type: 'every_hour' });
    expect(read[format]((await download(home.censusExport, handlers().home.censusExport, { domain, query_type: 'every_hour', format })).bytes).slice(1).map(([key, pv, , , times]) => [key, pv, times])).toEqual(census.list.map(({ key, pv, times }) => [key, pv, times]));
  });

  it.each([
    { of: 'a day of 25 hours beside one of 24', query_time: ['2026-11-01 00:00:00', '2026-11-01 23:59:59'], rows: 25, partners: 25 },
    { of: 'a day of 24 hours beside one of 25', query_time: ['2026-11-02 00:00:00', '2026-11-02 23:59:59'], rows: 24, partners: 24 },
  ])('$of: each hour stands beside the hour that the clock showed then, as on the screen', async ({ query_time, rows, partners }) => {
    const asked = { domain: 'newyork.example', query_time: query_time as [string, string] };
    const { before } = await ask(home.trend, handlers().home.trend, asked);
    const [, ...cells] = read[format]((await download(home.trendExport, handlers().home.trendExport, { ...asked, fields: ['key', 'before_key', 'before_pv'], format })).bytes);
    expect(cells).toHaveLength(rows);
    const hour = (key: unknown): string => String(key).slice(11);
    expect(cells.map(([, key]) => hour(key))).toEqual(cells.map(([key]) => hour(key)));
    expect(cells.filter(([, key]) => key !== null)).toHaveLength(partners);
    for (const [, key, pv] of cells) expect(pv).toBe(before.find((point) => point.key === key)?.pv);
    expect(before.some(({ pv }) => pv > 0)).toBe(true);
    const log = read[format]((await download(home.logExport, handlers().home.logExport, { ...asked, query_type: 'hour', compare: 'previous', fields: ['key', 'before_key', 'before_pv'], format })).bytes);
    expect(log.slice(1)).toEqual(cells);
  });

  it('a whole site as a zip: every table, the visits among them', async () => {
    const { file, bytes } = await download(report.siteExport, handlers().report.siteExport, { domain: 'shanghai.example', query_time: range, format });
    const name = 'shanghai.example_site_2026-10-24_2026-11-02';
    expect([file.filename, file.type]).toEqual([`${name}.zip`, 'application/zip']);
    const files = unzip(bytes);
    expect([...files.keys()]).toEqual(expect.arrayContaining(['days', 'hours', 'pages', 'entry-pages', 'referrers', 'ips', 'by-country-code', 'by-browser-name', 'device-models', 'devices', 'visits'].map((table) => `${name}/${table}.${format}`)));
    const visits = await ask(report.search, handlers().report.search, { domain: 'shanghai.example', created_at: range, page_size: 5_000 });
    expect(read[format](files.get(`${name}/visits.${format}`) ?? Buffer.alloc(0)).slice(1).map((row) => row[0])).toEqual(visits.list.map((row) => row['id']));
    expect(file.rows).toBe(visits.list.length);
    for (const [path, content] of files) expect([path, read[format](content).length]).toEqual([path, expect.any(Number)]);
  });

  it('the sites: all that pass the filter, in their order, today and yesterday apart', async () => {
    const { list } = await ask(websites.statistics, handlers().websites.statistics, { sort: 'pv', direction: 'asc', domain: 'k', per_page: 5_000 });
    const { file, bytes } = await download(websites.statisticsExport, handlers().websites.statisticsExport, { sort: 'pv', direction: 'asc', domain: 'k', fields: ['name', 'domain', 'pv', 'yesterday_pv', 'yesterday_same_time_uv', 'referer_num', 'last_hit_at'], format });
    expect(read[format](bytes).slice(1)).toEqual(list.map((row) => [row.name, row.domain, row.today.pv, row.yesterday.pv, row.yesterday_same_time.uv, row.today.referer_num, row.last_hit_at]));
    expect([file.filename, file.rows]).toEqual([`all-sites_sites_2026-11-02.${format}`, list.length]);
    expect(list.length).toBeGreaterThan(1);
  });

  it('of nothing is a file with its headings', async () => {
    const { file, bytes } = await download(home.topListExport, handlers().home.topListExport, { type: 'url', query_time: ['1999-01-01 00:00:00', '1999-01-02 00:00:00'], format });
    expect([read[format](bytes), file.rows]).toEqual([[['key', 'num', 'share']], 0]);
  });
});

it('refuses columns that are not there, and titles that do not go with them, before the first byte', async () => {
  const refused = { errorName: 'request.invalid' };
  await expect(download(report.export, handlers().report.export, { fields: ['url', 'visitor'] })).rejects.toMatchObject({ ...refused, details: { fields: [{ path: 'fields' }] } });
  await expect(download(report.export, handlers().report.export, { fields: ['url; DROP TABLE visits'] })).rejects.toMatchObject(refused);
  await expect(download(report.export, handlers().report.export, { fields: ['url'], titles: ['a', 'b'] })).rejects.toMatchObject({ ...refused, details: { fields: [{ path: 'titles' }] } });
  await expect(download(home.topListExport, handlers().home.topListExport, { type: 'url', fields: ['country'] })).rejects.toMatchObject(refused);
});

it.each(['csv', 'xlsx'] as const)('a reader who goes away ends the question: %s', async (format) => {
  let opened = 0;
  let closed = 0;
  const deps = truthDeps(engine);
  const endless = {
    ...deps,
    store: {
      query: deps.store.query.bind(deps.store),
      async *stream() {
        opened += 1;
        try {
          for (let n = 0; ; n += 1) yield { columns: ['r_url'], rows: Array.from({ length: 500 }, (_, i) => [`https://x.example/${n}/${i}/${'x'.repeat(200)}`]) };
        } finally {
          closed += 1;
        }
      },
    },
  };
  const file = await reportRoutes(endless).export(report.export.input.parse({ fields: ['url'], format }), contextOf());
  let bytes = 0;
  for await (const piece of file.body) {
    bytes += (piece as Buffer).length;
    if (bytes > 300_000) break;
  }
  await expect.poll(() => [opened, closed]).toEqual([1, 1]);
});

it.each(['csv', 'xlsx'] as const)('a question that fails midway breaks the file off: %s', async (format) => {
  const deps = truthDeps(engine);
  const failing = { ...deps, store: { query: deps.store.query.bind(deps.store), async *stream() { yield { columns: ['r_url'], rows: [['https://x.example/']] }; throw new Error('the store is gone'); } } };
  const file = await reportRoutes(failing).export(report.export.input.parse({ fields: ['url'], format }), contextOf());
  await expect((async () => { for await (const piece of file.body) expect((piece as Buffer).length).toBeGreaterThan(0); })()).rejects.toThrow('the store is gone');
});
