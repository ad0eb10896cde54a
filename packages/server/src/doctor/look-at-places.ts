import { type Finding, spanText, warning, well } from './finding.js';
import type { GeoFile } from '../enrich/geo-age.js';

const DAY = 86_400_000;
const OLD_DAYS = 365;
const SHIPPED = 'Put a newer database (*.mmdb, of DB-IP or MaxMind) into the folder geo of the data folder, or update Footfall; addresses have changed hands since.';
const OWN = 'Replace it with a newer one; the server reads it when it starts.';

/** How old the databases of places are. */
export function lookAtPlaces(files: readonly GeoFile[], now: number): Finding[] {
  return files.map(({ name, madeAt, own, problem }) => {
    if (problem !== '') return warning('places', `${name} can not be read: ${problem}`, 'Replace it, or take it away: the server does not start with it.');
    if (madeAt === null) return well('places', name);
    const says = `${name} is ${spanText(Math.max(0, now - madeAt))} old`;
    return now - madeAt > OLD_DAYS * DAY ? warning('places', says, own ? OWN : SHIPPED) : well('places', says);
  });
}
