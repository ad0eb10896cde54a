/** A lone surrogate is the only thing that JSON.stringify writes as `\ud...`; a written-out "\ud" only costs a second look. */
const SURROGATE_ESCAPE = '\\ud';

/** What a column takes; a Map column takes an object. */
type Value = string | number | null | Readonly<Record<string, string | number>>;

/** An address as the store takes it: no address is `::`, because an empty text is none to it, and would cost the whole row. */
export function storedAddress(ip: string): string {
  return ip === '' ? '::' : ip;
}

function wellFormed(value: Value): Value {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), typeof member === 'string' ? member.toWellFormed() : member]));
}

/**
 * The tail of a row (see JournalRow): the values as a JSON array without the opening bracket.
 * Lone surrogates become U+FFFD, because the store takes UTF-8 only.
 */
export function encodeTail(values: readonly Value[]): string {
  const text = JSON.stringify(values);
  if (!text.includes(SURROGATE_ESCAPE)) return text.slice(1);
  return JSON.stringify(values.map(wellFormed)).slice(1);
}

/** The values as the members of a JSON array, without brackets; otherwise as `encodeTail`. */
export function encodeMembers(values: readonly Value[]): string {
  return encodeTail(values).slice(0, -1);
}
