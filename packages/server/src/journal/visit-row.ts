import type { JOINED_FACTS, VisitRecord } from '@footfall/contract';
import { DEVICE_COLUMNS, encodeDevice } from './device-text.js';
import type { JournalRow } from './row.js';
import { milliseconds, numeral, quoted, storedAddress } from './row-text.js';

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
] as const satisfies readonly ('batch_id' | keyof VisitRecord | keyof typeof JOINED_FACTS)[];

/**
 * A visit as a row. Times stay integer milliseconds and ids decimal text: DateTime64(3) and UInt64 read both exactly.
 * Written out by hand, which costs half the time of a list and JSON.stringify; a test holds it to VISIT_COLUMNS.
 */
export function encodeVisit(v: VisitRecord): JournalRow {
  const what = `${quoted(v.id)},${numeral(v.site_id)},${milliseconds(v.created_at)},${milliseconds(v.received_at)},${quoted(v.source)}`;
  const who = `${quoted(v.visitor)},${quoted(v.session_id)},${quoted(v.entry_url)},${quoted(storedAddress(v.ip))},${quoted(v.country_code)},${quoted(v.region)},${quoted(v.city)}`;
  const page = `${quoted(v.url)},${quoted(v.title)},${quoted(v.referer)},${quoted(v.referer_host)},${quoted(v.channel)},${quoted(v.referer_name)},${quoted(v.search_term)}`;
  const campaign = `${quoted(v.utm_source)},${quoted(v.utm_medium)},${quoted(v.utm_campaign)}`;
  const rest = `${quoted(v.fingerprint)},${quoted(v.isp)},${quoted(v.utm_term)},${quoted(v.utm_content)},${quoted(v.click_id_type)},${quoted(v.click_id)},${numeral(v.referer_spam)},${quoted(v.bot_reason)}`;
  return { table: 'visits', tail: `${what},${who},${page},${campaign},${encodeDevice(v)},${rest}]` };
}
