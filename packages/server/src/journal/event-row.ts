import type { EventRecord } from '@footfall/contract';
import type { JournalRow } from './row.js';
import { encodeMembers, milliseconds, numeral, quoted, storedAddress } from './row-text.js';

/** Columns of `events` in the order in which encodeEvent writes them. */
export const EVENT_COLUMNS = [
  'batch_id',
  'id',
  'site_id',
  'created_at',
  'received_at',
  'source',
  'visitor',
  'session_id',
  'name',
  'props',
  'numbers',
  'url',
  'title',
  'referer',
  'referer_host',
  'channel',
  'referer_name',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'ip',
  'country_code',
  'region',
  'city',
  'device_type',
  'device_vendor',
  'device_model',
  'os_name',
  'os_version',
  'browser_name',
  'browser_version',
  'language',
  'is_bot',
] as const satisfies readonly ('batch_id' | keyof EventRecord)[];

/** Columns of `event_ids` in the order in which encodeEventId writes them. */
export const EVENT_ID_COLUMNS = ['batch_id', 'site_id', 'id'] as const;

/** A custom event as a row, written out by hand as a visit is; a test holds it to EVENT_COLUMNS. */
export function encodeEvent(e: EventRecord): JournalRow {
  const what = `${quoted(e.id)},${numeral(e.site_id)},${milliseconds(e.created_at)},${milliseconds(e.received_at)},${quoted(e.source)}`;
  const who = `${quoted(e.visitor)},${quoted(e.session_id)},${quoted(e.name)},${encodeMembers([e.props, e.numbers])}`;
  const page = `${quoted(e.url)},${quoted(e.title)},${quoted(e.referer)},${quoted(e.referer_host)},${quoted(e.channel)},${quoted(e.referer_name)}`;
  const campaign = `${quoted(e.utm_source)},${quoted(e.utm_medium)},${quoted(e.utm_campaign)}`;
  const place = `${quoted(storedAddress(e.ip))},${quoted(e.country_code)},${quoted(e.region)},${quoted(e.city)}`;
  const device = `${quoted(e.device_type)},${quoted(e.device_vendor)},${quoted(e.device_model)},${quoted(e.os_name)},${quoted(e.os_version)}`;
  const browser = `${quoted(e.browser_name)},${quoted(e.browser_version)},${quoted(e.language)},${numeral(e.is_bot)}`;
  return { table: 'events', tail: `${what},${who},${page},${campaign},${place},${device},${browser}]` };
}

/** Remembers the id (UInt64 as decimal text) that a server gave to what it sent, so that it is known when it is sent again. */
export function encodeEventId(siteId: number, id: string): JournalRow {
  return { table: 'event_ids', tail: `${String(siteId)},"${id}"]` };
}
