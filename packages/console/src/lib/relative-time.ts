/** Numbers below are seconds: as milliseconds they would lie in 1970. */
const TEN_DIGITS = 10_000_000_000;

/**
 * How long ago, as the language says it: under 30 s 'now', then minutes, hours and days.
 * Source of the steps: specification 2, section 9.
 * @param at milliseconds UTC, or seconds where it has ten digits at most
 * @param now milliseconds UTC
 */
export function timeAgo(at: number, now: number, locale: string): string {
  const seconds = Math.max(0, Math.round((now - (at < TEN_DIGITS ? at * 1_000 : at)) / 1_000));
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (seconds < 30) return words.format(0, 'second');
  if (seconds < 3_600) return words.format(-Math.max(1, Math.floor(seconds / 60)), 'minute');
  if (seconds < 86_400) return words.format(-Math.floor(seconds / 3_600), 'hour');
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(-Math.floor(seconds / 86_400), 'day');
}
