import type { VisitRecord } from '@footfall/contract';
import { DEVICE_COLUMNS, encodeDevice } from './device-text.js';
import type { JournalRow } from './row.js';
import { encodeMembers, encodeTail, storedAddress } from './row-text.js';

/** Columns of `visits` in the order in which encodeVisit writes them. */
export const VISIT_COLUMNS = [
  'batch_id',
  'id',
  'site_id',
  'created_at',
  'received_at',
  'source',
  'visitor',
  'session_id',
  'entry_url',
  'ip',
  'country_code',
  'region',
  'city',
  'url',
  'title',
  'referer',
  'referer_host',
  'channel',
  'referer_name',
  'search_term',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  ...DEVICE_COLUMNS,
  'fingerprint',
  'isp',
  'utm_term',
  'utm_content',
  'click_id_type',
  'click_id',
  'referer_spam',
  'bot_reason',
] as const satisfies readonly ('batch_id' | keyof VisitRecord)[];

/**
 * A visit as a row. Times stay integer milliseconds and ids decimal text: DateTime64(3) and UInt64 read both exactly.
 * Written out rather than looped over VISIT_COLUMNS, which costs twice the time; a test holds the two together.
 */
export function encodeVisit(v: VisitRecord): JournalRow {
  const view = encodeMembers([
    v.id,
    v.site_id,
    v.created_at,
    v.received_at,
    v.source,
    v.visitor,
    v.session_id,
    v.entry_url,
    storedAddress(v.ip),
    v.country_code,
    v.region,
    v.city,
    v.url,
    v.title,
    v.referer,
    v.referer_host,
    v.channel,
    v.referer_name,
    v.search_term,
    v.utm_source,
    v.utm_medium,
    v.utm_campaign,
  ]);
  const rest = encodeTail([v.fingerprint, v.isp, v.utm_term, v.utm_content, v.click_id_type, v.click_id, v.referer_spam, v.bot_reason]);
  return { table: 'visits', tail: `${view},${encodeDevice(v)},${rest}` };
}
