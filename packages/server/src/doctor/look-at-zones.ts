import { type Finding, warning, well } from './finding.js';

export interface ZoneFacts {
  readonly now: number;
  /** Releases of the IANA time zone data, such as 2026a; '' where not known. */
  readonly runtime: string;
  readonly store: string;
  /** Zones in use that one of the two does not know. */
  readonly unknown: readonly string[];
}

/** Years after which countries will have changed their rules somewhere. */
const OLD_YEARS = 2;

const yearOf = (release: string): number => Number(/^(\d{4})[a-z]/u.exec(release)?.[1] ?? Number.NaN);

/** Whether days begin when they should. */
export function lookAtZones({ now, runtime, store, unknown }: ZoneFacts): Finding[] {
  const year = new Date(now).getUTCFullYear();
  const findings: Finding[] = unknown.map((zone) => warning('time zones', `${zone} is not known here`, 'Choose another zone for the site under Websites, or update Node and Footfall.'));
  if (year - yearOf(runtime) >= OLD_YEARS) findings.push(warning('time zones', `the rules of Node are of ${runtime}`, 'Update Node: days may begin at the wrong hour where a country changed its rules since.'));
  if (year - yearOf(store) >= OLD_YEARS) findings.push(warning('time zones', `the rules of the store are of ${store}`, 'Update Footfall, or your ClickHouse server.'));
  return findings.length > 0 ? findings : [well('time zones', `rules of ${runtime || 'the system'}${store === '' ? '' : `, in the store of ${store}`}`)];
}
