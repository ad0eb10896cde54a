/** Visits made inside the store are told fact by fact; the store keeps some facts as one. */
import { joiningSql, partedNames } from '../../packages/server/dist/warehouse/tables/joined.js';

const ABSENT = (name) => (/^(?:screen|avail)_/u.test(name) ? "CAST(NULL, 'Nullable(UInt32)')" : "''");

/**
 * An INSERT of what is selected into the visits.
 * @param select WITH … SELECT … FROM …, without settings. @param names what it selects: facts of visits, some or all
 */
export function insertVisits(select, names, settings) {
  const absent = [...partedNames, 'languages'].filter((name) => !names.includes(name));
  const kept = names.filter((name) => !partedNames.includes(name) && name !== 'languages');
  const facts = `SELECT *${absent.map((name) => `, ${ABSENT(name)} AS ${name}`).join('')} FROM (${select})`;
  return `INSERT INTO visits (${[...kept, ...Object.keys(joiningSql)].join(', ')}) SELECT ${[...kept, ...Object.values(joiningSql)].join(', ')} FROM (${facts}) SETTINGS ${settings}`;
}
