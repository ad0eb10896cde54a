/** Sessions of one visitor remembered at once: the current one and those that late records may belong to. */
const MAX_PER_VISITOR = 4;

/** A session with the times (milliseconds UTC) of its first and last view. */
export interface SessionSpan {
  /** UInt64 as decimal text. */
  readonly sessionId: string;
  readonly entryUrl: string;
  readonly first: number;
  readonly last: number;
}

/** A remembered session; `isWhole` when its first view is known, so that an earlier one is known to be earlier. */
export interface Session {
  sessionId: string;
  entryUrl: string;
  first: number;
  last: number;
  isWhole: boolean;
}

/**
 * The session that a view at `at` belongs to, among a visitor's, which are kept in order of time and apart by more than
 * `gapMs`: one that it joins or begins earlier, one made of all that it bridges, or else a new one, as `begun` makes it.
 */
export function placeIn(sessions: Session[], at: number, gapMs: number, begun: () => Session): Session {
  const from = sessions.findIndex((session) => at <= session.last + gapMs);
  const begin = from === -1 ? sessions.length : from;
  let end = begin;
  while (end < sessions.length && at >= (sessions[end]?.first ?? at) - gapMs) end += 1;
  const joined = sessions[begin];
  if (joined === undefined || end === begin) return insert(sessions, begin, begun());
  for (const later of sessions.splice(begin + 1, end - begin - 1)) joined.last = Math.max(joined.last, later.last);
  if (at > joined.last) joined.last = at;
  if (at < joined.first) {
    if (joined.isWhole) Object.assign(joined, begun(), { last: joined.last });
    else joined.first = at;
  }
  return joined;
}

/** Makes the remembered sessions that are part of `span` one with it, unless one of them is known to begin earlier. */
export function correctIn(sessions: Session[], span: SessionSpan, gapMs: number): void {
  const parts = sessions.filter(({ first, last }) => first <= span.last + gapMs && last >= span.first - gapMs);
  const [kept, ...others] = parts;
  if (kept === undefined || parts.some(({ isWhole, first }) => isWhole && first < span.first)) return;
  const last = parts.reduce((latest, part) => Math.max(latest, part.last), span.last);
  Object.assign(kept, span, { last, isWhole: true });
  for (const other of others) sessions.splice(sessions.indexOf(other), 1);
}

/** Puts a session in its place; past the limit the oldest is forgotten. */
function insert(sessions: Session[], at: number, session: Session): Session {
  sessions.splice(at, 0, session);
  if (sessions.length > MAX_PER_VISITOR) sessions.shift();
  return session;
}
