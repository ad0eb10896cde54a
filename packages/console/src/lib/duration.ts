const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** A length of time as the language shortens it, in its two largest units. @param seconds whole, not negative */
export function formatDuration(seconds: number, locale: string): string {
  const part = (value: number, unit: 'day' | 'hour' | 'minute' | 'second') => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(value);
  const two = (larger: string, value: number, smaller: string) => (value === 0 ? larger : `${larger} ${smaller}`);
  if (seconds < MINUTE) return part(seconds, 'second');
  if (seconds < HOUR) return two(part(Math.floor(seconds / MINUTE), 'minute'), seconds % MINUTE, part(seconds % MINUTE, 'second'));
  const [unit, smaller, size, rest] = seconds < DAY ? (['hour', 'minute', HOUR, MINUTE] as const) : (['day', 'hour', DAY, HOUR] as const);
  const left = Math.floor((seconds % size) / rest);
  return two(part(Math.floor(seconds / size), unit), left, part(left, smaller));
}
