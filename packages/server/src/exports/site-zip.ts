/** Every table of a site in a range, as one zip of files. */
import { Readable } from 'node:stream';
import { endpoints, type Parsed } from '@footfall/contract';
import type { FileAnswer } from '../file-answer.js';
import type { Asked } from '../questions/asked.js';
import { bytesOf, fileName } from './file.js';
import { deviceModelsSheet, devicesSheet, topListSheet, trafficSheet, userListSheet } from './list-sheets.js';
import { reportSheet } from './report-sheet.js';
import type { Sheet } from './sheet.js';
import { addEntry, zipOf } from './zip.js';

const { home, devices, deviceLogs, report } = endpoints;

type SiteInput = Parsed<typeof report.siteExport>;

const BREAKDOWNS = ['country_code', 'region', 'city', 'browser_name', 'os_name', 'device_type', 'channel', 'referer_name', 'referer_host', 'utm_source', 'utm_campaign', 'language', 'screen_resolution'] as const;

/** What makes each file, by its name, in order; a table is asked for when its turn comes. */
function tablesOf({ query_time }: SiteInput, asked: Asked): readonly (readonly [name: string, make: () => Promise<Sheet>])[] {
  const traffic = (grain: 'day' | 'hour') => () => trafficSheet(home.logExport.input.parse({ query_type: grain, query_time }), asked);
  const top = (type: string) => () => topListSheet(home.topListExport.input.parse({ type, query_time }), asked);
  return [
    ['days', traffic('day')],
    ['hours', traffic('hour')],
    ['pages', top('url')],
    ['entry-pages', top('entry_url')],
    ['referrers', top('referer')],
    ['ips', () => userListSheet(deviceLogs.userListExport.input.parse({ query_time }), asked)],
    ...BREAKDOWNS.map((column) => [`by-${column.replaceAll('_', '-')}`, () => reportSheet(report.export.input.parse({ created_at: query_time, group_by: [column] }), asked)] as const),
    ['device-models', () => deviceModelsSheet(devices.modelsExport.input.parse({ query_time }), asked)],
    ['devices', () => devicesSheet(devices.fullExport.input.parse({ query_time }), asked)],
    ['visits', () => reportSheet(report.export.input.parse({ created_at: query_time }), asked)],
  ];
}

/** @returns a zip whose `rows` are the visits, by far the most of it */
export async function siteZip(input: SiteInput, asked: Asked): Promise<FileAnswer> {
  const [site] = asked.sites;
  const name = fileName(site?.domain ?? '', 'site', input.query_time, asked.zone.text(asked.now));
  const tables = tablesOf(input, asked);
  // The last is made now: it says how much will come, and a mistake in the range is told before the first byte.
  const [last, ...others] = tables.toReversed();
  const visits = await last?.[1]();
  const mtime = new Date(asked.now);
  const bytes = zipOf(async (zip, signal) => {
    for (const [table, make] of others.toReversed()) {
      const sheet = await make();
      await addEntry(zip, `${name}/${table}.${input.format}`, bytesOf(sheet, input.format, asked.now), mtime, signal);
    }
    if (visits !== undefined) await addEntry(zip, `${name}/visits.${input.format}`, bytesOf(visits, input.format, asked.now), mtime, signal);
    zip.end();
  });
  return { filename: `${name}.zip`, type: 'application/zip', rows: visits?.total ?? 0, body: Readable.from(bytes, { objectMode: false, highWaterMark: 65_536 }) };
}
