import { sessionId } from './session-id.js';
import { detached } from './text.js';
import { VisitorMap } from './visitor-map.js';
import { correctIn, placeIn, type Session, type SessionSpan } from './visitor-sessions.js';

/** Milliseconds: the longest pause inside a session. Source: DEFINITIONS, "session". */
export const SESSION_GAP_MS = 30 * 60_000;
/** Milliseconds that a record may come late (a log line written when a slow answer ended, a retried beacon) and still find its session. */
const LATENESS_MS = 30 * 60_000;
/** Visitors remembered at once, of all sites; about 300 bytes each. */
const MAX_VISITORS = 1_000_000;

export interface SessionRef {
  /** UInt64 as decimal text. */
  readonly sessionId: string;
  readonly entryUrl: string;
}

/** A session as the store remembers it, for a restart. `last_at` is milliseconds UTC. */
export interface StoredSession {
  site_id: number;
  visitor: string;
  session_id: string;
  entry_url: string;
  last_at: number;
}

export interface Sessions {
  /** The session that a view at `at` (milliseconds UTC, event time) belongs to; starts one when none is near enough. */
  assign(siteId: number, visitor: string, at: number, url: string): SessionRef;
  /** The session that something at `at` which is no view falls into, as it is now; changes nothing. Null without one. */
  find(siteId: number, visitor: string, at: number): SessionRef | null;
  /** Brings back the sessions that were open when the process ended. Those already known are kept. */
  restore(rows: Iterable<StoredSession>): void;
  /** What the store has found to be one session. Ignored for a visitor who is not remembered, or when more is known here. */
  correct(siteId: number, visitor: string, span: SessionSpan): void;
  /** Visitors in memory, for diagnosis. */
  size(): number;
}

/** Visitors whose last view was not long ago, as seen by one clock: the recent ones, and those before them, dropped together. */
interface Generations {
  young: VisitorMap<Session[]>;
  old: VisitorMap<Session[]>;
  /** Event time at which the generations last moved on. */
  turnedAt: number;
}

/**
 * Sessions held in memory: what a view is stored with at first. Nearly always that is right for good; where views come
 * late, or are older than what is remembered here, the repair (session-repair/) puts the stored ones right. Invariants:
 * - A view joins a session when it is at most `gapMs` after its last view or before its first one; exactly `gapMs` still belongs.
 *   An earlier view moves the session's beginning, one between two sessions makes them one: from then on views get
 *   what holds in the end.
 * - Id and entry page follow from the first view, so the same views give the same sessions.
 * - Memory is bounded. Visitors live in two generations; when event time has moved on by the gap plus the lateness, or the
 *   young generation is full, the old one is dropped whole. A visitor is therefore kept for at least that time after the
 *   last view, unless more than a quarter of `maxVisitors` come within it.
 * - What happens now and what an import tells of the past have generations of their own, so that a year of old logs does
 *   not push out the people who are on the site. Where the two meet, a session goes on across them.
 */
export function createSessions({ gapMs = SESSION_GAP_MS, maxVisitors = MAX_VISITORS }: { gapMs?: number; maxVisitors?: number } = {}): Sessions {
  const keptMs = gapMs + LATENESS_MS;
  const present: Generations = { young: new VisitorMap(), old: new VisitorMap(), turnedAt: Number.NEGATIVE_INFINITY };
  const past: Generations = { young: new VisitorMap(), old: new VisitorMap(), turnedAt: Number.NEGATIVE_INFINITY };
  let newest = Number.NEGATIVE_INFINITY;

  /** The generations that a view at `at` belongs to, moved on if it is time. */
  function generationsAt(at: number): Generations {
    if (at > newest) newest = at;
    const generations = at >= newest - keptMs ? present : past;
    // The present only moves forward; imports may begin with any year after any other.
    const moved = generations === present ? newest - generations.turnedAt : Math.abs(at - generations.turnedAt);
    if (moved >= keptMs || generations.young.size >= maxVisitors / 4) {
      generations.old = generations.young;
      generations.young = new VisitorMap();
      generations.turnedAt = at;
    }
    return generations;
  }

  function sessionsOf(siteId: number, visitor: string, generations: Generations): Session[] | undefined {
    const held = generations.young.get(siteId, visitor);
    if (held !== undefined) return held;
    const other = generations === present ? past : present;
    const older = generations.old.get(siteId, visitor) ?? other.young.get(siteId, visitor) ?? other.old.get(siteId, visitor);
    if (older !== undefined) generations.young.set(siteId, detached(visitor), older);
    return older;
  }

  return {
    assign(siteId, visitor, at, url) {
      const generations = generationsAt(at);
      const sessions = sessionsOf(siteId, visitor, generations);
      const current = sessions?.at(-1);
      if (current !== undefined && at >= current.first && at <= current.last + gapMs) {
        if (at > current.last) current.last = at;
        return current;
      }
      const begun = (): Session => ({ sessionId: sessionId(siteId, visitor, at), entryUrl: detached(url), first: at, last: at, isWhole: true });
      if (sessions !== undefined) return placeIn(sessions, at, gapMs, begun);
      const session = begun();
      generations.young.set(siteId, detached(visitor), [session]);
      return session;
    },

    find(siteId, visitor, at) {
      const sessions = present.young.get(siteId, visitor) ?? present.old.get(siteId, visitor) ?? past.young.get(siteId, visitor) ?? past.old.get(siteId, visitor);
      return sessions?.findLast(({ first, last }) => at <= last + gapMs && at >= first - gapMs) ?? null;
    },

    restore(rows) {
      for (const row of rows) {
        const generations = generationsAt(row.last_at);
        const sessions = sessionsOf(row.site_id, row.visitor, generations);
        const stored: Session = { sessionId: row.session_id, entryUrl: row.entry_url, first: row.last_at, last: row.last_at, isWhole: false };
        if (sessions === undefined) generations.young.set(row.site_id, row.visitor, [stored]);
        else if (!sessions.some((session) => session.sessionId === row.session_id)) placeIn(sessions, row.last_at, gapMs, () => stored);
      }
    },

    correct(siteId, visitor, span) {
      const sessions = [present.young, present.old, past.young, past.old].map((held) => held.get(siteId, visitor)).find((held) => held !== undefined);
      if (sessions !== undefined) correctIn(sessions, { ...span, entryUrl: detached(span.entryUrl) }, gapMs);
    },

    size: () => present.young.size + present.old.size + past.young.size + past.old.size,
  };
}
