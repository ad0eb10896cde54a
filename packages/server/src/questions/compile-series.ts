/** The statement of kept-series.ts: figures of stretches of time by bucket, and everybody who was there, as records in the order of their bytes. */
import { ADDRESS, VISITOR } from '../warehouse/rolled/member-series.js';
import { type CompiledQuery, cutOf } from './compile.js';
import { united } from './compile-rest.js';
import { conditions } from './conditions.js';
import { Parameters } from './parameters.js';
import type { TimeRange } from './period.js';
import { during, type GroupPlan } from './plan.js';

/** 64-bit numbers as decimal text. */
export interface SeriesRow {
  /** Place of the stretch. */
  readonly part: string | number;
  /** The bucket; of the row of all of them 'all'. */
  readonly bucket: string;
  readonly m_pv: string;
  readonly m_referer_num: string;
  /** Of the row of all of them 0. */
  readonly m_uv: string;
  readonly m_ip: string;
  /** In base64url; of a bucket ''. */
  readonly visitors: string;
  readonly addresses: string;
}

export const ALL = 'all';

export interface SeriesStretch {
  readonly plan: GroupPlan;
  /** One after the other. */
  readonly ranges: readonly TimeRange[];
  /** Whether it has several buckets, which have rows of their own then. */
  readonly byBucket: boolean;
}

const COUNTS = "count() AS m_pv, countIf(channel = 'search') AS m_referer_num";

/** Members as numbers whose order is that of their bytes: of each once, and in their order, as texts they are told in three times the time. */
const NUMBERS = { visitor: 'byteSwap(visitor)', ip: "byteSwap(reinterpret(reinterpret(ip, 'FixedString(16)'), 'UInt128'))" } as const;
const BYTES = { visitor: VISITOR, ip: ADDRESS } as const;

/**
 * Everybody of a group, each once, as records in the order of their bytes, in base64url.
 * A FixedString that is put together with others loses the zeros at its end, unless it has become a text that is not asked to.
 * @param limit a parameter: more than so many are cut off
 */
export const memberRecords = (member: keyof typeof NUMBERS, limit: string): string =>
  `base64URLEncode(arrayStringConcat(arrayMap(one -> concat(reinterpret(byteSwap(one), 'FixedString(${BYTES[member]})'), ''), arraySort(groupUniqArray(${limit})(${NUMBERS[member]})))))`;

/** Rows are SeriesRow: one of each stretch, and those of buckets that anybody came in. @param most of the visitors or addresses of one stretch */
export function compileSeries(stretches: readonly SeriesStretch[], most: number): CompiledQuery {
  return united(stretches.flatMap(({ plan, ranges, byBucket }, part) => {
    const [whole, buckets] = [new Parameters(`p${part}_`), new Parameters(`b${part}_`)];
    const source = during(plan, ranges);
    const limit = whole.add('limit', 'UInt32', most);
    const all = `SELECT ${part} AS part, '${ALL}' AS bucket, ${COUNTS}, toUInt64(0) AS m_uv, toUInt64(0) AS m_ip, ${memberRecords('visitor', limit)} AS visitors, ${memberRecords('ip', limit)} AS addresses FROM visits WHERE ${conditions(source, whole)}`;
    if (!byBucket) return [{ sql: all, parameters: whole }];
    const bucket = cutOf(plan, 0, buckets)('toUnixTimestamp64Milli(created_at)');
    const each = `SELECT ${part} AS part, toString(${bucket}) AS bucket, ${COUNTS}, uniqExact(visitor) AS m_uv, uniqExact(ip) AS m_ip, '' AS visitors, '' AS addresses FROM visits WHERE ${conditions(source, buckets)} GROUP BY bucket`;
    return [{ sql: all, parameters: whole }, { sql: each, parameters: buckets }];
  }));
}
