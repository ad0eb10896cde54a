import type { SpiderHitRecord } from '@footfall/contract';
import type { JsonMembers } from './json-members.js';
import { storedAddress } from './row-text.js';

/** Columns of `spider_hits` in the order in which writeSpiderHit writes them. */
export const SPIDER_COLUMNS = [
  'batch_id',
  'id',
  'site_id',
  'created_at',
  'received_at',
  'source',
  'ip',
  'country_code',
  'spider_id',
  'type',
  'name',
  'reason',
  'url',
  'referer',
  'user_agent',
  'method',
  'status',
  'bytes',
] as const satisfies readonly ('batch_id' | keyof SpiderHitRecord)[];

/** Writes a spider hit as a row, member by member as a visit; a test holds the order to SPIDER_COLUMNS. */
export function writeSpiderHit(h: SpiderHitRecord, row: JsonMembers): void {
  row.text(h.id);
  row.number(h.site_id);
  row.instant(h.created_at);
  row.instant(h.received_at);
  row.text(h.source);
  row.text(storedAddress(h.ip));
  row.text(h.country_code);
  row.number(h.spider_id);
  row.text(h.type);
  row.text(h.name);
  row.text(h.reason);
  row.text(h.url);
  row.text(h.referer);
  row.text(h.user_agent);
  row.text(h.method);
  row.number(h.status);
  row.number(h.bytes);
}
