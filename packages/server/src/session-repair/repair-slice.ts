import type { SessionSpan } from '../enrich/visitor-sessions.js';
import type { Warehouse } from '../warehouse/client.js';
import type { SessionFix } from '../warehouse/session-fixes.js';
import { SESSION_GAP_MS } from '../enrich/sessions.js';
import { findFixes, findVisitorFixes, type BatchRange, type Stretch, type WrongSession } from './find-fixes.js';
import { piecesOf } from './pieces.js';
import { BATCH_SIZES, HOURS } from './session-sql.js';

export type SliceStore = Pick<Warehouse, 'query' | 'fixSessions' | 'sessionFixesDone'>;

/** Sessions held in memory, which are told what the store has found. */
export interface KnownSessions {
  correct(siteId: number, visitor: string, span: SessionSpan): void;
}

/** Visits in one slice: what one round reads, corrects, and remembers as done. */
const SLICE_VISITS = 400_000;
const SLICE_BATCHES = 1_000;
/** Visits corrected by one change of the store, in memory until then. */
const FIXES_AT_ONCE = 200_000;

/**
 * The first batches of the range that make a slice, and how many visits they hold; the whole range when nothing is left behind the slice.
 */
export async function nextSlice(store: SliceStore, { firstBatch, lastBatch }: BatchRange): Promise<BatchRange & { visits: number }> {
  const { rows } = await store.query<{ batch_id: string; num: string }>(BATCH_SIZES, { first_batch: String(firstBatch), last_batch: String(lastBatch), limit: SLICE_BATCHES });
  let visits = 0;
  for (const [at, { batch_id, num }] of rows.entries()) {
    visits += Number(num);
    if (visits >= SLICE_VISITS && at + 1 < rows.length) return { firstBatch, lastBatch: Number(batch_id), visits };
  }
  return { firstBatch, lastBatch: rows.length === SLICE_BATCHES ? Number(rows.at(-1)?.batch_id ?? lastBatch) : lastBatch, visits };
}

/** What is to be changed, each instant of a visitor once: two pieces may both come upon a session that goes on across them. */
class Fixes {
  readonly #byInstant = new Map<string, SessionFix>();
  readonly #sessions: WrongSession[] = [];

  get size(): number {
    return this.#byInstant.size;
  }

  add(session: WrongSession): void {
    const { siteId, visitor, sessionId, entryUrl, wrong } = session;
    this.#sessions.push(session);
    for (const at of wrong) this.#byInstant.set(`${String(siteId)}:${visitor}:${String(at)}`, { siteId, visitor, at, sessionId, entryUrl });
  }

  /** All of them, taken out. */
  take(): { fixes: SessionFix[]; sessions: WrongSession[] } {
    const taken = { fixes: [...this.#byInstant.values()], sessions: this.#sessions.splice(0) };
    this.#byInstant.clear();
    return taken;
  }
}

export interface SliceParts {
  readonly store: SliceStore;
  readonly sessions: KnownSessions;
  /** Visits looked at at once, as near as hours allow; visitors of a larger hour half as many at a time. */
  readonly pieceVisits: number;
  /** Called before the first change of a slice; durable when it resolves. */
  readonly beforeChange: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Makes the sessions right that the visits of a slice are part of, or next to. Answers with the number of corrected visits.
 * @throws the signal's reason when it fires between two steps; what the store throws
 */
export async function repairSlice({ store, sessions, pieceVisits, beforeChange, signal }: SliceParts, slice: BatchRange, everybody: boolean): Promise<number> {
  const { rows } = await store.query<{ site_id: number; first: string; last: string; num: string }>(HOURS, { first_batch: String(slice.firstBatch), last_batch: String(slice.lastBatch) });
  const pieces = piecesOf(rows.map(({ site_id, first, last, num }) => ({ siteId: site_id, first: Number(first), last: Number(last), num: Number(num) })), pieceVisits);
  const waiting = new Fixes();
  let corrected = 0;

  const change = async (): Promise<void> => {
    const taken = waiting.take();
    if (taken.fixes.length === 0) return;
    if (corrected === 0) await beforeChange();
    await store.fixSessions(taken.fixes);
    corrected += taken.fixes.length;
    for (const session of taken.sessions) sessions.correct(session.siteId, session.visitor, session);
  };

  for (const piece of pieces) {
    for await (const found of findFixes(store, slice, piece, everybody, Math.ceil(pieceVisits / 2))) {
      signal.throwIfAborted();
      for (const session of found) waiting.add(session);
      if (waiting.size >= FIXES_AT_ONCE) await change();
    }
    signal.throwIfAborted();
  }
  await change();
  return corrected;
}

/** A visitor on a site, and from when to when visits came or went (milliseconds UTC). */
export interface ChangedVisitor extends Stretch {
  readonly siteId: number;
  readonly visitor: string;
}

/**
 * Makes the sessions of visitors right of whom visits came or went otherwise than by arriving. Answers with the number of corrected visits.
 * @throws the signal's reason when it fires between two steps; what the store throws
 */
export async function repairVisitors({ store, sessions, signal }: Pick<SliceParts, 'store' | 'sessions' | 'signal'>, changed: readonly ChangedVisitor[]): Promise<number> {
  const sites = new Map<number, Map<string, Stretch>>();
  for (const { siteId, visitor, first, last } of changed) {
    const visitors = sites.get(siteId) ?? new Map<string, Stretch>();
    sites.set(siteId, visitors);
    // What goes on after a visit that went may begin a session as late as the gap allows.
    visitors.set(visitor, { first: first - SESSION_GAP_MS, last: last + SESSION_GAP_MS });
  }
  let corrected = 0;
  for (const [siteId, visitors] of sites) {
    const waiting = new Fixes();
    for await (const found of findVisitorFixes(store, siteId, visitors)) for (const session of found) waiting.add(session);
    signal.throwIfAborted();
    const taken = waiting.take();
    await store.fixSessions(taken.fixes);
    corrected += taken.fixes.length;
    for (const session of taken.sessions) sessions.correct(session.siteId, session.visitor, session);
  }
  return corrected;
}
