import type { SpiderHitRecord } from '@footfall/contract';
import type { JournalRow } from './row.js';
import { encodeTail, storedAddress } from './row-text.js';

/** Columns of `spider_hits` in the order in which encodeSpiderHit writes them. */
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

/** A spider hit as a row; a test holds the order to SPIDER_COLUMNS. */
export function encodeSpiderHit(h: SpiderHitRecord): JournalRow {
  return {
    table: 'spider_hits',
    tail: encodeTail([
      h.id,
      h.site_id,
      h.created_at,
      h.received_at,
      h.source,
      storedAddress(h.ip),
      h.country_code,
      h.spider_id,
      h.type,
      h.name,
      h.reason,
      h.url,
      h.referer,
      h.user_agent,
      h.method,
      h.status,
      h.bytes,
    ]),
  };
}
