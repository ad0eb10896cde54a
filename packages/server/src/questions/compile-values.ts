/** The statement of `countValues` in kept-values.ts: page views by value of a column. Lists are half as long on their way as rows that name their columns. */
import type { CompiledQuery } from './compile.js';
import { united } from './compile-rest.js';
import { columnIn, conditions } from './conditions.js';
import type { CountOf } from './kept-beginnings.js';
import { Parameters } from './parameters.js';
import { CLOCK_STEP } from './period.js';
import type { TimeColumn } from './plan.js';

/** Lists of one length, unless there are no moments. */
export interface ValuesRow {
  /** Place of the source. */
  readonly part: string | number;
  readonly values: readonly string[];
  readonly nums: readonly number[];
  /** When, in steps of the clock since 1970. */
  readonly moments: readonly number[];
}

/** Visits whose groups are counted, `most` of them at most. */
export interface GroupsOf extends CountOf {
  readonly most: number;
}

/** SQL of the step of the clock that a visit came in, since 1970. */
export const momentOf = (time: TimeColumn): string => `toUInt32(intDiv(toUnixTimestamp64Milli(${time}), ${CLOCK_STEP}))`;

/** Rows are ValuesRow, one of each source. */
export function compileValues(asking: readonly GroupsOf[], column: string): CompiledQuery {
  return united(asking.map(({ source, byMoment, most }, part) => {
    const parameters = new Parameters(`p${part}_`);
    const { sql, kind } = columnIn(source, column, parameters);
    const value = kind === 'time' ? `toUnixTimestamp64Milli(${sql})` : sql;
    const moment = byMoment ? momentOf(source.time) : null;
    const named = moment === null ? '' : `, ${moment} AS k_moment`;
    // A list leaves NULL out, and would not be as long as the others.
    const groups = `SELECT ifNull(toString(${value}), '') AS k_value${named}, toUInt32(count()) AS m_pv FROM ${source.table} WHERE ${conditions(source, parameters)} GROUP BY ${moment === null ? value : `${value}, k_moment`} LIMIT ${parameters.add('limit', 'UInt32', most)}`;
    const moments = moment === null ? 'emptyArrayUInt32()' : 'groupArray(k_moment)';
    return { sql: `SELECT ${part} AS part, groupArray(k_value) AS values, groupArray(m_pv) AS nums, ${moments} AS moments FROM (${groups})`, parameters };
  }));
}
