import { addDays, asIfUtc } from './zone';

/** What aligning needs of a point: the start of its hour or day, as the site's clocks showed it. */
interface Keyed {
  readonly key: string;
}

const DAY_MS = 86_400_000;

/**
 * The earlier period's point for each point of this one. Periods of equal length are laid over each other point by
 * point. On a day of 23 or 25 hours they are not equal: then the hour on the clock decides, so that 14:00 stands
 * over 14:00; an hour that the other day did not have has no partner, and one that it had twice gives its first.
 */
export function alignBefore<T extends Keyed>(now: readonly T[], before: readonly T[]): readonly (T | undefined)[] {
  if (now.length === before.length) return [...before];
  const [firstNow, firstBefore] = [now[0], before[0]];
  if (!firstNow || !firstBefore) return now.map(() => undefined);
  const days = Math.round((dayOf(firstNow) - dayOf(firstBefore)) / DAY_MS);
  const byClock = new Map<string, T>();
  for (const point of before) if (!byClock.has(point.key)) byClock.set(point.key, point);
  return now.map(({ key }) => byClock.get(`${addDays(key, -days)}${key.slice(10)}`));
}

function dayOf({ key }: Keyed): number {
  return asIfUtc(`${key.slice(0, 10)} 00:00:00`);
}
