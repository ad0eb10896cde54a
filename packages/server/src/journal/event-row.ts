import type { EventRecord } from '@footfall/contract';
import type { JournalRow } from './row.js';
import { encodeTail, storedAddress } from './row-text.js';

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

/** A custom event as a row; a test holds the order to EVENT_COLUMNS. */
export function encodeEvent(e: EventRecord): JournalRow {
  return {
    table: 'events',
    tail: encodeTail([
      e.id,
      e.site_id,
      e.created_at,
      e.received_at,
      e.source,
      e.visitor,
      e.session_id,
      e.name,
      e.props,
      e.numbers,
      e.url,
      e.title,
      e.referer,
      e.referer_host,
      e.channel,
      e.referer_name,
      e.utm_source,
      e.utm_medium,
      e.utm_campaign,
      storedAddress(e.ip),
      e.country_code,
      e.region,
      e.city,
      e.device_type,
      e.device_vendor,
      e.device_model,
      e.os_name,
      e.os_version,
      e.browser_name,
      e.browser_version,
      e.language,
      e.is_bot,
    ]),
  };
}

/** Remembers the id (UInt64 as decimal text) that a server gave to what it sent, so that it is known when it is sent again. */
export function encodeEventId(siteId: number, id: string): JournalRow {
  return { table: 'event_ids', tail: `${String(siteId)},"${id}"]` };
}
