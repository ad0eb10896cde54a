/** The statement of kept-addresses.ts: addresses with their page views and country, as the records of an AddressList, or of MomentaryAddresses. */
import type { CompiledQuery } from './compile.js';
import { united } from './compile-rest.js';
import { type GroupsOf, momentOf } from './compile-values.js';
import { conditions } from './conditions.js';
import { Parameters } from './parameters.js';

export interface AddressRow {
  /** Place of the source. */
  readonly part: string | number;
  /** In base64url. */
  readonly records: string;
  /** Of the longest country: a record has room for two. */
  readonly letters: string | number;
}

/** Bytes of an address with its views and country, and of a moment. */
const [RECORD, MOMENT] = [22, 4];

/**
 * Rows are AddressRow, one of each. Records of a known size are sorted in three quarters of the time; put together as such they would lose the zeros that they end with.
 */
export function compileAddresses(asking: readonly GroupsOf[]): CompiledQuery {
  return united(asking.map(({ source, byMoment, most }, part) => {
    const parameters = new Parameters(`p${part}_`);
    const where = conditions(source, parameters);
    const moment = byMoment ? momentOf(source.time) : null;
    const fields = [
      "reinterpret(ip, 'FixedString(16)')",
      "reinterpret(toUInt32(count()), 'FixedString(4)')",
      'toFixedString(substring(max(country_code), 1, 2), 2)',
      ...(moment === null ? [] : [`reinterpret(${moment}, 'FixedString(4)')`]),
    ];
    const size = RECORD + (moment === null ? 0 : MOMENT);
    const records = `SELECT toFixedString(concat(${fields.join(', ')}), ${size}) AS record, length(max(country_code)) AS letters FROM visits WHERE ${where} GROUP BY ip${moment === null ? '' : `, ${moment}`} LIMIT ${parameters.add('limit', 'UInt32', most)}`;
    return { sql: `SELECT ${part} AS part, base64URLEncode(arrayStringConcat(arrayMap(one -> concat(one, ''), arraySort(groupArray(record))))) AS records, max(letters) AS letters FROM (${records})`, parameters };
  }));
}
