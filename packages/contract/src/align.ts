/** What aligning needs of a point: the start of its hour or day, as the site's clocks showed it. */
interface Keyed {
  readonly key: string;
}

const DAY_MS = 86_400_000;

/**
 * The earlier period's point for each point of this one: as charts and tables lay them over each other, and files beside
 * each other. Periods of equal length are laid point by point. On a day of 23 or 25 hours they are not equal: then the
 * hour on the clock decides, so that 14:00 stands over 14:00; an hour that the other day did not have has no partner, and
 * one that it had twice gives its first.
 */
export function alignBefore<T extends Keyed>(now: readonly T[], before: readonly T[]): readonly (T | undefined)[] {
  if (now.length === before.length) return [...before];
  const [firstNow, firstBefore] = [now[0], before[0]];
  if (!firstNow || !firstBefore) return now.map(() => undefined);
  const distance = dayOf(firstNow) - dayOf(firstBefore);
  const byClock = new Map<string, T>();
  for (const point of before) if (!byClock.has(point.key)) byClock.set(point.key, point);
  return now.map((point) => byClock.get(`${dateOf(dayOf(point) - distance)}${point.key.slice(10)}`));
}

/** The date of a key, in whole days. */
function dayOf({ key }: Keyed): number {
  return Date.parse(`${key.slice(0, 10)}T00:00:00Z`) / DAY_MS;
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
