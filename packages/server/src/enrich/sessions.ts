import { hash64 } from './hash64.js';
import { detached } from './text.js';

/** Milliseconds: the longest pause inside a session. Source: DEFINITIONS, "session". */
export const SESSION_GAP_MS = 30 * 60_000;
/** Milliseconds that a record may come late (a log line written when a slow answer ended, a retried beacon) and still find its session. */
const LATENESS_MS = 30 * 60_000;
/** Visitors remembered at once, of all sites; about 300 bytes each. */
const MAX_VISITORS = 400_000;
/** Sessions of one visitor remembered at once: the current one and those that late records may belong to. */
const MAX_PER_VISITOR = 4;

export interface SessionRef {
  /** UInt64 as decimal text. */
  readonly sessionId: string;
  readonly entryUrl: string;
}

interface Session extends SessionRef {
  first: number;
  last: number;
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
  /** Brings back the sessions that were open when the process ended. Those already known are kept. */
  restore(rows: Iterable<StoredSession>): void;
  /** Visitors in memory, for diagnosis. */
  size(): number;
}

/**
 * Sessions held in memory. Invariants:
 * - A view joins a session when it is at most `gapMs` after its last view or before its first one; exactly `gapMs` still belongs.
 * - The entry page of a session is the url of the first view that was received. It does not change afterwards, not even
 *   when an earlier view comes in late: what is stored already says so, and one session must not have two entry pages.
 * - The id follows from site, visitor and start, so importing the same log into an empty store gives the same sessions.
 * - Memory is bounded. Visitors live in two generations; when event time has moved on by the gap plus the lateness, or the
 *   young generation is full, the old one is dropped whole. A visitor is therefore kept for at least that time after the
 *   last view, unless more than `maxVisitors` / 2 come within it.
 */
export function createSessions({ gapMs = SESSION_GAP_MS, maxVisitors = MAX_VISITORS }: { gapMs?: number; maxVisitors?: number } = {}): Sessions {
  let young = new Map<string, Session[]>();
  let old = new Map<string, Session[]>();
  let newest = Number.NEGATIVE_INFINITY;
  let turnedAt = Number.NEGATIVE_INFINITY;

  function turn(): void {
    old = young;
    young = new Map();
    turnedAt = newest;
  }

  function sessionsOf(key: string): Session[] | undefined {
    const held = young.get(key);
    if (held !== undefined) return held;
    const older = old.get(key);
    if (older !== undefined) young.set(key, older);
    return older;
  }

  function start(key: string, sessions: Session[] | undefined, session: Session): void {
    if (sessions === undefined) young.set(detached(key), [session]);
    else {
      sessions.push(session);
      if (sessions.length > MAX_PER_VISITOR) sessions.shift();
    }
  }

  return {
    assign(siteId, visitor, at, url) {
      if (at > newest) newest = at;
      if (turnedAt === Number.NEGATIVE_INFINITY) turnedAt = newest;
      if (newest - turnedAt >= gapMs + LATENESS_MS || young.size >= maxVisitors / 2) turn();

      const key = `${siteId}:${visitor}`;
      const sessions = sessionsOf(key);
      if (sessions !== undefined) {
        // From the latest to the earliest: nearly every view belongs to the last session.
        for (let index = sessions.length - 1; index >= 0; index -= 1) {
          const session = sessions[index];
          if (session !== undefined && at <= session.last + gapMs && at >= session.first - gapMs) {
            if (at > session.last) session.last = at;
            if (at < session.first) session.first = at;
            return session;
          }
        }
      }
      const session: Session = { sessionId: hash64(`${key}:${at}`), entryUrl: detached(url), first: at, last: at };
      start(key, sessions, session);
      return session;
    },

    restore(rows) {
      for (const row of rows) {
        const key = `${row.site_id}:${row.visitor}`;
        const sessions = sessionsOf(key);
        if (sessions?.some((session) => session.sessionId === row.session_id)) continue;
        start(key, sessions, { sessionId: row.session_id, entryUrl: row.entry_url, first: row.last_at, last: row.last_at });
        if (row.last_at > newest) newest = row.last_at;
      }
    },

    size: () => young.size + old.size,
  };
}
