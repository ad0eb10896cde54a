/**
 * Whether a browser's time zone can be one of a country: its clock is compared, not its name, as systems name zones freely (Berlin's stands for Oslo's on many a
 * Windows). A zone goes with a country if in January or in July it shows the time of some place there. Zones, their countries and clocks are the runtime's own
 * (ICU, after IANA's tz and CLDR), so that they are as new as that.
 */

/** What privacy settings set clocks to (Tor and Firefox: UTC, or Reykjavik's, which is the same): it says nothing of a place. */
const NOWHERE = new Set([0]);
const NAME = /^[A-Za-z][\w+/-]{1,63}$/u;
const COUNTRY = /^[A-Z]{2}$/u;
const MINUTE = 60_000;
const MOST_NAMES = 2_000;

/** Minutes ahead of UTC in January and in July. */
type Clock = readonly [january: number, july: number];

/** Newer runtimes have the method, older ones the property; TypeScript's library has neither. */
interface Region {
  getTimeZones?(): readonly string[] | undefined;
  readonly timeZones?: readonly string[] | undefined;
}

export interface ZoneCountries {
  /** Whether the zone is known, tells a place, and is not the country's; what is not known contradicts nothing. */
  areApart(zone: string, country: string): boolean;
}

/** @param year whose clocks count */
export function createZoneCountries(year: number): ZoneCountries {
  const instants = [Date.UTC(year, 0, 15), Date.UTC(year, 6, 15)];
  const clocks = new Map<string, Clock>();
  const countries = new Map<string, readonly Clock[]>();

  function read(zone: string): Clock | null {
    try {
      // The Swedish locale writes ISO 8601.
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
      const [january = 0, july = 0] = instants.map((at) => (Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at) / MINUTE);
      return [january, july];
    } catch {
      return null;
    }
  }

  function clockOf(zone: string): Clock | null {
    if (!NAME.test(zone)) return null;
    const known = clocks.get(zone) ?? read(zone);
    // Anybody may send any text as his zone: names that are none are not kept, nor any number of spellings.
    if (known !== null && clocks.size < MOST_NAMES) clocks.set(zone, known);
    return known;
  }

  function clocksOf(country: string): readonly Clock[] {
    const known = countries.get(country);
    if (known !== undefined) return known;
    const region = new Intl.Locale(`und-${country}`) as Region;
    const list = (region.getTimeZones?.() ?? region.timeZones ?? []).map(clockOf).filter((clock) => clock !== null);
    countries.set(country, list);
    return list;
  }

  return {
    areApart(zone, country) {
      if (!COUNTRY.test(country)) return false;
      const clock = clockOf(zone);
      const places = clock === null || clock.every((minutes) => NOWHERE.has(minutes)) ? [] : clocksOf(country);
      return clock !== null && places.length > 0 && !places.some(([january, july]) => january === clock[0] || july === clock[1]);
    },
  };
}
