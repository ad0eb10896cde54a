import { groupBy } from '../group-by.js';

/** The visits of some batches in one hour of a site: when the first and the last of them were (milliseconds UTC), and how many. */
export interface HourOfSite {
  readonly siteId: number;
  readonly first: number;
  readonly last: number;
  readonly num: number;
}

/** A stretch of time of a site that is looked at at once; both ends inclusive, milliseconds UTC. */
export interface Piece {
  readonly siteId: number;
  readonly from: number;
  readonly to: number;
}

const HOUR = 3_600_000;
/** Visits of the batches in a piece of several hours, so that a question's memory does not grow with the import; an hour alone has at most a slice's. */
export const PIECE_VISITS = 100_000;
/** Pieces of one site at most, where visits are few and far between. */
const MAX_SPARSE = 32;
/** Hours between two visits that are worth a question of their own less. */
const BRIDGED = 2;

function cut(hours: readonly HourOfSite[], bridged: number, most: number): Piece[] {
  const pieces: { siteId: number; from: number; num: number; to: number }[] = [];
  for (const { siteId, first, last, num } of hours) {
    const before = pieces.at(-1);
    if (before !== undefined && first - before.to <= bridged * HOUR && before.num + num <= most) {
      before.to = last;
      before.num += num;
    } else {
      pieces.push({ siteId, from: first, to: last, num });
    }
  }
  return pieces.map(({ siteId, from, to }) => ({ siteId, from, to }));
}

/**
 * Cuts what has to be looked at into pieces: hours that are near to each other together, at most so many visits in one.
 * @param hours of all sites, in order of site and hour
 * @param most visits in a piece of several hours
 */
export function piecesOf(hours: readonly HourOfSite[], most: number): Piece[] {
  return [...groupBy(hours, ({ siteId }) => siteId).values()].flatMap((list) => {
    const mostPieces = MAX_SPARSE + list.reduce((sum, { num }) => sum + num, 0) / (most / 2);
    let bridged = BRIDGED;
    let pieces = cut(list, bridged, most);
    while (pieces.length > mostPieces) pieces = cut(list, (bridged *= 4), most);
    return pieces;
  });
}
