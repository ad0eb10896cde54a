/** The statement of `countAddresses` in kept-addresses.ts: addresses with their page views and country, as the records of an AddressList. */
import type { CompiledQuery } from './compile.js';
import { united } from './compile-rest.js';
import { conditions } from './conditions.js';
import { Parameters } from './parameters.js';
import type { Source } from './plan.js';

export interface AddressRow {
  /** Place of the source. */
  readonly part: string | number;
  /** In base64url. */
  readonly records: string;
  /** Of the longest country: a record has room for two. */
  readonly letters: string | number;
}

/** Rows are AddressRow, one of each source. @param most of one source */
export function compileAddresses(sources: readonly Source[], most: number): CompiledQuery {
  return united(sources.map((source, part) => {
    const parameters = new Parameters(`p${part}_`);
    const where = conditions(source, parameters);
    const record = "concat(reinterpret(ip, 'FixedString(16)'), reinterpret(toUInt32(count()), 'FixedString(4)'), toFixedString(substring(max(country_code), 1, 2), 2))";
    const records = `SELECT ${record} AS record, length(max(country_code)) AS letters FROM visits WHERE ${where} GROUP BY ip LIMIT ${parameters.add('limit', 'UInt32', most)}`;
    return { sql: `SELECT ${part} AS part, base64URLEncode(arrayStringConcat(arraySort(groupArray(record)))) AS records, max(letters) AS letters FROM (${records})`, parameters };
  }));
}
