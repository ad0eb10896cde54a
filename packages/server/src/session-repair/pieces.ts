/** The visits of some batches in one hour of a site: when the first and the last of them were (milliseconds UTC), and how many. */
export interface HourOfSite {
  readonly siteId: number;
  readonly first: number;
  readonly last: number;
  readonly num: number;
}

/** A stretch of time of a site that is looked at by one question; both ends inclusive, milliseconds UTC. */
export interface Piece {
  readonly siteId: number;
  readonly from: number;
  readonly to: number;
}

const HOUR = 3_600_000;
/** Visits of the batches in one piece, so that a question's memory does not grow with the import. */
const MAX_VISITS = 100_000;
/** Pieces of one site at most, where visits are few and far between. */
const MAX_SPARSE = 32;
/** Hours between two visits that are worth a question of their own less. */
const BRIDGED = 2;

function cut(hours: readonly HourOfSite[], bridged: number): Piece[] {
  const pieces: (Piece & { num: number; to: number })[] = [];
  for (const { siteId, first, last, num } of hours) {
    const before = pieces.at(-1);
    if (before !== undefined && first - before.to <= bridged * HOUR && before.num + num <= MAX_VISITS) {
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
 */
export function piecesOf(hours: readonly HourOfSite[]): Piece[] {
  const sites = new Map<number, HourOfSite[]>();
  for (const hour of hours) {
    const list = sites.get(hour.siteId);
    if (list === undefined) sites.set(hour.siteId, [hour]);
    else list.push(hour);
  }
  return [...sites.values()].flatMap((list) => {
    const most = MAX_SPARSE + list.reduce((sum, { num }) => sum + num, 0) / (MAX_VISITS / 2);
    let bridged = BRIDGED;
    let pieces = cut(list, bridged);
    while (pieces.length > most) pieces = cut(list, (bridged *= 4));
    return pieces;
  });
}
