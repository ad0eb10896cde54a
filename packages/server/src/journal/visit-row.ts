import type { JOINED_FACTS, VisitRecord } from '@footfall/contract';
import { DEVICE_COLUMNS, writeDevice } from './device-row.js';
import type { JsonMembers } from './json-members.js';
import { storedAddress } from './row-text.js';

/** Columns of `visits` in the order in which writeVisit writes them. */
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
 * Writes a visit as a row. Times stay integer milliseconds and ids decimal text: DateTime64(3) and UInt64 read both exactly.
 * Member by member, which costs a fraction of a list and JSON.stringify; a test holds it to VISIT_COLUMNS.
 */
export function writeVisit(v: VisitRecord, row: JsonMembers): void {
  row.text(v.id);
  row.number(v.site_id);
  row.instant(v.created_at);
  row.instant(v.received_at);
  row.text(v.source);
  row.text(v.visitor);
  row.text(v.session_id);
  row.text(v.entry_url);
  row.text(storedAddress(v.ip));
  row.text(v.country_code);
  row.text(v.region);
  row.text(v.city);
  row.text(v.url);
  row.text(v.title);
  row.text(v.referer);
  row.text(v.referer_host);
  row.text(v.channel);
  row.text(v.referer_name);
  row.text(v.search_term);
  row.text(v.utm_source);
  row.text(v.utm_medium);
  row.text(v.utm_campaign);
  writeDevice(v, row);
  row.text(v.fingerprint);
  row.text(v.isp);
  row.text(v.utm_term);
  row.text(v.utm_content);
  row.text(v.click_id_type);
  row.text(v.click_id);
  row.number(v.referer_spam);
  row.text(v.bot_reason);
}
