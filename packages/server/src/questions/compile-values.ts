/** The statement of kept-values.ts and kept-panels.ts: page views by value of each of some columns, as the records of a ValueList, or of MomentaryValues. */
import { MOST_TEXTS } from '../warehouse/rolled/value-list.js';
import type { CompiledQuery } from './compile.js';
import { united } from './compile-rest.js';
import { columnIn, conditions } from './conditions.js';
import type { CountOf } from './momentary.js';
import { Parameters } from './parameters.js';
import { CLOCK_STEP } from './period.js';
import type { TimeColumn } from './plan.js';

export interface ValuesRow {
  /** Place of the source. */
  readonly part: string | number;
  /** Place of the column. */
  readonly column: string | number;
  /** In base64url. */
  readonly records: string;
  /** Keys of the texts, one after the other, in base64url. */
  readonly keys: string;
  readonly texts: readonly string[];
  /** There is the text of whatever occurs so often. */
  readonly known: string | number;
}

/** Visits whose groups are counted, `most` of them at most. */
export interface GroupsOf extends CountOf {
  readonly most: number;
}

/** SQL of the step of the clock that a visit came in, since 1970. */
export const momentOf = (time: TimeColumn): string => `toUInt32(intDiv(toUnixTimestamp64Milli(${time}), ${CLOCK_STEP}))`;

/** By one value, or by each of several in one reading: `g_place` says by which, `g_value` is it. */
function groupsSql({ source, byMoment, most }: GroupsOf, columns: readonly string[], parameters: Parameters): string {
  const values = columns.map((column) => {
    const { sql, kind } = columnIn(source, column, parameters);
    return kind === 'time' ? `toUnixTimestamp64Milli(${sql})` : sql;
  });
  const [only = ''] = values;
  const isOne = values.length === 1;
  const firstOf = (conditionOf: (place: number) => string, valueOf: (place: number) => string): string => `multiIf(${values.slice(1).map((_, i) => `${conditionOf(i)}, ${valueOf(i)}`).join(', ')}, ${valueOf(values.length - 1)})`;
  const place = isOne ? '0' : firstOf((i) => `grouping(${values[i] ?? ''}) = 0`, String);
  const textAt = (i: number): string => `ifNull(toString(${values[i] ?? ''}), '')`;
  const fields = [
    `${place} AS g_place`,
    `${isOne ? textAt(0) : firstOf((i) => `g_place = ${i}`, textAt)} AS g_value`,
    ...(byMoment ? [`${momentOf(source.time)} AS g_moment`] : []),
    'toUInt32(count()) AS g_pv',
  ];
  const keysOf = (value: string): string => `${value}${byMoment ? ', g_moment' : ''}`;
  const groupBy = isOne ? keysOf(only) : `GROUPING SETS (${values.map((value) => `(${keysOf(value)})`).join(', ')})`;
  return `SELECT ${fields.join(', ')} FROM ${source.table} WHERE ${conditions(source, parameters)} GROUP BY ${groupBy} LIMIT ${parameters.add('limit', 'UInt32', most)}${isOne ? '' : ' BY g_place'}`;
}

/**
 * Rows are ValuesRow, one of each source and column, none of several columns of a source that there are no visits of. By moments there is the text of everything.
 * @param columns whose lists are told; several are counted in one reading
 */
export function compileValues(asking: readonly GroupsOf[], columns: readonly string[]): CompiledQuery {
  return united(asking.map((one, part) => {
    const parameters = new Parameters(`p${part}_`);
    const groups = groupsSql(one, columns, parameters);
    const fields = ['g_key', "reinterpret(g_pv, 'FixedString(4)')", ...(one.byMoment ? ["reinterpret(g_moment, 'FixedString(4)')"] : [])];
    const keyed = `SELECT g_place, toString(g_value) AS g_text, g_pv, sipHash128(g_text) AS g_key, concat(${fields.join(', ')}) AS g_record FROM (${groups})`;
    const known = one.byMoment ? '1' : `if(length(a_nums) > ${MOST_TEXTS}, 1 + arrayReverseSort(a_nums)[${MOST_TEXTS + 1}], 1)`;
    const lists = `SELECT g_place, groupArray(g_record) AS a_records, groupArray(concat(g_key, '')) AS a_keys, groupArray(g_text) AS a_texts, groupArray(g_pv) AS a_nums, ${known} AS known FROM (${keyed}) GROUP BY g_place`;
    const ofKnown = (list: string): string => `arrayFilter((one, num) -> num >= known, ${list}, a_nums)`;
    return { sql: `SELECT ${part} AS part, g_place AS column, base64URLEncode(arrayStringConcat(arraySort(a_records))) AS records, base64URLEncode(arrayStringConcat(${ofKnown('a_keys')})) AS keys, ${ofKnown('a_texts')} AS texts, known FROM (${lists})`, parameters };
  }));
}
