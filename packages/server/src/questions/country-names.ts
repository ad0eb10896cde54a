/** Name of a country by its ISO 3166 code, in one language; '' for ''. */
export type CountryNames = (code: string) => string;

/** Names countries in any language, opening each language's table once. */
export function createCountryNames(): (language: string) => CountryNames {
  const opened = new Map<string, Intl.DisplayNames>();
  return (language) => {
    const names = opened.get(language) ?? new Intl.DisplayNames([language, 'en'], { type: 'region' });
    opened.set(language, names);
    return (code) => (/^[A-Z]{2}$/u.test(code) ? (names.of(code) ?? code) : code);
  };
}
