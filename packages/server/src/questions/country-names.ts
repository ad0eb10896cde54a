/** Name of a country by its ISO 3166 code, in one language; '' for ''. */
export type CountryNames = (code: string) => string;

const MAX_KNOWN = 1_000;

/** Names countries in any language, opening each language's table once. */
export function createCountryNames(): (language: string) => CountryNames {
  const opened = new Map<string, Intl.DisplayNames>();
  return (language) => {
    const names = opened.get(language) ?? new Intl.DisplayNames([language, 'en'], { type: 'region' });
    opened.set(language, names);
    // There are a few hundred, and a download asks for each millions of times.
    const known = new Map<string, string>();
    return (code) => {
      const name = known.get(code) ?? (/^[A-Z]{2}$/u.test(code) ? (names.of(code) ?? code) : code);
      if (known.size < MAX_KNOWN) known.set(code, name);
      return name;
    };
  };
}
