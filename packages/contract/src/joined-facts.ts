/** Between words: DEL, which no honest word has, and which stands in JSON as it is, so that a row is read without a second look. */
const BETWEEN_WORDS = '\u007F';

/**
 * Facts of a visit that mostly go together, by the name under which one text keeps them, in a row of the journal and in the store. Numbers stand between
 * commas, words between DELs.
 */
export const JOINED_FACTS = {
  engine: { separator: BETWEEN_WORDS, facts: ['engine_name', 'engine_version'] },
  screen_sizes: { separator: ',', facts: ['screen_width', 'screen_height', 'avail_width', 'avail_height'] },
  gpu: { separator: BETWEEN_WORDS, facts: ['gpu_vendor', 'gpu_renderer'] },
} as const;

/** The text that keeps them, in the order of `facts`; '' when none of them is known (null or ''). A separator in one of them becomes U+FFFD, as a NUL in a text does. */
export function joinFacts(separator: string, values: readonly (string | number | null)[]): string {
  let joined = '';
  let isKnown = false;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? '';
    if (i > 0) joined += separator;
    if (value === '') continue;
    isKnown = true;
    joined += typeof value === 'string' && value.includes(separator) ? value.replaceAll(separator, '\uFFFD') : value;
  }
  return isKnown ? joined : '';
}

/** The first of languages that stand between commas, which is the language of a visit. */
export function firstLanguage(languages: string): string {
  const comma = languages.indexOf(',');
  return comma === -1 ? languages : languages.slice(0, comma);
}
