/**
 * Facts of a visit that mostly go together, by the name under which one text keeps them, in a row of the journal and in the store. Numbers stand between
 * commas; words between NULs, which no text from outside keeps.
 */
export const JOINED_FACTS = {
  engine: { separator: '\0', facts: ['engine_name', 'engine_version'] },
  screen_sizes: { separator: ',', facts: ['screen_width', 'screen_height', 'avail_width', 'avail_height'] },
  gpu: { separator: '\0', facts: ['gpu_vendor', 'gpu_renderer'] },
} as const;

/** The text that keeps them, in the order of `facts`; '' when none of them is known (null or ''). */
export function joinFacts(separator: string, values: readonly (string | number | null)[]): string {
  return values.every((value) => value === null || value === '') ? '' : values.map((value) => value ?? '').join(separator);
}

/** The first of languages that stand between commas, which is the language of a visit. */
export function firstLanguage(languages: string): string {
  const comma = languages.indexOf(',');
  return comma === -1 ? languages : languages.slice(0, comma);
}
