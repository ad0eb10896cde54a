import type { SessionSpan } from '../enrich/visitor-sessions.js';
import { SESSION_GAP_MS } from '../enrich/sessions.js';
import type { Warehouse } from '../warehouse/client.js';
import { storeTime } from '../warehouse/store-time.js';
import type { Piece } from './pieces.js';
import { EVERYBODY, MISFITS, SESSIONS, SUSPECTS } from './session-sql.js';

/** A session as it is, and when the visits were that are stored with another (milliseconds UTC). */
export interface WrongSession extends SessionSpan {
  readonly siteId: number;
  readonly visitor: string;
  readonly wrong: readonly number[];
}

/** Batches by number, both ends inclusive. */
export interface BatchRange {
  readonly firstBatch: number;
  readonly lastBatch: number;
}

/** From when to when visits were that came or went; both ends inclusive, milliseconds UTC. */
export type Stretch = { first: number; last: number };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How far around what does not fit is looked for the ends of its sessions: most end soon, some never. */
const REACH = [HOUR, 12 * HOUR, 6 * DAY, 60 * DAY, Infinity];
/** Visitors whose sessions are asked about at once. */
const AT_ONCE = 2_000;
const MAX_SECONDS = 300;
const HIGHEST_VISITOR = 2n ** 64n - 1n;
/** What the store's times can hold (DateTime64). */
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(2299, 11, 31);

const clamp = (ms: number): number => Math.min(LATEST, Math.max(EARLIEST, ms));

interface VisitorStretch {
  readonly visitor: string;
  readonly first: string;
  readonly last: string;
}

const stretchesOf = (rows: readonly VisitorStretch[]): Map<string, Stretch> => new Map(rows.map(({ visitor, first, last }) => [visitor, { first: Number(first), last: Number(last) }]));

/** Visitors of the batches in a piece of whom a visit does not fit the one before it, at most so many at a time; all of the batches' with `everybody`. */
async function* findVisitors(store: Pick<Warehouse, 'query'>, { firstBatch, lastBatch }: BatchRange, { siteId, from, to }: Piece, everybody: boolean, most: number): AsyncGenerator<Map<string, Stretch>> {
  const low = clamp(from - SESSION_GAP_MS);
  const judged = { site: siteId, low: storeTime(low), high: storeTime(clamp(to + SESSION_GAP_MS)), gap: SESSION_GAP_MS, low_ms: low };
  const ofBatches = { ...judged, from: storeTime(clamp(from)), to: storeTime(clamp(to)), first_batch: String(firstBatch), last_batch: String(lastBatch), limit: most };
  const options = { maxSeconds: MAX_SECONDS };
  for (let least = 0n; least <= HIGHEST_VISITOR;) {
    const { rows } = await store.query<VisitorStretch>(everybody ? EVERYBODY : SUSPECTS, { ...ofBatches, least: String(least) }, options);
    const visitors = rows.map(({ visitor }) => visitor);
    const last = visitors.at(-1);
    if (last === undefined) return;
    yield stretchesOf(everybody ? rows : (await store.query<VisitorStretch>(MISFITS, { ...judged, visitors }, options)).rows);
    if (visitors.length < most) return;
    least = BigInt(last) + 1n;
  }
}

/** The sessions of the visitors near the stretches given; `open` are those whose sessions may go on outside. */
async function sessionsNear(store: Pick<Warehouse, 'query'>, siteId: number, visitors: ReadonlyMap<string, Stretch>, reach: number): Promise<{ wrong: WrongSession[]; open: Map<string, Stretch> }> {
  const low = clamp([...visitors.values()].reduce((least, { first }) => Math.min(least, first), Infinity) - reach);
  const high = clamp([...visitors.values()].reduce((most, { last }) => Math.max(most, last), -Infinity) + reach);
  const { rows } = await store.query<{ visitor: string; first: string; last: string; entry: string; session: string; wrong: string[] }>(
    SESSIONS, { site: siteId, gap: SESSION_GAP_MS, low: storeTime(low), high: storeTime(high), low_ms: low, high_ms: high, visitors: [...visitors.keys()] }, { maxSeconds: MAX_SECONDS },
  );
  const wrong: WrongSession[] = [];
  const open = new Map<string, Stretch>();
  for (const row of rows) {
    const first = Number(row.first);
    const last = Number(row.last);
    const stretch = visitors.get(row.visitor);
    if (stretch === undefined) continue;
    const isWhole = reach === Infinity || (first - SESSION_GAP_MS >= low && last + SESSION_GAP_MS <= high);
    if (isWhole) wrong.push({ siteId, visitor: row.visitor, sessionId: row.session, entryUrl: row.entry, first, last, wrong: row.wrong.map(Number) });
    else if (first <= stretch.last && last >= stretch.first) open.set(row.visitor, stretch);
  }
  return { wrong: wrong.filter((session) => session.wrong.length > 0 && !open.has(session.visitor)), open };
}

/**
 * The wrong sessions that visits of some batches are part of, or next to, in one piece.
 * @param everybody looks at all visitors of the batches in full, not only at those whose visits do not fit: after a correction that may
 *   have been carried out in part, what does not fit may lie far from where it began
 * @param most visitors at a time
 */
export async function* findFixes(store: Pick<Warehouse, 'query'>, batches: BatchRange, piece: Piece, everybody: boolean, most: number): AsyncGenerator<readonly WrongSession[]> {
  for await (const visitors of findVisitors(store, batches, piece, everybody, most)) yield* findVisitorFixes(store, piece.siteId, visitors);
}

/** The wrong sessions of visitors of a site near the stretches given. */
export async function* findVisitorFixes(store: Pick<Warehouse, 'query'>, siteId: number, visitors: ReadonlyMap<string, Stretch>): AsyncGenerator<readonly WrongSession[]> {
  const all = [...visitors];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    let open = new Map(all.slice(at, at + AT_ONCE));
    for (const reach of REACH) {
      if (open.size === 0) break;
      const found = await sessionsNear(store, siteId, open, reach);
      if (found.wrong.length > 0) yield found.wrong;
      open = found.open;
    }
  }
}
