/** A stored visit as far as sessions go; ids as BigInt, times milliseconds UTC. */
export interface PlainVisit {
  readonly site: number;
  readonly visitor: string;
  readonly id: bigint;
  readonly at: number;
  readonly url: string;
}

export interface PlainSession {
  readonly start: number;
  readonly entry: string;
  readonly visits: readonly PlainVisit[];
}

const HALF_AN_HOUR = 1_800_000;

/**
 * What sessions are, by the definition and nothing else: sort, cut where the pause is longer than half an hour. Shares no
 * code with the server.
 */
export function plainSessions(visits: readonly PlainVisit[]): PlainSession[] {
  const people = new Map<string, PlainVisit[]>();
  for (const visit of visits) people.set(`${visit.site}/${visit.visitor}`, [...(people.get(`${visit.site}/${visit.visitor}`) ?? []), visit]);
  const sessions: PlainSession[] = [];
  for (const own of people.values()) {
    own.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : a.url < b.url ? -1 : 1));
    let current: PlainVisit[] = [];
    for (const visit of own) {
      const before = current.at(-1);
      if (before !== undefined && visit.at - before.at > HALF_AN_HOUR) {
        sessions.push(sessionOf(current));
        current = [];
      }
      current.push(visit);
    }
    sessions.push(sessionOf(current));
  }
  return sessions;
}

function sessionOf(visits: readonly PlainVisit[]): PlainSession {
  const first = visits[0];
  if (first === undefined) throw new Error('a session has a visit');
  return { start: first.at, entry: first.url, visits };
}
