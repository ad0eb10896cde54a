/** Who visitors are of visits that are made inside the store: by the law of those that come in (`enrich/steps/visitor.ts`), as SQL. */
const CHARACTERS = 16;
const SEED = 2;
const BEGIN = { high: 0x9e3779b9, low: 0x85ebca6b };
const FACTOR = { high: 0xcc9e2d51, low: 0x1b873593 };
const TURN = { high: 15, low: 13 };
const SPREAD = [0x85ebca6b, 0xc2b2ae35];

/** One lane of hash64 over all characters. */
function lane(text, of) {
  let sql = `toUInt32(${(BEGIN[of] ^ SEED) >>> 0})`;
  for (let at = 1; at <= CHARACTERS; at++) sql = `bitRotateLeft(toUInt32(bitXor(${sql}, toUInt32(ascii(substring(${text}, ${at}, 1)))) * ${FACTOR[of]}), ${TURN[of]})`;
  return sql;
}

/** The finalizer of hash64; what is used twice gets a name, which begins with `name`. */
function avalanche(value, name) {
  const first = `bitXor((toUInt32(${value}) AS ${name}_0), bitShiftRight(${name}_0, 16))`;
  const second = `bitXor((toUInt32((${first}) * ${SPREAD[0]}) AS ${name}_1), bitShiftRight(${name}_1, 13))`;
  return `bitXor((toUInt32((${second}) * ${SPREAD[1]}) AS ${name}_2), bitShiftRight(${name}_2, 16))`;
}

/** A number as a fingerprint. */
export const fingerprintSql = (number) => `leftPad(lower(hex(${number})), ${CHARACTERS}, '0')`;

/** The visitor of a fingerprint of 16 characters: hash64 of it. Once in a SELECT, as it names its parts. */
function visitorSql(fingerprint) {
  const high = `(bitXor(${lane(fingerprint, 'high')}, toUInt32(${CHARACTERS})) AS lane_high)`;
  const low = `(bitXor(${lane(fingerprint, 'low')}, lane_high) AS lane_low)`;
  const mixed = `(${avalanche(`${high} + ${low}`, 'high')} AS mixed_high)`;
  return `toUInt64(${mixed}) * 4294967296 + toUInt64(${avalanche('lane_low + mixed_high', 'low')})`;
}

/**
 * The rows of a SELECT whose visitors are numbers yet, with those that they have by their fingerprints.
 * @param unknown of which rows it is not to be: those without a fingerprint. @param fingerprint that of the rest
 */
export function identified(select, unknown = "fingerprint = ''", fingerprint = 'fingerprint') {
  return `SELECT * REPLACE (if(${unknown}, visitor, ${visitorSql(fingerprint)}) AS visitor) FROM (${select})`;
}
