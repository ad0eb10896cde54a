/**
 * A printer of instants as `YYYY-MM-DD HH:mm:ss` in an IANA zone, the form of every time in answers.
 * @param timeZone a zone that this runtime knows
 * @returns a function of milliseconds UTC
 */
export function localTimeIn(timeZone: string): (at: number) => string {
  // The Swedish locale writes ISO 8601 dates; h23 keeps midnight 00.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => format.format(at).replace(',', '');
}
