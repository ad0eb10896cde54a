/**
 * The name of a country in the reader's language.
 * @param code ISO 3166-1 alpha-2, or ''
 * @param fallback what to say when the code names none
 */
export function countryName(code: string, locale: string, fallback: string): string {
  if (!/^[A-Z]{2}$/u.test(code)) return fallback;
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code) ?? fallback;
}

/** The weekday of a calendar date, short. */
export function weekdayName(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.parse(`${date.slice(0, 10)}T00:00:00Z`));
}
