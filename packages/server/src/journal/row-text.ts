/** A lone surrogate is the only thing that JSON.stringify writes as `\ud...`; a written-out "\ud" only costs a second look. */
const SURROGATE_ESCAPE = '\\ud';

/**
 * The tail of a row (see JournalRow): the values as a JSON array without the opening bracket.
 * Lone surrogates become U+FFFD, because the store takes UTF-8 only.
 */
export function encodeTail(values: readonly (string | number | null)[]): string {
  const text = JSON.stringify(values);
  if (!text.includes(SURROGATE_ESCAPE)) return text.slice(1);
  return JSON.stringify(values.map((value) => (typeof value === 'string' ? value.toWellFormed() : value))).slice(1);
}
