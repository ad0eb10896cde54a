/** The statement of kept-climbs.ts: a period up to its last hour, and which of some members were there. */
import type { Member } from '../warehouse/rolled/kept-numbers.js';
import type { CompiledQuery } from './compile.js';
import { rolledRows } from './compile-rolled.js';
import { Parameters } from './parameters.js';
import type { RolledTime, Source } from './plan.js';

/** 64-bit numbers as decimal text. */
export interface BaseRow {
  readonly pv: string;
  readonly uv: string;
  readonly ip: string;
  /** Numbers of those members that were there. */
  readonly visitors: readonly number[];
  readonly addresses: readonly number[];
}

/** One row, BaseRow. @param time without a rest @param members numbers */
export function compileBase(source: Source, time: RolledTime, members: Readonly<Record<Member, readonly number[]>>): CompiledQuery {
  const parameters = new Parameters();
  const rows = rolledRows(source, time, [], ['pv', 'uv', 'ip'], parameters);
  const among = (set: string, member: Member): string => `bitmapToArray(bitmapAnd(${set}, bitmapBuild(${parameters.add(`members_${member}`, 'Array(UInt32)', members[member])})))`;
  return {
    sql: `SELECT s_pv AS pv, toUInt64(bitmapCardinality(s_visitors)) AS uv, toUInt64(bitmapCardinality(s_addresses)) AS ip,
  ${among('s_visitors', 'visitor')} AS visitors, ${among('s_addresses', 'ip')} AS addresses
FROM (SELECT sum(pv) AS s_pv, groupBitmapMergeState(visitors) AS s_visitors, groupBitmapMergeState(addresses) AS s_addresses FROM (${rows}) AS r)`,
    params: parameters.values,
  };
}
