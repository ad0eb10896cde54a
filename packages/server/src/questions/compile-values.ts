/** The statement of `count` in kept-values.ts: page views by value of a column, as the records of a ValueList, or of MomentaryValues. */
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

/** Rows are ValuesRow, one of each source. By moments there is the text of everything. */
export function compileValues(asking: readonly GroupsOf[], column: string): CompiledQuery {
  return united(asking.map(({ source, byMoment, most }, part) => {
    const parameters = new Parameters(`p${part}_`);
    const { sql, kind } = columnIn(source, column, parameters);
    const value = kind === 'time' ? `toUnixTimestamp64Milli(${sql})` : sql;
    const moment = byMoment ? momentOf(source.time) : null;
    const groups = `SELECT ifNull(toString(${value}), '') AS g_value${moment === null ? '' : `, ${moment} AS g_moment`}, toUInt32(count()) AS g_pv FROM ${source.table} WHERE ${conditions(source, parameters)} GROUP BY ${moment === null ? value : `${value}, g_moment`} LIMIT ${parameters.add('limit', 'UInt32', most)}`;
    const fields = ['g_key', "reinterpret(g_pv, 'FixedString(4)')", ...(moment === null ? [] : ["reinterpret(g_moment, 'FixedString(4)')"])];
    const keyed = `SELECT toString(g_value) AS g_text, g_pv, sipHash128(g_text) AS g_key, concat(${fields.join(', ')}) AS g_record FROM (${groups})`;
    const known = moment === null ? `if(length(a_nums) > ${MOST_TEXTS}, 1 + arrayReverseSort(a_nums)[${MOST_TEXTS + 1}], 1)` : '1';
    const lists = `SELECT groupArray(g_record) AS a_records, groupArray(concat(g_key, '')) AS a_keys, groupArray(g_text) AS a_texts, groupArray(g_pv) AS a_nums, ${known} AS known FROM (${keyed})`;
    const ofKnown = (list: string): string => `arrayFilter((one, num) -> num >= known, ${list}, a_nums)`;
    return { sql: `SELECT ${part} AS part, base64URLEncode(arrayStringConcat(arraySort(a_records))) AS records, base64URLEncode(arrayStringConcat(${ofKnown('a_keys')})) AS keys, ${ofKnown('a_texts')} AS texts, known FROM (${lists})`, parameters };
  }));
}
