import { pino } from 'pino';
import { createSessions, type Sessions } from '../../src/enrich/sessions.js';
import { sessionId } from '../../src/enrich/session-id.js';
import type { SliceStore } from '../../src/session-repair/repair-slice.js';
import { openSessionRepair, type SessionRepair } from '../../src/session-repair/session-repair.js';
import type { Warehouse } from '../../src/warehouse/client.js';
import { plainSessions, type PlainVisit } from './plain.js';

const COLUMNS = ['batch_id', 'id', 'site_id', 'created_at', 'received_at', 'source', 'visitor', 'session_id', 'entry_url', 'url'];
let serial = Date.now() * 1_000;

interface Row {
  readonly visit: PlainVisit;
  readonly session: string;
  readonly entry: string;
}

export interface Batch {
  readonly seq: number;
  readonly rows: readonly Row[];
}

/**
 * A server's way in, reduced to what sessions depend on: memory that assigns, batches that are stored, a journal that
 * knows which are settled. Everything of the store is real.
 */
export class World {
  readonly stored = new Map<number, Batch>();
  readonly marks = new Map<string, string>();
  sessions: Sessions = createSessions();
  readonly #waiting: Batch[] = [];
  readonly #installation = `test-${String((serial += 1))}`;

  /** @param pieceVisits see SessionRepairOptions: few make several questions of what is asked at once otherwise */
  constructor(readonly warehouse: Warehouse, readonly pieceVisits?: number) {
    // What other worlds have left in the store is none of this one's business.
    this.marks.set(`session_repair.${this.#installation}`, JSON.stringify({ checked: serial, begun: 0 }));
  }

  /** Gives visits to memory, in this order, and makes a batch of them that waits. */
  take(visits: readonly PlainVisit[]): void {
    const rows = visits.map((visit) => {
      const { sessionId: session, entryUrl: entry } = this.sessions.assign(visit.site, visit.visitor, visit.at, visit.url);
      return { visit, session, entry };
    });
    this.#waiting.push({ seq: (serial += 1), rows });
  }

  /** Stores what waits, without those visits that the store is said to refuse. */
  async flush(refused: (visit: PlainVisit) => boolean = () => false): Promise<void> {
    for (const batch of this.#waiting.splice(0)) await this.insert({ ...batch, rows: batch.rows.filter(({ visit }) => !refused(visit)) });
  }

  /** Stores visits with sessions that memory did not give them. */
  storeAs(rows: readonly Row[]): Promise<void> {
    return this.insert({ seq: (serial += 1), rows });
  }

  async insert(batch: Batch): Promise<void> {
    this.stored.set(batch.seq, batch);
    if (batch.rows.length === 0) return;
    const body = batch.rows.map(({ visit, session, entry }) => `${JSON.stringify([batch.seq, String(visit.id), visit.site, visit.at, visit.at + 5, 'log', visit.visitor, session, entry, visit.url])}\n`);
    await this.warehouse.insert({ table: 'visits', columns: COLUMNS, body: Buffer.from(body.join('')), token: `${String(batch.seq)}-${String((serial += 1))}` });
  }

  /** What an unclean start does with batches whose fate is not known: they go, and come back as they were in the journal. */
  async again(batches: readonly Batch[], whileGone: () => Promise<void>): Promise<void> {
    this.#waiting.push(...batches);
    await this.warehouse.deleteBatches('visits', batches.map(({ seq }) => seq));
    await whileGone();
    this.#waiting.splice(this.#waiting.length - batches.length);
    for (const batch of batches) await this.insert(batch);
  }

  /** Another process: memory knows what the store tells, nothing else. */
  async restart(now: number): Promise<void> {
    this.sessions = createSessions();
    this.sessions.restore(await this.warehouse.recentSessions(now - 1_800_000));
  }

  repair(store: SliceStore = this.warehouse, onMark: () => void = () => undefined): Promise<SessionRepair> {
    return openSessionRepair({
      store,
      sessions: this.sessions,
      journal: { installation: this.#installation, firstUnsettled: () => this.#waiting.reduce((least, { seq }) => Math.min(least, seq), serial + 1) },
      marks: {
        get: async (key) => this.marks.get(key),
        set: async (key, value) => {
          onMark();
          this.marks.set(key, value);
        },
      },
      log: pino({ level: 'silent' }),
      ...(this.pieceVisits === undefined ? {} : { pieceVisits: this.pieceVisits }),
    });
  }

  async settle(): Promise<void> {
    const repair = await this.repair();
    await repair.settled();
    await repair.stop();
  }

  /** Every stored visit with its session and entry page: as stored, and as the plain count says. To be equal. */
  async lines(sites: readonly number[]): Promise<{ stored: string[]; expected: string[] }> {
    const expected = plainSessions([...this.stored.values()].flatMap(({ rows }) => rows.map(({ visit }) => visit)))
      .flatMap(({ start, entry, visits }) => visits.map((visit) => `${visit.site} ${visit.visitor} ${String(visit.at)} ${String(visit.id)} ${visit.url}: ${sessionId(visit.site, visit.visitor, start)} ${entry}`));
    const { rows } = await this.warehouse.query<{ line: string }>(
      `SELECT concat(toString(site_id), ' ', toString(visitor), ' ', toString(toUnixTimestamp64Milli(created_at)), ' ', toString(id), ' ', url, ': ', toString(session_id), ' ', entry_url) AS line
       FROM visits WHERE site_id IN {sites:Array(UInt32)}`, { sites });
    return { stored: rows.map(({ line }) => line).toSorted(), expected: expected.toSorted() };
  }
}
